import type { Entry, EntryDraft, ReadEntry, TurnId } from '@rook/contract';

import { givesRight } from './gives-right.ts';

/** Batches of commands that were begun and not ended. */
export interface BatchFold {
  add(read: ReadEntry): void;
  /** What is written about batches whose process died: what ran, and what did not. */
  closeLeft(): readonly EntryDraft[];
  /** What was left of a batch in which a question waits, in order; empty where none does. */
  leftWaiting(turn: TurnId): readonly string[];
}

interface OpenBatch {
  readonly queue: string[];
  /** By the id of the call; undefined: how it ended is not known. */
  readonly ran: Map<string, { readonly command: string; isOk?: boolean }>;
  /** The question about a call that nobody has answered. */
  question?: { readonly approval: string; readonly call: string } | undefined;
}

interface WaitingBatch {
  /** The call that was asked about. */
  readonly call: string;
  readonly left: readonly string[];
}

/** Of one that goes on after a question, the first command was requested before. */
function begin(commands: readonly string[], waited: WaitingBatch | undefined): OpenBatch {
  const [first, ...others] = commands;
  if (waited === undefined || first === undefined) return { queue: [...commands], ran: new Map() };
  return { queue: others, ran: new Map([[waited.call, { command: first }]]) };
}

/** Calls of a batch begin with this. */
export const BATCH_CALL = 'batch_';

export function createBatchFold(): BatchFold {
  const open = new Map<TurnId, OpenBatch>();
  const waiting = new Map<TurnId, WaitingBatch>();
  return {
    leftWaiting: (turn) => waiting.get(turn)?.left ?? [],
    add: (read) => {
      if (read.kind !== 'known') return;
      const { entry } = read;
      if (entry.event_type === 'batch_started') {
        if (givesRight(entry)) open.set(entry.turn_id, begin(entry.commands, waiting.get(entry.turn_id)));
        waiting.delete(entry.turn_id);
      } else if (entry.event_type === 'batch_ended') {
        const asked = [...(open.get(entry.turn_id)?.ran ?? [])].find(([, { isOk }]) => isOk === undefined);
        if (entry.ended_by === 'waiting' && asked !== undefined)
          waiting.set(entry.turn_id, { call: asked[0], left: entry.left });
        open.delete(entry.turn_id);
      } else follow(open, entry);
    },
    closeLeft: () => [...open].map(([turn, batch]) => endedEntry(turn, batch)),
  };
}

function follow(open: ReadonlyMap<TurnId, OpenBatch>, entry: Entry): void {
  if (entry.event_type === 'tool_call_requested') {
    const batch = entry.tool_use_id.startsWith(BATCH_CALL) ? open.get(entry.turn_id) : undefined;
    const command = batch?.queue.shift();
    if (command !== undefined) batch?.ran.set(entry.tool_use_id, { command });
  } else if (entry.event_type === 'batch_judged') {
    if (entry.command !== undefined) open.get(entry.turn_id)?.queue.splice(0, 1, entry.command);
  } else if (entry.event_type === 'tool_call') {
    const call = open.get(entry.turn_id)?.ran.get(entry.tool_use_id ?? '');
    if (call !== undefined) call.isOk = entry.result.ok;
  } else if (entry.event_type === 'approval_requested') {
    const batch = open.get(entry.turn_id);
    if (batch?.ran.has(entry.tool_use_id) === true)
      batch.question = { approval: entry.approval_id, call: entry.tool_use_id };
  } else if (entry.event_type === 'approval_answered' || entry.event_type === 'approval_voided') {
    for (const batch of open.values())
      if (batch.question?.approval === entry.approval_id) batch.question = undefined;
  }
}

/** A question outlives the process that put it, and whoever answers it goes on with the rest. */
function endedEntry(turn: TurnId, batch: OpenBatch): EntryDraft {
  const { queue, ran, question } = batch;
  const steps = [...ran].flatMap(([call, step]) => (call === question?.call ? [] : [step]));
  if (question !== undefined) return { ...countedEntry(turn, steps), ended_by: 'waiting', left: [...queue] };
  const unknown = steps.filter(({ isOk }) => isOk === undefined).map(({ command }) => command);
  const reason = [
    'The process ended while commands ran one after the other.',
    ...(unknown.length === 0 ? [] : [`Under way, and its end is not known: ${unknown.join(', ')}.`]),
    queue.length === 0 ? 'None was left.' : `Not run: ${queue.join(', ')}.`,
  ].join(' ');
  return { ...countedEntry(turn, steps), ended_by: 'crashed', left: [...queue], reason };
}

function countedEntry(turn: TurnId, steps: readonly { readonly command: string; readonly isOk?: boolean }[]) {
  return {
    event_type: 'batch_ended' as const,
    turn_id: turn,
    succeeded: steps.filter(({ isOk }) => isOk === true).length,
    failed: steps.filter(({ isOk }) => isOk === false).length,
    ran: steps.map(({ command }) => command),
  };
}
