import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { makeCommandRoom, type CommandRoom } from './command-room.ts';

function makeRepository(): CommandRoom {
  const room = makeCommandRoom();
  room.git('init', '-q');
  room.put('a.md', 'one\n');
  room.put('.gitattributes', '*.md diff=x filter=x\n');
  room.git('add', '-A');
  room.git('commit', '-qm', 'first');
  room.put('a.md', 'two\n');
  return room;
}

/** A repository in a folder, named by the index alone, whose settings name programs. */
function addRepository(room: CommandRoom, ...options: readonly string[]): void {
  mkdirSync(join(room.root, 'sub'));
  room.git('-C', 'sub', 'init', '-q');
  room.put('sub/s.md', 'one\n');
  room.put('sub/.gitattributes', '*.md diff=x filter=x\n');
  room.git('-C', 'sub', 'add', '-A');
  room.git('-C', 'sub', 'commit', '-qm', 'first');
  room.git('-c', 'advice.addEmbeddedRepo=false', ...options, 'add', 'sub');
  room.git('commit', '-qm', 'second');
  room.git('-C', 'sub', 'config', 'filter.x.clean', 'touch ../PWNED; cat');
  room.put('sub/s.md', 'two\n');
}

const LOOKING = ['git status', 'git diff', 'git diff HEAD', 'git log -p -1'];

it('G-06 lets git look in an ordinary repository', async () => {
  const room = makeRepository();
  for (const command of LOOKING) expect(await room.verdict(command), command).toBe('allow');
  expect(await room.verdict('git branch')).toBe('allow');
});

it.each([
  ['a note', '# nothing \\'],
  ['a note of the other kind', '; nothing \\'],
  ['an escaped backslash', '\ta = b\\\\'],
])('G-06 T-14 finds a program that stands behind %s at whose end is a backslash', async (_name, line) => {
  const room = makeRepository();
  const config = join(room.root, '.git', 'config');
  const text = `${readFileSync(config, 'utf8')}[alias]\n${line}\n[diff "x"]\n\ttextconv = "touch PWNED; cat"\n`;
  writeFileSync(config, text);
  // So git does read it.
  room.run('git --no-pager diff');
  expect(existsSync(join(room.root, 'PWNED'))).toBe(true);
  for (const command of LOOKING) expect(await room.verdict(command), command).toBe('ask');
});

it('G-06 T-14 asks where the index names another repository, whose settings git follows', async () => {
  const room = makeRepository();
  addRepository(room);
  room.run('git status');
  expect(existsSync(join(room.root, 'PWNED'))).toBe(true);
  for (const command of LOOKING) expect(await room.verdict(command), command).toBe('ask');
});

it('G-06 T-14 asks where a part of the index lies elsewhere, or a file speaks of submodules', async () => {
  const room = makeRepository();
  addRepository(room);
  room.git('update-index', '--split-index');
  room.put('a.md', 'three\n');
  room.git('add', 'a.md');
  expect(await room.verdict('git status')).toBe('ask');
  const other = makeRepository();
  other.put('.gitmodules', '');
  expect(await other.verdict('git status')).toBe('ask');
  const damaged = makeRepository();
  damaged.put('.git/index', 'DIRC');
  expect(await damaged.verdict('git status')).toBe('ask');
});

it('G-06 T-14 looks at the repository that git goes on to from a folder that is none', async () => {
  const room = makeRepository();
  room.put('a/b/.git/nothing');
  expect(await room.verdict('git diff', 'a/b')).toBe('allow');
  room.git('config', 'diff.x.textconv', 'touch PWNED; cat');
  room.run('cd a/b && git --no-pager diff');
  expect(existsSync(join(room.root, 'a/b/PWNED')) || existsSync(join(room.root, 'PWNED'))).toBe(true);
  expect(await room.verdict('git diff', 'a/b')).toBe('ask');
});
