import { fail, rookError, succeed, type Result, type RookError, type SessionId } from '@rook/contract';

import type { HeldLedger, LedgerFile } from '../ports/ledger-file.ts';
import type { Store, StoredSession } from '../ports/store.ts';
import type { Syntax } from '../ports/syntax.ts';
import { classifyChangeSet } from './classify-change-set.ts';
import type { TraceDraft } from './fold-trace.ts';
import { readBookmark, writeBookmark, type Bookmark, type SessionMark } from './ledger-bookmark.ts';
import { loadTrace } from './load-trace.ts';
import { readLedger, type ReadLedger } from './read-ledger.ts';

export interface LedgerSetup {
  readonly file: LedgerFile;
  readonly syntax: Syntax;
  readonly store: Pick<Store, 'list' | 'read' | 'holder' | 'blobs'>;
  /** Takes secrets out of what is said about contents. */
  readonly redact: (text: string) => string;
}

/** The session that the caller holds, whose entries it has in memory. */
export interface OwnTrace {
  readonly session: SessionId;
  readonly drafts: () => readonly TraceDraft[];
}

/** So many lines are written while the others wait. */
const MOST_LINES = 500;
/** To read so much is faster than to ask whether somebody holds the session. */
const MOST_READ_BYTES = 1_000_000;

/**
 * Adds to the ledger what the journals say and it does not: each line once, whoever was to write it. Where the ledger is as it was
 * left, only sessions that went on are read; otherwise everything is compared by the ids of the lines. A long session that another
 * process holds is left to it.
 */
export async function catchUpLedger(setup: LedgerSetup, own: OwnTrace | null): Promise<Result<void>> {
  for (;;) {
    const round = await setup.file.hold(async (held) => writeRound(setup, own, held));
    if (!round.ok) return fail(unavailable(round.error));
    if (round.value === null) return succeed(undefined);
    const { unread, isDone } = round.value;
    if (isDone) return unread === null ? succeed(undefined) : fail(unavailable(unread));
  }
}

function unavailable({ message }: RookError): RookError {
  return rookError('ledger_unavailable', message);
}

interface Round {
  readonly isDone: boolean;
  /** Why a session could not be read, where one could not. */
  readonly unread: RookError | null;
}

async function writeRound(
  setup: LedgerSetup,
  own: OwnTrace | null,
  held: HeldLedger,
): Promise<Result<Round>> {
  const known = readBookmark(held.bookmark);
  const listed = await setup.store.list();
  if (!listed.ok) return listed;
  const isUnsure = listed.value.some(({ id }) => known?.get(id)?.isUnsure === true);
  const there = isUnsure || known === null ? await readLedger(setup.file) : succeed(null);
  if (!there.ok) return there;
  const marks = known ?? unsureMarks(there.value);
  const looked = await lookAtSessions(
    { setup, own, marks, there: there.value },
    listed.value,
    known !== null,
  );
  const pending = mergeByTime(looked.sessions);
  const ordered = putTornFirst(pending, there.value);
  const portion = ordered.slice(0, MOST_LINES);
  const bookmark = moveMarks(marks, looked.sessions, new Set(portion));
  const bytes = await makeBytes(setup, portion, there.value);
  const text = writeBookmark(bookmark);
  const isSame = bytes.length === 0 && text === held.bookmark;
  const written = isSame ? succeed(undefined) : await held.append(bytes, text);
  if (!written.ok) return written;
  return succeed({ isDone: portion.length === pending.length, unread: looked.unread });
}

/** Of every session that is named in the ledger something is there. */
function unsureMarks(there: ReadLedger | null): Bookmark {
  const mark: SessionMark = { seq: -1, bytes: -1, isUnsure: true };
  return new Map((there?.lines ?? []).map(({ session_id: session }) => [session, mark]));
}

interface Comparison {
  readonly setup: LedgerSetup;
  readonly own: OwnTrace | null;
  readonly marks: Bookmark;
  readonly there: ReadLedger | null;
}

interface LookedSession {
  readonly id: SessionId;
  readonly missing: readonly TraceDraft[];
  /** How far it is once these are written. */
  readonly mark: SessionMark;
}

