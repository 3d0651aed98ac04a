import { once } from 'node:events';
import { connect } from 'node:net';

import { createHttpClient, takeKey } from '@rook/client';
import { createFakeWorkbench, type FakeWorkbench } from '@rook/client/testing';
import type { Result, Workbench } from '@rook/contract';

import { startServer, type RunningServer, type ServerOptions } from '../src/index.ts';

interface LogLine {
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface ServerStage {
  readonly fake: FakeWorkbench;
  readonly server: RunningServer;
  /** `http://127.0.0.1:4317`. */
  readonly base: string;
  /** What a page holds that was let in. */
  readonly key: string;
  readonly client: Workbench;
  readonly log: readonly LogLine[];
  readonly options: ServerOptions;
}

export async function startStage(changes: Partial<ServerOptions> = {}): Promise<ServerStage> {
  const fake = createFakeWorkbench();
  const log: LogLine[] = [];
  const options: ServerOptions = {
    workbench: fake,
    port: 0,
    uiFolder: null,
    log: {
      write: (_level, message, fields = {}) => {
        log.push({ message, fields });
      },
    },
    ...changes,
  };
  const server = valueOf(await startServer(options));
  const base = `http://127.0.0.1:${server.port}`;
  const key = valueOf(await takeKeyOf(server.url));
  const client = createHttpClient({ baseUrl: base, key: () => key });
  return { fake, server, base, key, client, log, options };
}

/** What a page does that is opened with this address. */
export async function takeKeyOf(url: string): Promise<Result<string>> {
  const { hash, origin } = new URL(url);
  return takeKey({
    fragment: hash,
    forgetFragment: () => undefined,
    storage: { getItem: () => null, setItem: () => undefined },
    baseUrl: origin,
  });
}

export function valueOf<Value>(result: Result<Value>): Value {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

/** Sends text as it is, and gives back all that comes until the other end closes. */
export async function sendRaw(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const pieces: string[] = [];
  socket.setEncoding('utf8');
  socket.on('data', (piece: string) => pieces.push(piece));
  // A line that is cut while the rest is still sent has said what it had to say.
  socket.on('error', () => undefined);
  const closed = once(socket, 'close');
  socket.write(text);
  await closed;
  return pieces.join('');
}

/** The answer to a line and headers that nobody would send by accident. */
export async function visit(stage: ServerStage, line: string, headers: readonly string[]): Promise<string> {
  return sendRaw(stage.server.port, [line, ...headers, 'connection: close', '', ''].join('\r\n'));
}
