import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { makeCommandRoom, type CommandRoom } from './command-room.ts';

const WRAPPERS = ['timeout', 'env', 'bash', 'wc', '/usr/bin/git log'];

function makeRoom(): CommandRoom {
  const room = makeCommandRoom('ask', WRAPPERS);
  room.git('init', '-q');
  room.put('src/a.ts');
  room.put('.gitattributes', '*.ts diff=x\n');
  room.git('add', '-A');
  room.git('commit', '-qm', 'first');
  room.put('src/a.ts', 'other\n');
  return room;
}

const LINES = [
  'timeout 5 git diff',
  'env git diff',
  "bash -c 'git diff'",
  'timeout 5 env git diff',
  'git diff',
  '/usr/bin/git log -p',
];

it.each(LINES)('G-06 asks about %s where the repository names a program', async (line) => {
  const room = makeRoom();
  expect(await room.gate(line)).toBe('pass');
  room.git('config', 'diff.x.textconv', 'touch ran; cat');
  expect(await room.gate(line)).toMatch(/may start a program/u);
  // It would have been run.
  room.run('git diff');
  expect(readFileSync(join(room.root, 'ran'), 'utf8')).toBe('');
});

it.each(LINES)('G-06 sets what keeps git from starting programs for %s too', async (line) => {
  const { judgement } = await makeRoom().facts(line);
  expect(judgement.variables).toMatchObject({ GIT_PAGER: 'cat', GIT_NO_LAZY_FETCH: '1' });
});

it('G-06 T-14 looks where a link leads to that a command is run in', async () => {
  const room = makeRoom();
  room.git('remote', 'add', 'origin', 'https://me:TOKEN@example.org/a.git');
  room.link('.git', 'docs');
  room.put('deep/in/a.ts');
  room.link('deep/in', 'way');
  room.git('init', '-q', 'deep');
  expect(await room.verdict('grep -r TOKEN', 'docs')).toBe('ask');
  expect(await room.verdict('cat config', 'docs')).toBe('ask');
  expect(await room.verdict('cat ../.git/config', 'way')).toBe('ask');
  expect(await room.verdict('git status', 'way')).toBe('allow');
  room.run('git -C deep config filter.x.clean sh');
  expect(await room.verdict('git status', 'way')).toBe('ask');
  expect(await room.verdict('grep -rn x', 'way')).toBe('allow');
});

it('G-06 T-14 asks where wrapped parts of a line show what others bring there', async () => {
  const room = makeRoom();
  room.put('keys/id_rsa');
  for (const line of [
    'timeout 5 cp -r keys k2 && grep -r x k2',
    "bash -c 'cp -r keys k2'; cat k2/*",
    "cp -r keys k2; bash -c 'cat k2/*'",
    'wc -l keys/id_rsa',
  ])
    expect(await room.verdict(line), line).toBe('ask');
});

it('G-06 asks about a program of the own list that is given a link to a secret', async () => {
  const room = makeRoom();
  room.put('.env');
  room.link('.env', 'keep');
  room.link('/etc', 'out');
  for (const line of ['wc -l keep', 'wc -l out/hosts', 'wc --files0-from=keep', 'wc -l .env'])
    expect(await room.verdict(line), line).toBe('ask');
  expect(await room.verdict('wc -l src/a.ts')).toBe('allow');
});
