import { succeed } from '@rook/contract';

import type { KeptOutputs } from '../kept-outputs.ts';
import { createFakeDraft } from './fake-draft.ts';
import { createFakeKeptLooks } from './fake-kept-looks.ts';

/** Outputs in memory; those that are kept go to these blobs. */
export function createFakeKeptOutputs(blobs: Map<string, Uint8Array>): KeptOutputs {
  const notes = createFakeKeptLooks();
  const grown = new Map<string, Uint8Array>();
  return {
    ...notes,
    begin: async (session, command) => {
      const name = `${session}/${command}`;
      grown.delete(name);
      const draft = createFakeDraft(blobs, (bytes) => {
        if (bytes === null) grown.delete(name);
        else grown.set(name, bytes.slice());
      });
      return succeed(draft);
    },
    read: async function* (session, command) {
      const bytes = grown.get(`${session}/${command}`);
      if (bytes !== undefined && bytes.length > 0) yield bytes.slice();
    },
    drop: async (session, command) => {
      await notes.drop(session, command);
      grown.delete(`${session}/${command}`);
    },
    clear: async (session) => {
      await notes.clear(session);
      for (const name of grown.keys()) if (name.startsWith(`${session}/`)) grown.delete(name);
    },
  };
}
