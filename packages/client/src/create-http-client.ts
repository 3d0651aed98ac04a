import {
  contentHashSchema,
  fail,
  parseCallOutput,
  rookError,
  succeed,
  type BlobPart,
  type ContentHash,
  type FollowWish,
  type Result,
  type Workbench,
  type WorkbenchEvent,
} from '@rook/contract';

import { followHealing } from './follow-healing.ts';
import { CALL_HEADER, createHttpWay, type HttpWay, type HttpWayOptions } from './http-way.ts';
import { parseAnswer } from './parse-answer.ts';
import { readEventLines } from './read-event-lines.ts';
import { sleepUntilOnline, type Sleep } from './sleep.ts';
import { LONGEST_SILENCE, watchSilence } from './watch-silence.ts';

export interface HttpClientOptions extends HttpWayOptions {
  readonly sleep?: Sleep;
  readonly random?: () => number;
  /** Milliseconds after which a stream that says nothing is taken for broken. */
  readonly silence?: number;
}

/** The workbench behind a server. */
export function createHttpClient(options: HttpClientOptions): Workbench {
  const { sleep = sleepUntilOnline, random = Math.random, silence = LONGEST_SILENCE } = options;
  const way = createHttpWay(options, sleep);
  return {
    call: async (name, input) => {
      const answer = await way.ask(`api/call/${name}`, {
        method: 'POST',
        // The same at the second try, so that nothing is done twice.
        headers: { 'content-type': 'application/json', [CALL_HEADER]: crypto.randomUUID() },
        body: JSON.stringify(input),
      });
      if (!answer.ok) return answer;
      const value = parseAnswer(readJson(answer.value.bytes));
      return value.ok ? parseCallOutput(name, value.value) : value;
    },
    follow: (wish) =>
      followHealing(async (place, signal) => openEvents(way, place, signal, { sleep, silence }), wish, {
        sleep,
        random,
      }),
    readBlob: async (hash, part) => readBlob(way, hash, part),
    keepBlob: async (bytes) => keepBlob(way, bytes),
  };
}

async function openEvents(
  way: HttpWay,
  { session, after }: FollowWish,
  signal: AbortSignal,
  { sleep, silence }: { readonly sleep: Sleep; readonly silence: number },
): Promise<Result<AsyncIterable<WorkbenchEvent>>> {
  const query = new URLSearchParams({ after: String(after), ...(session === null ? {} : { session }) });
  const silent = new AbortController();
  const watch = watchSilence(sleep, silence, () => {
    silent.abort();
  });
  signal.addEventListener('abort', watch.stop);
  const opened = await way.open(`api/events?${query.toString()}`, AbortSignal.any([signal, silent.signal]));
  if (opened.ok) return succeed(readEventLines(opened.value, watch.heard));
  watch.stop();
  return opened;
}

const NOTHING_KEPT = 204;

async function readBlob(
  way: HttpWay,
  hash: ContentHash,
  part: BlobPart | undefined,
): Promise<Result<Uint8Array | null>> {
  const query = part === undefined ? '' : `?from=${part.from}&bytes=${part.bytes}`;
  const answer = await way.ask(`api/blobs/${hash}${query}`, { method: 'GET' });
  if (!answer.ok) return answer;
  return succeed(answer.value.status === NOTHING_KEPT ? null : answer.value.bytes);
}

async function keepBlob(way: HttpWay, bytes: Uint8Array): Promise<Result<ContentHash>> {
  const answer = await way.ask('api/blobs', {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: new Blob([new Uint8Array(bytes)]),
  });
  if (!answer.ok) return answer;
  const value = parseAnswer(readJson(answer.value.bytes));
  if (!value.ok) return value;
  const hash = contentHashSchema.safeParse(value.value);
  if (hash.success) return succeed(hash.data);
  return fail(rookError('internal', 'The server kept the bytes and did not say under which name.'));
}

function readJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}
