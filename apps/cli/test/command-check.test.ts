import { symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { jsonOf, keysOf, listAt } from './read-output.ts';
import { runRook } from './run-rook.ts';
import { makeSandbox } from './sandbox.ts';

it('G-06 rook command check --json says verdict, reasons and segments, and exits with 0 whatever they are', async () => {
  const sandbox = makeSandbox();
  for (const [command, verdict] of [
    ['git status && npm test', 'allow'],
    ['npm run x; rm -rf ~', 'ask'],
    ['ls\u202E', 'refuse'],
  ] as const) {
    const end = await runRook(sandbox, ['command', 'check', '--json', command]);
    expect(end.code).toBe(0);
    expect(jsonOf(end)).toMatchObject({ command, verdict, auto: false });
    expect(keysOf(jsonOf(end))).toEqual(expect.arrayContaining(['auto', 'reasons', 'segments', 'verdict']));
  }
});

it('G-01 rook command check reports beside the verdict whether commands run by themselves, and uses the list of the settings', async () => {
  const sandbox = makeSandbox();
  const ask = async (...more: readonly string[]) =>
    jsonOf(await runRook(sandbox, ['command', 'check', '--json', 'make build -j4', ...more]));
  expect(await ask()).toMatchObject({
    verdict: 'ask',
    auto: false,
    suggested: { patterns: ['make build'] },
  });
  expect(await ask('--set', 'commands.auto=true', '--set', 'commands.allow=["make build"]')).toMatchObject({
    verdict: 'allow',
    auto: true,
  });
});

it('G-06 rook command check --batch answers line by line, and goes on after a bad one', async () => {
  const sandbox = makeSandbox();
  const input = '{"command": "ls"}\nnonsense\n\n{"other": 1}\n{"command": "rm a"}\n';
  const end = await runRook(sandbox, ['command', 'check', '--batch', '--json'], { input });
  expect(end.code).toBe(0);
  const lines: unknown[] = end.stdout
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
  expect(lines).toMatchObject([
    { command: 'ls', verdict: 'allow' },
    { error: { code: 'invalid_input', kind: 'invalid' } },
    { error: { code: 'invalid_input' } },
    { command: 'rm a', verdict: 'ask' },
  ]);
});

it('G-06 rook command check explains to a person each part, what it would write, and what else a pattern would allow', async () => {
  const sandbox = makeSandbox();
  const { stdout, code } = await runRook(sandbox, [
    'command',
    'check',
    'git status && make build -j4 > out.txt',
  ]);
  expect(code).toBe(0);
  expect(stdout).toContain('ask  git status && make build -j4 > out.txt\n');
  expect(stdout).toContain('  allow  git status: ');
  expect(stdout).toContain('  ask  make build -j4 > out.txt: make build is not on the list');
  expect(stdout).toContain('  would write: out.txt\n');
  expect(stdout).toContain('  to allow it: add make build to commands.allow\n');
  expect(stdout).toContain('  that would also allow: make build, make build deploy');
});

it('G-06 rook command check wants a command or a batch, and not both', async () => {
  const sandbox = makeSandbox();
  expect((await runRook(sandbox, ['command', 'check'])).code).toBe(2);
  expect((await runRook(sandbox, ['command', 'check', 'ls', '--batch'], { input: '' })).code).toBe(2);
});

it('G-06 rook command check asks about a link that leads out of the workspace', async () => {
  const sandbox = makeSandbox();
  symlinkSync(tmpdir(), join(sandbox.folder, 'out'));
  const say = async (command: string) =>
    jsonOf(
      await runRook(sandbox, ['command', 'check', '--json', command, '--workspace', sandbox.folder], {
        cwd: sandbox.folder,
      }),
    );
  expect(await say('ls out')).toMatchObject({ verdict: 'ask', segments: [{ verdict: 'ask' }] });
  expect(await say('cat out/none/x')).toMatchObject({ verdict: 'ask' });
  expect(await say('touch out/none')).toMatchObject({ verdict: 'ask' });
  expect(await say('cat none/x')).toMatchObject({ verdict: 'allow' });
});

it('G-06 rook command check shows a person the first of many files that would be written, and says how many more there are', async () => {
  const sandbox = makeSandbox();
  const line = `touch ${Array.from({ length: 30 }, (_, index) => `a${index}`).join(' ')}`;
  const { stdout } = await runRook(sandbox, ['command', 'check', line]);
  expect(stdout).toContain('a9, and 20 more\n');
  const told = jsonOf(await runRook(sandbox, ['command', 'check', '--json', line]));
  expect(listAt(told, 'writes')).toHaveLength(30);
});
