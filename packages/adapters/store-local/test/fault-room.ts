import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { sessionIdSchema, turnIdSchema, type EntryDraft, type Result, type SessionId } from '@rook/contract';
import {
  openJournal,
  readJournal,
  verifySession,
  type Clock,
  type Journal,
  type JournalLine,
  type JournalSetup,
  type Store,
  type Verification,
} from '@rook/engine';
import { createFakeClock } from '@rook/engine/testing';
import { onTestFinished } from 'vitest';

import { createLocalStore } from '../src/index.ts';
import { anchorFile } from '../src/session-paths.ts';
import { lineSetting } from './line-setting.ts';

/** One session on a real disk, in folders that go away with the test. */
export interface FaultRoom {
  readonly root: string;
  readonly home: string;
  readonly folder: string;
  readonly session: SessionId;
  /** The journal of the session. */
  readonly file: string;
  readonly anchor: string;
  readonly holder: string;
  readonly clock: Clock;
  store(): Store;
  open(overrides?: Partial<JournalSetup>): Promise<Journal>;
  verify(): Promise<Verification>;
  lines(): Promise<readonly JournalLine[]>;
  bytes(): Buffer;
  /** Puts these bytes in place of the whole journal, as somebody else would. */
  put(bytes: string | Uint8Array): void;
  add(bytes: string | Uint8Array): void;
}

/** Where waiting for the disk takes no time, so that hundreds of faults do not either. */
const MEMORY = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

export function makeFolder(base = MEMORY): string {
  const folder = realpathSync(mkdtempSync(join(base, 'rook-fault-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function makeRoom(root = makeFolder(), clock: Clock = createFakeClock(START)): FaultRoom {
  const session = sessionIdSchema.parse('rook-20261115-0a1b2c3d');
  const [home, folder] = [join(root, 'home'), join(root, '.rook')];
  const file = join(folder, 'chats', '2026-11-15', `session_${session}.jsonl`);
  const store = () => createLocalStore({ home, folder });
  const holder = { surface: 'test' };
  return {
    root,
    home,
    folder,
    session,
    file,
    anchor: anchorFile(join(home, 'anchors'), session, folder),
    holder: join(folder, 'locks', `${session}.json`),
    clock,
    store,
    open: async (overrides) => {
      const setup = { store: store(), clock, session, holder, sync: 'turn', lines: lineSetting } as const;
      return must(await openJournal({ ...setup, ...overrides }));
    },
    verify: async () => must(await verifySession(store(), session)),
    lines: async () => {
      const lines: JournalLine[] = [];
      for await (const batch of readJournal(store(), session))
        for (const line of must(batch)) lines.push(line);
      return lines;
    },
    bytes: () => (existsSync(file) ? readFileSync(file) : Buffer.alloc(0)),
    put: (bytes) => {
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      writeFileSync(file, bytes, { mode: 0o600 });
    },
    add: (bytes) => appendFileSync(file, bytes),
  };
}

const START = new Date(Date.UTC(2026, 10, 15, 22));

/** A room in which a session of `turns` turns was written and closed. */
export async function makeWrittenRoom(turns = 3): Promise<FaultRoom> {
  const room = makeRoom();
  const journal = await room.open();
  must(await journal.append([startDraft]));
  for (let turn = 1; turn <= turns; turn += 1) must(await journal.append([turnDraft(turn)]));
  must(await journal.close());
  return room;
}

export const startDraft: EntryDraft = {
  event_type: 'session_start',
  chat_surface: 'test',
  participant: 'rook',
};

export function turnDraft(number: number, text = `question ${number}`): EntryDraft {
  return {
    event_type: 'turn',
    turn_id: turnIdSchema.parse(`t${String(number).padStart(4, '0')}`),
    user: { text },
    assistant: { text: 'äöü 😀' },
    tool_call_count: 0,
    status: 'completed',
  };
}

export function must<Value>(result: Result<Value>): Value {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  return result.value;
}

/** What a line says in one of its fields, of whatever type it is. */
export function fieldOf(line: JournalLine, name: string): unknown {
  return line.read.kind === 'unreadable' ? undefined : Reflect.get(line.read.entry, name);
}

/** The entries in order: their types, or what the texts of turns say. */
export function tellEntries(lines: readonly JournalLine[]): readonly string[] {
  return lines.map((line) => {
    if (line.read.kind === 'unreadable') return 'unreadable';
    const { entry } = line.read;
    return entry.event_type === 'turn' ? String(fieldOf(line, 'turn_id')) : entry.event_type;
  });
}
