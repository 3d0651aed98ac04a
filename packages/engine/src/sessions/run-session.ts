import type { MessageId } from '@rook/contract';

import type { ConversationMessage } from '../context/conversation.ts';
import type { OpenTurn } from '../context/fold-conversation.ts';
import type { OrderedBatch } from './run-ordered-batch.ts';

/** A turn to run: for a message, or one that waited for an answer. */
export interface TurnJob {
  readonly message: ConversationMessage;
  readonly waited?: OpenTurn;
  /** Commands that are run before the model is asked, if it is. */
  readonly batch?: OrderedBatch;
}

/** The one runner of a session: turns run one after the other, in the order in which messages were admitted. */
export interface SessionRunner {
  /** A message for a turn of its own. */
  readonly add: (message: ConversationMessage, batch?: OrderedBatch) => void;
  /** Goes on with a turn that waited, before anything else. */
  readonly resume: (waited: OpenTurn) => void;
  /** A message for the turn that runs; waits for the next turn when none does. */
  readonly steer: (message: ConversationMessage) => void;
  readonly takeSteering: () => readonly ConversationMessage[];
  readonly isRunning: () => boolean;
  readonly waiting: () => number;
  /** Takes a message out that waits for a turn of its own; undefined: none of that id does. */
  readonly remove: (message: MessageId) => ConversationMessage | undefined;
  /** Ends the turn that runs; what waits stays. */
  readonly cancel: () => void;
  readonly idle: () => Promise<void>;
  /** Ends the turn that runs and begins no other. */
  readonly stop: () => Promise<void>;
}

/** `runTurn` must not throw. */
export function createSessionRunner(
  runTurn: (job: TurnJob, signal: AbortSignal) => Promise<void>,
): SessionRunner {
  const queue: TurnJob[] = [];
  const steering: ConversationMessage[] = [];
  let running: { readonly stop: AbortController; readonly done: Promise<void> } | null = null;
  let stopped = false;

  async function drain(stop: AbortController, first: TurnJob): Promise<void> {
    await runTurn(first, stop.signal);
    // What came too late for the turn gets one of its own, before what came after it.
    queue.unshift(...steering.splice(0).map((message) => ({ message })));
    running = null;
    begin();
  }

  function begin(): void {
    const next = stopped || running !== null ? undefined : queue.shift();
    if (next === undefined) return;
    const stop = new AbortController();
    running = { stop, done: Promise.resolve() };
    running = { stop, done: drain(stop, next) };
  }

  /** A turn that ended may have begun the next. */
  async function untilIdle(): Promise<void> {
    const current = running;
    if (current === null) return;
    await current.done;
    await untilIdle();
  }

  return {
    add: (message, batch) => {
      queue.push({ message, ...(batch === undefined ? {} : { batch }) });
      begin();
    },
    resume: (waited) => {
      queue.unshift({ message: waited.turn.message, waited });
      begin();
    },
    steer: (message) => {
      if (running === null) {
        queue.push({ message });
        begin();
      } else steering.push(message);
    },
    takeSteering: () => steering.splice(0),
    isRunning: () => running !== null,
    waiting: () => queue.length + steering.length,
    remove: (message) => {
      const place = queue.findIndex((job) => job.message.id === message && job.waited === undefined);
      return place < 0 ? undefined : queue.splice(place, 1)[0]?.message;
    },
    cancel: () => running?.stop.abort(),
    idle: untilIdle,
    stop: async () => {
      stopped = true;
      running?.stop.abort();
      await untilIdle();
    },
  };
}
