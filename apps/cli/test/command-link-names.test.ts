import { lstatSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { runCommand } from './command-rook.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';

const HAS_LINKS = process.platform !== 'win32';

/** Links that lead out, to nothing, to a file, to a folder and to each other. */
function fillWithEnds(): Sandbox & { readonly outer: string } {
  const sandbox = makeSandbox();
  const { workspace } = sandbox;
  const outer = join(workspace, '..', 'outer');
  place(join(outer, 'theirs'), 'theirs\n');
  for (const path of ['file', 'v1/a', 'folder/x']) place(join(workspace, path), `${path}\n`);
  symlinkSync('nowhere', join(workspace, 'dangling'));
  symlinkSync('../outer', join(workspace, 'out'));
  symlinkSync('file', join(workspace, 'to-file'));
  symlinkSync('folder', join(workspace, 'to-folder'));
  symlinkSync('loop2', join(workspace, 'loop1'));
  symlinkSync('loop1', join(workspace, 'loop2'));
  mkdirSync(join(workspace, 'venv', 'bin'), { recursive: true });
  symlinkSync('/bin/sh', join(workspace, 'venv', 'bin', 'python'));
  return { ...sandbox, outer };
}

function targetOf({ workspace }: Sandbox, path: string): string | null {
  const found = lstatSync(join(workspace, path), { throwIfNoEntry: false });
  return found?.isSymbolicLink() === true ? readlinkSync(join(workspace, path)) : null;
}

it.runIf(HAS_LINKS).each([
  ['ln -sfn v1 dangling', 'dangling', 'v1'],
  ['ln -sf v1 dangling', 'dangling', 'v1'],
  ['ln -sfn v1 out', 'out', 'v1'],
  ['ln -sfnT v1 out', 'out', 'v1'],
  ['ln -sf v1/a to-file', 'to-file', 'v1/a'],
  ['mv dangling x', 'x', 'nowhere'],
  ['mv out x', 'x', '../outer'],
  ['mv -T dangling out', 'out', 'nowhere'],
  ['rm dangling; ln -s v1 dangling', 'dangling', 'v1'],
  ['rm -f out && ln -s v1 out', 'out', 'v1'],
  ['rm loop1; ln -s v1 loop1', 'loop1', 'v1'],
  ['ln -s /usr/share q', 'q', '/usr/share'],
  ['ln -s /nonexist q', 'q', '/nonexist'],
  ['ln -s ../../foo q', 'q', '../../foo'],
  ['rm d* o*; true', 'dangling', null],
  ['rm -rf venv; git --version', 'venv/bin/python', null],
])('E-16 G-03 %s does what it says to the link', async (line, path, target) => {
  const sandbox = fillWithEnds();
  const { code, stderr } = await runCommand(sandbox, line);
  expect([code, stderr.includes('rook:')], stderr).toEqual([0, false]);
  expect(targetOf(sandbox, path)).toBe(target);
  expect(readdirSync(sandbox.outer)).toEqual(['theirs']);
});

it
  .runIf(HAS_LINKS)
  .each([
    'ln -sf v1 out',
    'ln -s v1/a out',
    'mv file out',
    'mv file out; rm out',
    'rm out; mkdir out; mv file out/x; touch out/y',
    'mv file out/',
    'mv -t out file',
    'ln -sfn ../outer q; mv file q',
    'ln -sfn ../outer q && cp file q/x',
    'ln -s ../outer q && touch q/x',
    'rm() { touch "$1/x"; }; rm out',
    'mv() { touch "$1/x"; }; mv out x',
    'ln() { touch out/x; }; ln -sfn v1 out',
    'cp file out/x',
    'rm -r out/',
    'mv out/theirs here',
    'ln v1/a out/x',
  ])('E-16 G-03 %s is not taken for what it does to the link alone', async (line) => {
  const sandbox = fillWithEnds();
  const { code } = await runCommand(sandbox, line);
  expect(code).toBe(1);
  expect(readdirSync(sandbox.outer)).toEqual(['theirs']);
  expect(targetOf(sandbox, 'out')).toBe('../outer');
});
