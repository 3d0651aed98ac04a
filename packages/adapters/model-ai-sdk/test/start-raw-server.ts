import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** A server for tests that does with each request what it is told, and counts the answers that were broken off. */
export interface RawServer {
  readonly url: string;
  readonly brokenOff: number;
  close(): void;
}

export type Behaviour = (response: ServerResponse, request: IncomingMessage) => void;

/** The behaviour is called when the request has come as a whole. */
export async function startRawServer(behave: Behaviour): Promise<RawServer> {
  let brokenOff = 0;
  const server = createServer((request, response) => {
    response.once('close', () => {
      if (!response.writableFinished) brokenOff += 1;
    });
    response.on('error', () => undefined);
    request.resume();
    request.once('end', () => {
      behave(response, request);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    get brokenOff() {
      return brokenOff;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

export function beginStream(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.flushHeaders();
}

/** One event of a stream. */
export function writeEvent(response: ServerResponse, value: object): void {
  response.write(`data: ${JSON.stringify(value)}\n\n`);
}
