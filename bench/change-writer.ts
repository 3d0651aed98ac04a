import { join } from 'node:path';

import { sessionIdSchema, turnIdSchema } from '@rook/contract';
import { createRedactor, openJournal } from '@rook/engine';
import { createLocalStore } from '@rook/store-local';
import { createLocalWorkspace } from '@rook/workspace-local';

import { createChangeSetIds } from '../packages/engine/src/edits/change-set-ids.ts';
import { writeChangeSet } from '../packages/engine/src/edits/write-change-set.ts';

/** Writes change sets of one file each, as a turn does. `plan` reads the file, as a tool has done before, and answers with the write. */
export async function createChangeWriter(
  folder: string,
  root: string,
): Promise<{
  readonly plan: (path: string) => Promise<() => Promise<void>>;
  readonly close: () => Promise<unknown>;
}> {
  const store = createLocalStore({ home: join(folder, 'home'), folder: join(folder, '.rook') });
  const workspace = createLocalWorkspace(root);
  const session = sessionIdSchema.parse('rook-20261116-0a1b2c3d');
  const opened = await openJournal({
    store,
    clock: {
      now: () => new Date(),
      monotonic: () => performance.now(),
      sleep: async (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    },
    session,
    holder: { surface: 'bench' },
    sync: 'turn',
    lines: {
      workspace: { name: 'w', uri: 'file:///w', trusted: true },
      mode: { agent_mode: null, safety: 'allow' },
      redactor: createRedactor({ secrets: [] }),
    },
  });
  if (!opened.ok) throw new Error(opened.error.message);
  const journal = opened.value;
  const nextId = createChangeSetIds({ now: () => new Date() });
  const turn = turnIdSchema.parse('t0001');
  return {
    close: async () => journal.close(),
    plan: async (path) => {
      const read = await workspace.read(path);
      if (!read.ok) throw new Error(read.error.message);
      const after = Buffer.concat([read.value.bytes, Buffer.from('// one more line\n')]);
      const files = [{ path, before: read.value.hash, after, added: 1, removed: 0 }];
      return async () => {
        const written = await writeChangeSet(
          { workspace, store, journal, nextId },
          { kind: 'edit', intent: null, files, turn, wait: { session } },
        );
        if (!written.ok) throw new Error(written.error.message);
      };
    },
  };
}
