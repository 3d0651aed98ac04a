import { fail, rookError, succeed } from '@rook/contract';

import type { CallHandlers, WorkbenchSetup } from './workbench-setup.ts';

type ConnectionHandlers = Pick<CallHandlers, 'connection_test' | 'connection_keep'>;

const NONE = rookError('no_model', 'No connection can be made here; this workbench has its own model.');

export function createConnectionHandlers({ connections }: WorkbenchSetup): ConnectionHandlers {
  return {
    connection_test: async (input) => {
      if (connections === null) return fail(NONE);
      const tested = await connections.test(input);
      if (tested.ok) return tested;
      // What a person filled in wrongly is an answer to the test, like what the provider refuses.
      const { code, message } = tested.error;
      return succeed({ ok: false, code, message, model: null, costUsd: null });
    },
    connection_keep: async (input) => (connections === null ? fail(NONE) : connections.keep(input)),
  };
}
