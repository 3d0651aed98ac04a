import { messageIdSchema, type MessageId, type TurnId } from '@rook/contract';

import type {
  ConversationCall,
  ConversationMessage,
  ConversationRound,
  ConversationTurn,
} from './conversation.ts';

/** A turn while entries still change it. */
export interface TurnDraft {
  readonly id: TurnId;
  readonly place: number;
  message: ConversationMessage;
  readonly rounds: RoundDraft[];
  /** The last call of each id; some models begin to count anew in each round. */
  readonly calls: Map<string, CallDraft>;
  status: ConversationTurn['status'];
  isSettled: boolean;
  /** It was started here, so it is ours to end. */
  isOwn: boolean;
  /** A request is out, so that what is said now comes behind its answer. */
  isAsking: boolean;
  /** What was said and has no round to stand behind yet. */
  said: ConversationMessage[];
}

interface RoundDraft {
  readonly number: number;
  text: string;
  readonly calls: CallDraft[];
  readonly steering: ConversationMessage[];
}

export interface CallDraft {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
  readonly round: number;
  reply: string | null;
  failed: boolean;
  /** It was allowed, so it may have acted. */
  isBegun: boolean;
  /** Its result was written; a refusal alone can still be followed by one. */
  isOver: boolean;
}

/** Of a message that a journal does not hold. */
export const UNKNOWN_MESSAGE = messageIdSchema.parse('msg-0-0');

export function draftTurn(id: TurnId, place: number): TurnDraft {
  return {
    id,
    place,
    message: unknownMessage(UNKNOWN_MESSAGE),
    rounds: [],
    calls: new Map(),
    // Without a start there is nobody who runs it.
    status: 'crashed',
    isSettled: false,
    isOwn: false,
    isAsking: false,
    said: [],
  };
}

export function unknownMessage(id: MessageId): ConversationMessage {
  return { id, text: '', files: [], images: [] };
}

/** The round of that number, made if it is not there; rounds stand by number, however their entries came. */
export function roundOf(turn: TurnDraft, number: number): RoundDraft {
  let place = turn.rounds.length;
  while (place > 0 && (turn.rounds[place - 1]?.number ?? 0) > number) place -= 1;
  const known = turn.rounds[place - 1];
  if (known?.number === number) return known;
  const round = { number, text: '', calls: [], steering: turn.said };
  turn.said = [];
  turn.rounds.splice(place, 0, round);
  return round;
}

export function lastRoundNumber(turn: TurnDraft): number {
  return turn.rounds.at(-1)?.number ?? 1;
}

export function addCall(
  turn: TurnDraft,
  call: Pick<CallDraft, 'id' | 'name' | 'input' | 'round'>,
): CallDraft {
  const known = turn.calls.get(call.id);
  if (known?.round === call.round) return known;
  const added = { ...call, reply: null, failed: false, isBegun: false, isOver: false };
  turn.calls.set(call.id, added);
  roundOf(turn, call.round).calls.push(added);
  return added;
}

/** The turn as others may keep it: it never changes again. */
export function freezeTurn(turn: TurnDraft): ConversationTurn {
  const rounds = turn.rounds.map(({ text, calls, steering }): ConversationRound => ({
    text,
    calls: calls.map(freezeCall),
    steering: [...steering],
  }));
  if (turn.said.length > 0) rounds.push({ text: '', calls: [], steering: [...turn.said] });
  return { id: turn.id, message: turn.message, rounds, status: turn.status };
}

function freezeCall({ id, name, input, reply, failed }: CallDraft): ConversationCall {
  return { id, name, input, reply, failed };
}
