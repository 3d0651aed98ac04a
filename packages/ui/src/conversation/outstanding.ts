import { addUsage, emptyUsage, type Usage } from '@rook/contract';

import type { CommandView, ReplyView, TurnView } from '../state/conversation.ts';

/** What is left to do of a turn, and what came of it. */
export interface TurnBalance {
  readonly applied: number;
  /** Files, and calls that a policy let do nothing. */
  readonly refused: number;
  readonly open: number;
  /** Commands that a reply offers and nobody ran. */
  readonly unrun: readonly string[];
  readonly usage: Usage | null;
}

/** The reply of a turn; the last one where there are several. */
export function findReply(turn: TurnView): ReplyView | null {
  return turn.rounds.findLast(({ reply }) => reply !== null && hasContent(reply))?.reply ?? null;
}

export function hasContent(reply: ReplyView): boolean {
  const { summary, sections, todos, commands, nextSteps, files } = reply;
  if (reply.isComplete || summary.text !== '') return true;
  return sections.length + todos.length + commands.length + nextSteps.length + files.length > 0;
}

/** Commands of all turns, by their text. */
export interface CommandRuns {
  /** The last run of each. */
  readonly last: ReadonlyMap<string, CommandView>;
  /** Those that wait for their place in a batch that is under way. */
  readonly queued: ReadonlySet<string>;
}

/** What ran since, in whatever turn, or will by itself, is not left to do. */
export function balanceTurn(turn: TurnView, { last, queued }: CommandRuns): TurnBalance {
  const files = turn.changes
    .filter(({ kind }) => kind !== 'by_command')
    .flatMap(({ files: changed }) => changed);
  const reply = findReply(turn);
  const offered = reply?.isComplete === true ? reply.commands.map(({ command }) => command) : [];
  return {
    applied: files.filter(({ state }) => state === 'applied').length,
    refused: files.filter(({ state }) => state === 'refused').length + countRefusedCalls(turn),
    open: turn.approvals.filter(({ state }) => state === 'open').length,
    unrun: offered.filter(
      (command) => command.trim() !== '' && !queued.has(command) && (last.get(command)?.seq ?? -1) < turn.seq,
    ),
    usage: sumUsage(turn),
  };
}

/** Where a change set was refused, its files are what counts. */
function countRefusedCalls({ activities, changes }: TurnView): number {
  const told = new Set(
    changes
      .filter(({ state }) => state === 'refused')
      .map((change) => activities.findLast(({ seq }) => seq <= change.seq)),
  );
  return activities.filter((activity) => activity.state === 'refused' && !told.has(activity)).length;
}

function sumUsage({ usage, rounds }: TurnView): Usage | null {
  if (usage !== null) return usage;
  const told = rounds.flatMap((round) => round.usage ?? []);
  return told.length === 0 ? null : told.reduce(addUsage, emptyUsage());
}

const known = new WeakMap<readonly TurnView[], CommandRuns>();

export function findRuns(turns: readonly TurnView[]): CommandRuns {
  const before = known.get(turns);
  if (before !== undefined) return before;
  const last = new Map<string, CommandView>();
  for (const { commands } of turns) for (const command of commands) last.set(command.command.text, command);
  const open = turns.flatMap(({ batches }) =>
    batches.filter(({ end }) => end === null || end.by === 'waiting'),
  );
  const runs = { last, queued: new Set(open.flatMap(({ queue }) => queue)) };
  known.set(turns, runs);
  return runs;
}
