import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it, vi } from 'vitest';

import { entriesOf, journalLines, playing, saying, startRook } from './ask-rook.ts';
import { isRunning, PLAIN } from './command-rook.ts';
import { govern } from './intent-rook.ts';
import { valueAt } from './read-output.ts';
import { runRook } from './run-rook.ts';
import { makeSandbox, type Sandbox } from './sandbox.ts';

const ENDED = 'It was still running, and was ended now.';

/** A command whose process of Rook was killed; answers with its id. */
async function leaveCommand(sandbox: Sandbox): Promise<number> {
  const rook = startRook(sandbox, ['command', 'run', 'echo $$ > id; sleep 611'], { env: PLAIN });
  const file = join(sandbox.workspace, 'id');
  const isThere = (): boolean => existsSync(file) && readFileSync(file, 'utf8').endsWith('\n');
  await vi.waitUntil(isThere, { timeout: 15_000 });
  rook.kill('SIGKILL');
  await rook.ended;
  const id = Number(readFileSync(file, 'utf8'));
  expect(isRunning(id)).toBe(true);
  return id;
}

it.each([
  [['ask', 'Hello']],
  [['ask', '--continue', 'Hello']],
  [['rewind', '--yes']],
  [['command', 'run', 'echo next']],
])('G-07 rook %j ends what a killed rook left running, and says so', async (words) => {
  const sandbox = makeSandbox();
  const id = await leaveCommand(sandbox);
  const env = { ...PLAIN, ...playing(sandbox, { default: saying('Hi.') }) };
  const { stderr } = await runRook(sandbox, words, { env });
  expect(isRunning(id)).toBe(false);
  expect(stderr.split(ENDED)).toHaveLength(2);
  const ends = entriesOf(journalLines(sandbox), 'command_ended');
  expect(ends.filter((entry) => valueAt(entry, 'ended_by') === 'unknown')).toHaveLength(1);
});

it('G-07 a start that is refused ends it too', async () => {
  const sandbox = makeSandbox();
  const id = await leaveCommand(sandbox);
  govern(sandbox);
  const refused = await runRook(sandbox, ['command', 'run', 'echo next'], { env: PLAIN });
  expect([refused.code, refused.stdout, isRunning(id)]).toEqual([1, '', false]);
  expect(refused.stderr).toContain(ENDED);
});

it('G-07 a conversation ends it before anybody writes a message', async () => {
  const sandbox = makeSandbox();
  const id = await leaveCommand(sandbox);
  const env = { ...PLAIN, ...playing(sandbox, { default: saying('Hi.') }) };
  const rook = startRook(sandbox, ['ask'], { env, onTerminal: true });
  await rook.seen('was ended now');
  expect(isRunning(id)).toBe(false);
  rook.kill('SIGKILL');
  await rook.ended;
});
