import { createServer, request as openRequest } from 'node:http';
import { connect } from 'node:net';

/** A proxy for tests: passes plain requests on, opens tunnels, and writes down what it was asked for. Every name leads to this machine. */
export interface TestProxy {
  readonly url: string;
  readonly asked: string[];
  close(): void;
}

export async function startProxy(): Promise<TestProxy> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method ?? ''} ${request.url ?? ''}`);
    const { method, headers } = request;
    const onward = openRequest(toThisMachine(request.url ?? ''), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    request.pipe(onward);
  });
  server.on('connect', (request, socket, head) => {
    asked.push(`CONNECT ${request.url ?? ''}`);
    const port = (request.url ?? '').split(':').at(-1);
    const onward = connect(Number(port), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      onward.write(head);
      onward.pipe(socket);
      socket.pipe(onward);
    });
    onward.on('error', () => socket.destroy());
    socket.on('error', () => onward.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function toThisMachine(address: string): URL {
  const url = new URL(address);
  url.hostname = '127.0.0.1';
  return url;
}
