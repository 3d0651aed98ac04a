import type { IncomingMessage } from 'node:http';

import { createPieceJoiner } from './join-pieces.ts';
import { createAnswerLimit } from './limit-answer.ts';

/** So much may wait for a reader before the socket is paused. */
const MOST_WAITING = 262_144;

/**
 * The body of an answer as a web stream. Whoever reads gets at once all that has come since the last time, its pieces
 * joined. The socket is paused when nobody reads and destroyed when nobody wants the rest. A failure is told behind
 * all that came before it.
 */
export function openAnswerStream(answer: IncomingMessage, mostBytes: number): ReadableStream<Uint8Array> {
  const limit = createAnswerLimit(mostBytes);
  const join = createPieceJoiner();
  let waiting: Buffer[] = [];
  let size = 0;
  let end: 'whole' | Error | null = null;
  let isWanted = false;
  let isDue = false;
  const take = (): Buffer => {
    const [only, ...others] = waiting;
    const all = only !== undefined && others.length === 0 ? only : Buffer.concat(waiting, size);
    waiting = [];
    size = 0;
    if (end === null) answer.resume();
    return join(all);
  };
  const hand = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
    isDue = false;
    if (!isWanted || (size === 0 && end === null)) return;
    isWanted = false;
    if (size > 0) controller.enqueue(take());
    else if (end === 'whole') controller.close();
    else controller.error(end);
  };
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        // One read of the socket is told in several events; what comes with the same read is handed over together.
        const handSoon = (): void => {
          if (isDue) return;
          isDue = true;
          queueMicrotask(() => {
            hand(controller);
          });
        };
        const finish = (how: 'whole' | Error): void => {
          end ??= how;
          handSoon();
        };
        answer.on('data', (chunk: Buffer) => {
          if (end !== null) return;
          const excess = limit(chunk);
          if (excess !== null) {
            finish(excess);
            answer.destroy();
            return;
          }
          waiting.push(chunk);
          size += chunk.length;
          if (size >= MOST_WAITING) answer.pause();
          handSoon();
        });
        answer.once('end', () => {
          finish('whole');
        });
        answer.on('error', finish);
        answer.once('close', () => {
          finish(new Error('The connection closed before the answer was whole.'));
        });
      },
      pull: (controller) => {
        isWanted = true;
        hand(controller);
      },
      cancel: () => {
        end ??= 'whole';
        waiting = [];
        size = 0;
        isWanted = false;
        answer.destroy();
      },
    },
    { highWaterMark: 0 },
  );
}
