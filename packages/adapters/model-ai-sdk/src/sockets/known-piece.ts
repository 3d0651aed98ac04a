import { randomUUID } from 'node:crypto';

import { readField } from '../read-field.ts';

/** An event that carries a piece of text in a form that is known to the last field. */
export interface KnownPiece {
  /** Matches, at `lastIndex`, an event that differs in nothing but its text: what is before it, the text, what is behind. */
  readonly alike: RegExp;
  /** Whether nothing is joined to a piece with this text. */
  readonly isLast: (text: string) => boolean;
}

/**
 * Learns the form of an event, given as Latin-1 so that each character is a byte; null when it is anything but a piece
 * of text in one of the known forms. Names that are not known make an event unknown: what another field means when it
 * is said twice, nobody can tell.
 */
export function learnPiece(event: string): KnownPiece | null {
  const found = EVENT.exec(event);
  const [, head = '', data = '', foot = ''] = found ?? [];
  if (found === null || data.length > MOST_BYTES) return null;
  for (const { 0: name, index } of data.matchAll(TEXT_NAME)) {
    const from = index + name.length;
    TEXT.lastIndex = from;
    const length = TEXT.exec(data)?.[0].length ?? -1;
    if (length === -1) continue;
    const before = data.slice(0, from);
    const after = data.slice(from + length);
    const form = nameForm(`${before}${MARK}${after}`);
    if (form === null) continue;
    const end = `${quote(after.replace(LAST_BRACE, ''))}[ \\t]*\\}${quote(foot)}`;
    const alike = `(${quote(`${head}${before}`)})(${TEXT.source})(${end})`;
    return { alike: new RegExp(alike, 'y'), isLast: form === 'chat_call' ? mayEndInput : () => false };
  }
  return null;
}

/** Behind each piece of a call in Chat Completions it is decided whether its input is whole and the next one another's. */
function mayEndInput(text: string): boolean {
  return /[\]}]/u.test(text);
}

/** Longer ones are rare and gain nothing. */
const MOST_BYTES = 8192;
const EVENT = /^((?:event: ?[\w.]+\r?\n)?data: ?)(\{.*\})(\r?\n\r?\n)$/;
const TEXT_NAME =
  /"(?:text|thinking|partial_json|delta|content|reasoning|reasoning_content|arguments)"\s*:\s*"/g;
/** Claude's interface puts spaces before it, a different number each time, so that nobody sees how long the text is. */
const LAST_BRACE = /[ \t]*\}$/;
/** What stands between the quotes of a short JSON text; at its beginning no byte that belongs to a character before it. */
const TEXT =
  /(?![\u0080-\u00BF])(?:[ !\u0023-\u005B\u005D-\u00FF]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})){0,8192}/y;
/** Stands in for the text, so that it is known which field the text is; nobody outside can say the same. */
const MARK: string = randomUUID();

/**
 * What differs from event to event beside the text, and of which the last counts: numbers of events, tokens so far, and
 * letters that hide how long the text is.
 */
const RUNNING =
  /("(?:sequence_number|\w*[tT]okens?|\w*[tT]okenCount)"\s*:\s*)\d+|("obfuscation"\s*:\s*")[A-Za-z0-9]*(?=")/g;
/** As JSON writes it, and not too large for a number. */
const NUMBER = String.raw`(?:0|[1-9]\d{0,14})`;

function quote(text: string): string {
  let source = '';
  let from = 0;
  for (const { 0: all, 1: counter, 2: letters, index } of text.matchAll(RUNNING)) {
    source += escape(text.slice(from, index) + (counter ?? letters ?? ''));
    source += counter === undefined ? '[A-Za-z0-9]*' : NUMBER;
    from = index + all.length;
  }
  return source + escape(text.slice(from));
}

function escape(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
}

type Form = 'messages' | 'responses' | 'gemini' | 'chat' | 'chat_call';

function nameForm(data: string): Form | null {
  let value: unknown;
  try {
    value = JSON.parse(data);
  } catch {
    return null;
  }
  if (isMessages(value)) return 'messages';
  if (isResponses(value)) return 'responses';
  if (isGemini(value)) return 'gemini';
  return nameChatForm(value);
}

const MESSAGES_NAMES: ReadonlyMap<unknown, string> = new Map([
  ['text_delta', 'text'],
  ['thinking_delta', 'thinking'],
  ['input_json_delta', 'partial_json'],
]);

function isMessages(value: unknown): boolean {
  const delta = readField(value, 'delta');
  const name = MESSAGES_NAMES.get(readField(delta, 'type'));
  return (
    readField(value, 'type') === 'content_block_delta' &&
    hasOnly(value, ['type', 'index', 'delta']) &&
    name !== undefined &&
    hasOnly(delta, ['type', name]) &&
    readField(delta, name) === MARK
  );
}

const RESPONSES_TYPES: ReadonlySet<unknown> = new Set([
  'response.output_text.delta',
  'response.function_call_arguments.delta',
  'response.reasoning_summary_text.delta',
  'response.reasoning_text.delta',
]);
const RESPONSES_PLACE = ['item_id', 'output_index', 'content_index', 'summary_index'];

function isResponses(value: unknown): boolean {
  return (
    RESPONSES_TYPES.has(readField(value, 'type')) &&
    hasOnly(value, ['type', 'delta', 'sequence_number', 'obfuscation', ...RESPONSES_PLACE]) &&
    readField(value, 'delta') === MARK
  );
}

function isGemini(value: unknown): boolean {
  const candidate = readOnly(readField(value, 'candidates'));
  const content = readField(candidate, 'content');
  const part = readOnly(readField(content, 'parts'));
  return (
    hasOnly(value, ['candidates', 'usageMetadata', 'modelVersion', 'responseId', 'createTime']) &&
    hasOnly(candidate, ['content', 'index']) &&
    hasOnly(content, ['parts', 'role']) &&
    hasOnly(part, ['text', 'thought']) &&
    readField(part, 'text') === MARK
  );
}

const CHAT_ORIGIN = ['id', 'object', 'created', 'model', 'provider', 'system_fingerprint', 'service_tier'];
const CHAT_TEXTS = ['content', 'reasoning_content', 'reasoning'];

function nameChatForm(value: unknown): Form | null {
  if (!hasOnly(value, [...CHAT_ORIGIN, 'choices', 'usage', 'obfuscation'])) return null;
  const choice = readOnly(readField(value, 'choices'));
  if (!hasOnly(choice, ['index', 'delta', 'content_filter_results'])) return null;
  const delta = readField(choice, 'delta');
  const text = CHAT_TEXTS.find((name) => readField(delta, name) === MARK);
  if (text !== undefined) return hasOnly(delta, ['role', text]) ? 'chat' : null;
  const call = readOnly(readField(delta, 'tool_calls'));
  const input = readField(call, 'function');
  const isCall =
    hasOnly(delta, ['role', 'tool_calls']) &&
    hasOnly(call, ['index', 'type', 'function']) &&
    hasOnly(input, ['arguments']) &&
    readField(input, 'arguments') === MARK;
  return isCall ? 'chat_call' : null;
}

/** The one thing in a list; undefined when it has none or several. */
function readOnly(list: unknown): unknown {
  return Array.isArray(list) && list.length === 1 ? list[0] : undefined;
}

/** Whether an object says nothing but in the fields named. */
function hasOnly(value: unknown, names: readonly string[]): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.entries(value).every(([name, field]) => names.includes(name) || isEmpty(field));
}

function isEmpty(field: unknown): boolean {
  return field === null || field === '' || (Array.isArray(field) && field.length === 0);
}
