import { readField, readText } from '../read-field.ts';
import { HttpFailure } from './http-failure.ts';

/** What can be learned from whatever was thrown or sent, before it is judged. */
export interface FailureFacts {
  readonly status: number | undefined;
  readonly headers: ReadonlyMap<string, string>;
  /** What the provider says, in its own words; empty when it says nothing. */
  readonly said: string;
  /** The provider's word for the kind of failure, such as `overloaded_error`. */
  readonly word: string;
  /** Codes of the system, such as `ECONNREFUSED`, and names of errors, outermost first. */
  readonly codes: readonly string[];
  readonly isPage: boolean;
  /** Whom the system tried to reach, as a name or an address with its port; a proxy, where one is used. */
  readonly reached: string | undefined;
}

/** Reads errors of the socket, of the client library and of the provider, however deep they are wrapped. */
export function readFailureFacts(failure: unknown): FailureFacts {
  const chain = listCauses(failure);
  const http = chain.find((cause) => cause instanceof HttpFailure);
  const body = http?.body ?? findText(chain, 'responseBody');
  const told = [...chain.map(describeObject), ...(body === undefined ? [] : [readBody(body)])];
  const status = http?.status ?? findNumber(chain, 'statusCode');
  return {
    status: status ?? told.map(({ status: inside }) => inside).find((inside) => inside !== undefined),
    headers: http?.headers ?? readHeaders(chain),
    said: told.findLast(({ message }) => message !== '')?.message ?? '',
    word: told.findLast(({ word }) => word !== '')?.word ?? '',
    codes: chain.flatMap(readCodes),
    reached: chain.map(readReached).find((where) => where !== undefined),
    isPage: body !== undefined && /^\s*<(?:!doctype|html|\?xml|head|body)/iu.test(body),
  };
}

const DEEPEST = 8;

function listCauses(failure: unknown): unknown[] {
  const chain: unknown[] = [];
  let current = failure;
  while (current !== undefined && current !== null && chain.length < DEEPEST && !chain.includes(current)) {
    chain.push(current);
    const errors = readField(current, 'errors');
    current = readField(current, 'cause') ?? firstOf(errors);
  }
  return chain;
}

function firstOf(list: unknown): unknown {
  return Array.isArray(list) ? list[0] : undefined;
}

function readCodes(cause: unknown): string[] {
  const codes = ['code', 'name'].flatMap((field) => readText(readField(cause, field)) ?? []);
  return UNREADABLE_START.test(readText(readField(cause, 'message')) ?? '')
    ? ['AI_InvalidResponseDataError', ...codes]
    : codes;
}

/** How Claude's client says, without a name for it, that it cannot read the first event of a stream. */
const UNREADABLE_START = /^Expected a normalized Anthropic stream error$/u;

function readReached(cause: unknown): string | undefined {
  const address = readText(readField(cause, 'address'));
  const port = readField(cause, 'port');
  if (address === undefined || typeof port !== 'number') return readText(readField(cause, 'hostname'));
  return address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`;
}

interface Told {
  readonly message: string;
  readonly word: string;
  readonly status: number | undefined;
}

/** The provider's own error object: `{error: {message, type, code}}`, `{message, type}`, or a list of one. */
function describeObject(value: unknown): Told {
  const list = firstOf(value) ?? value;
  const data = readField(list, 'data');
  const inner = [readField(list, 'error'), readField(data, 'error'), data, list].find(
    (candidate) => typeof readField(candidate, 'message') === 'string',
  );
  const own = inner ?? list;
  const isError = own instanceof Error;
  const words = ['code', 'type', 'status'].flatMap((field) => readText(readField(own, field)) ?? []);
  const number = readField(own, 'code') ?? readField(own, 'statusCode');
  return {
    message: isError
      ? ''
      : (readText(readField(own, 'message')) ?? readText(readField(list, 'error')) ?? readText(list) ?? ''),
    word: isError ? '' : words.join(' '),
    status: typeof number === 'number' && number >= 400 && number < 600 ? number : undefined,
  };
}

function readBody(body: string): Told {
  try {
    return describeObject(JSON.parse(body));
  } catch {
    return { message: body, word: '', status: undefined };
  }
}

function readHeaders(chain: readonly unknown[]): ReadonlyMap<string, string> {
  const headers = chain
    .map((cause) => readField(cause, 'responseHeaders'))
    .find((value) => value !== undefined);
  if (typeof headers !== 'object' || headers === null) return new Map();
  return new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]));
}

function findText(chain: readonly unknown[], field: string): string | undefined {
  return chain.map((cause) => readText(readField(cause, field))).find((value) => value !== undefined);
}

function findNumber(chain: readonly unknown[], field: string): number | undefined {
  return chain.map((cause) => readField(cause, field)).find((value) => typeof value === 'number');
}
