import { ERRORS } from '@rook/contract';

import type { Clock } from '../ports/clock.ts';
import type {
  FailedEvent,
  Model,
  ModelError,
  ModelErrorCode,
  ModelEvent,
  ModelRequest,
} from '../ports/model.ts';

export interface TryOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** On the monotonic clock. */
  readonly deadline: number;
  readonly timeoutSeconds: number;
  /** How long the model may keep silent before the answer begins. */
  readonly firstEventMilliseconds: number;
  /** How long the answer may pause once it has begun. */
  readonly stallMilliseconds: number;
  /** What is typed in a terminal: `rook`. */
  readonly binary: string;
}

/** What a model tells; that it works is of use only to whoever watches it. */
export type ToldEvent = Exclude<ModelEvent, { kind: 'working' }>;

/**
 * Sends the request once. Ends with exactly one `finished` or `failed`, also when the model keeps silent, breaks its
 * contract or does not hear that it is cancelled. Does not throw.
 */
export async function* tryModel(
  model: Model,
  request: ModelRequest,
  options: TryOptions,
): AsyncGenerator<ToldEvent> {
  if (options.signal.aborted) {
    yield { ...failed(cancelled()), mayCost: false };
    return;
  }
  const connection = new AbortController();
  const watch = startWatch(model.name, options);
  const events = model.stream(request, connection.signal)[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await Promise.race([nextOf(events), watch.ended]);
      if (next === undefined) {
        yield failed(
          modelError('model_cut', `The answer of ${model.name} ended without a last word; try again.`),
        );
        return;
      }
      watch.sawEvent();
      if (next.kind === 'working') continue;
      yield next;
      if (next.kind === 'finished' || next.kind === 'failed') return;
    }
  } finally {
    watch.stop();
    connection.abort();
    // Not waited for: a model that does not hear would hold everything up.
    void events.return?.().catch(() => undefined);
  }
}

async function nextOf(events: AsyncIterator<ModelEvent>): Promise<ModelEvent | undefined> {
  try {
    const next = await events.next();
    return next.done === true ? undefined : next.value;
  } catch (error) {
    return failed(
      modelError('model_failed', `The connection to the model broke inside Rook: ${String(error)}.`),
    );
  }
}

interface Watch {
  /** Resolves when the call has to end, and never otherwise. */
  readonly ended: Promise<FailedEvent>;
  sawEvent(): void;
  stop(): void;
}

function startWatch(name: string, options: TryOptions): Watch {
  const { clock, signal, deadline, firstEventMilliseconds, stallMilliseconds } = options;
  const sleep = new AbortController();
  const ended = Promise.withResolvers<FailedEvent>();
  const begin = clock.monotonic();
  let lastEvent: number | null = null;
  const cancel = () => ended.resolve(failed(cancelled()));
  signal.addEventListener('abort', cancel, { once: true });

  const look = async (): Promise<void> => {
    while (!sleep.signal.aborted) {
      const now = clock.monotonic();
      if (now >= deadline) ended.resolve(failed(timedOut(name, options)));
      const silent = lastEvent === null ? begin + firstEventMilliseconds : lastEvent + stallMilliseconds;
      if (now >= silent) {
        ended.resolve(
          failed(
            lastEvent === null ? unanswered(name, now - begin, options) : stalled(name, now - lastEvent),
          ),
        );
      }
      // The first event brings the other limit, which may be the shorter one.
      const wake = Math.min(deadline, silent, now + stallMilliseconds);
      if (wake <= now) return;
      await clock.sleep(wake - now, sleep.signal);
    }
  };
  void look();

  return {
    ended: ended.promise,
    sawEvent: () => {
      lastEvent = clock.monotonic();
    },
    stop: () => {
      signal.removeEventListener('abort', cancel);
      sleep.abort();
    },
  };
}

function timedOut(name: string, { timeoutSeconds, binary }: TryOptions): ModelError {
  const more = Math.min(timeoutSeconds * 2, MOST_SECONDS);
  return modelError(
    'timed_out',
    `${name} did not finish within ${timeoutSeconds} seconds (model.timeout); try again, or give it more time with \`${binary} settings set model.timeout ${more}\`.`,
  );
}

const MOST_SECONDS = 86_400;
/** Below this a call waits no longer for its first word. */
const LONG_SECONDS = 600;

function stalled(name: string, milliseconds: number): ModelError {
  const seconds = Math.round(milliseconds / 1000);
  return modelError(
    'model_stalled',
    `${name} stopped in the middle of its answer for ${seconds} seconds; try again.`,
  );
}

function unanswered(name: string, milliseconds: number, { timeoutSeconds, binary }: TryOptions): ModelError {
  const seconds = Math.round(milliseconds / 1000);
  const more = Math.min(Math.max(timeoutSeconds * 2, LONG_SECONDS), MOST_SECONDS);
  return modelError(
    'model_stalled',
    `${name} has not answered at all for ${seconds} seconds; look whether its server works, or try again. One that is only slow to begin gets more time with \`${binary} settings set model.timeout ${more}\`.`,
  );
}

export function cancelled(): ModelError {
  return modelError('cancelled', 'The call was cancelled.');
}

/** The request may have reached the provider, so it may cost. */
function failed(error: ModelError): FailedEvent {
  return { kind: 'failed', error, mayCost: true, usage: null };
}

function modelError(code: ModelErrorCode, message: string): ModelError {
  const { kind, retryable } = ERRORS[code];
  return { code, kind, message, retryable };
}
