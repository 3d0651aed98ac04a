import { fail, rookError, succeed, type Result, type RookError, type SessionId } from '@rook/contract';

import type { HeldLedger, LedgerFile } from '../ports/ledger-file.ts';
import type { Store, StoredSession } from '../ports/store.ts';
import { makeTraceText, type TraceMaking } from './compare-trace.ts';
import { correctLines, type Corrections } from './correct-lines.ts';
import type { TraceDraft } from './fold-trace.ts';
import {
  digestLines,
  readBookmark,
  writeBookmark,
  type Bookmark,
  type SessionMark,
} from './ledger-bookmark.ts';
import { loadTrace } from './load-trace.ts';
import { readLedger, type ReadLedger } from './read-ledger.ts';

export interface LedgerSetup extends TraceMaking {
  readonly file: LedgerFile;
  readonly store: Pick<Store, 'list' | 'read' | 'holder' | 'blobs'>;
}

/** The session that the caller holds, whose entries it has in memory. */
export interface OwnTrace {
  readonly session: SessionId;
  readonly drafts: () => readonly TraceDraft[];
}

/** What bringing the ledger up to date came to. */
export interface CaughtUp {
  /** The ids of lines that said something else than the journals, and were put right. */
  readonly corrected: readonly string[];
  /** How many lines are left to be written or compared, because a turn should not wait for so many. */
  readonly left: number;
}

/** So many lines are written while the others wait. */
const MOST_LINES = 500;
/** To read so much is faster than to ask whether somebody holds the session. */
const MOST_READ_BYTES = 1_000_000;
/**
 * So many old change sets are looked into at once, which takes a second or two. What was done since the ledger was whole does
 * not count.
 */
const MOST_OLD_SETS = 50;

/**
 * Adds to the ledger what the journals say and it does not: each line once, whoever was to write it. Where the ledger is as it was
 * left, only sessions that went on are read; otherwise every line is compared, and put right where it says something else. A long
 * session that another process holds is left to it.
 */
export async function catchUpLedger(setup: LedgerSetup, own: OwnTrace | null): Promise<Result<CaughtUp>> {
  const budget = { sets: MOST_OLD_SETS };
  const corrected: string[] = [];
  for (;;) {
    const round = await setup.file.hold(async (held) => writeRound(setup, own, held, budget));
    if (!round.ok) return fail(unavailable(round.error));
    if (round.value === null) return succeed({ corrected, left: 0 });
    const { unread, isDone, left } = round.value;
    corrected.push(...round.value.corrected);
    if (isDone) return unread === null ? succeed({ corrected, left }) : fail(unavailable(unread));
  }
}

function unavailable({ message }: RookError): RookError {
  return rookError('ledger_unavailable', message);
}

interface Round extends CaughtUp {
  readonly isDone: boolean;
  /** Why a session could not be read, where one could not. */
  readonly unread: RookError | null;
}

interface Budget {
  sets: number;
}

async function writeRound(
  setup: LedgerSetup,
  own: OwnTrace | null,
  held: HeldLedger,
  budget: Budget,
): Promise<Result<Round>> {
  const known = readBookmark(held.bookmark);
  const listed = await setup.store.list();
  if (!listed.ok) return listed;
  const isUnsure = listed.value.some(({ id }) => known?.get(id)?.isUnsure === true);
  const there = isUnsure || known === null ? await readLedger(setup.file) : succeed(null);
  if (!there.ok) return there;
  const marks = known ?? findTrusted(readBookmark(held.lastBookmark), there.value);
  const looked = await lookAtSessions(
    { setup, own, marks, there: there.value },
    listed.value,
    known !== null,
  );
  const present = looked.sessions.flatMap((session) => session.present);
  const corrections = await correctLines(setup, present, there.value, budget);
  const pending = mergeByTime(looked.sessions);
  const isOld = (draft: TraceDraft) => looked.old.has(draft);
  const portion = takePortion(putTornFirst(pending, there.value), isOld, budget);
  const texts = new Map<TraceDraft, string>();
  for (const draft of portion) texts.set(draft, await makeTraceText(setup, draft.line));
  const bytes = makeBytes([...texts.values()], there.value);
  const bookmark = moveMarks(marks, looked.sessions, { texts, corrections, there: there.value });
  const replaced =
    corrections.splices.length === 0 ? succeed(undefined) : await held.replace(corrections.splices);
  if (!replaced.ok) return replaced;
  const text = writeBookmark(bookmark);
  const isSame = bytes.length === 0 && corrections.splices.length === 0 && text === held.bookmark;
  const written = isSame ? succeed(undefined) : await held.append(bytes, text);
  if (!written.ok) return written;
  const left = pending.length - portion.length + corrections.unchecked.size;
  const isDone = left === 0 || portion.length < MOST_LINES;
  return succeed({ isDone, left, corrected: corrections.ids, unread: looked.unread });
}

