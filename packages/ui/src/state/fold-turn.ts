import type { Entry, EntryOf } from '@rook/contract';

import {
  addTurn,
  beginWaiting,
  blankTurn,
  changeTurn,
  type ConversationDraft,
} from './conversation-draft.ts';
import type { Failure, RoundView, TurnView } from './conversation.ts';
import { readLongText } from './read-long-text.ts';
import { readReplyView } from './read-reply-view.ts';

/** From the message that was admitted to the turn that was settled. */
export function foldTurn(draft: ConversationDraft, entry: Entry): void {
  switch (entry.event_type) {
    case 'message_admitted':
      admit(draft, entry);
      break;
    case 'turn_started':
      begin(draft, entry);
      break;
    case 'answer_received':
      changeTurn(draft, entry.turn_id, entry, (turn) => ({
        ...turn,
        rounds: [...turn.rounds, readRound(entry)],
      }));
      break;
    case 'reply_read':
      changeTurn(draft, entry.turn_id, entry, (turn) => ({ ...turn, rounds: withReply(turn.rounds, entry) }));
      break;
    case 'file_shown':
      if (entry.turn_id !== undefined)
        changeTurn(draft, entry.turn_id, entry, (turn) => ({ ...turn, filesShown: turn.filesShown + 1 }));
      break;
    case 'bug_recorded':
      if (entry.turn_id !== undefined)
        changeTurn(draft, entry.turn_id, entry, (turn) => ({
          ...turn,
          faults: [...turn.faults, entry.description],
        }));
      break;
    case 'turn':
      changeTurn(draft, entry.turn_id, entry, (turn) => settle(turn, entry));
      break;
    default:
  }
}

function admit(draft: ConversationDraft, entry: EntryOf<'message_admitted'>): void {
  const { steers } = entry;
  if (steers !== undefined && draft.places.has(steers)) {
    const said = { messageId: entry.message_id, seq: entry.seq, text: readLongText(entry.text) };
    changeTurn(draft, steers, entry, (turn) => ({ ...turn, steering: [...turn.steering, said] }));
    return;
  }
  addTurn(draft, {
    ...blankTurn(entry),
    key: entry.message_id,
    messageId: entry.message_id,
    question: readLongText(entry.text),
    images: (entry.images ?? []).map(({ blob, media_type: mediaType }) => ({ hash: blob, mediaType })),
    files: entry.files ?? [],
    isBatch: entry.commands !== undefined,
  });
}

/** What was said to a turn that ended before it could listen gets a turn of its own. */
function begin(draft: ConversationDraft, entry: EntryOf<'turn_started'>): void {
  if (!draft.places.has(entry.turn_id) && !beginWaiting(draft, entry.message_id, entry.turn_id)) {
    const said = takeSteering(draft, entry.message_id);
    addTurn(draft, {
      ...blankTurn(entry),
      key: entry.message_id,
      id: entry.turn_id,
      messageId: entry.message_id,
      question: said,
    });
  }
  changeTurn(draft, entry.turn_id, entry, (turn) => ({
    ...turn,
    status: 'running',
    started: entry.timestamp,
    model: entry.model ?? null,
    isImported: turn.isImported || entry.imported === true,
  }));
}

function takeSteering(draft: ConversationDraft, message: string): TurnView['question'] {
  for (const [place, turn] of draft.turns.entries()) {
    const said = turn.steering.find(({ messageId }) => messageId === message);
    if (said === undefined) continue;
    draft.turns[place] = { ...turn, steering: turn.steering.filter((one) => one !== said) };
    return said.text;
  }
  return null;
}

function readRound(entry: EntryOf<'answer_received'>): RoundView {
  return {
    round: entry.round,
    seq: entry.seq,
    text: readLongText(entry.text),
    model: entry.model,
    finish: entry.finish_reason,
    usage: entry.usage ?? null,
    leftOutTurns: entry.request?.left_out_turns ?? 0,
    reply: null,
  };
}

/** It belongs to the answer before it; without one it stands for itself. */
function withReply(rounds: readonly RoundView[], entry: EntryOf<'reply_read'>): readonly RoundView[] {
  const reply = readReplyView(entry);
  const last = rounds.at(-1);
  if (last !== undefined && last.reply === null) return [...rounds.slice(0, -1), { ...last, reply }];
  const bare = { text: readLongText(''), model: '', finish: '', usage: null, leftOutTurns: 0 };
  return [...rounds, { ...bare, round: entry.round, seq: entry.seq, reply }];
}

function settle(turn: TurnView, entry: EntryOf<'turn'>): TurnView {
  const { status = 'completed', usage = null, error } = entry;
  return {
    ...turn,
    status,
    usage,
    question: turn.question ?? readLongText(entry.user.text),
    answer: readLongText(entry.assistant.text),
    ended: entry.timestamp,
    endSeq: entry.seq,
    failure: error === undefined ? null : readFailure(error),
    activities: turn.activities.map((activity) =>
      activity.state === 'running' || activity.state === 'asks' ? { ...activity, state: 'left' } : activity,
    ),
    approvals: turn.approvals.map((approval) =>
      approval.state === 'open' ? { ...approval, state: 'voided', voided: 'The turn is over.' } : approval,
    ),
  };
}

export function readFailure({ code, kind, message }: Failure): Failure {
  return { code, kind, message };
}
