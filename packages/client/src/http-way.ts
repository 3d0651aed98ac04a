import { fail, rookError, succeed, type Result } from '@rook/contract';

import { parseAnswer } from './parse-answer.ts';
import type { Sleep } from './sleep.ts';

export interface HttpWayOptions {
  /** Where the server is: `http://127.0.0.1:4317`; empty in its own page. */
  readonly baseUrl: string;
  /** The key that `takeKey` got, or the token of an endpoint. */
  readonly key: () => string | null;
  readonly fetch?: typeof fetch;
}

interface HttpAnswer {
  readonly status: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface HttpWay {
  /** Asks, and asks once more where the way broke. */
  ask(path: string, init: RequestInit): Promise<Result<HttpAnswer>>;
  /** Opens a stream. */
  open(path: string, signal: AbortSignal): Promise<Result<ReadableStream<Uint8Array>>>;
}

/** The name of the header that carries the key. */
export const KEY_HEADER = 'x-rook-key';
/** The name of the header by which the server knows a call that is sent again. */
export const CALL_HEADER = 'x-rook-call';
const UNAUTHORIZED = 401;
const PAUSE = 200;

export function createHttpWay(options: HttpWayOptions, sleep: Sleep): HttpWay {
  const { baseUrl, fetch: fetchWith = fetch, key } = options;
  // A key that was refused is not sent again and again: each try is a line in the log of the server.
  let refused: string | null = null;
  const send = async (path: string, init: RequestInit): Promise<Result<Response>> => {
    const sent = key();
    if (sent === null || sent === refused) return fail(keyRefused());
    const headers = new Headers(init.headers);
    headers.set(KEY_HEADER, sent);
    try {
      const settings: RequestInit = { ...init, headers, cache: 'no-store', credentials: 'omit' };
      const response = await fetchWith(urlOf(baseUrl, path), settings);
      if (response.status !== UNAUTHORIZED) return succeed(response);
      refused = sent;
      void response.body?.cancel().catch(() => undefined);
      return fail(keyRefused());
    } catch {
      return fail(unreachable());
    }
  };
  const askOnce = async (path: string, init: RequestInit): Promise<Result<HttpAnswer>> => {
    const sent = await send(path, init);
    return sent.ok ? readAnswer(sent.value) : sent;
  };
  return {
    ask: async (path, init) => {
      const first = await askOnce(path, init);
      if (first.ok || first.error.code !== 'server_unreachable') return first;
      await sleep(PAUSE, new AbortController().signal);
      return askOnce(path, init);
    },
    open: async (path, signal) => {
      const sent = await send(path, { method: 'GET', signal });
      if (!sent.ok) return sent;
      if (sent.value.ok && sent.value.body !== null) return succeed(sent.value.body);
      const answer = await readAnswer(sent.value);
      return answer.ok ? fail(unreachable()) : answer;
    },
  };
}

/** The body as bytes; a refusal of the server as the failure that it names. */
async function readAnswer(response: Response): Promise<Result<HttpAnswer>> {
  try {
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (response.ok) return succeed({ status: response.status, bytes });
    const answer = parseAnswer(JSON.parse(new TextDecoder().decode(bytes)));
    if (!answer.ok) return answer;
  } catch {
    if (response.ok) return fail(unreachable());
  }
  return fail(rookError('internal', `The server answered with ${response.status} and no reason.`));
}

/** Relative in the page of the server, so that it works under each of its names. */
export function urlOf(baseUrl: string, path: string): string {
  return `${baseUrl.replace(/\/$/u, '')}/${path}`;
}

export function unreachable(): ReturnType<typeof rookError> {
  return rookError(
    'server_unreachable',
    'The server cannot be reached; see whether it still runs, and try again.',
  );
}

export function keyRefused(): ReturnType<typeof rookError> {
  return rookError('key_refused', 'The server does not know this page; open it anew from the terminal.');
}
