import { request as requestPlain, type Agent, type IncomingMessage } from 'node:http';
import { request as requestSecure } from 'node:https';
import type { Socket } from 'node:net';

import { HttpFailure } from '../errors/http-failure.ts';
import { readField } from '../read-field.ts';
import { openAnswerStream } from './answer-stream.ts';
import type { Journey } from './journey.ts';

/**
 * Sends one request and gives the stream that comes back. Anything but a stream is an `HttpFailure` with the
 * beginning of its body. When the signal aborts, the socket is destroyed, whatever it is doing.
 */
export async function sendRequest(
  url: URL,
  init: RequestInit,
  agent: Agent,
  journey: Journey,
): Promise<Response> {
  const answer = await openAnswer(url, init, agent, journey);
  const status = answer.statusCode ?? 0;
  const headers = readHeaders(answer);
  journey.phase = status >= 200 && status <= 299 ? 'answering' : 'refused';
  if (status < 200 || status > 299 || !isStream(headers)) {
    throw new HttpFailure(status, headers, await readBeginning(answer));
  }
  return new Response(openAnswerStream(answer, journey.mostBytes), { status, headers: [...headers] });
}

function openAnswer(url: URL, init: RequestInit, agent: Agent, journey: Journey): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { signal, body, method } = init;
    const options = {
      agent,
      method: method ?? 'GET',
      headers: { ...Object.fromEntries(new Headers(init.headers)), 'accept-encoding': 'identity' },
      ...(signal === undefined || signal === null ? {} : { signal }),
    };
    const request = url.protocol === 'https:' ? requestSecure(url, options) : requestPlain(url, options);
    request.once('socket', (socket) => {
      whenOpen(socket, () => {
        journey.phase = 'sent';
      });
    });
    request.once('response', resolve);
    // Also hears what fails after the answer has begun; the stream of the answer tells that itself.
    request.on('error', reject);
    request.end(typeof body === 'string' ? body : undefined);
  });
}

/** A socket takes what is written before it is open; only when it is, something leaves. */
function whenOpen(socket: Socket, act: () => void): void {
  if (readField(socket, 'secureConnecting') === true) socket.once('secureConnect', act);
  else if (socket.connecting) socket.once('connect', act);
  else act();
}

function readHeaders(answer: IncomingMessage): Map<string, string> {
  return new Map(
    Object.entries(answer.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );
}

/** Servers that say nothing about the type are believed; those that say it is something else, or packed, are not. */
function isStream(headers: ReadonlyMap<string, string>): boolean {
  const isPlain = /^(?:identity)?$/iu.test(headers.get('content-encoding') ?? '');
  return isPlain && /^\s*(?:text\/event-stream|$)/iu.test(headers.get('content-type') ?? '');
}

const MOST_BYTES = 65_536;

/** The beginning of a body that is no stream; the rest is not read, and the socket is not used again then. */
async function readBeginning(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of answer) {
      if (!Buffer.isBuffer(chunk)) continue;
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > MOST_BYTES) break;
    }
  } catch {
    // What came is enough to say what happened.
  }
  return Buffer.concat(chunks).subarray(0, MOST_BYTES).toString('utf8');
}
