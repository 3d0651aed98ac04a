import type { Entry, EntryOf, MessageId, ReadEntry, TurnId } from '@rook/contract';

import { givesRight } from '../journal/gives-right.ts';
import {
  addCall,
  draftTurn,
  freezeTurn,
  lastRoundNumber,
  roundOf,
  UNKNOWN_MESSAGE,
  unknownMessage,
  type TurnDraft,
} from './conversation-draft.ts';
import type { Conversation, ConversationMessage, ConversationTurn } from './conversation.ts';
import { readInput, textOfLong, textOfValue } from './cut-text.ts';
import type { PinnedPrompt } from './pin-prompt.ts';

/** Builds the conversation of a session, entry by entry, alike from a file and from what was just written. */
export interface ConversationFold {
  /** Does not throw, whatever comes in whatever order. */
  add(read: ReadEntry): void;
  /** A turn that no entry has changed since is the same object as before. */
  conversation(): Conversation;
  /** Turns that were started here and never settled, in order: of a process that died, or of this one. */
  openTurns(): readonly OpenTurn[];
  /** The system prompt that holds from now on; one that came with an import does not. */
  pinnedPrompt(): PinnedPrompt | null;
}

export interface OpenTurn {
  readonly turn: ConversationTurn;
  /** Calls without a result, in call order. */
  readonly calls: readonly OpenCall[];
}

export interface OpenCall {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
  /** It was allowed, so it may have acted. */
  readonly isBegun: boolean;
}

interface State {
  readonly turns: TurnDraft[];
  readonly byId: Map<TurnId, TurnDraft>;
  /** Every message that was seen, also those that have a turn. */
  readonly seen: Set<MessageId>;
  /** Messages that no turn has taken, and whether they were admitted here. */
  readonly waiting: Map<MessageId, { readonly message: ConversationMessage; readonly isOwn: boolean }>;
  readonly changed: Set<TurnDraft>;
  pinned: PinnedPrompt | null;
}

export function createConversationFold(): ConversationFold {
  const state: State = {
    turns: [],
    byId: new Map(),
    seen: new Set(),
    waiting: new Map(),
    changed: new Set(),
    pinned: null,
  };
  const frozen: ConversationTurn[] = [];
  const freeze = () => {
    for (const turn of state.changed) frozen[turn.place] = freezeTurn(turn);
    state.changed.clear();
  };
  return {
    add: (read) => {
      if (read.kind === 'known') addEntry(state, read.entry);
    },
    conversation: () => {
      freeze();
      // Nothing is continued because of what came with an import.
      const waiting = [...state.waiting.values()].filter(({ isOwn }) => isOwn);
      return { turns: [...frozen], waiting: waiting.map(({ message }) => message) };
    },
    openTurns: () => {
      freeze();
      return state.turns.flatMap((draft) => {
        const turn = frozen[draft.place];
        return draft.isOwn && draft.status === 'running' && turn !== undefined
          ? [{ turn, calls: openCalls(draft) }]
          : [];
      });
    },
    pinnedPrompt: () => state.pinned,
  };
}

function openCalls({ rounds }: TurnDraft): OpenCall[] {
  return rounds
    .flatMap(({ calls }) => calls)
    .filter(({ reply }) => reply === null)
    .map(({ id, name, input, isBegun }) => ({ id, name, input, isBegun }));
}

function addEntry(state: State, entry: Entry): void {
  switch (entry.event_type) {
    case 'message_admitted':
      admit(state, entry);
      break;
    case 'turn_started':
      start(state, entry);
      break;
    case 'budget_reserved': {
      const turn = entry.turn_id === undefined ? undefined : state.byId.get(entry.turn_id);
      if (turn !== undefined) turn.isAsking = true;
      break;
    }
    case 'answer_received': {
      const turn = turnOf(state, entry.turn_id);
      turn.isAsking = false;
      roundOf(turn, entry.round).text = textOfLong(entry.text);
      break;
    }
    case 'tool_call_requested': {
      const { name, input } = entry.tool;
      const { turn_id: turn, tool_use_id: id, round } = entry;
      addCall(turnOf(state, turn), { id, name, input: readInput(input), round });
      break;
    }
    case 'tool_call_allowed': {
      const call = state.byId.get(entry.turn_id)?.calls.get(entry.tool_use_id);
      if (call !== undefined) call.isBegun = true;
      break;
    }
    case 'tool_call_refused':
      refuse(state, entry);
      break;
    case 'tool_call':
      finishCall(state, entry);
      break;
    case 'turn':
      settle(state, entry);
      break;
    case 'prompt_pinned':
      if (givesRight(entry) && typeof entry.text === 'string')
        state.pinned = { sha256: entry.sha256, text: entry.text };
      break;
    default:
  }
}

