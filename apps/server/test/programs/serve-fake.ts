import { createFakeWorkbench, FAKE_SESSION } from '@rook/client/testing';
import { succeed } from '@rook/contract';

import { startServer } from '../../src/index.ts';

/** A server that a test can kill: it writes an entry every few milliseconds, and knows the key whose hash it is given. */
const [port = '0', hash = '', written = '0'] = process.argv.slice(2);
const fake = createFakeWorkbench();
let count = 0;
const writeNext = (): void => {
  fake.write(FAKE_SESSION, `e${count}`);
  count += 1;
};
while (count < Number(written)) writeNext();
setInterval(writeNext, 3);
const server = await startServer({
  workbench: fake,
  port: Number(port),
  uiFolder: null,
  log: { write: () => undefined },
  keys: { load: async () => succeed([hash]), keep: async () => succeed(undefined) },
});
process.stdout.write(server.ok ? `${server.value.port}\n` : `${server.error.message}\n`);
