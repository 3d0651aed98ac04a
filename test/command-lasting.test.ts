import { expect, it } from 'vitest';

import { judgeCommand } from '../packages/engine/src/commands/judge-command.ts';
import { testPolicy } from '../packages/engine/src/commands/test-policy.ts';
import { makeCommandRoom, type CommandRoom } from './command-room.ts';

function makeRoom(): CommandRoom {
  const room = makeCommandRoom();
  room.git('init', '-q');
  for (const path of ['src/a.ts', 'keys/id_rsa', '.env', 'build.log']) room.put(path);
  room.put('.gitignore', '*.log\n');
  room.link('.env', 'keep');
  room.link('/etc', 'way');
  room.git('config', 'diff.x.textconv', 'sh');
  return room;
}

const OTHER_FILES = [
  ['cat keep', 'cat'],
  ['cat keys/*', 'cat'],
  ['cat way/hosts', 'cat'],
  ['cat build.log', 'cat'],
  ['grep -rn x .', 'grep'],
  ['git diff', 'git diff'],
] as const;

it.each(OTHER_FILES)(
  'G-05 G-06 a yes for longer to another line does not hold for %s, where what asks lies on the disk',
  async (line, pattern) => {
    const facts = await makeRoom().facts(line);
    expect(facts.isAllowedBy([pattern])).toBe(false);
    // So only this one run can be said yes to.
    expect(facts.patterns).toEqual([]);
    // By its words alone it would.
    expect(judgeCommand(line, testPolicy([pattern])).verdict).toBe('allow');
  },
);

it.each([
  ['cat src/a.ts', 'cat'],
  ['grep -rn x src', 'grep'],
  ['make build', 'make build'],
])('G-05 it holds for %s', async (line, pattern) => {
  const facts = await makeRoom().facts(line);
  expect(facts.isAllowedBy([pattern])).toBe(true);
  expect(facts.patterns).toEqual([pattern]);
});
