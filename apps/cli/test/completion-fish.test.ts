import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { settingNames } from '@rook/contract';
import { expect, it } from 'vitest';

import { commandTable } from '../src/command-table.ts';
import { quote, runProgram, runRook } from './run-rook.ts';
import { runTool } from './run-tool.ts';
import { makeSandbox, type Sandbox } from './sandbox.ts';

const hasFish = runTool('fish', '--version').ok;

it.skipIf(!hasFish)('fish takes the script without a complaint', async () => {
  const sandbox = makeSandbox();
  const file = await writeScript(sandbox);
  const start = { env: sandbox.env, cwd: sandbox.workspace };
  expect(await runProgram('fish', ['--no-execute', file], start)).toMatchObject({ code: 0, stderr: '' });
});

it.skipIf(!hasFish)('fish completes commands and sub-commands with their summaries', async () => {
  const first = await complete('rook ');
  for (const { name, summary } of commandTable) expect(first).toContain(`${name}\t${summary}`);
  expect(await complete('rook settings g')).toEqual(['get\tthe value of one setting']);
  expect(await complete('rook --workspace diagnose settings g')).toEqual(['get\tthe value of one setting']);
});

it.skipIf(!hasFish)(
  'fish completes the names of settings where a name is expected, and only there',
  async () => {
    const names = settingNames.filter((name) => name.startsWith('model.'));
    expect((await complete('rook settings get model.')).toSorted()).toEqual(names.toSorted());
    expect(await complete('rook settings set --set mode=safe model.ti')).toEqual(['model.timeout']);
    expect(await complete('rook settings get mode model.ti')).toEqual([]);
    expect(await complete('rook settings list model.ti')).toEqual([]);
  },
);

it.skipIf(!hasFish)('fish completes options and their values', async () => {
  const options = await complete('rook settings set --');
  expect(options.map((line) => line.split('\t')[0])).toEqual(
    expect.arrayContaining(['--scope', '--unset', '--json', '--workspace', '--set', '--help']),
  );
  expect(await complete('rook diagnose --sc')).toEqual([]);
  expect((await complete('rook settings path --scope ')).toSorted()).toEqual(['user', 'workspace']);
  expect(await complete('rook --set model.ti')).toEqual(['model.timeout=']);
  expect(await complete('rook completion z')).toEqual(['zsh']);
});

it.skipIf(!hasFish)('fish completes the values of a setting that takes only a few', async () => {
  expect(await complete('rook settings set mode s')).toEqual(['safe']);
  expect(await complete('rook settings set --scope user edits.auto t')).toEqual(['true']);
  expect(await complete('rook settings set model.timeout 3')).toEqual([]);
  expect((await complete('rook --set mode=')).toSorted()).toEqual(['mode=allow', 'mode=ask', 'mode=safe']);
  expect(await complete('rook --set mode=s')).toEqual(['mode=safe']);
  expect(await complete('rook --set model.timeout=')).toEqual([]);
});

it.skipIf(!hasFish)('fish completes values behind =', async () => {
  expect(await complete('rook settings path --scope=w')).toEqual(['--scope=workspace']);
  expect(await complete('rook --set=model.ti')).toEqual(['--set=model.timeout=']);
  expect(await complete('rook --set=mode=s')).toEqual(['--set=mode=safe']);
});

it.skipIf(!hasFish)('fish completes commands behind help', async () => {
  expect(await complete('rook help dia')).toEqual(['diagnose\tsays what works here and what does not']);
  expect(await complete('rook help settings g')).toEqual(['get\tthe value of one setting']);
});

it.skipIf(!hasFish)('fish completes folders behind --workspace', async () => {
  const offered = await complete('rook --workspace al');
  expect(offered.map((line) => line.split('\t')[0])).toEqual(['alpha/']);
});

async function complete(typed: string): Promise<readonly string[]> {
  const sandbox = makeSandbox();
  mkdirSync(join(sandbox.workspace, 'alpha'));
  writeFileSync(join(sandbox.workspace, 'alphabet.txt'), '');
  const file = await writeScript(sandbox);
  const script = `source ${quote(file)}; complete -C ${quote(typed)}`;
  const start = { env: sandbox.env, cwd: sandbox.workspace };
  const { code, stdout, stderr } = await runProgram('fish', ['--no-config', '-c', script], start);
  expect([code, stderr]).toEqual([0, '']);
  return stdout.split('\n').slice(0, -1);
}

async function writeScript(sandbox: Sandbox): Promise<string> {
  const { stdout } = await runRook(sandbox, ['completion', 'fish']);
  const file = join(sandbox.folder, 'rook.fish');
  writeFileSync(file, stdout);
  return file;
}
