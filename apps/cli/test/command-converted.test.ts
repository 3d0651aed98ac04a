import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { commitAll, runJson } from './command-rook.ts';
import { textAt } from './read-output.ts';
import { runRook } from './run-rook.ts';
import { runTool } from './run-tool.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';

const git = (sandbox: Sandbox, ...words: readonly string[]): string =>
  runTool('git', '-C', sandbox.workspace, ...words).stdout;

/** What is left of the file when a command that wrote over it was rewound. */
async function overwriteAndRewind(sandbox: Sandbox, name: string): Promise<Buffer> {
  // So that it is certain that nothing was written a moment ago.
  runTool('sh', '-c', 'sleep 0.2');
  const id = textAt(await runJson(sandbox, `echo over > ${name}`), 'changeSet');
  const rewound = await runRook(sandbox, ['rewind', id, '--yes']);
  expect([rewound.code, rewound.stderr]).toEqual([0, '']);
  return readFileSync(join(sandbox.workspace, name));
}

it('E-16 rewinds a file that git keeps in another form of the same size to what it held', async () => {
  const sandbox = makeSandbox();
  git(sandbox, 'init', '-q');
  git(sandbox, 'config', 'filter.digits.clean', 'tr 0-9 0');
  place(join(sandbox.workspace, '.gitattributes'), '*.version filter=digits\n');
  place(join(sandbox.workspace, 'deep', 'a.version'), 'version 1.2.34\n');
  runTool('sh', '-c', 'sleep 0.2');
  commitAll(sandbox);
  expect(git(sandbox, 'show', 'HEAD:deep/a.version'), 'git has it in another form').toBe('version 0.0.00\n');
  expect(String(await overwriteAndRewind(sandbox, 'deep/a.version'))).toBe('version 1.2.34\n');
});

it('E-16 rewinds a large file whose lines git ends otherwise to what it held', async () => {
  const sandbox = makeSandbox();
  const content = 'a line of text\r\n'.repeat(100_000);
  git(sandbox, 'init', '-q');
  git(sandbox, 'config', 'core.autocrlf', 'true');
  place(join(sandbox.workspace, 'windows.txt'), content);
  runTool('sh', '-c', 'sleep 0.2');
  commitAll(sandbox);
  expect(git(sandbox, 'cat-file', '-s', 'HEAD:windows.txt').trim(), 'git has other ends').toBe('1500000');
  expect(statSync(join(sandbox.workspace, 'windows.txt')).size).toBe(1_600_000);
  expect(String(await overwriteAndRewind(sandbox, 'windows.txt')) === content).toBe(true);
});
