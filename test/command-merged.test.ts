import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

import { makeCommandRoom, type CommandRoom } from './command-room.ts';

/** Folders with links in them that lie there already: to a protected file, to a file outside, and to folders. */
function makeMerged(mode: 'ask' | 'allow' = 'ask'): CommandRoom & { readonly outside: string } {
  const room = makeCommandRoom(mode);
  const outside = mkdtempSync(join(tmpdir(), 'rook-outside-'));
  onTestFinished(() => rmSync(outside, { recursive: true, force: true }));
  room.put('.vscode/tasks.json', '{}\n');
  room.put('tasks/tasks.json', 'evil\n');
  room.put('tasks/sub/tasks.json', 'evil\n');
  room.link('../.vscode/tasks.json', 'linked/tasks.json');
  room.put('start/rc', 'evil\n');
  room.link(join(outside, 'rc'), 'leading/rc');
  room.put('flow/.github/workflows/a.yml');
  room.put('flow/tasks.json');
  room.link('..', 'src/up');
  room.link('../.vscode', 'into/sub');
  room.link(outside, 'into/start');
  room.link('../src', 'into/plain');
  room.put('plain/a.ts');
  room.put('into/b');
  room.put('src/b.ts');
  return { ...room, outside };
}

const WRITE_THROUGH = [
  'cp -r tasks/. linked',
  'cp -a tasks/. linked',
  'cp -R tasks/ linked/',
  'cp -rT tasks linked',
  'cp -r -t linked tasks/.',
  'cp -r start/. leading',
  'cp -r flow/. src/up',
  'cp -r flow/.github src/up',
  'mv flow/.github src/up',
  'cp -r tasks/. into',
  'cp -r start into',
  'mv start into',
  'cp -r tasks/sub into',
  'cp -r src/up/tasks/. src/up/linked',
  "bash -c 'cp -r tasks/. linked'",
  'timeout 5 cp -a tasks/. linked',
  'mkdir src/up/.vscode/x',
  'mkdir -p src/up/.github/workflows',
];

it.each(WRITE_THROUGH)('G-06 asks about %s: a link that lies there leads elsewhere', async (command) => {
  const room = makeMerged();
  expect((await room.check(command)).verdict).toBe('ask');
  expect((await room.decide(command)).allowed).toBe(false);
});

it.each([
  'cp -r tasks/. linked',
  'cp -r start/. leading',
  'cp -r flow/. src/up',
  'mv flow/.github src/up',
  'cp -r tasks/. into',
])('G-06 H-24 does not run %s in mode allow either', async (command) => {
  expect((await makeMerged('allow').decide(command)).allowed).toBe(false);
});

it.each([
  'cp -r plain/. into',
  'cp -r plain into',
  'cp -r plain/. linked',
  'cp -r plain/. src/up/copy',
  'mv plain other',
  'cp -r start/. tasks',
])('G-06 runs %s without a question: all of it stays where its name says', async (command) => {
  const room = makeMerged();
  expect((await room.check(command)).reasons.join('; ')).toContain('its arguments are harmless');
  expect((await room.decide(command)).allowed).toBe(true);
});

it('G-06 such a line would have written there', () => {
  const room = makeMerged();
  writeFileSync(join(room.outside, 'rc'), 'kept\n');
  room.run('cp -r tasks/. linked; cp -r start/. leading; cp -r flow/. src/up');
  expect(readFileSync(join(room.root, '.vscode/tasks.json'), 'utf8')).toBe('evil\n');
  expect(readFileSync(join(room.outside, 'rc'), 'utf8')).toBe('evil\n');
  expect(existsSync(join(room.root, '.github/workflows/a.yml'))).toBe(true);
});
