import { fail, rookError, succeed, type Following, type Result, type Workbench } from '@rook/contract';

import { fromBase64, toBase64 } from './base64.ts';
import { answerCall, withoutThrow } from './create-direct-client.ts';
import { MOST_UNTAKEN, readDown, type DownMessage, type MessageWay, type UpMessage } from './port-message.ts';
import { sleep as sleepAlone, type Sleep } from './sleep.ts';

/** How often the other end is told that somebody is there. */
const HEARTBEAT = 15_000;

export interface ServePortOptions {
  /** Is told of what was said to this end and could not be understood: of what kind it was, and why. */
  readonly log?: (kind: string, why: string) => void;
  readonly sleep?: Sleep;
  readonly heartbeat?: number;
}

/** Serves a workbench to the surface at the other end of a way, until `stop`. */
export function servePort(
  way: MessageWay,
  workbench: Workbench,
  { sleep = sleepAlone, heartbeat = HEARTBEAT, log = () => undefined }: ServePortOptions = {},
): { stop(): void } {
  const stopper = new AbortController();
  const streams = new Map<string, Stream>();
  const post = (message: UpMessage): void => {
    if (stopper.signal.aborted) return;
    try {
      way.post(message);
    } catch {
      // Nobody is at the other end any more; a surface that comes back follows anew.
    }
  };
  const stopAll = (): void => {
    for (const stream of streams.values()) stopStream(stream);
    streams.clear();
  };
  const answer = async (id: string, run: () => Promise<Result<unknown>>): Promise<void> => {
    post({ rook: 'answer', id, result: await withoutThrow(run) });
  };
  const unlisten = way.listen((message) => {
    const down = readDown(message);
    if (down === null) return;
    if (down.rook === 'malformed') reject(down.kind, down.id);
    else if (down.rook === 'hello') stopAll();
    else if (down.rook === 'follow') follow(down);
    else if (down.rook === 'taken') grant(streams.get(down.id), down.count);
    else if (down.rook === 'stop') stopStream(streams.get(down.id));
    else void answer(down.id, async () => carryOut(workbench, down, log));
  });
  const reject = (kind: string, id: string | null): void => {
    log(kind.slice(0, LONGEST_KIND), MALFORMED.message);
    if (id !== null) post({ rook: 'answer', id, result: fail(MALFORMED) });
  };
  const follow = (wish: Extract<DownMessage, { rook: 'follow' }>): void => {
    const following = workbench.follow({ session: wish.session, after: wish.after });
    const stream: Stream = { following, room: MOST_UNTAKEN, wake: () => undefined, isStopped: false };
    streams.set(wish.id, stream);
    post({ rook: 'answer', id: wish.id, result: succeed(null) });
    void tell(wish.id, stream, post).finally(() => streams.delete(wish.id));
  };
  const beat = async (): Promise<void> => {
    while (!stopper.signal.aborted) {
      post({ rook: 'alive' });
      await sleep(heartbeat, stopper.signal);
    }
  };
  void beat();
  return {
    stop: () => {
      unlisten();
      for (const id of streams.keys()) post({ rook: 'ended', id });
      stopAll();
      stopper.abort();
    },
  };
}

const MALFORMED = rookError('invalid_input', 'The message is not of this version, or not whole.');
const LONGEST_KIND = 100;

interface Stream {
  readonly following: Following;
  /** How many more events may be sent. */
  room: number;
  wake: () => void;
  isStopped: boolean;
}

function stopStream(stream: Stream | undefined): void {
  if (stream === undefined) return;
  stream.isStopped = true;
  stream.following.stop();
  stream.wake();
}

function grant(stream: Stream | undefined, count: number): void {
  if (stream === undefined) return;
  stream.room += count;
  stream.wake();
}

/** Sends what happens, no faster than it is taken. */
async function tell(id: string, stream: Stream, post: (message: UpMessage) => void): Promise<void> {
  let number = 0;
  try {
    for await (const event of stream.following.events) {
      while (stream.room === 0 && !stream.isStopped) {
        const { promise, resolve } = Promise.withResolvers<void>();
        stream.wake = resolve;
        await promise;
      }
      if (stream.isStopped) return;
      stream.room -= 1;
      post({ rook: 'event', id, number, event });
      number += 1;
    }
    post({ rook: 'ended', id });
  } catch {
    post({ rook: 'ended', id });
  } finally {
    stream.following.stop();
  }
}

async function carryOut(
  workbench: Workbench,
  down: Extract<DownMessage, { rook: 'call' | 'read_blob' | 'keep_blob' }>,
  log: NonNullable<ServePortOptions['log']>,
): Promise<Result<unknown>> {
  if (down.rook === 'call')
    return answerCall(workbench, down.name, down.input, ({ message }) => log('call', message));
  if (down.rook === 'read_blob') {
    const bytes = await workbench.readBlob(down.hash, down.part);
    return bytes.ok && bytes.value !== null ? succeed(toBase64(bytes.value)) : bytes;
  }
  const bytes = fromBase64(down.base64);
  if (bytes === null) return fail(rookError('invalid_input', 'These are no bytes in base64.'));
  return workbench.keepBlob(bytes);
}
