import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

import { getRequestListener } from '@hono/node-server';
import { fail, rookError, succeed, type Result } from '@rook/contract';

import { createApp } from './create-app.ts';
import { judgeDoor } from './judge-door.ts';
import { createKeyRing } from './key-ring.ts';
import { bodyOf, loggable, refuse, type Refusal } from './refusal.ts';
import {
  DEFAULT_LIMITS,
  type RunningServer,
  type ServerLimits,
  type ServerLog,
  type ServerOptions,
} from './server-options.ts';
import { openUiFiles } from './ui-files.ts';

/** Serves a workbench and its page on 127.0.0.1, to those that the terminal lets in. */
export async function startServer(options: ServerOptions): Promise<Result<RunningServer>> {
  const { endpointToken, keys, log, uiFolder, workbench } = options;
  const limits: ServerLimits = { ...DEFAULT_LIMITS, ...options.limits };
  const files = await openUiFiles(uiFolder);
  if (!files.ok) return files;
  const ring = await createKeyRing({ endpointToken, memory: keys, log });
  const closing = new AbortController();
  const calls = createCounter();
  const { underWay } = calls;
  const app = createApp({
    workbench,
    ring,
    files: files.value,
    limits,
    log,
    closing: closing.signal,
    underWay,
  });
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  let port = 0;
  const receive = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    for (const [name, value] of SAFE_HEADERS) outgoing.setHeader(name, value);
    const refusal = closing.signal.aborted ? CLOSING : judgeDoor(incoming, port);
    if (refusal !== null) turnAway(incoming, outgoing, refusal, log);
    else listener(incoming, outgoing).catch(() => outgoing.destroy());
  };
  const server = createServer(
    {
      maxHeaderSize: limits.headerBytes,
      requestTimeout: limits.bodyMilliseconds,
      headersTimeout: limits.bodyMilliseconds,
      connectionsCheckingInterval: Math.min(LONGEST_LOOK, limits.bodyMilliseconds),
      // A page that pauses longer than this opens another line.
      keepAliveTimeout: 65_000,
    },
    receive,
  );
  server.on('clientError', (error: Error & { readonly code?: string }, socket: Duplex) => {
    turnOff(error.code ?? '', socket, log);
  });
  const listening = await listen(server, options.port);
  if (!listening.ok) return listening;
  port = listening.value;
  server.on('error', (error) => {
    log.write('warn', 'The server could not take a visit.', { why: error.name });
  });
  const newUrl = (): string => `http://127.0.0.1:${port}/#token=${ring.makeToken()}`;
  let closed: Promise<void> | null = null;
  const close = async (): Promise<void> => {
    closing.abort();
    return closeServer(server, calls, limits.graceMilliseconds);
  };
  return succeed({
    url: newUrl(),
    port,
    newUrl,
    close: async () => {
      closed ??= close();
      return closed;
    },
  });
}

const LONGEST_LOOK = 5000;
const CLOSING = refuse(503, 'server_unreachable', 'The server stops; try again when it is back.');

/** On everything that goes out. No header lets another origin read anything: there is none of CORS. */
const SAFE_HEADERS: readonly (readonly [string, string])[] = [
  [
    'content-security-policy',
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' blob: data:; connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  ],
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'no-referrer'],
  ['cross-origin-opener-policy', 'same-origin'],
  ['cross-origin-resource-policy', 'same-origin'],
  ['x-frame-options', 'DENY'],
  ['cache-control', 'no-store'],
];

function turnAway(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  refusal: Refusal,
  log: ServerLog,
): void {
  const { method = '', url } = incoming;
  log.write('warn', 'refused', { why: refusal.message, method: method.slice(0, 10), path: loggable(url) });
  outgoing.writeHead(refusal.status, { 'content-type': 'application/json' });
  outgoing.end(bodyOf(refusal));
}

/** What cannot be read, is too long or does not come. */
function turnOff(code: string, socket: Duplex, log: ServerLog): void {
  const [line, why] = BROKEN.get(code) ?? ['400 Bad Request', 'it cannot be read'];
  if (code !== 'ECONNRESET') log.write('warn', 'refused', { why });
  if (socket.writable) socket.end(`HTTP/1.1 ${line}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  else socket.destroy();
}

const BROKEN: ReadonlyMap<string, readonly [string, string]> = new Map([
  ['ERR_HTTP_REQUEST_TIMEOUT', ['408 Request Timeout', 'it did not come whole in time']],
  ['HPE_HEADER_OVERFLOW', ['431 Request Header Fields Too Large', 'its headers are too long']],
]);

async function listen(server: Server, port: number): Promise<Result<number>> {
  return new Promise((resolve) => {
    server.once('error', (error: Error & { readonly code?: string }) => {
      const isTaken = error.code === 'EADDRINUSE';
      const sentence = isTaken
        ? `Port ${port} is in use; choose another one.`
        : `Port ${port} cannot be opened.`;
      resolve(fail(rookError('busy', sentence)));
    });
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      resolve(succeed(typeof address === 'object' && address !== null ? address.port : port));
    });
  });
}

interface Counter {
  readonly underWay: <Value>(run: () => Promise<Value>) => Promise<Value>;
  /** Until nothing is under way. */
  readonly settled: () => Promise<void>;
}

function createCounter(): Counter {
  const runs = new Set<Promise<unknown>>();
  return {
    underWay: async (run) => {
      const running = run();
      runs.add(running);
      try {
        return await running;
      } finally {
        runs.delete(running);
      }
    },
    settled: async () => {
      await Promise.allSettled(runs);
    },
  };
}

/** How long what was written is given to leave. */
const LAST_WORDS = 1000;
const LOOK = 20;

async function closeServer(server: Server, calls: Counter, grace: number): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => {
      resolve();
    });
  });
  await atMost(calls.settled(), grace);
  // A line is idle as soon as its last words have left.
  const look = setInterval(() => {
    server.closeIdleConnections();
  }, LOOK);
  await atMost(closed, LAST_WORDS);
  clearInterval(look);
  server.closeAllConnections();
  await closed;
}

async function atMost(work: Promise<void>, milliseconds: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  await Promise.race([work, promise]);
  clearTimeout(timer);
}
