import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { settingNames } from '@rook/contract';
import { expect, it } from 'vitest';

import { commandTable } from '../src/command-table.ts';
import { jsonOf, textAt } from './read-output.ts';
import { quote, runProgram, runRook } from './run-rook.ts';
import { makeSandbox, type Sandbox } from './sandbox.ts';

const GLOBAL_OPTIONS = ['--workspace', '--json', '--set', '--help'];

it('bash takes the script without a complaint', async () => {
  const sandbox = makeSandbox();
  const file = await writeScript(sandbox);
  const start = { env: sandbox.env, cwd: sandbox.workspace };
  expect(await runProgram('bash', ['-n', file], start)).toMatchObject({ code: 0, stdout: '', stderr: '' });
  const sourced = await runProgram(
    'bash',
    ['--norc', '-euc', `source ${quote(file)}; complete -p rook`],
    start,
  );
  expect(sourced).toMatchObject({ code: 0, stderr: '' });
  expect(sourced.stdout).toContain('-F _rook rook');
});

it('a script gets the same script as JSON', async () => {
  const sandbox = makeSandbox();
  const plain = await runRook(sandbox, ['completion', 'bash']);
  const told = jsonOf(await runRook(sandbox, ['completion', 'bash', '--json']));
  expect(textAt(told, 'script')).toBe(plain.stdout);
});

it('bash completes the first word', async () => {
  const names = commandTable.map(({ name }) => name);
  expect(await complete('rook', '')).toEqual([...names, 'help', '--version', ...GLOBAL_OPTIONS]);
  expect(await complete('rook', 'dia')).toEqual(['diagnose']);
  expect(await complete('rook', 'zzz')).toEqual([]);
  expect(await complete('rook', '--js')).toEqual(['--json']);
});

it('bash completes sub-commands, also behind options with and without a value', async () => {
  expect(await complete('rook', 'settings', 'g')).toEqual(['get']);
  expect(await complete('rook', '--json', 'settings', 'g')).toEqual(['get']);
  expect(await complete('rook', '--workspace', 'diagnose', 'settings', 'g')).toEqual(['get']);
  expect(await complete('rook', 'settings', '--workspace', '/', 's')).toEqual(['set']);
});

it('bash completes the names of settings where a name is expected, and only there', async () => {
  expect(await complete('rook', 'settings', 'get', '')).toEqual([...settingNames, ...GLOBAL_OPTIONS]);
  expect(await complete('rook', 'settings', 'set', 'model.ti')).toEqual(['model.timeout']);
  expect(await complete('rook', 'settings', 'get', 'mode', 'model.ti')).toEqual([]);
  expect(await complete('rook', 'settings', 'list', 'model.ti')).toEqual([]);
});

it('bash completes the choices of an option and of an argument', async () => {
  expect(await complete('rook', 'settings', 'set', 'mode', 'safe', '--scope', '')).toEqual([
    'user',
    'workspace',
  ]);
  expect(await complete('rook', 'settings', 'path', '--scope', 'w')).toEqual(['workspace']);
  expect(await complete('rook', 'completion', '')).toEqual(['bash', 'zsh', 'fish', ...GLOBAL_OPTIONS]);
});

it('bash completes folders behind --workspace, also one with a space in its name', async () => {
  expect((await completeIn(makeFolders, 'rook', '--workspace', 'al')).toSorted()).toEqual([
    'alpha',
    'alpine',
  ]);
  expect(await completeIn(makeFolders, 'rook', '--workspace', 'wi')).toEqual(['with space']);
});

it('bash completes names behind --set, each with its equals sign', async () => {
  expect(await complete('rook', '--set', 'model.ti')).toEqual(['model.timeout=']);
  expect(await complete('rook', 'diagnose', '--set', 'mode')).toContain('mode=');
});

it('bash knows that a value behind = is no argument (bash splits words there)', async () => {
  const names = ['rook', 'settings', 'get'];
  expect(await complete(...names, '--set', 'mode', '=', 'safe', 'model.ti')).toEqual(['model.timeout']);
  expect(await complete(...names, '--workspace', '=', '/', 'model.ti')).toEqual(['model.timeout']);
});

