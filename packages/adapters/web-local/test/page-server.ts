import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

import type { Web } from '@rook/engine';

import { createLocalWeb } from '../src/create-local-web.ts';

/** A public address that leads to the server of a test. */
export const PUBLIC = '93.184.215.14';

export interface PageServer {
  /** Reaches the server under every name. */
  readonly web: Web;
  readonly address: (path: string, host?: string) => string;
  readonly requests: readonly IncomingMessage[];
  /** How many connections there were. */
  readonly connections: () => number;
  close(): Promise<void>;
}

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export async function openPageServer(handle: Handler): Promise<PageServer> {
  const requests: IncomingMessage[] = [];
  let count = 0;
  const server = createServer((request, response) => {
    requests.push(request);
    handle(request, response);
  });
  server.on('connection', () => {
    count += 1;
  });
  const port = await listen(server);
  return {
    web: createLocalWeb({ resolve: async () => [PUBLIC], route: () => '127.0.0.1' }),
    address: (path, host = 'stage.example') => `http://${host}:${port}${path}`,
    requests,
    connections: () => count,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
