import { expect, it } from 'vitest';

import { linesOf, makeRepository } from './command-repository.ts';
import { makeCommandRoom, type CommandRoom } from './command-room.ts';

function makeEntered(): CommandRoom {
  const room = makeCommandRoom();
  for (const path of [
    'package.json',
    'src/a.ts',
    'src/deep/b.ts',
    '.env',
    'AGENTS.md',
    'src/.env.local',
    'z/x',
  ])
    room.put(path);
  room.link('src', 'led');
  room.link('/etc', 'src/out');
  return room;
}

it.each([
  'cd src && npm test',
  'cd src && ls -la && cat a.ts',
  'cd ./src/deep/ && cat b.ts | head -n 3',
  'cd src && cat ../package.json',
  'cd src && grep -rn x deep 2>&1',
  'cd src/deep && echo x > c.ts',
  'cd z && python3 x',
])('G-06 runs %s without a question, as it would in that folder', async (command) => {
  expect(await makeEntered().gate(command)).toBe('pass');
});

it.each([
  'cd nowhere && ls',
  'cd src/a.ts && ls',
  'cd led && ls',
  'cd led/deep && cat b.ts',
  'cd src/out && cat passwd',
  'cd src && cat out/passwd',
  'cd src && cat ../../x',
  'cd src && cat ../.env',
  'cd src && cat .env.local',
  'cd src && echo x > ../AGENTS.md',
  'cd src && echo x > ../../x',
  'cd src && rm a.ts',
  'cd src && cd .. && ls',
  'cd src && ls; ls',
  'cd src || ls',
  'cd src && find . -delete',
])('G-06 asks about %s', async (command) => {
  const room = makeEntered();
  expect((await room.check(command)).verdict).toBe('ask');
  expect((await room.decide(command)).allowed).toBe(false);
});

it('G-06 looks at the settings of git in the folder that a line goes to', async () => {
  const room = makeEntered();
  room.git('init', '-q', 'z');
  expect(await room.gate('cd z && git status')).toBe('pass');
  const { judgement } = await room.facts('cd z && git status');
  expect(Object.keys(judgement.variables)).not.toEqual([]);
  room.git('-C', 'z', 'config', 'core.fsmonitor', './watch');
  expect(await room.gate('cd z && git status')).not.toBe('pass');
});

it('G-06 says of each part why, and keeps patterns of what runs in the folder', async () => {
  const { judgement, patterns } = await makeEntered().facts('cd src && make build');
  expect(judgement.segments.map(({ text, verdict }) => [text, verdict])).toEqual([
    ['cd src', 'allow'],
    ['make build', 'ask'],
  ]);
  expect(patterns).toEqual(['make build']);
});

it('G-06 runs no technique behind a change of folder that does not run in that folder', async () => {
  const room = makeRepository();
  room.put('src/inner/x');
  const run: string[] = [];
  for (const { command } of linesOf('techniques')) {
    if ((await room.verdict(`cd src/inner && ${command}`)) !== 'allow') continue;
    if ((await room.verdict(command, 'src/inner')) !== 'allow') run.push(command);
  }
  expect(run).toEqual([]);
}, 180_000);
