import type { ImagePart, ModelMessage, TextPart, ToolCallPart, ToolResultPart } from '../ports/model.ts';
import type { ConversationCall, ConversationMessage, ConversationTurn } from './conversation.ts';
import { showPath } from './show-file.ts';

/** `whole`: with its calls and their results; `short`: only what was said. */
export type TurnForm = 'whole' | 'short';

/** A turn that is over, as messages. Each call has exactly one result, in the order of the calls. */
export function turnMessages(turn: ConversationTurn, form: TurnForm): readonly ModelMessage[] {
  const messages: ModelMessage[] = [said(turn.message), ...roundMessages(turn, form)];
  const note = [...(form === 'short' ? shortNote(turn) : []), ...statusNote(turn)].join(' ');
  if (note !== '') messages.push({ role: 'user', parts: [{ kind: 'text', text: note }] });
  return messages;
}

/** What was answered, called and said in a turn; `words`: calls and results as text. */
export function roundMessages(turn: ConversationTurn, form: TurnForm | 'words'): readonly ModelMessage[] {
  const messages: ModelMessage[] = [];
  for (const { text, calls, steering } of turn.rounds) {
    const answer = textParts(text);
    const results = calls.map((call) => resultPart(call, turn.status));
    if (form === 'whole' && calls.length > 0) {
      messages.push({ role: 'assistant', parts: [...answer, ...calls.map(callPart)] });
      messages.push({ role: 'tool', results });
    } else if (answer.length > 0) messages.push({ role: 'assistant', parts: answer });
    if (form === 'words' && calls.length > 0) {
      const lines = results.map(
        ({ name, text: came }, index) =>
          `[You called ${name} with ${JSON.stringify(calls[index]?.input ?? {})}, and the result is:]\n${came}`,
      );
      messages.push({ role: 'user', parts: [{ kind: 'text', text: lines.join('\n\n') }] });
    }
    messages.push(...steering.map(said));
  }
  return messages;
}

/** Providers refuse a text part without a visible character. */
export function textParts(text: string): readonly TextPart[] {
  return text.trim() === '' ? [] : [{ kind: 'text', text }];
}

/** What was attached then is not in the journal, so it is named. */
function said({ text, files, images }: ConversationMessage): ModelMessage {
  const notes = [
    ...(files.length === 0
      ? []
      : [`[Attached to this message then, and not repeated here: ${files.map(showPath).join(', ')}.]`]),
    ...(images.length === 0
      ? []
      : [`[${images.length} image(s) came with this message and are not repeated.]`]),
  ];
  const parts = textParts([text, ...notes].filter((part) => part !== '').join('\n\n'));
  return { role: 'user', parts: parts.length > 0 ? parts : [{ kind: 'text', text: '[An empty message.]' }] };
}

function callPart({ id, name, input }: ConversationCall): ToolCallPart {
  return { kind: 'tool_call', id, name, input: input ?? {} };
}

function resultPart(
  { id, name, reply, failed }: ConversationCall,
  status: ConversationTurn['status'],
): ToolResultPart {
  if (reply !== null) return { id, name, text: reply === '' ? '(no output)' : reply, failed };
  const reason = status === 'cancelled' ? 'the turn was cancelled' : 'the process ended';
  const text = `No result: ${reason} before the call did, and whether it took effect is not known.`;
  return { id, name, text, failed: true };
}

function shortNote({ rounds }: ConversationTurn): readonly string[] {
  const count = rounds.reduce((sum, { calls }) => sum + calls.length, 0);
  if (count === 0) return [];
  return [`[${count} tool call(s) of this turn and their results are left out.]`];
}

function statusNote({ status }: ConversationTurn): readonly string[] {
  switch (status) {
    case 'cancelled':
      return ['[The person cancelled this turn before it was done.]'];
    case 'failed':
      return ['[This turn failed before it was done.]'];
    case 'crashed':
      return ['[The process ended during this turn, before it was done.]'];
    default:
      return [];
  }
}

/** Neighbours that a person said are one message, and so are texts of the model; none that is given is changed. */
export function joinMessages(messages: Iterable<ModelMessage>): ModelMessage[] {
  const joined: ModelMessage[] = [];
  for (const message of messages) {
    const last = joined.at(-1);
    if (message.role === 'user' && last?.role === 'user')
      joined[joined.length - 1] = { role: 'user', parts: [...last.parts, ...message.parts] };
    else if (isTalk(message) && isTalk(last))
      joined[joined.length - 1] = { role: 'assistant', parts: [...last.parts, ...message.parts] };
    else joined.push(message);
  }
  return joined;
}

type AssistantMessage = Extract<ModelMessage, { role: 'assistant' }>;

function isTalk(message: ModelMessage | undefined): message is AssistantMessage {
  return message?.role === 'assistant' && message.parts.every(({ kind }) => kind === 'text');
}

export type UserMessage = Extract<ModelMessage, { role: 'user' }>;

export interface UserParts {
  readonly text: string;
  /** As `renderAttachments` made it. */
  readonly attachments?: string;
  readonly images?: readonly ImagePart[];
}

/** A message of a person as it goes out: its text, what was attached, and images. */
export function userMessage({ text, attachments = '', images = [] }: UserParts): UserMessage {
  const parts = [...textParts(text), ...textParts(attachments), ...images];
  return { role: 'user', parts: parts.length > 0 ? parts : [{ kind: 'text', text: '[An empty message.]' }] };
}
