import { expect, it } from 'vitest';

import { makeCommandRoom, type CommandRoom } from './command-room.ts';

const USUAL = [
  'grep -rn x .',
  'grep -r x',
  'grep -rnI x .',
  'grep -rin x . | head -5',
  'grep -Rn "x y" .',
  'grep --recursive -l x ./',
];

function makeProject(): CommandRoom {
  const room = makeCommandRoom();
  for (const path of ['src/a.ts', 'docs/a.md', 'README.md', '.github/workflows/ci.yml']) room.put(path);
  return room;
}

it.each(USUAL)('G-06 G-02 lets %s run where nothing lies that nobody should see', async (command) => {
  expect(await makeProject().gate(command)).toBe('pass');
});

it.each(USUAL)(
  'G-06 asks about %s where it would look into git and Rook, and names the words with which it runs',
  async (command) => {
    const room = makeProject();
    room.git('init', '-q');
    room.put('.rook/chats/2026-11-18/session.jsonl', '{}\n');
    const said = await room.gate(command);
    expect(said).toContain('it needs no question with --exclude-dir=.git --exclude-dir=.rook');
    const better = command.replace(/(?= \||$)/u, ' --exclude-dir=.git --exclude-dir=.rook');
    expect(await room.gate(better)).toBe('pass');
    // One of them alone is not enough.
    expect(await room.gate(command.replace(/(?= \||$)/u, ' --exclude-dir=.git'))).not.toBe('pass');
    expect(await room.gate(command.replace(/(?= \||$)/u, ' --exclude-dir=.rook'))).not.toBe('pass');
  },
);

it('G-06 T-14 names files with secrets too, and shows none of them with the words that it names', async () => {
  const room = makeProject();
  room.git('init', '-q');
  room.git('remote', 'add', 'origin', 'https://me:TOKEN@example.org/a.git');
  room.put('.env', 'KEY=TOKEN\n');
  room.put('deep/keys/id_rsa', 'TOKEN\n');
  room.put('.rook/blobs/ab', 'TOKEN\n');
  expect(room.run('grep -rn TOKEN .').trim().split('\n')).toHaveLength(4);
  const said = await room.gate('grep -rn TOKEN .');
  const words = / it needs no question with (.*)$/u.exec(said)?.[1] ?? '';
  expect(words.split(' ').toSorted()).toEqual([
    '--exclude-dir=.git',
    '--exclude-dir=.rook',
    '--exclude=.env',
    '--exclude=id_rsa',
  ]);
  const command = `grep -rn TOKEN . ${words}`;
  expect(await room.gate(command)).toBe('pass');
  expect(room.run(command)).not.toContain('TOKEN\n');
});

it('G-06 names folders that hold too much to be looked at', async () => {
  const room = makeProject();
  room.git('init', '-q');
  for (let count = 0; count < 4100; count += 1) room.put(`node_modules/p${count}.js`);
  const said = await room.gate('grep -rn x .');
  expect(said).toMatch(
    /with --exclude-dir=\.git --exclude-dir=node_modules$|with --exclude-dir=node_modules --exclude-dir=\.git$/u,
  );
  expect(await room.gate('grep -rn x . --exclude-dir=.git --exclude-dir=node_modules')).toBe('pass');
});

it('G-06 names nothing where no words help', async () => {
  const room = makeProject();
  room.link('/etc', 'src/out');
  room.put('.env');
  expect(await room.gate('grep -Rn x .')).not.toContain('it needs no question');
  room.put('odd name.pem');
  expect(await room.gate('grep -rn x . --exclude-dir=src')).not.toContain('it needs no question');
});
