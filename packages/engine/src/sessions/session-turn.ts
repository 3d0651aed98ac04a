import { emptyUsage, rookError, type EntryDraft, type SessionId, type TurnId } from '@rook/contract';

import type { ConversationMessage } from '../context/conversation.ts';
import type { OpenTurn } from '../context/fold-conversation.ts';
import { prepareTurn, type TurnSources } from '../turn/prepare-turn.ts';
import { resumeTurn, type ResumedTurn } from '../turn/resume-turn.ts';
import { runTurn, type TurnSetup } from '../turn/run-turn.ts';
import type { TurnEnd } from '../turn/turn-progress.ts';
import { closeBegun } from './close-crashed.ts';
import { keepAudit, type AnswerDraft } from './keep-audit.ts';
import { analysisOf, batchTurnEnd, resumeBatch, runOrderedBatch, supervisorOf } from './run-ordered-batch.ts';
import type { TurnJob } from './run-session.ts';
import type { SessionRecord } from './session-record.ts';
import type { TurnPlace } from './turn-place.ts';

export interface TurnWork extends TurnJob {
  readonly signal: AbortSignal;
}

/** Runs one turn from its first entry to its last. Whatever happens, the turn is closed in the journal. */
export async function runSessionTurn(place: TurnPlace, turn: TurnId, work: TurnWork): Promise<void> {
  const { record, setup } = place;
  const { message, waited } = work;
  await record.learnUndone();
  const earlier = record.conversation().turns.filter(({ status }) => status !== 'running');
  const [{ model }] = setup.models;
  if (waited === undefined)
    await record.append([
      {
        event_type: 'turn_started',
        turn_id: turn,
        message_id: message.id,
        model: model.name,
        ...(place.governance?.isOn() === true ? { governed: true } : {}),
      },
    ]);
  else await record.append(closeBegun(waited));
  const answers: AnswerDraft[] = [];
  const write: SessionRecord['append'] = async (drafts, options) => {
    answers.push(...drafts.filter((draft) => draft.event_type === 'answer_received'));
    return record.append(drafts, options);
  };
  const end = await runSafely(async () => {
    const doing = { turn, record: write, signal: work.signal };
    const ran = work.batch === undefined ? null : await runOrderedBatch(place, doing, work.batch);
    const rest = await resumeBatch(place, doing, waited);
    if (rest !== null) return batchTurnEnd(rest);
    const before = ran === null ? null : analysisOf(ran);
    if (ran !== null && (before === null || work.batch?.analyse !== true)) return batchTurnEnd(ran);
    const prepared = await prepareTurn({
      ...setup,
      settings: { ...setup.settings, mode: place.mode() },
      id: place.id,
      turn,
      message,
      earlier,
      document: record.document(),
      pinnedPrompt: record.pinnedPrompt,
      blobs: setup.store.blobs,
      gate: place.gate,
      governance: place.governance,
      record: record.append,
      takeSteering: place.takeSteering,
      ...tellers(setup.listener, { session_id: place.id, turn_id: turn }),
    });
    return prepared.ok
      ? runTurn({
          session: place.id,
          turn,
          clock: setup.clock,
          settings: setup.settings,
          ...equipmentOf(place),
          record: write,
          emit: setup.listener.delta,
          signal: work.signal,
          judge: supervisorOf(place, doing),
          holdsCommands: holdsCommands(place),
          ...(before === null ? {} : { before }),
          ...resumedOf(record, waited, model.abilities.thinking),
          ...prepared.value,
        })
      : failed(prepared.error);
  });
  if (end.status === 'waiting') {
    await record.settle();
    return;
  }
  await record.append([turnEntry(turn, message, { ...end, status: end.status })], { durable: true });
  await keepAudit(setup, record, {
    id: place.id,
    turn: Number(turn.slice(1)),
    message: message.text,
    systemPrompt: record.pinnedPrompt()?.text ?? '',
    answers,
  });
  if (place.governance?.isOn() === true) await place.ledger.settle();
  await record.settle();
}

function equipmentOf({ caller, gate, setup, governance, record }: TurnPlace): TurnEquipment {
  const intent = () => (governance?.isOn() === true ? record.state.activeIntent() : null);
  return { caller, gate, blobs: setup.store.blobs, intent };
}

type TurnEquipment = Pick<TurnSetup, 'caller' | 'gate' | 'blobs' | 'intent'>;

/** What is said meanwhile, and the steps on the way to the first request. */
function tellers(
  listener: TurnPlace['setup']['listener'],
  named: { readonly session_id: SessionId; readonly turn_id: TurnId },
): Pick<TurnSources, 'status' | 'preparing'> {
  return {
    status: (text) => listener.delta({ type: 'status', ...named, text }),
    preparing: (text) => listener.delta({ type: 'status', ...named, text, preparing: true }),
  };
}

/** With automatic running off, what a reply wants to have run waits until a person runs it; nobody is asked about it one by one. */
function holdsCommands({ setup, mode }: TurnPlace): boolean {
  return mode() === 'ask' && !setup.settings['commands.auto'] && setup.answers === 'no';
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

/** The turn as the journal has it, once what had begun in it is closed. */
function resumedOf(
  record: SessionRecord,
  waited: OpenTurn | undefined,
  inWords: boolean,
): { readonly resumed?: ResumedTurn } {
  if (waited === undefined) return {};
  const turn = record.conversation().turns.find(({ id }) => id === waited.turn.id) ?? waited.turn;
  const pair = record.document().pairs.findLast(({ turnId }) => turnId === turn.id);
  return { resumed: resumeTurn(turn, pair?.response?.usage ?? emptyUsage(), inWords) };
}

type Settled = Omit<TurnEnd, 'status'> & { readonly status: Exclude<TurnEnd['status'], 'waiting'> };

function turnEntry(turn: TurnId, { text }: ConversationMessage, end: Settled): EntryDraft {
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
