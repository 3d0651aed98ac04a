import type { SessionId } from '@rook/contract';

import type { Anchor } from '../ports/store.ts';
import type { JournalLine } from './read-journal.ts';

/** What can be said about a session from its file and its anchor alone. */
export interface Verification {
  readonly id: SessionId;
  readonly entries: number;
  readonly ok: boolean;
  /** False when nothing outside the workspace could show that the end was cut. */
  readonly anchored: boolean;
  /** Lines torn by a crash and sealed, or unfinished at the end. No tampering. */
  readonly torn: readonly number[];
  readonly firstBadLine?: number;
  readonly reason?: string;
}

export interface ChainCheck {
  add(line: JournalLine): void;
  end(): Verification;
}

/** The mending of a crash seals no more at once, so what stands behind so many cannot be sealed. */
const SEALABLE = 50;
/** Enough to see what a file is like of which more lines are torn than any crash tears. */
const MOST_TORN = 1000;

type TornLine = Pick<JournalLine, 'number' | 'bytes' | 'hash'>;

/** Follows the chain line by line: each must name the one before, count on, and belong to the session. */
export function createChainCheck(id: SessionId, anchor: Anchor | null): ChainCheck {
  const torn = new Set<number>();
  let entries = 0;
  let bad: { readonly line: number; readonly reason: string } | undefined;
  /** Lines that are no entries and that no repair has named yet; of the line itself nothing is held. */
  let unsealed: TornLine[] = [];
  /** Those behind the last that can be sealed. */
  let unsealable: number[] = [];
  let anchored: 'missing' | 'right' | 'wrong' = 'missing';
  /** A line that does not name the one before it, in its right place: it or the one before was changed. */
  let suspect: number | undefined;
  let lastLine = 0;

  const blame = (line: number, reason: string) => {
    bad ??= { line, reason };
  };

  const addTorn = (line: number) => {
    if (torn.size < MOST_TORN) torn.add(line);
  };

  function addUnreadable({ number, bytes, hash }: JournalLine): void {
    if (unsealed.length < SEALABLE && unsealable.length === 0) unsealed.push({ number, bytes, hash });
    else if (unsealable.length < MOST_TORN) unsealable.push(number);
  }

  function addFinished(line: JournalLine): void {
    if (line.read.kind === 'unreadable') {
      addUnreadable(line);
      return;
    }
    const { entry } = line.read;
    const sealed = unsealed.find((candidate) => seals(line, candidate));
    if (sealed === undefined) {
      const unexplained = unsealed[0]?.number ?? unsealable[0];
      if (unexplained !== undefined) blame(unexplained, 'unreadable');
      [unsealed, unsealable] = [[], []];
    } else {
      addTorn(sealed.number);
      unsealed = unsealed.filter((candidate) => candidate !== sealed);
    }
    if (sealsEntry(line)) addTorn(line.number - 1);

    const follows = entry.prev === line.expectedPrev;
    // The line before was changed, unless this one does not fit the next one either.
    if (suspect !== undefined) blame(follows ? suspect - 1 : suspect, 'altered');
    suspect = undefined;
    if (entry.session_id !== id) blame(line.number, 'foreign');
    else if (entry.seq !== entries) blame(line.number, 'order');
    else if (!follows) suspect = line.number;
    if (anchor !== null && entries === anchor.seq) anchored = line.hash === anchor.hash ? 'right' : 'wrong';
    entries += 1;
  }

  return {
    add: (line) => {
      lastLine = line.number;
      if (line.finished) addFinished(line);
      else addTorn(line.number);
    },
    end: () => {
      // What stands unread at the very end was torn and waits for its repair; an anchor shows if more is missing.
      for (const number of [...unsealed.map((line) => line.number), ...unsealable]) addTorn(number);
      if (suspect !== undefined) blame(anchored === 'wrong' ? suspect : suspect - 1, 'altered');
      if (anchor !== null && anchored === 'wrong') blame(lastLine, 'rewritten');
      if (anchor !== null && anchored === 'missing') blame(lastLine, 'cut');
      const lines = [...torn].toSorted((a, b) => a - b);
      const result = { id, entries, ok: bad === undefined, anchored: anchor !== null, torn: lines };
      return bad === undefined ? result : { ...result, firstBadLine: bad.line, reason: bad.reason };
    },
  };
}

/** Whether `line` is the repair of `torn`, about exactly its bytes. */
function seals(line: JournalLine, torn: TornLine): boolean {
  if (line.read.kind !== 'known' || line.read.entry.event_type !== 'journal_repaired') return false;
  const { entry } = line.read;
  return entry.line === torn.number && entry.bytes === torn.bytes && entry.sha256 === torn.hash;
}

/** A repair may also follow a line that was a whole entry and lacked nothing but its line break. */
function sealsEntry({ number, read, expectedPrev }: JournalLine): boolean {
  if (read.kind !== 'known' || read.entry.event_type !== 'journal_repaired') return false;
  return read.entry.line === number - 1 && read.entry.sha256 === expectedPrev;
}
