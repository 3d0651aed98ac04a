import type { Delta, EntryBase } from '@rook/contract';

/** What is live of a session and no entry says yet: who joins in the middle of an answer is told it from its beginning. */
export interface LiveSoFar {
  readonly entry: (entry: EntryBase) => void;
  readonly delta: (delta: Delta) => void;
  readonly list: () => readonly Delta[];
  /** The last entry that was told before what is live. */
  readonly behind: () => number;
}

type Kind = Delta['type'];

const ANSWERED: ReadonlySet<Kind> = new Set(['text', 'thinking', 'status']);
const DONE: ReadonlySet<Kind> = new Set(['status']);

/** What each entry says for good, so that it is live no more. */
const SETTLES: ReadonlyMap<string, ReadonlySet<Kind>> = new Map([
  ['answer_received', ANSWERED],
  ['reply_read', ANSWERED],
  ['turn', ANSWERED],
  ['tool_call', DONE],
]);

export function createLiveSoFar(): LiveSoFar {
  let live: readonly Delta[] = [];
  let last = -1;
  return {
    entry: ({ seq, event_type: type }) => {
      last = seq;
      const settled = SETTLES.get(type);
      if (settled !== undefined) live = live.filter((delta) => !settled.has(delta.type));
    },
    delta: (delta) => {
      if (ANSWERED.has(delta.type)) live = joinDelta(live, delta);
    },
    list: () => live,
    behind: () => last,
  };
}

/** Pieces of a text become one; of what is only said meanwhile the last counts. */
function joinDelta(live: readonly Delta[], delta: Delta): readonly Delta[] {
  const before = live.at(-1);
  if (before === undefined || before.type !== delta.type) return [...live, delta];
  if (before.type === 'text' && delta.type === 'text')
    return [...live.slice(0, -1), { ...before, text: before.text + delta.text }];
  if (before.type === 'thinking' && delta.type === 'thinking')
    return [...live.slice(0, -1), { ...before, text: before.text + delta.text }];
  return [...(isStep(before) ? live : live.slice(0, -1)), delta];
}

/** The steps on the way to the first request are shown one behind the other. */
function isStep(delta: Delta): boolean {
  return delta.type === 'status' && delta.preparing === true;
}

/** Knows of what was told which deltas come too late: entries that are read from a file may be ahead of what waits. */
export interface SettledLive {
  readonly told: (entries: readonly EntryBase[]) => void;
  /** `behind`: the last entry before the delta. */
  readonly isLate: (delta: Delta, behind: number) => boolean;
}

export function createSettledLive(): SettledLive {
  const settledAt = new Map<Kind, number>();
  return {
    told: (entries) => {
      for (const { seq, event_type: type } of entries)
        for (const kind of SETTLES.get(type) ?? []) settledAt.set(kind, seq);
    },
    isLate: ({ type }, behind) => (settledAt.get(type) ?? -1) > behind,
  };
}
