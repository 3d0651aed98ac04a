import { emptyUsage, rookError, type EntryDraft, type SessionId, type TurnId } from '@rook/contract';

import type { ConversationMessage } from '../context/conversation.ts';
import type { Gate } from '../gate/pass-gate.ts';
import type { ModelCaller } from '../models/call-model.ts';
import { prepareTurn } from '../turn/prepare-turn.ts';
import { runTurn, type TurnEnd } from '../turn/run-turn.ts';
import { keepAudit, type AnswerDraft } from './keep-audit.ts';
import type { SessionRecord } from './session-record.ts';
import type { SessionSetup } from './session.ts';

/** Where a turn runs. */
export interface TurnPlace {
  readonly setup: SessionSetup;
  readonly id: SessionId;
  readonly record: SessionRecord;
  readonly gate: Gate;
  readonly caller: ModelCaller;
  readonly takeSteering: () => readonly ConversationMessage[];
}

export interface TurnWork {
  readonly message: ConversationMessage;
  readonly signal: AbortSignal;
}

/** Runs one turn from its first entry to its last. Whatever happens, the turn is closed in the journal. */
export async function runSessionTurn(place: TurnPlace, turn: TurnId, work: TurnWork): Promise<void> {
  const { record, setup } = place;
  const { message } = work;
  await record.learnUndone();
  const earlier = record.conversation().turns.filter(({ status }) => status !== 'running');
  await record.append([
    {
      event_type: 'turn_started',
      turn_id: turn,
      message_id: message.id,
      model: setup.models[0].model.name,
    },
  ]);
  const answers: AnswerDraft[] = [];
  const write: SessionRecord['append'] = async (drafts, options) => {
    answers.push(...drafts.filter((draft) => draft.event_type === 'answer_received'));
    return record.append(drafts, options);
  };
  const end = await runSafely(async () => {
    const prepared = await prepareTurn({
      ...setup,
      id: place.id,
      turn,
      message,
      earlier,
      document: record.document(),
      pinnedPrompt: record.pinnedPrompt,
      blobs: setup.store.blobs,
      gate: place.gate,
      record: record.append,
      takeSteering: place.takeSteering,
      status: (text) => {
        setup.listener.delta({ type: 'status', session_id: place.id, turn_id: turn, text });
      },
    });
    return prepared.ok
      ? runTurn({
          session: place.id,
          turn,
          clock: setup.clock,
          settings: setup.settings,
          caller: place.caller,
          gate: place.gate,
          blobs: setup.store.blobs,
          record: write,
          emit: setup.listener.delta,
          signal: work.signal,
          ...prepared.value,
        })
      : failed(prepared.error);
  });
  await record.append([turnEntry(turn, message, end)], { durable: true });
  await keepAudit(setup, record, {
    id: place.id,
    turn: Number(turn.slice(1)),
    message: message.text,
    systemPrompt: record.pinnedPrompt()?.text ?? '',
    answers,
  });
  await record.settle();
}

async function runSafely(run: () => Promise<TurnEnd>): Promise<TurnEnd> {
  try {
    return await run();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return failed(rookError('internal', `Something broke during the turn: ${reason}. What it had is kept.`));
  }
}

function failed(error: NonNullable<TurnEnd['error']>): TurnEnd {
  return { status: 'failed', text: '', toolCalls: 0, usage: emptyUsage(), error };
}

function turnEntry(turn: TurnId, { text }: ConversationMessage, end: TurnEnd): EntryDraft {
  return {
    event_type: 'turn',
    turn_id: turn,
    user: { text },
    assistant: { text: end.text },
    tool_call_count: end.toolCalls,
    status: end.status,
    usage: end.usage,
    ...(end.error === undefined ? {} : { error: { ...end.error } }),
  };
}
