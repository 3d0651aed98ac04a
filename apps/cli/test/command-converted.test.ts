import { readFileSync, renameSync, rmSync, statSync } from 'node:fs';
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

it('E-16 rewinds to what the file held, although git shows another content in its place', async () => {
  const sandbox = makeSandbox();
  git(sandbox, 'init', '-q');
  place(join(sandbox.workspace, 'own.txt'), 'aaaaa\n');
  // Too large to be held in memory, so that git alone has it.
  const large = 'a line of text\n'.repeat(100_000);
  place(join(sandbox.workspace, 'large.txt'), large);
  runTool('sh', '-c', 'sleep 0.2');
  commitAll(sandbox);
  place(join(sandbox.folder, 'other'), large.toUpperCase());
  const other = git(sandbox, 'hash-object', '-w', join(sandbox.folder, 'other')).trim();
  git(sandbox, 'replace', git(sandbox, 'rev-parse', 'HEAD:large.txt').trim(), other);
  expect(git(sandbox, 'show', 'HEAD:large.txt').startsWith('A LINE'), 'git shows the other one').toBe(true);
  expect(String(await overwriteAndRewind(sandbox, 'large.txt')) === large).toBe(true);
});

it('E-16 rewinds files that changed places with their folders to what they held', async () => {
  const sandbox = makeSandbox();
  git(sandbox, 'init', '-q');
  for (const letter of ['a', 'b']) place(join(sandbox.workspace, letter, 'x'), `${letter.repeat(4)}\n`);
  runTool('sh', '-c', 'sleep 0.2');
  commitAll(sandbox);
  const timeOf = (path: string): number => statSync(join(sandbox.workspace, path)).ctimeMs;
  // Until both are written in one tick of the clock.
  for (let tries = 0; tries < 200; tries += 1) {
    for (const letter of ['a', 'b']) rmSync(join(sandbox.workspace, letter), { recursive: true });
    git(sandbox, 'checkout', '-q', '--', '.');
    if (timeOf('a/x') === timeOf('b/x')) break;
  }
  runTool('sh', '-c', 'sleep 0.2');
  // The index is written once more, so that nothing in it is of the moment of its files.
  place(join(sandbox.workspace, 'other'), 'other\n');
  git(sandbox, 'add', 'other');
  for (const [from, to] of [
    ['a', 't'],
    ['b', 'a'],
    ['t', 'b'],
  ] as const)
    renameSync(join(sandbox.workspace, from), join(sandbox.workspace, to));
  expect(String(await overwriteAndRewind(sandbox, 'a/x'))).toBe('bbbb\n');
});

it.each([
  [
    'of the user',
    (sandbox: Sandbox) =>
      place(join(sandbox.userHome, '.config/git/attributes'), '*.version filter=digits\n'),
  ],
  [
    'by a name that another file says what it stands for',
    (sandbox: Sandbox) => {
      place(join(sandbox.workspace, '.gitattributes'), '[attr]counted filter=digits\n');
      place(join(sandbox.workspace, 'deep/.gitattributes'), '*.version counted\n');
    },
  ],
  [
    'in a file that lies in an ignored folder',
    (sandbox: Sandbox) => {
      place(join(sandbox.workspace, '.gitignore'), 'deep/\n');
      place(join(sandbox.workspace, 'deep/.gitattributes'), '*.version filter=digits\n');
    },
  ],
])('E-16 puts nothing else back where attributes %s make git keep another form', async (_where, say) => {
  const sandbox = makeSandbox();
  git(sandbox, 'init', '-q');
  git(sandbox, 'config', 'filter.digits.clean', 'tr 0-9 0');
  say(sandbox);
  place(join(sandbox.workspace, 'deep/a.version'), 'version 1.2.34\n');
  runTool('sh', '-c', 'sleep 0.2');
  runTool('sh', '-c', `cd '${sandbox.workspace}' && HOME='${sandbox.userHome}' git add -f deep/a.version`);
  commitAll(sandbox);
  expect(git(sandbox, 'show', 'HEAD:deep/a.version'), 'git has it in another form').toBe('version 0.0.00\n');
  const id = textAt(await runJson(sandbox, 'echo over > deep/a.version'), 'changeSet');
  const rewound = await runRook(sandbox, ['rewind', id, '--yes']);
  const found = readFileSync(join(sandbox.workspace, 'deep/a.version'), 'utf8');
  expect(found).toBe(rewound.code === 0 ? 'version 1.2.34\n' : 'over\n');
});

it('E-16 puts nothing else back where git has the attributes, and the folder does not', async () => {
  const sandbox = makeSandbox();
  git(sandbox, 'init', '-q');
  git(sandbox, 'config', 'filter.digits.clean', 'tr 0-9 0');
  place(join(sandbox.workspace, '.gitattributes'), '*.version filter=digits\n');
  place(join(sandbox.workspace, 'a.version'), 'version 1.2.34\n');
  runTool('sh', '-c', 'sleep 0.2');
  commitAll(sandbox);
  rmSync(join(sandbox.workspace, '.gitattributes'));
  const id = textAt(await runJson(sandbox, 'echo over > a.version'), 'changeSet');
  const rewound = await runRook(sandbox, ['rewind', id, '--yes']);
  expect([rewound.code, readFileSync(join(sandbox.workspace, 'a.version'), 'utf8')]).toEqual([1, 'over\n']);
});
