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

const FOLLOWING = [
  'find -L src',
  'find -L src -name x',
  'find src -follow -type f',
  'find -L . -name "*.ts"',
  'find -L ! -name zzz',
  "find -L '(' -name passwd ')'",
  'find ! -name zzz -follow',
  'grep -R x src',
  "grep -R --include='*.ts' x src",
];

it.each(FOLLOWING)('G-06 G-04 asks about %s where a link on the way leads out', async (command) => {
  const room = makeProject();
  expect(await room.gate(command)).toBe('pass');
  room.link('/etc', 'src/deep/out');
  expect(await room.gate(command)).toContain('leads out of the workspace');
  const { judgement } = await room.facts(command);
  // So mode safe does not run it either.
  expect({ verdict: judgement.verdict, isReadOnly: judgement.isReadOnly }).toEqual({
    verdict: 'ask',
    isReadOnly: false,
  });
});

it.each(FOLLOWING)(
  'G-06 asks about %s where a link leads to a folder in which another leads out',
  async (command) => {
    const room = makeProject();
    room.link('../docs', 'src/docs');
    room.link('..', 'src/up');
    expect(await room.gate(command)).toBe('pass');
    room.link('/etc', 'docs/out');
    expect(await room.gate(command)).toContain('docs/out, which leads out of the workspace');
  },
);

it.each(['find src', 'find -P src -name x', 'find -H src', 'grep -rn x src'])(
  'G-06 lets %s run: it does not go behind links',
  async (command) => {
    const room = makeProject();
    if (command.startsWith('find')) room.link('/etc', 'src/out');
    else room.link('../docs', 'src/docs');
    expect(await room.gate(command)).toBe('pass');
  },
);

it('G-06 asks about secrets in a folder that a link of a search leads to', async () => {
  const room = makeProject();
  room.put('other/keys/id_rsa', 'TOKEN\n');
  room.link('../other', 'src/other');
  expect(room.run('grep -R TOKEN src')).toContain('TOKEN');
  expect(await room.gate('grep -R TOKEN src')).toContain('id_rsa');
  expect(await room.gate('grep -r TOKEN src')).toBe('pass');
});
