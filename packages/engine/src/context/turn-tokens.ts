import { estimateRequest } from '../models/estimate-request.ts';
import { estimateTokens } from '../models/estimate-tokens.ts';
import type { ModelMessage } from '../ports/model.ts';
import type { ConversationTurn } from './conversation.ts';
import { turnMessages, type TurnForm } from './turn-messages.ts';

/** A turn as it goes out, and how many tokens it takes. */
export interface WeighedTurn {
  readonly messages: readonly ModelMessage[];
  readonly tokens: number;
}

/** Turns that are over do not change, so each is made and weighed once, however often it is sent. */
const known: Readonly<Record<TurnForm, WeakMap<ConversationTurn, WeighedTurn>>> = {
  whole: new WeakMap(),
  short: new WeakMap(),
};

export function weighTurn(turn: ConversationTurn, form: TurnForm): WeighedTurn {
  const before = known[form].get(turn);
  if (before !== undefined) return before;
  const messages = turnMessages(turn, form);
  const tokens = messages.reduce((sum, message) => sum + messageTokens(message), 0);
  known[form].set(turn, { messages, tokens });
  return { messages, tokens };
}

const EMPTY = { system: '', messages: [], maxOutputTokens: 0 };
const weighed = new WeakMap<ModelMessage, { readonly text: number; readonly image: number }>();

/** What one message of the running turn takes, counted once: its messages are sent again in each round. */
export function weighMessage(message: ModelMessage): { readonly text: number; readonly image: number } {
  const before = weighed.get(message);
  if (before !== undefined) return before;
  const { input, image } = estimateRequest({ ...EMPTY, messages: [message] });
  const weight = { text: input - estimateRequest(EMPTY).input, image };
  weighed.set(message, weight);
  return weight;
}

/** What providers add around each part, rather too much. */
const PER_PART = 12;

function messageTokens(message: ModelMessage): number {
  if (message.role === 'tool')
    return message.results.reduce(
      (sum, { id, name, text }) => sum + PER_PART + roughTokens(id) + roughTokens(name) + roughTokens(text),
      PER_PART,
    );
  let tokens = PER_PART;
  for (const part of message.parts) {
    if (part.kind === 'text') tokens += roughTokens(part.text);
    if (part.kind === 'tool_call') {
      const { id, name, input } = part;
      tokens += PER_PART + roughTokens(id) + roughTokens(name) + roughTokens(JSON.stringify(input) ?? '');
    }
  }
  return tokens;
}

const LONGEST_EXACT = 200;
const SAMPLE_STEP = 1000;
const SAMPLE_CHARACTERS = 100;
const MARGIN = 1.1;

/**
 * How many tokens a text has, of a long one by samples from all over it: what is kept of a conversation need not be
 * counted to the token, and money is reserved by the whole count.
 */
function roughTokens(text: string): number {
  if (text.length <= LONGEST_EXACT) return estimateTokens(text);
  const count = Math.max(2, Math.ceil(text.length / SAMPLE_STEP));
  const step = (text.length - SAMPLE_CHARACTERS) / (count - 1);
  let tokens = 0;
  for (let sample = 0; sample < count; sample += 1) {
    const start = Math.floor(sample * step);
    tokens += estimateTokens(text.slice(start, start + SAMPLE_CHARACTERS));
  }
  return Math.ceil((tokens / (count * SAMPLE_CHARACTERS)) * text.length * MARGIN);
}
