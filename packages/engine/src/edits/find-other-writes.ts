import {
  parseEntry,
  succeed,
  type ChangeSetId,
  type ContentHash,
  type Entry,
  type Result,
  type SessionId,
} from '@rook/contract';

import { createTypedText } from '../journal/line-types.ts';
import type { Line, Store } from '../ports/store.ts';

/** What change sets and commands did in the same time as a command. */
export interface OtherWrites {
  /** The content that a change set gave to a file last; null: it took it away. */
  readonly files: ReadonlyMap<string, ContentHash | null>;
  /** Those of them that it made a symbolic link. */
  readonly links: ReadonlySet<string>;
  /** The permissions that a change set gave to a file last. */
  readonly modes: ReadonlyMap<string, number>;
  /** Commands that may write and still run, wherever they were started; what has ended wrote down what it changed. */
  readonly beside: readonly BesideCommand[];
  /** The change sets of commands that ended while this one still ran, by the files that they name: some of that may be this one's work. */
  readonly recorded: ReadonlyMap<string, RecordedSet>;
}

export interface RecordedSet {
  readonly session: SessionId;
  readonly changeSet: ChangeSetId;
}

export interface BesideCommand {
  readonly session: SessionId;
  readonly id: string;
}

export interface OtherWritesQuery {
  /** In milliseconds. */
  readonly since: number;
  /** The command that this is about. */
  readonly command: string;
  readonly session: SessionId;
  /** False where this session did nothing else meanwhile, so that its own journal need not be read. */
  readonly withOwn: boolean;
}

const textOf = createTypedText(['change_set_applied', 'command_started', 'command_ended']);

/** Reads the journals that were written to since, of all sessions of the workspace. The caller keeps others from changing files. */
export async function findOtherWrites(
  store: Pick<Store, 'list' | 'read' | 'leftChanging'>,
  query: OtherWritesQuery,
): Promise<Result<OtherWrites>> {
  const [listed, left] = [await store.list(), await store.leftChanging()];
  if (!listed.ok) return listed;
  if (!left.ok) return left;
  const open = new Set(left.value);
  const found = createFinding(query);
  for (const { id, changed } of listed.value) {
    const isOwn = id === query.session;
    if (isOwn ? !query.withOwn : changed.getTime() < query.since && !open.has(id)) continue;
    for await (const batch of store.read(id)) {
      if (!batch.ok) return batch;
      for (const line of batch.value) found.add(id, line);
    }
  }
  return succeed(found.all());
}

interface Finding {
  readonly add: (session: SessionId, line: Line) => void;
  readonly all: () => OtherWrites;
}

interface Write {
  readonly time: string;
  readonly hash: ContentHash | null;
  readonly isLink: boolean;
}

function createFinding({ since, command, session: own }: OtherWritesQuery): Finding {
  const files = new Map<string, Write>();
  const modes = new Map<string, { readonly time: string; readonly mode: number }>();
  const beside = new Map<string, BesideCommand>();
  const recorded = new Map<string, { readonly time: string; readonly set: RecordedSet }>();
  const from = new Date(since).toISOString();
  const put = (path: string, write: Write): void => {
    if ((files.get(path)?.time ?? '') <= write.time) files.set(path, write);
  };
  return {
    add: (session, line) => {
      const entry = readEntry(line);
      if (entry === null || entry.session_id !== session) return;
      const { timestamp: time } = entry;
      if (entry.event_type === 'change_set_applied' && time >= from) {
        const isBeside = entry.beside?.some((one) => one.session_id === own && one.command_id === command);
        for (const file of entry.files) {
          if (file.status !== 'applied') continue;
          if (isBeside === true && (recorded.get(file.path)?.time ?? '') <= time)
            recorded.set(file.path, { time, set: { session, changeSet: entry.change_set_id } });
          const { path, renamed_from: old, before_hash: before, after_hash: after, after_mode: mode } = file;
          const isLink = file.after_link === true;
          if (old !== undefined) put(old, { time, hash: null, isLink: false });
          if (mode === undefined || before !== after) put(path, { time, hash: after, isLink });
          if (mode !== undefined && (modes.get(path)?.time ?? '') <= time) modes.set(path, { time, mode });
        }
      }
      if (entry.event_type === 'command_started') {
        const { command_id: id, background = false, writes = false } = entry;
        const isItself = session === own && id === command;
        if (!isItself && (!background || writes)) beside.set(`${session}/${id}`, { session, id });
      }
      if (entry.event_type === 'command_ended') beside.delete(`${session}/${entry.command_id}`);
    },
    all: () => ({
      files: new Map([...files].map(([path, { hash }]) => [path, hash])),
      links: new Set([...files].flatMap(([path, { isLink }]) => (isLink ? [path] : []))),
      modes: new Map([...modes].map(([path, { mode }]) => [path, mode])),
      beside: [...beside.values()],
      // Whoever wrote after that knows what it wrote.
      recorded: new Map(
        [...recorded].flatMap(([path, { time, set }]) =>
          (files.get(path)?.time ?? '') > time ? [] : [[path, set] as const],
        ),
      ),
    }),
  };
}

function readEntry(line: Line): Entry | null {
  const text = textOf(line);
  if (text === null) return null;
  try {
    const read = parseEntry(JSON.parse(text));
    return read.kind === 'known' ? read.entry : null;
  } catch {
    return null;
  }
}
