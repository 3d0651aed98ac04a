import { createRedactor, type LineSetting } from '@rook/engine';

/** The lines of all faults; what is redacted is proved elsewhere, and takes no time here. */
export const lineSetting: LineSetting = {
  workspace: { name: 'faults', uri: 'file:///faults', trusted: true },
  mode: { agent_mode: null, safety: 'ask' },
  redactor: createRedactor({ secrets: [], rules: [] }),
  start: { event_type: 'session_start', chat_surface: 'test', participant: 'rook' },
};
