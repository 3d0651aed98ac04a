import type { Entry, EntryOf, TurnId } from '@rook/contract';

import { changeLast, changeTurn, type ConversationDraft } from './conversation-draft.ts';
import type { BatchStep, BatchView, TurnView } from './conversation.ts';
import { describeActivity } from './describe-activity.ts';
import { findFailure } from './find-failure.ts';

/** Several commands, one after the other: what was run or refused, what the model said, and what comes next. */
export function foldBatch(draft: ConversationDraft, entry: Entry): void {
  switch (entry.event_type) {
    case 'batch_started':
      changeTurn(draft, entry.turn_id, entry, (turn) => begin(turn, entry));
      break;
    case 'tool_call_requested':
      if (entry.tool_use_id.startsWith(BATCH_CALL))
        changeOpen(draft, entry.turn_id, entry, (batch) => request(batch, entry));
      break;
    case 'command_started':
      if (entry.turn_id !== undefined) changeOpen(draft, entry.turn_id, entry, (batch) => run(batch, entry));
      break;
    case 'tool_call':
      changeOpen(draft, entry.turn_id, entry, (batch) => finish(batch, entry));
      break;
    case 'batch_judged':
      changeOpen(draft, entry.turn_id, entry, (batch) => judge(batch, entry));
      break;
    case 'batch_ended':
      changeOpen(draft, entry.turn_id, entry, (batch) => ({ ...batch, end: readEnd(entry) }));
      break;
    default:
  }
}

/** Calls of a batch begin with this; a model may call its own so too, so it counts only inside of one. */
const BATCH_CALL = 'batch_';

function changeOpen(
  draft: ConversationDraft,
  turn: TurnId,
  entry: Entry,
  change: (batch: BatchView) => BatchView,
): void {
  changeTurn(draft, turn, entry, (before) => {
    const batches = changeLast(before.batches, ({ end }) => end === null, change);
    return batches === before.batches ? before : { ...before, batches };
  });
}

/** One that goes on after a question is the same one; its first command is the one that was asked about. */
function begin(turn: TurnView, { seq, commands }: EntryOf<'batch_started'>): TurnView {
  const before = turn.batches.at(-1);
  const asked = before?.end?.by === 'waiting' ? before.steps.at(-1) : undefined;
  const fresh = { seq, commands, steps: [], queue: commands, verdicts: [], stepsBefore: 0, end: null };
  if (before === undefined || asked === undefined || asked.isOk !== null)
    return { ...turn, batches: [...turn.batches, fresh] };
  const goesOn = { ...before, queue: commands.slice(1), stepsBefore: before.steps.length - 1, end: null };
  return { ...turn, batches: [...turn.batches.slice(0, -1), goesOn] };
}

function request(
  batch: BatchView,
  { seq, tool_use_id: call, tool }: EntryOf<'tool_call_requested'>,
): BatchView {
  // A turn that went on after a restart asks for its call again.
  if (batch.steps.at(-1)?.call === call)
    return {
      ...batch,
      steps: changeLast(
        batch.steps,
        () => true,
        (step) => ({ ...step, seq }),
      ),
    };
  const text = batch.queue[0] ?? describeActivity(tool.name, tool.input).object;
  return addStep(batch, { seq, call, text, command: null, isOk: null, problem: '' });
}

function addStep(batch: BatchView, step: BatchStep): BatchView {
  return { ...batch, steps: [...batch.steps, step], queue: batch.queue.slice(1) };
}

function run(batch: BatchView, entry: EntryOf<'command_started'>): BatchView {
  const { seq, command_id: command } = entry;
  const last = batch.steps.at(-1);
  if (last !== undefined && last.command === null && last.isOk === null)
    return { ...batch, steps: [...batch.steps.slice(0, -1), { ...last, command }] };
  const text = batch.queue[0] ?? command;
  return addStep(batch, { seq, call: null, text, command, isOk: null, problem: '' });
}

function finish(batch: BatchView, { tool_use_id: call, result }: EntryOf<'tool_call'>): BatchView {
  const isMeant = (step: BatchStep): boolean => step.isOk === null && step.call === call;
  const problem = result.ok ? '' : findFailure(result.reply, result.error).message;
  const steps = changeLast(batch.steps, isMeant, (step) => ({ ...step, isOk: result.ok, problem }));
  return { ...batch, steps };
}

function judge(batch: BatchView, entry: EntryOf<'batch_judged'>): BatchView {
  const { decision, command = '', reason = '' } = entry;
  const after = batch.stepsBefore + entry.after;
  const queue = decision === 'replace' ? [command, ...batch.queue.slice(1)] : batch.queue;
  return { ...batch, queue, verdicts: [...batch.verdicts, { after, decision, command, reason }] };
}

function readEnd(entry: EntryOf<'batch_ended'>): BatchView['end'] {
  const { ended_by: by, succeeded, failed, left, reason = '' } = entry;
  return { by, succeeded, failed, left, reason };
}
