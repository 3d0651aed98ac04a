import type { EntryBase } from '@rook/contract';
import type { SessionListener } from '@rook/engine';

import type { Terminal } from '../terminal/terminal.ts';

/** Prints each entry as its line in the journal says it, so that the chain can be checked from what is printed. */
export function createJsonListener(terminal: Terminal): SessionListener {
  return {
    entry: (entry) => terminal.printJson(entry, lineOf(entry)),
    delta: () => undefined,
  };
}

/** The fields in the order in which the journal writes them. */
function lineOf(entry: EntryBase): string {
  const { schema_version: version, event_id: id, session_id: session, ...others } = entry;
  const { timestamp, workspace, mode, seq, prev, ...own } = others;
  const first = { schema_version: version, event_id: id, timestamp, workspace, session_id: session, mode };
  return JSON.stringify({ ...first, ...own, seq, prev });
}
