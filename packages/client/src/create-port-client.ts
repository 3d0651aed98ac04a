import {
  contentHashSchema,
  fail,
  parseCallOutput,
  rookError,
  succeed,
  type FollowWish,
  type Result,
  type Workbench,
  type WorkbenchEvent,
} from '@rook/contract';

import { fromBase64, toBase64 } from './base64.ts';
import { createEventQueue, type EventQueue } from './event-queue.ts';
import { followHealing } from './follow-healing.ts';
import { unreachable } from './http-way.ts';
import { parseAnswer, parseEvent } from './parse-answer.ts';
import { MOST_UNTAKEN, readUp, type DownMessage, type MessageWay, type UpMessage } from './port-message.ts';
import { sleep as sleepAlone, type Sleep } from './sleep.ts';
import { LONGEST_SILENCE, watchSilence, type Watch } from './watch-silence.ts';

export interface PortClientOptions {
  readonly sleep?: Sleep;
  readonly random?: () => number;
  /** Milliseconds after which the other end, if it says nothing, is taken for gone. */
  readonly silence?: number;
}

/** The workbench at the other end of a way of messages, where `servePort` serves it. One client on a way. */
export function createPortClient(way: MessageWay, options: PortClientOptions = {}): Workbench {
  const { sleep = sleepAlone, random = Math.random } = options;
  const line = createLine(way, sleep, options.silence ?? LONGEST_SILENCE);
  return {
    call: async (name, input) => {
      const answer = await line.ask((id) => ({ rook: 'call', id, name, input }));
      return answer.ok ? parseCallOutput(name, answer.value) : answer;
    },
    follow: (wish) => followHealing(line.open, wish, { sleep, random }),
    readBlob: async (hash, part) => {
      const partOf = part === undefined ? {} : { part };
      const answer = await line.ask((id) => ({ rook: 'read_blob', id, hash, ...partOf }));
      if (!answer.ok) return answer;
      if (answer.value === null) return succeed(null);
      const bytes = typeof answer.value === 'string' ? fromBase64(answer.value) : null;
      return bytes === null ? fail(rookError('internal', 'What came back are no bytes.')) : succeed(bytes);
    },
    keepBlob: async (bytes) => {
      const answer = await line.ask((id) => ({ rook: 'keep_blob', id, base64: toBase64(bytes) }));
      if (!answer.ok) return answer;
      const hash = contentHashSchema.safeParse(answer.value);
      return hash.success ? succeed(hash.data) : fail(rookError('internal', 'What came back is no hash.'));
    },
  };
}

interface Line {
  ask(message: (id: string) => DownMessage): Promise<Result<unknown>>;
  readonly open: (wish: FollowWish, signal: AbortSignal) => Promise<Result<AsyncIterable<WorkbenchEvent>>>;
}

interface Stream {
  readonly queue: EventQueue<WorkbenchEvent>;
  /** The number of the event that comes next. */
  next: number;
}

function createLine(way: MessageWay, sleep: Sleep, silence: number): Line {
  const asked = new Map<string, (answer: Result<unknown>) => void>();
  const streams = new Map<string, Stream>();
  const watches = new Set<Watch>();
  const nextId = createIds();
  const post = (message: DownMessage): void => {
    try {
      way.post(message);
    } catch {
      // A way that was closed is as silent as one at whose end nobody is, and is noticed as that.
    }
  };
  way.listen((message) => {
    const up = readUp(message);
    if (up === null) return;
    for (const watch of watches) watch.heard();
    if (up.rook === 'answer') asked.get(up.id)?.(parseAnswer(up.result));
    else if (up.rook !== 'alive') takeEvent(streams.get(up.id), up);
  });
  post({ rook: 'hello' });
  const watched = (silent: () => void): (() => void) => {
    const watch = watchSilence(sleep, silence, silent);
    watches.add(watch);
    return () => {
      watches.delete(watch);
      watch.stop();
    };
  };
  const askAs = async (id: string, message: DownMessage): Promise<Result<unknown>> => {
    const { promise, resolve } = Promise.withResolvers<Result<unknown>>();
    const unwatch = watched(() => {
      resolve(fail(unreachable()));
    });
    asked.set(id, resolve);
    post(message);
    const answer = await promise;
    asked.delete(id);
    unwatch();
    return answer;
  };
  return {
    ask: async (message) => {
      const id = nextId();
      return askAs(id, message(id));
    },
    open: async (wish, signal) => {
      const id = nextId();
      const queue = createEventQueue<WorkbenchEvent>(countTaken(id, post));
      const unwatch = watched(queue.end);
      streams.set(id, { queue, next: 0 });
      signal.addEventListener('abort', () => {
        unwatch();
        streams.delete(id);
        queue.end();
        asked.get(id)?.(fail(unreachable()));
        post({ rook: 'stop', id });
      });
      const answer = await askAs(id, { rook: 'follow', id, session: wish.session, after: wish.after });
      if (answer.ok) return succeed(queue.items);
      unwatch();
      streams.delete(id);
      return answer;
    },
  };
}

/** A stream that misses an event is over: it is opened again behind the last entry. */
function takeEvent(stream: Stream | undefined, up: Extract<UpMessage, { rook: 'event' | 'ended' }>): void {
  if (stream === undefined) return;
  if (up.rook === 'ended' || up.number !== stream.next) {
    stream.queue.end();
    return;
  }
  stream.next += 1;
  stream.queue.push(parseEvent(up.event));
}

/** Tells now and then how many were taken, so that the other end sends more. */
function countTaken(id: string, post: (message: DownMessage) => void): () => void {
  let count = 0;
  return () => {
    count += 1;
    if (count < MOST_UNTAKEN / 4) return;
    post({ rook: 'taken', id, count });
    count = 0;
  };
}

/** Ids that no earlier client on the same way had. */
function createIds(): () => string {
  const first = crypto.randomUUID();
  let count = 0;
  return () => {
    count += 1;
    return `${first}-${count}`;
  };
}