/** The last turn of that id. A journal of the first kind has no start of turns, so it may begin with any entry. */
function turnOf(state: State, id: TurnId): TurnDraft {
  const turn = state.byId.get(id) ?? addTurn(state, id);
  state.changed.add(turn);
  return turn;
}

function addTurn(state: State, id: TurnId): TurnDraft {
  const turn = draftTurn(id, state.turns.length);
  state.turns.push(turn);
  state.byId.set(id, turn);
  state.changed.add(turn);
  return turn;
}

function admit(state: State, entry: EntryOf<'message_admitted'>): void {
  // The same message sent again changes nothing.
  if (state.seen.has(entry.message_id)) return;
  state.seen.add(entry.message_id);
  const message: ConversationMessage = {
    id: entry.message_id,
    text: textOfLong(entry.text),
    files: entry.files ?? [],
    images: (entry.images ?? []).map(({ blob, media_type: mediaType }) => ({ blob, mediaType })),
  };
  const steered = entry.steers === undefined ? undefined : state.byId.get(entry.steers);
  if (steered?.status === 'running') {
    state.changed.add(steered);
    const round = steered.isAsking ? undefined : steered.rounds.at(-1);
    (round?.steering ?? steered.said).push(message);
  } else state.waiting.set(message.id, { message, isOwn: givesRight(entry) });
}

function start(state: State, entry: EntryOf<'turn_started'>): void {
  const { turn_id: id, message_id: messageId } = entry;
  const known = state.byId.get(id);
  if (known?.message.id === messageId) return;
  const message = state.waiting.get(messageId)?.message ?? unknownMessage(messageId);
  state.waiting.delete(messageId);
  const isBehind = known !== undefined && known.message.id === UNKNOWN_MESSAGE && !known.isSettled;
  const turn = isBehind ? known : addTurn(state, id);
  state.changed.add(turn);
  turn.message = message;
  turn.isOwn = givesRight(entry);
  if (turn.isOwn) turn.status = 'running';
}

function refuse(state: State, entry: EntryOf<'tool_call_refused'>): void {
  const turn = turnOf(state, entry.turn_id);
  const call = turn.calls.get(entry.tool_use_id);
  if (call === undefined || call.isOver) return;
  call.reply = entry.error.message;
  call.failed = true;
}

function finishCall(state: State, entry: EntryOf<'tool_call'>): void {
  const { tool, result, tool_use_id: id } = entry;
  const turn = turnOf(state, entry.turn_id);
  const call =
    (id === undefined ? undefined : turn.calls.get(id)) ??
    addCall(turn, {
      id: id ?? `call-${turn.calls.size + 1}`,
      name: tool.name,
      input: readInput(tool.input),
      round: lastRoundNumber(turn),
    });
  if (call.isOver) return;
  call.isOver = true;
  call.failed = !result.ok;
  const said = result.reply ?? (result.ok ? '' : (result.error ?? 'The call failed.'));
  call.reply = textOfValue(said);
}

function settle(state: State, entry: EntryOf<'turn'>): void {
  const turn = turnOf(state, entry.turn_id);
  turn.status = entry.status ?? 'completed';
  turn.isSettled = true;
  turn.isAsking = false;
  if (turn.message.text === '') turn.message = { ...turn.message, text: textOfLong(entry.user.text) };
  // Where no answer was written down on its own, the turn alone has it.
  const answer = textOfLong(entry.assistant.text);
  if (answer === '' || turn.rounds.some(({ text }) => text !== '')) return;
  const last = turn.rounds.at(-1);
  const isFree = last !== undefined && last.calls.length === 0;
  roundOf(turn, last === undefined ? 1 : isFree ? last.number : last.number + 1).text = answer;
}
