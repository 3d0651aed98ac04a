import { existsSync } from 'node:fs';

import { expect, it } from 'vitest';

import { launcher, quote, runProgram, type End } from './run-rook.ts';
import { makeSandbox } from './sandbox.ts';

const TIMES = 15;
const rook = `${quote(process.execPath)} ${quote(launcher)}`;

it.each(['settings list | head -1', 'settings list --json | true', 'completion bash | head -c 1'])(
  'T-15 a reader that has seen enough is no failure: rook %s',
  async (typed) => {
    const loop = `for i in $(seq ${TIMES}); do ${rook} ${typed} >/dev/null; echo "\${PIPESTATUS[0]}"; done`;
    const { code, stdout, stderr } = await inBash(`set -o pipefail; ${loop}`);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toBe('0\n'.repeat(TIMES));
  },
);

// Node opens /dev/null for a standard stream that it finds closed, in the way in which Node and Python themselves
// open it for who wants no output (`<>` here). Nothing tells the two apart, so neither can be a failure.
it.each(['>&-', '>/dev/null', '1<>/dev/null'])(
  'T-15 output that nobody wants is no failure: %s',
  async (to) => {
    expect(await inBash(`${rook} settings list ${to}`)).toMatchObject({ code: 0, stdout: '', stderr: '' });
  },
);

it('T-15 a standard error that was closed before does not change the exit code', async () => {
  expect(await inBash(`${rook} settings get modee 2>&-`)).toMatchObject({ code: 1, stdout: '', stderr: '' });
  expect(await inBash(`${rook} frobnicate 2>&- >&-`)).toMatchObject({ code: 2, stdout: '', stderr: '' });
});

it('T-15 a standard input that was closed before changes nothing', async () => {
  expect(await inBash(`${rook} settings get mode <&-`)).toMatchObject({
    code: 0,
    stdout: 'ask\n',
    stderr: '',
  });
});

it.skipIf(!existsSync('/dev/full'))('T-15 output that could not be written is a failure', async () => {
  const { code, stderr } = await inBash(`${rook} settings list >/dev/full`);
  expect(code).toBe(1);
  expect(stderr).not.toMatch(/^\s+at /m);
});

async function inBash(script: string): Promise<End> {
  const sandbox = makeSandbox();
  return runProgram('bash', ['--norc', '-c', script], { env: sandbox.env, cwd: sandbox.workspace });
}