/** What was noted of a session counts as long as its lines are what they were. Of all others something is there. */
function findTrusted(last: Bookmark | null, there: ReadLedger | null): Bookmark {
  const texts = new Map<SessionId, string[]>();
  for (const { line, text } of there?.lines ?? [])
    texts.set(line.session_id, [...(texts.get(line.session_id) ?? []), text]);
  const unsure: SessionMark = { seq: -1, bytes: -1, isUnsure: true, digest: '' };
  const marks = new Map([...texts.keys()].map((session) => [session, unsure]));
  for (const [session, mark] of last ?? []) {
    const isSame = !mark.isUnsure && digestLines('', texts.get(session) ?? []) === mark.digest;
    marks.set(session, isSame ? mark : unsure);
  }
  return marks;
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
  /** What the ledger has of it, right or wrong. */
  readonly present: readonly TraceDraft[];
  /** How far it is once all of this is done. */
  readonly mark: Omit<SessionMark, 'digest'>;
}

interface LookedSessions {
  readonly sessions: readonly LookedSession[];
  /** What was to be there already. */
  readonly old: ReadonlySet<TraceDraft>;
  readonly unread: RookError | null;
}

async function lookAtSessions(
  { setup, own, marks, there }: Comparison,
  listed: readonly StoredSession[],
  canSkip: boolean,
): Promise<LookedSessions> {
  const sessions: LookedSession[] = [];
  const old = new Set<TraceDraft>();
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
    const open = drafts.value.filter(({ seq }) => seq > (mark?.seq ?? -1));
    const isThere = ({ line }: TraceDraft) => there?.byId.has(line.id) === true;
    const [present, missing] = [open.filter(isThere), open.filter((draft) => !isThere(draft))];
    if (mark?.isUnsure ?? (!canSkip && !isOwn)) for (const draft of missing) old.add(draft);
    // What the holder of a session has written is in its memory a moment later.
    const length = isOwn ? -1 : bytes;
    sessions.push({ id, missing, present, mark: { seq: last, bytes: length, isUnsure: false } });
  }
  return { sessions, old, unread };
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

/** The first lines, as many as may be written at once. */
function takePortion(
  pending: readonly TraceDraft[],
  isOld: (draft: TraceDraft) => boolean,
  budget: Budget,
): readonly TraceDraft[] {
  const portion: TraceDraft[] = [];
  for (const draft of pending) {
    if (portion.length === MOST_LINES) break;
    const isCounted = draft.line.type === 'change' && isOld(draft);
    if (isCounted && budget.sets === 0) break;
    if (isCounted) budget.sets -= 1;
    portion.push(draft);
  }
  return portion;
}

interface Done {
  readonly texts: ReadonlyMap<TraceDraft, string>;
  readonly corrections: Corrections;
  readonly there: ReadLedger | null;
}

/** Of a session of which something is left, the rest is looked at again. */
function moveMarks(marks: Bookmark, sessions: readonly LookedSession[], done: Done): Bookmark {
  const { texts, corrections, there } = done;
  const moved = new Map(marks);
  for (const { id, missing, present, mark } of sessions) {
    const open = [
      ...missing.filter((draft) => !texts.has(draft)),
      ...present.filter((draft) => corrections.unchecked.has(draft)),
    ];
    const before = marks.get(id);
    if (open.length === 0) {
      const added = [...texts].flatMap(([{ line }, text]) => (line.session_id === id ? [text] : []));
      const old = there === null ? (before?.digest ?? '') : digestLines('', corrections.textsOf(id));
      moved.set(id, { ...mark, digest: digestLines(old, added) });
    } else {
      const first = Math.min(...open.map(({ seq }) => seq));
      const seq = Math.max(before?.seq ?? -1, first - 1);
      moved.set(id, { seq, bytes: -1, isUnsure: true, digest: '' });
    }
  }
  return moved;
}

/** What is to be added, the rest of a torn line first. One that nobody can finish is closed and stays. */
function makeBytes(texts: readonly string[], there: ReadLedger | null): Uint8Array {
  const tail = there?.tail ?? new Uint8Array();
  const bytes = Buffer.from(texts.map((text) => `${text}\n`).join(''));
  if (tail.length === 0) return bytes;
  const isFinished = bytes.subarray(0, tail.length).equals(tail);
  return isFinished ? bytes.subarray(tail.length) : Buffer.concat([Buffer.from('\n'), bytes]);
}
