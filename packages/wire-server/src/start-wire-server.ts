import { createServer, request as openRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';

import type { Script } from '@rook/contract';

import { deliverAnswer } from './deliver-answer.ts';
import { findDialect, findInnerPath } from './dialect.ts';
import { startInnerServer, type InnerServer } from './inner-server.ts';

/** A server on 127.0.0.1 that answers as a script says, in the dialect of whoever asks. */
export interface WireServer {
  /** Without a path: `http://127.0.0.1:4010`. */
  readonly url: string;
  /** Plays a script from its beginning and forgets what was received. */
  play(script: Script): void;
  /** Answers everything with this instead, whatever is asked, until the next script. */
  answerRaw(answer: RawAnswer): void;
  readonly received: readonly WireRequest[];
  /** How many connections were opened. */
  readonly connections: number;
  /** How many answers the other side broke off. */
  readonly brokenOff: number;
  close(): Promise<void>;
}

export interface WireRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
  /** The headers are never sent. */
  readonly isSilent?: boolean;
}

export interface WireServerOptions {
  /** Speaks TLS with this key and certificate, both PEM. */
  readonly tls?: { readonly key: string; readonly cert: string };
}

export async function startWireServer({ tls }: WireServerOptions = {}): Promise<WireServer> {
  const inner = await startInnerServer();
  const received: WireRequest[] = [];
  let raw: RawAnswer | null = null;
  let connections = 0;
  let brokenOff = 0;
  // Goes on through all scripts: a request of the one before may still be under way.
  let requests = 0;
  const nextNumber = (): number => {
    requests += 1;
    return requests;
  };
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    response.once('close', () => {
      if (!response.writableFinished) brokenOff += 1;
    });
    void receive(request, received)
      .then(async (one) => (raw === null ? pass(inner, one, nextNumber(), response) : sendRaw(raw, response)))
      .catch((error: unknown) => {
        response.destroy(error instanceof Error ? error : undefined);
      });
  };
  const server = tls === undefined ? createServer(answer) : createSecureServer(tls, answer);
  // Longer than any test waits between two requests, so that no line closes while it is used again.
  server.keepAliveTimeout = 60_000;
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
    play: (script) => {
      raw = null;
      received.length = 0;
      inner.play(script);
    },
    answerRaw: (given) => {
      raw = given;
    },
    received,
    get connections() {
      return connections;
    },
    get brokenOff() {
      return brokenOff;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
      await inner.close();
    },
  };
}

async function receive(request: IncomingMessage, received: WireRequest[]): Promise<WireRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)] as const);
  const one = {
    method: request.method ?? '',
    path: request.url ?? '',
    headers: Object.fromEntries(headers),
    body: Buffer.concat(chunks).toString('utf8'),
  };
  received.push(one);
  return one;
}

async function sendRaw(
  { status, headers, body, isSilent }: RawAnswer,
  response: ServerResponse,
): Promise<void> {
  if (isSilent === true) return Promise.resolve();
  response.writeHead(status, headers);
  response.end(body);
  return Promise.resolve();
}

/** Lets the server inside understand the request and speak; the plan that it found there says what becomes of it. */
async function pass(
  inner: InnerServer,
  { path, body }: WireRequest,
  place: number,
  response: ServerResponse,
): Promise<void> {
  const dialect = findDialect(path);
  if (dialect === null) {
    response.writeHead(404, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({ error: { message: `Nothing answers at ${path}.`, type: 'not_found_error' } }),
    );
    return;
  }
  const number = `${place}-${path}`;
  inner.expect(number, body, dialect);
  const healthy = await ask(`${inner.url}${findInnerPath(dialect, path)}`, number, body);
  const plan = inner.planOf(number);
  if ('healthy' in plan) {
    await deliverAnswer(dialect, plan, healthy, response);
    healthy.destroy();
    return;
  }
  response.writeHead(500, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ error: { message: `No step answers: ${plan.join('; ')}` } }));
}

async function ask(url: string, number: string, body: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      'x-aimock-context': number,
      'anthropic-version': '2023-06-01',
    };
    // A line of its own: one that is used again may be about to close.
    const request = openRequest(url, { method: 'POST', headers, agent: false }, resolve);
    request.once('error', reject);
    request.end(body);
  });
}
