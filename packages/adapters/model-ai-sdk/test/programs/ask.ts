import { createModel } from '../../src/create-model.ts';
import { createSockets } from '../../src/sockets/create-sockets.ts';

/** Asks the model behind an address, so often and so many at the same time, with the environment of this process, and prints the last events. */
const [, , baseUrl = '', times = '1', together = '1'] = process.argv;
const sockets = createSockets(process.env);
const connection = { name: 'program', provider: 'openai-compatible' as const, baseUrl };
const model = createModel(connection, 'a key for tests', 'qwen3', { sockets });
const request = {
  system: '',
  messages: [{ role: 'user' as const, parts: [{ kind: 'text' as const, text: 'Hello.' }] }],
  maxOutputTokens: 10,
};
for (let round = 0; round < Number(times); round += 1) {
  await Promise.all(Array.from({ length: Number(together) }, ask));
}
sockets.close();

async function ask(): Promise<void> {
  for await (const event of model.stream(request, new AbortController().signal)) {
    if (event.kind === 'failed' || event.kind === 'finished')
      process.stdout.write(`${JSON.stringify(event)}\n`);
  }
}