it('bash completes the values of a setting that takes only a few', async () => {
  const set = ['rook', 'settings', 'set'];
  expect(await complete(...set, 'mode', 's')).toEqual(['safe']);
  expect(await complete(...set, 'mode', '')).toEqual(
    expect.arrayContaining(['safe', 'ask', 'allow', '--scope']),
  );
  expect(await complete(...set, '--scope', 'user', 'edits.auto', 't')).toEqual(['true']);
  expect(await complete(...set, 'model.timeout', '3')).toEqual([]);
  expect(await complete('rook', 'settings', 'get', 'mode', 's')).toEqual([]);
});

it('bash completes commands behind help', async () => {
  expect(await complete('rook', 'help', 'set')).toEqual(['settings']);
  expect(await complete('rook', 'help', 'settings', 'g')).toEqual(['get']);
  expect(await complete('rook', 'help', 'settings', 'get', 'mod')).toEqual([]);
});

it('bash completes what follows = (bash splits words there, and replaces only what follows)', async () => {
  expect(await complete('rook', 'settings', 'path', '--scope', '=')).toEqual(['user', 'workspace']);
  expect(await complete('rook', 'settings', 'path', '--scope', '=', 'w')).toEqual(['workspace']);
  expect(await complete('rook', '--set', 'mode', '=')).toEqual(['safe', 'ask', 'allow']);
  expect(await complete('rook', '--set', 'mode', '=', 's')).toEqual(['safe']);
  expect(await complete('rook', '--set', '=', 'model.ti')).toEqual(['model.timeout=']);
  expect(await complete('rook', '--set', '=', 'mode', '=', 's')).toEqual(['safe']);
  expect(await complete('rook', '--set', 'model.timeout', '=')).toEqual([]);
  expect(await complete('rook', '--set', 'mode', '=', '')).toContain('diagnose');
  expect(await completeIn(makeFolders, 'rook', '--workspace', '=', 'wi')).toEqual(['with space']);
});

it('bash completes the whole word where it is told not to split at =', async () => {
  expect(await completeIn(keepWordsWhole, 'rook', 'settings', 'path', '--scope=w')).toEqual([
    '--scope=workspace',
  ]);
  expect(await completeIn(keepWordsWhole, 'rook', '--set', 'mode=s')).toEqual(['mode=safe']);
  expect(await completeIn(keepWordsWhole, 'rook', '--set=mode=s')).toEqual(['--set=mode=safe']);
});

function keepWordsWhole(): { readonly before: string } {
  return { before: 'COMP_WORDBREAKS=" "' };
}

function makeFolders({ workspace }: Sandbox): void {
  for (const name of ['alpha', 'alpine', 'beta', 'with space']) mkdirSync(join(workspace, name));
  writeFileSync(join(workspace, 'alphabet.txt'), '');
}

async function complete(...words: readonly string[]): Promise<readonly string[]> {
  return completeIn(() => undefined, ...words);
}

/** What bash would offer for the last of the words. */
async function completeIn(
  prepare: (sandbox: Sandbox) => { readonly before: string } | void,
  ...words: readonly string[]
): Promise<readonly string[]> {
  const sandbox = makeSandbox();
  const prepared = prepare(sandbox);
  const file = await writeScript(sandbox);
  const script = [
    `source ${quote(file)}`,
    prepared?.before ?? '',
    `COMP_WORDS=(${words.map(quote).join(' ')})`,
    `COMP_CWORD=${words.length - 1}`,
    '_rook',
    'for reply in "${COMPREPLY[@]}"; do printf "%s\\n" "$reply"; done',
  ].join('\n');
  const start = { env: sandbox.env, cwd: sandbox.workspace };
  const { code, stdout, stderr } = await runProgram('bash', ['--norc', '-c', script], start);
  expect([code, stderr]).toEqual([0, '']);
  return stdout.split('\n').slice(0, -1);
}

async function writeScript(sandbox: Sandbox): Promise<string> {
  const { code, stdout, stderr } = await runRook(sandbox, ['completion', 'bash']);
  expect([code, stderr]).toEqual([0, '']);
  const file = join(sandbox.folder, 'completion');
  writeFileSync(file, stdout);
  return file;
}
