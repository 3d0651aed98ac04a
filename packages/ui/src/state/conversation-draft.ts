import type { EntryBase, MessageId, TurnId } from '@rook/contract';

import type { Conversation, TurnView } from './conversation.ts';

/** A conversation while a batch of entries is folded into it: its lists are its own, what is in them is shared. */
export interface ConversationDraft {
  conversation: Conversation;
  readonly turns: TurnView[];
  /** Where a turn is in the list, by its id. */
  readonly places: Map<string, number>;
  /** Where a message that waits for its turn is. */
  readonly waiting: Map<string, number>;
}

export function openDraft(conversation: Conversation): ConversationDraft {
  const draft: ConversationDraft = {
    conversation,
    turns: [...conversation.turns],
    places: new Map(),
    waiting: new Map(),
  };
  for (const [place, turn] of draft.turns.entries()) index(draft, turn, place);
  return draft;
}

export function closeDraft({ conversation, turns }: ConversationDraft): Conversation {
  const before = conversation.turns;
  const isSame = before.length === turns.length && before.every((turn, place) => turn === turns[place]);
  return isSame ? conversation : { ...conversation, turns };
}

function index(draft: ConversationDraft, turn: TurnView, place: number): void {
  if (turn.id !== null) draft.places.set(turn.id, place);
  else if (turn.messageId !== null) draft.waiting.set(turn.messageId, place);
}

export function addTurn(draft: ConversationDraft, turn: TurnView): void {
  index(draft, turn, draft.turns.push(turn) - 1);
}

/** Changes the turn of that id; one that is not there begins here, because its first entries were not read. */
export function changeTurn(
  draft: ConversationDraft,
  id: TurnId,
  entry: EntryBase,
  change: (turn: TurnView) => TurnView,
): void {
  if (!draft.places.has(id)) addTurn(draft, { ...blankTurn(entry), key: id, id, status: 'running' });
  const place = draft.places.get(id) ?? -1;
  const turn = draft.turns[place];
  if (turn !== undefined) draft.turns[place] = settleStatus(change(turn));
}

/** The message that waited becomes a turn. It stands behind those that were begun before it, as the model saw them. */
export function beginWaiting(draft: ConversationDraft, message: MessageId, id: TurnId): boolean {
  const place = draft.waiting.get(message);
  const turn = place === undefined ? undefined : draft.turns[place];
  if (place === undefined || turn === undefined) return false;
  draft.waiting.delete(message);
  const behind = draft.turns.findLastIndex((one) => one.id !== null);
  if (behind > place) {
    draft.turns.splice(place, 1);
    draft.turns.splice(behind, 0, { ...turn, id });
    for (const [now, one] of draft.turns.entries()) index(draft, one, now);
    return true;
  }
  draft.turns[place] = { ...turn, id };
  draft.places.set(id, place);
  return true;
}

/** A turn that runs and whose question is open waits for a person. */
export function settleStatus(turn: TurnView): TurnView {
  if (turn.status !== 'running' && turn.status !== 'asks') return turn;
  const status = turn.approvals.some(({ state }) => state === 'open') ? 'asks' : 'running';
  return status === turn.status ? turn : { ...turn, status };
}

export function blankTurn({ seq, timestamp, imported }: EntryBase): TurnView {
  return {
    key: `seq-${seq}`,
    id: null,
    messageId: null,
    seq,
    question: null,
    images: [],
    files: [],
    steering: [],
    status: 'waiting',
    isImported: imported === true,
    isBatch: false,
    model: null,
    asked: timestamp,
    started: null,
    ended: null,
    endSeq: -1,
    rounds: [],
    activities: [],
    changes: [],
    commands: [],
    batches: [],
    approvals: [],
    faults: [],
    filesShown: 0,
    answer: null,
    usage: null,
    failure: null,
  };
}

/** The list with the item of that kind changed; the same list where there is none. */
export function changeLast<Item>(
  items: readonly Item[],
  isMeant: (item: Item) => boolean,
  change: (item: Item) => Item,
): readonly Item[] {
  const place = items.findLastIndex(isMeant);
  const item = items[place];
  return item === undefined ? items : items.with(place, change(item));
}
