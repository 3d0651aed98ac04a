import { parseTraceLine, rookError, succeed, type TraceLine } from '@rook/contract';

import { finished, type Step } from '../models/test-models.ts';
import { createFakeLedgerFile, type FakeLedgerFile } from '../ports/fakes/fake-ledger-file.ts';
import { createFakeOwnFile } from '../ports/fakes/fake-own-file.ts';
import { createFakeStore } from '../ports/fakes/fake-store.ts';
import type { Store } from '../ports/store.ts';
import type { Session, SessionSetup } from './session.ts';
import { calls, makeSessionRoom, type SessionRoom } from './test-session.ts';

const YAML = `active_intents:
  - {id: INT-001, name: First, status: IN_PROGRESS, owned_scope: [src/**]}
`;
export const REVISION = 'a1'.repeat(20);
export const FULL = rookError('not_writable', 'agent_trace.jsonl cannot be written: the disk is full.');

export const says: readonly Step[] = [{ kind: 'text', text: 'Done.' }, finished()];
export const selects = calls(['select_active_intent', { intent_id: 'INT-001' }]);

export function writes(path: string, content = 'one\ntwo\n'): readonly Step[] {
  return calls(['write_to_file', { path, content }]);
}

/** A governed workspace in memory with a ledger. */
export interface LedgerRoom extends SessionRoom {
  readonly file: FakeLedgerFile;
  readonly notices: string[];
  readonly begin: (overrides?: Partial<SessionSetup>) => Promise<Session>;
  readonly lines: () => readonly TraceLine[];
}

export function makeLedgerRoom(
  answers: Parameters<typeof makeSessionRoom>[0],
  {
    file = createFakeLedgerFile(),
    store = createFakeStore(),
    settings = {},
    files = {},
  }: {
    readonly file?: FakeLedgerFile;
    readonly store?: Store;
    readonly settings?: Partial<SessionSetup['settings']>;
    readonly files?: Readonly<Record<string, string>>;
  } = {},
): LedgerRoom {
  const governed = { '.orchestration/active_intents.yaml': YAML, ...files };
  const room = makeSessionRoom(answers, { store, settings, files: governed });
  const intents = createFakeOwnFile('active_intents.yaml', new TextEncoder().encode(YAML));
  const ledger = { file, syntax: { parse: async () => succeed(null) }, revision: async () => REVISION };
  const notices: string[] = [];
  const listener = {
    entry: (entry: Parameters<SessionSetup['listener']['entry']>[0]) => room.entries.push(entry),
    delta: () => undefined,
    notice: (text: string) => notices.push(text),
  };
  return {
    ...room,
    file,
    notices,
    begin: async (overrides = {}) => room.open({ intents, ledger, listener, ...overrides }),
    lines: () => readLines(file.text()),
  };
}

/** Throws at a line that is none. */
function readLines(text: string): readonly TraceLine[] {
  const lines = text.split('\n');
  if (lines.pop() !== '') throw new Error('the last line has no end');
  return lines.map((line) => {
    const read = parseTraceLine(line);
    if (read === null) throw new Error(`no line of a ledger: ${line}`);
    return read;
  });
}
