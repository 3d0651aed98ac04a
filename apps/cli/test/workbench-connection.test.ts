import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { CallInput, Script, Workbench } from '@rook/contract';
import { startWireServer, type WireServer } from '@rook/wire-server';
import { expect, it, onTestFinished } from 'vitest';

import { makeCall, openWorkbench } from './make-call.ts';
import { makeSandbox, type Sandbox } from './sandbox.ts';

const KEY = ['canary', 'of', 'first', 'connection', '4711'].join('-');

const answers: Script = {
  version: 1,
  steps: [],
  default: { events: [{ kind: 'text', text: '1 2 3' }], usage: { input: 10, output: 5 } },
};

function failing(status: number, message: string): Script {
  return { version: 1, steps: [], default: { events: [{ kind: 'error', status, message }] } };
}

interface Room {
  readonly sandbox: Sandbox;
  readonly server: WireServer;
  readonly workbench: Workbench;
  readonly said: readonly string[];
  readonly filled: CallInput<'connection_test'>;
}

async function makeRoom(script: Script = answers): Promise<Room> {
  const server = await startWireServer();
  onTestFinished(async () => server.close());
  server.play(script);
  const sandbox = makeSandbox();
  const said: string[] = [];
  const workbench = await openWorkbench(makeCall(sandbox, said));
  const filled = { provider: 'xai', baseUrl: `${server.url}/v1`, model: 'grok-4', key: KEY } as const;
  return { sandbox, server, workbench, said, filled };
}

/** All that lies in the home folder as text. */
function readHome({ rookHome }: Sandbox): string {
  try {
    return readdirSync(rookHome, { recursive: true, withFileTypes: true })
      .filter((found) => found.isFile())
      .map((found) => readFileSync(join(found.parentPath, found.name), 'latin1'))
      .join('\n');
  } catch {
    return '';
  }
}

it('Q-12 tests a key that works by asking the model once, and keeps nothing', async () => {
  const { workbench, server, filled, sandbox, said } = await makeRoom();
  const tested = await workbench.call('connection_test', filled);
  expect(tested).toMatchObject({ ok: true, value: { ok: true, model: 'grok-4' } });
  expect(JSON.stringify(tested)).toContain('grok-4 answered after');
  expect(server.received).toHaveLength(1);
  expect(server.received[0]?.headers).toMatchObject({ authorization: `Bearer ${KEY}` });
  expect(readHome(sandbox)).not.toContain('connections');
  expect(`${JSON.stringify(tested)}${readHome(sandbox)}${said.join('')}`).not.toContain(KEY);
  expect(await workbench.call('about', {})).toMatchObject({ value: { connection: null } });
});

it('Q-12 says that a key is refused without repeating it, also where the provider does', async () => {
  const { workbench, server, filled, sandbox, said } = await makeRoom(
    failing(401, `Incorrect API key provided: ${KEY}`),
  );
  const tested = await workbench.call('connection_test', filled);
  expect(tested).toMatchObject({ value: { ok: false, code: 'model_bad_key', model: 'grok-4' } });
  expect(server.received).toHaveLength(1);
  expect(`${JSON.stringify(tested)}${readHome(sandbox)}${said.join('')}`).not.toContain(KEY);
});

it('Q-12 says that a model is not there', async () => {
  const { workbench, filled } = await makeRoom(failing(404, 'The model grok-9 does not exist.'));
  const tested = await workbench.call('connection_test', { ...filled, model: 'grok-9' });
  expect(tested).toMatchObject({ value: { ok: false, code: 'model_unknown', model: 'grok-9' } });
});

it('Q-12 says that nobody answers at an address', async () => {
  const { workbench, filled } = await makeRoom();
  const tested = await workbench.call('connection_test', { ...filled, baseUrl: 'http://127.0.0.1:1/v1' });
  expect(tested).toMatchObject({ value: { ok: false, code: 'model_unreachable' } });
});

it('Q-12 says what was filled in wrongly, and sends nothing', async () => {
  const { workbench, server, filled } = await makeRoom();
  const { model, ...withoutModel } = filled;
  const wrong: readonly (readonly [CallInput<'connection_test'>, string])[] = [
    [{ ...filled, baseUrl: 'ftp://somewhere' }, 'https://'],
    [{ ...filled, baseUrl: 'http://models.example/v1' }, 'without encryption'],
    [{ ...filled, key: 'two words' }, 'one word'],
    [{ ...filled, key: '' }, 'No key was given'],
    [{ ...withoutModel, provider: 'openai' }, 'has no model of its own'],
  ];
  for (const [input, words] of wrong) {
    const tested = await workbench.call('connection_test', input);
    expect(tested).toMatchObject({ value: { ok: false, model: null, costUsd: null } });
    expect(JSON.stringify(tested)).toContain(words);
  }
  expect(model).toBe('grok-4');
  expect(server.received).toEqual([]);
});

it('Q-12 keeps a connection with its key, uses it at once, and refuses a name that is taken', async () => {
  const { workbench, filled, sandbox, said } = await makeRoom();
  const kept = await workbench.call('connection_keep', { ...filled, name: 'work', use: true });
  expect(kept).toMatchObject({ ok: true, value: { name: 'work', path: sandbox.userFile, inUse: true } });
  expect(readFileSync(sandbox.userFile, 'utf8')).toContain('"work"');
  expect(await workbench.call('about', {})).toMatchObject({
    value: { connection: { name: 'work', provider: 'xai', model: 'grok-4' } },
  });
  const before = readHome(sandbox);
  const again = await workbench.call('connection_keep', {
    ...filled,
    key: `${KEY}-other`,
    name: 'work',
    use: true,
  });
  expect(again).toMatchObject({ ok: false, error: { code: 'exists' } });
  expect(readHome(sandbox)).toBe(before);
  expect(`${JSON.stringify([kept, again])}${before}${said.join('')}`).not.toContain(KEY);
});

it('Q-12 L-13 asks no model that a limit forbids', async () => {
  const { workbench, server, filled, sandbox } = await makeRoom();
  await workbench.call('connection_keep', { ...filled, name: 'work', use: false });
  const limited = await openWorkbench({
    ...makeCall(sandbox),
    assignments: ['secrets.place=file', 'budget.call=0'],
  });
  const tested = await limited.call('connection_test', filled);
  expect(tested).toMatchObject({ value: { ok: false, code: 'budget_exceeded', costUsd: null } });
  expect(server.received).toEqual([]);
});
