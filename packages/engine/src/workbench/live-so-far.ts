import type { Delta, EntryBase } from '@rook/contract';

/** What is live of a session and no entry says yet: who joins in the middle of an answer or a command is told it from its beginning. */
export interface LiveSoFar {
  readonly entry: (entry: EntryBase) => void;
  readonly delta: (delta: Delta) => void;
  readonly list: () => readonly Delta[];
  /** The last entry that was told before what is live. */
  readonly behind: () => number;
}

type Kind = Delta['type'];
type Output = Extract<Delta, { type: 'command_output' }>;

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
  const outputs = new Map<string, Output>();
  return {
    entry: (entry) => {
      const { seq, event_type: type } = entry;
      last = seq;
      const ended = endedCommand(entry);
      if (ended !== null) outputs.delete(ended);
      const settled = SETTLES.get(type);
      if (settled !== undefined) live = live.filter((delta) => !settled.has(delta.type));
    },
    delta: (delta) => {
      if (delta.type === 'command_output')
        outputs.set(delta.command_id, joinOutput(outputs.get(delta.command_id), delta));
      if (ANSWERED.has(delta.type)) live = joinDelta(live, delta);
    },
    list: () => [...live, ...outputs.values()],
    behind: () => last,
  };
}

/** The command whose end this is. */
function endedCommand(entry: EntryBase): string | null {
  const command: unknown = entry['command_id'];
  return entry.event_type === 'command_ended' && typeof command === 'string' ? command : null;
}

/** Of what a command prints a page shows no more while it runs. */
const LONGEST_OUTPUT = 100_000;

/** Its beginning is let go in large steps, so that each piece costs the same. Both streams are one text, as on a terminal. */
function joinOutput(before: Output | undefined, more: Output): Output {
  const text = (before?.text ?? '') + more.text;
  return { ...more, text: text.length > LONGEST_OUTPUT * 2 ? text.slice(-LONGEST_OUTPUT) : text };
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
  const ended = new Set<string>();
  return {
    told: (entries) => {
      for (const entry of entries) {
        for (const kind of SETTLES.get(entry.event_type) ?? []) settledAt.set(kind, entry.seq);
        const command = endedCommand(entry);
        if (command !== null) ended.add(command);
      }
    },
    isLate: (delta, behind) =>
      delta.type === 'command_output'
        ? ended.has(delta.command_id)
        : (settledAt.get(delta.type) ?? -1) > behind,
  };
}
