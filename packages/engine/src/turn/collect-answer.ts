import { emptyUsage, rookError, type RookError, type Usage } from '@rook/contract';

import { isTooDeep } from '../journal/json-depth.ts';
import type { CallEvent } from '../models/call-model.ts';
import type { FinishReason, TextPart, ThinkingPart, ToolCallPart } from '../ports/model.ts';

/** What came back for one request, whole or as far as it came. */
export interface Answer {
  readonly text: string;
  /** As they are to be sent back, in the order in which they came. */
  readonly parts: readonly (TextPart | ThinkingPart | ToolCallPart)[];
  readonly calls: readonly ToolCallPart[];
  /** `failed` and `cancelled` where it broke off. */
  readonly finish: FinishReason | 'failed' | 'cancelled';
  readonly model: string;
  readonly usage: Usage;
  readonly error: RookError | null;
}

/** What is shown while the answer comes. */
export interface AnswerWatch {
  readonly text: (text: string) => void;
  readonly thinking: (text: string) => void;
  readonly status: (text: string) => void;
}

interface Heard {
  readonly parts: (TextPart | ThinkingPart | ToolCallPart)[];
  readonly calls: ToolCallPart[];
  /** Pieces of the text part that is not over yet. */
  readonly open: string[];
  readonly texts: string[];
  model: string;
}

/** Listens to a call to its end. Each piece is passed on at once and kept once. */
export async function collectAnswer(events: AsyncIterable<CallEvent>, watch: AnswerWatch): Promise<Answer> {
  const heard: Heard = { parts: [], calls: [], open: [], texts: [], model: '' };
  for await (const event of events) {
    if (event.kind === 'finished') {
      const { reason: finish, model, usage } = event;
      return { ...keep(heard), finish, model, usage, error: null };
    }
    if (event.kind === 'failed') {
      const finish = event.error.code === 'cancelled' ? 'cancelled' : 'failed';
      return { ...keep(heard), finish, model: heard.model, usage: event.usage, error: event.error };
    }
    listen(heard, event, watch);
  }
  const error = rookError('internal', 'The model ended without a last word.');
  return { ...keep(heard), finish: 'failed', model: heard.model, usage: emptyUsage(), error };
}

function listen(heard: Heard, event: CallEvent, watch: AnswerWatch): void {
  switch (event.kind) {
    case 'text':
      heard.open.push(event.text);
      heard.texts.push(event.text);
      watch.text(event.text);
      break;
    case 'thinking':
      watch.thinking(event.text);
      break;
    case 'thought':
      closeText(heard);
      heard.parts.push(event.part);
      break;
    case 'tool_call_begun':
      watch.status(`The model writes a call of ${event.name}.`);
      break;
    case 'tool_call':
      addCall(heard, event.part);
      break;
    case 'reserved':
      heard.model = event.model;
      if (event.insteadOf !== undefined)
        watch.status(`${event.insteadOf} would cost more than is left; ${event.model} answers instead.`);
      break;
    case 'waiting':
      watch.status(`${event.error.message} Trying again in ${seconds(event.milliseconds)}.`);
      break;
    default:
  }
}

/** Each call has an id of its own, also where a model used one twice: results are told apart by it. */
function addCall(heard: Heard, part: ToolCallPart): void {
  closeText(heard);
  let { id } = part;
  for (let copy = 2; heard.calls.some((call) => call.id === id); copy += 1) id = `${part.id}-${copy}`;
  // What is nested without end can neither be written nor sent back; it counts as unreadable.
  const call = { ...part, id, input: isTooDeep(part.input) ? undefined : part.input };
  heard.parts.push(call);
  heard.calls.push(call);
}

function closeText({ open, parts }: Heard): void {
  const text = open.splice(0).join('');
  if (text.trim() !== '') parts.push({ kind: 'text', text });
}

function keep(heard: Heard): Pick<Answer, 'text' | 'parts' | 'calls'> {
  closeText(heard);
  return { text: heard.texts.join(''), parts: heard.parts, calls: heard.calls };
}

function seconds(milliseconds: number): string {
  return `${Math.max(1, Math.round(milliseconds / 1000))} s`;
}
