import { setImmediate } from 'node:timers/promises';

import type { Following, WorkbenchEvent } from '@rook/contract';

export interface StreamOptions {
  readonly heartbeatMilliseconds: number;
  /** Ends the stream, as a server does that stops. */
  readonly closing: AbortSignal;
  /** The stream is over, whoever ended it. */
  readonly ended: () => void;
}

export interface EventStream {
  readonly body: ReadableStream<Uint8Array>;
  /** The other end is gone. */
  readonly stop: () => void;
}

/** About as much as a socket takes at once. */
const MOST_AT_ONCE = 64 * 1024;
const LATER = 'later';

type Step = IteratorResult<WorkbenchEvent, unknown> | null;

/**
 * Events as lines of JSON. The source is asked only when the socket takes more, so that a slow reader costs no memory;
 * what came in the same moment goes out as one piece; an empty line says now and then that the way works.
 */
export function streamEvents(following: Following, options: StreamOptions): EventStream {
  const source = following.events[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  let isOver = false;
  let asked: Promise<Step> | null = null;
  const stop = (): void => {
    if (isOver) return;
    isOver = true;
    following.stop();
    options.closing.removeEventListener('abort', stop);
    options.ended();
  };
  // A source that throws has ended; the surface opens the stream again.
  const ask = async (): Promise<Step> => source.next().catch(() => null);
  const collect = async (first: WorkbenchEvent): Promise<string> => {
    const sameMoment: Promise<typeof LATER> = setImmediate(LATER);
    let text = `${JSON.stringify(first)}\n`;
    while (text.length < MOST_AT_ONCE) {
      asked = ask();
      const more = await Promise.race([asked, sameMoment]);
      // What is there no more stays asked for, and the next round finds it.
      if (more === LATER || more === null || more.done === true) break;
      asked = null;
      text += `${JSON.stringify(more.value)}\n`;
    }
    return text;
  };
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    asked ??= ask();
    const step = await orHeartbeat(asked, options);
    if (isOver || step === null || (step !== LATER && step.done === true)) {
      stop();
      controller.close();
      return;
    }
    if (step !== LATER) asked = null;
    const text = step === LATER ? '\n' : await collect(step.value);
    controller.enqueue(encoder.encode(text));
  };
  options.closing.addEventListener('abort', stop);
  const body = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        // A reader that has gone meanwhile makes each touch of the controller a throw.
        await pull(controller).catch(stop);
      },
      cancel: stop,
    },
    { highWaterMark: 0 },
  );
  return { body, stop };
}

async function orHeartbeat(
  asked: Promise<Step>,
  { heartbeatMilliseconds, closing }: StreamOptions,
): Promise<Step | typeof LATER> {
  const { promise, resolve } = Promise.withResolvers<Step | typeof LATER>();
  const timer = setTimeout(resolve, heartbeatMilliseconds, LATER);
  const end = (): void => {
    resolve(null);
  };
  closing.addEventListener('abort', end);
  void asked.then(resolve);
  if (closing.aborted) end();
  const step = await promise;
  clearTimeout(timer);
  closing.removeEventListener('abort', end);
  return step;
}
