import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';

import { startWireServer } from '@rook/wire-server';
import { expect, it, onTestFinished } from 'vitest';

import { jsonOf, valueAt } from './read-output.ts';
import { launcher, quote, runRook } from './run-rook.ts';
import { runTool } from './run-tool.ts';
import { makeSandbox, type Sandbox } from './sandbox.ts';

const KEY = ['canary', 'typed', 'by', 'hand', '1234'].join('-');
const QUESTION = 'what you type is not shown';
const hasScript = runTool('script', '--version').stdout.includes('util-linux');
const FILE = { ROOK_SECRETS_PLACE: 'file' };

/** Types on a real terminal, once the question is there. */
async function typeKey(
  sandbox: Sandbox,
  typed: string,
  options: readonly string[] = [],
): Promise<{ readonly code: number | null; readonly shown: string }> {
  const words = [process.execPath, launcher, 'model', 'add', 'work', '--provider', 'anthropic', ...options];
  const child = spawn('script', ['-qec', words.map(quote).join(' '), '/dev/null'], {
    cwd: sandbox.workspace,
    env: { ...sandbox.env, ...FILE, TERM: 'dumb' },
  });
  const { promise, resolve } = Promise.withResolvers<number | null>();
  let [shown, asked] = ['', false];
  child.stdout.on('data', (piece: Buffer) => {
    shown += piece.toString('utf8');
    if (asked || !shown.includes(QUESTION)) return;
    asked = true;
    child.stdin.write(typed);
  });
  child.on('close', resolve);
  return { code: await promise, shown };
}

it.skipIf(!hasScript)(
  'N-07 on a terminal the key is asked for, and not shown while it is typed',
  async () => {
    const sandbox = makeSandbox();
    const { code, shown } = await typeKey(sandbox, `${KEY}x\u007F\r`);
    expect(code).toBe(0);
    expect(shown).toContain('was added');
    expect(shown).not.toContain('canary');
    const listed = jsonOf(await runRook(sandbox, ['model', 'list', '--json'], { env: FILE }));
    expect(valueAt(listed, 'connections', 0, 'key', 'state')).toBe('kept');
  },
);

it.skipIf(!hasScript)('N-07 Ctrl-C at the question writes nothing', async () => {
  const sandbox = makeSandbox();
  const { code, shown } = await typeKey(sandbox, `${KEY}\u0003`);
  expect(code).toBe(130);
  expect(shown).not.toContain('canary');
  expect(existsSync(sandbox.rookHome)).toBe(false);
});

it.skipIf(!hasScript)(
  'N-07 Ctrl-U, Ctrl-D, arrows and the marks of a paste do not end up in the key',
  async () => {
    const sandbox = makeSandbox();
    const server = await startWireServer();
    onTestFinished(async () => server.close());
    server.play({ version: 1, steps: [], default: { events: [{ kind: 'text', text: '1' }] } });
    const typed = `wrong\u0015\u001B[200~${KEY}\u001B[201~\u001B[D\u001BOA\u0004\r`;
    expect((await typeKey(sandbox, typed, ['--base-url', `${server.url}/v1`])).code).toBe(0);
    await runRook(sandbox, ['model', 'test'], { env: FILE });
    expect(server.received[0]?.headers['x-api-key']).toBe(KEY);
  },
);
