import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

import type { Dialect } from './dialect.ts';
import { editFrame, isClosing } from './edit-frames.ts';
import type { AnswerPlan } from './plan-answer.ts';
import { findStatus, writeErrorBody, writeErrorFrame } from './write-error.ts';

/** Sends an answer as its plan says: in order, slowly, or not to its end. */
export async function deliverAnswer(
  dialect: Dialect,
  plan: AnswerPlan,
  healthy: AsyncIterable<unknown>,
  response: ServerResponse,
): Promise<void> {
  if (plan.firstDelay > 0) await wait(plan.firstDelay);
  if (plan.isEmpty && plan.end?.kind === 'error') {
    sendError(dialect, plan.end, response);
    return;
  }
  if (plan.isEmpty && plan.end?.kind === 'fault' && plan.end.fault === 'reset') {
    response.socket?.resetAndDestroy();
    return;
  }
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache',
  });
  response.flushHeaders();
  if (!plan.isEmpty) await sendFrames(dialect, plan, healthy, response);
  await breakOff(dialect, plan, response);
}

function sendError(
  dialect: Dialect,
  error: Extract<NonNullable<AnswerPlan['end']>, { kind: 'error' }>,
  response: ServerResponse,
): void {
  const { retryAfterSeconds } = error;
  response.writeHead(findStatus(error), {
    'content-type': 'application/json',
    ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
  });
  response.end(JSON.stringify(writeErrorBody(dialect, error)));
}

async function sendFrames(
  dialect: Dialect,
  plan: AnswerPlan,
  healthy: AsyncIterable<unknown>,
  response: ServerResponse,
): Promise<void> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of healthy) {
    rest += chunk instanceof Uint8Array ? decoder.decode(chunk, { stream: true }) : '';
    const frames = rest.split('\n\n');
    rest = frames.pop() ?? '';
    const sent: string[] = [];
    for (const frame of frames) {
      if (plan.end !== null && isClosing(dialect, frame)) {
        response.write(sent.join(''));
        return;
      }
      sent.push(`${editFrame(dialect, frame, plan)}\n\n`);
      if (plan.frameDelay === 0) continue;
      response.write(sent.splice(0).join(''));
      await wait(plan.frameDelay);
    }
    if (sent.length > 0 && !response.write(sent.join(''))) await untilDrained(response);
    if (response.destroyed) return;
  }
}

async function untilDrained(response: ServerResponse): Promise<void> {
  await new Promise<void>((resolve) => {
    response.once('drain', resolve);
    response.once('close', resolve);
  });
}

/** How long what was written is given to leave before the connection is torn down behind it. */
const GRACE = 30;

async function breakOff(dialect: Dialect, { end }: AnswerPlan, response: ServerResponse): Promise<void> {
  if (end === null) {
    response.end();
    return;
  }
  if (end.delayMilliseconds !== undefined) await wait(end.delayMilliseconds);
  if (end.kind === 'error') {
    response.end(`${writeErrorFrame(dialect, end)}\n\n`);
    return;
  }
  switch (end.fault) {
    case 'cut':
      response.end();
      return;
    case 'malformed':
      response.end('data: {"this is": no JSON\n\n');
      return;
    case 'reset':
      await wait(GRACE);
      response.socket?.resetAndDestroy();
      return;
    case 'stall':
      // Stays open until the other side has enough.
      return;
  }
}
