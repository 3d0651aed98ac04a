import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { settingNames } from '@rook/contract';
import { expect, it } from 'vitest';

import { commandTable } from '../src/command-table.ts';
import { quote, runProgram, runRook } from './run-rook.ts';
import { runTool } from './run-tool.ts';
import { makeSandbox, type Sandbox } from './sandbox.ts';

const hasZsh = runTool('zsh', '--version').ok;

/** Stand-ins for the completion system; each prints what it would offer. */
const STUBS = `
compdef() { print -r -- "compdef $*" >&2 }
_describe() { print -rl -- "\${(@P)2}" }
compset() { return 0 }
_files() { print -r -- "_files $*" }
compadd() { while [[ $1 != -- ]]; do shift; done; shift; print -rl -- "$@" }
`;

it.skipIf(!hasZsh)('zsh takes the script without a complaint, and registers it', async () => {
  const sandbox = makeSandbox();
  const file = await writeScript(sandbox);
  const start = { env: sandbox.env, cwd: sandbox.workspace };
  expect(await runProgram('zsh', ['-n', file], start)).toMatchObject({ code: 0, stdout: '', stderr: '' });
  const sourced = await runProgram('zsh', ['-f', '-c', `${STUBS}\nsource ${quote(file)}`], start);
  expect(sourced).toMatchObject({ code: 0, stdout: '', stderr: 'compdef _rook rook\n' });
});

it.skipIf(!hasZsh)('zsh takes the script before compinit without a complaint', async () => {
  const sandbox = makeSandbox();
  const file = await writeScript(sandbox);
  const start = { env: sandbox.env, cwd: sandbox.workspace };
  const sourced = await runProgram('zsh', ['-f', '-c', `source ${quote(file)}`], start);
  expect(sourced).toMatchObject({ code: 0, stdout: '', stderr: '' });
});

it.skipIf(!hasZsh)('zsh offers commands with their summaries', async () => {
  const offered = await complete('rook', '');
  for (const { name, summary } of commandTable) expect(offered).toContain(`${name}:${summary}`);
  expect(await complete('rook', 'settings', '')).toContain('get:the value of one setting');
  expect(await complete('rook', '--workspace', 'diagnose', 'settings', '')).toContain(
    'get:the value of one setting',
  );
});

it.skipIf(!hasZsh)('zsh offers the names of settings where a name is expected, and only there', async () => {
  expect(await complete('rook', 'settings', 'get', '')).toEqual(expect.arrayContaining([...settingNames]));
  expect(await complete('rook', 'settings', 'get', '--set', 'mode=safe', '')).toContain('model.timeout');
  expect(await complete('rook', 'settings', 'get', 'mode', '')).not.toContain('model.timeout');
  expect(await complete('rook', 'settings', 'list', '')).not.toContain('model.timeout');
});

it.skipIf(!hasZsh)('zsh offers the values of options', async () => {
  expect(await complete('rook', 'settings', 'path', '--scope', '')).toEqual(['user', 'workspace']);
  expect(await complete('rook', '--workspace', '')).toEqual(['_files -/']);
  expect(await complete('rook', '--set', '')).toEqual(settingNames.map((name) => `${name}=`));
  expect(await complete('rook', 'completion', '')).toEqual(expect.arrayContaining(['bash', 'zsh', 'fish']));
});

it.skipIf(!hasZsh)('zsh offers the values of a setting that takes only a few', async () => {
  const offered = await complete('rook', 'settings', 'set', 'mode', '');
  expect(offered.slice(0, 3)).toEqual(['safe', 'ask', 'allow']);
  expect(await complete('rook', 'settings', 'set', '--unset', 'edits.auto', '')).toContain('true');
  expect((await complete('rook', 'settings', 'set', 'model.timeout', ''))[0]).toMatch(/^--/);
  expect(await complete('rook', '--set', 'mode=')).toEqual(['safe', 'ask', 'allow']);
});

it.skipIf(!hasZsh)('zsh offers values behind =', async () => {
  expect(await complete('rook', 'settings', 'path', '--scope=')).toEqual(['user', 'workspace']);
  expect(await complete('rook', '--workspace=')).toEqual(['_files -/']);
  expect(await complete('rook', '--set=')).toEqual(settingNames.map((name) => `${name}=`));
  expect(await complete('rook', '--set=mode=')).toEqual(['safe', 'ask', 'allow']);
});

it.skipIf(!hasZsh)('zsh offers commands behind help', async () => {
  for (const { name, summary } of commandTable) {
    expect(await complete('rook', 'help', '')).toContain(`${name}:${summary}`);
  }
  expect(await complete('rook', 'help', 'settings', '')).toContain('get:the value of one setting');
});

async function complete(...words: readonly string[]): Promise<readonly string[]> {
  const sandbox = makeSandbox();
  const file = await writeScript(sandbox);
  const script = [
    STUBS,
    `source ${quote(file)} 2>/dev/null`,
    `words=(${words.map(quote).join(' ')})`,
    `CURRENT=${words.length}`,
    '_rook',
  ].join('\n');
  const start = { env: sandbox.env, cwd: sandbox.workspace };
  const { code, stdout, stderr } = await runProgram('zsh', ['-f', '-c', script], start);
  expect([code, stderr]).toEqual([0, '']);
  return stdout.split('\n').slice(0, -1);
}

async function writeScript(sandbox: Sandbox): Promise<string> {
  const { stdout } = await runRook(sandbox, ['completion', 'zsh']);
  const file = join(sandbox.folder, '_rook');
  writeFileSync(file, stdout);
  return file;
}