async function lookAtSessions(
  { setup, own, marks, there }: Comparison,
  listed: readonly StoredSession[],
  canSkip: boolean,
): Promise<{ readonly sessions: readonly LookedSession[]; readonly unread: RookError | null }> {
  const ids = new Set(there?.lines.map(({ id }) => id));
  const sessions: LookedSession[] = [];
  let unread: RookError | null = null;
  for (const { id, bytes } of listed.toReversed()) {
    const mark = marks.get(id);
    const isOwn = id === own?.session;
    if (!isOwn && mark?.bytes === bytes) continue;
    const isLeft = !isOwn && canSkip && mark?.isUnsure !== true && bytes > MOST_READ_BYTES;
    if (isLeft && (await isHeld(setup, id))) continue;
    const drafts = isOwn ? succeed(own.drafts()) : await loadTrace(setup.store, id);
    if (!drafts.ok) {
      unread ??= drafts.error;
      continue;
    }
    const last = Math.max(mark?.seq ?? -1, drafts.value.at(-1)?.seq ?? -1);
    const missing = drafts.value.filter(({ seq, line }) => seq > (mark?.seq ?? -1) && !ids.has(line.id));
    // What the holder of a session has written is in its memory a moment later.
    const length = isOwn ? -1 : bytes;
    sessions.push({ id, missing, mark: { seq: last, bytes: length, isUnsure: false } });
  }
  return { sessions, unread };
}

async function isHeld({ store }: LedgerSetup, session: SessionId): Promise<boolean> {
  const holder = await store.holder(session);
  return holder.ok && holder.value !== null;
}

/** In the order in which things happened; within a session always in its own order, whatever the clock said. */
function mergeByTime(sessions: readonly LookedSession[]): readonly TraceDraft[] {
  const timed = sessions.flatMap(({ missing }) => {
    let latest = '';
    return missing.map((draft) => {
      if (draft.line.timestamp > latest) latest = draft.line.timestamp;
      return { draft, at: latest };
    });
  });
  return timed.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)).map(({ draft }) => draft);
}

/** A line that a crash tore is finished before others follow; its beginning names it. */
function putTornFirst(pending: readonly TraceDraft[], there: ReadLedger | null): readonly TraceDraft[] {
  const torn = there === null ? undefined : findTorn(pending, there.tail);
  return torn === undefined ? pending : [torn, ...pending.filter((draft) => draft !== torn)];
}

function findTorn(pending: readonly TraceDraft[], tail: Uint8Array): TraceDraft | undefined {
  if (tail.length === 0) return undefined;
  const text = new TextDecoder().decode(tail);
  return pending.find(({ line }) => {
    const begin = `{"id":"${line.id}"`;
    return text.startsWith(begin) || begin.startsWith(text);
  });
}

/** A session of which something is left is compared again. */
function moveMarks(
  marks: Bookmark,
  sessions: readonly LookedSession[],
  portion: ReadonlySet<TraceDraft>,
): Bookmark {
  const moved = new Map(marks);
  for (const { id, missing, mark } of sessions) {
    const isWhole = missing.every((draft) => portion.has(draft));
    moved.set(id, isWhole ? mark : { seq: marks.get(id)?.seq ?? -1, bytes: -1, isUnsure: true });
  }
  return moved;
}

/** What is to be added, the rest of a torn line first. One that nobody can finish is closed and stays. */
async function makeBytes(
  setup: LedgerSetup,
  portion: readonly TraceDraft[],
  there: ReadLedger | null,
): Promise<Uint8Array> {
  const tail = there?.tail ?? new Uint8Array();
  const texts: string[] = [];
  for (const { line } of portion) texts.push(`${await makeText(setup, line)}\n`);
  const bytes = Buffer.from(texts.join(''));
  if (tail.length === 0) return bytes;
  const isFinished = bytes.subarray(0, tail.length).equals(tail);
  return isFinished ? bytes.subarray(tail.length) : Buffer.concat([Buffer.from('\n'), bytes]);
}

async function makeText({ store, syntax, redact }: LedgerSetup, line: TraceDraft['line']): Promise<string> {
  if (line.type === 'call') return JSON.stringify(line);
  const { files, ...head } = line;
  const { blobs } = store;
  const found = await classifyChangeSet(files, { blobs, syntax });
  const reasons = found.mutation_reasons.map((reason) => redact(reason));
  return JSON.stringify({
    ...head,
    mutation_class: found.mutation_class,
    mutation_reasons: reasons,
    files,
  });
}
