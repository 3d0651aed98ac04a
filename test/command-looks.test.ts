import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { createLocalWorkspace } from '@rook/workspace-local';
import { expect, it } from 'vitest';

import { judgeCommand } from '../packages/engine/src/commands/judge-command.ts';
import { testPolicy } from '../packages/engine/src/commands/test-policy.ts';
import { matchNames } from '../packages/engine/src/gate/match-names.ts';
import { makeCommandRoom } from './command-room.ts';

it.each([
  'echo pwned >> AGENTS.md',
  'echo pwned > agents.md',
  'cp tpl/AGENTS.md .',
  'mv tpl/CLAUDE.md ./',
  'touch Agent.md',
  'mv AGENTS.md lib',
  'mkdir CLAUDE.md',
  'echo x > notes.md',
  'echo x > settings',
  'cp tpl/other.md settings',
])(
  'G-06 H-24 asks about %s, because it writes what is protected or what later sessions follow',
  async (command) => {
    const room = makeCommandRoom();
    for (const path of [
      'AGENTS.md',
      'tpl/AGENTS.md',
      'tpl/CLAUDE.md',
      'tpl/other.md',
      'lib/a',
      '.vscode/settings.json',
    ])
      room.put(path);
    room.link('AGENTS.md', 'notes.md');
    room.link('.vscode/settings.json', 'settings');
    expect(await room.verdict(command)).toBe('ask');
  },
);

it('G-06 lets instructions be read, and asks before those of another folder are written', async () => {
  const room = makeCommandRoom();
  for (const path of ['AGENTS.md', 'docs/a.md']) room.put(path);
  for (const command of ['cat AGENTS.md', 'head -5 docs/a.md', 'echo x > docs/AGENTS.txt'])
    expect(await room.verdict(command), command).toBe('allow');
  for (const command of ['cp AGENTS.md docs', 'echo x > docs/AGENTS.md', 'touch docs/CLAUDE.md'])
    expect(await room.verdict(command), command).toBe('ask');
});

it.each([
  ['git log --author *.ts', ['--a.ts', '--output=index.ts', 'index.ts']],
  ['cp *.git config', ['-t.git', 'a.git', 'config']],
  ['cat *', ['--unknown', 'a']],
  ['grep -c x *', ['-f.env', 'a']],
  ['head -n 1 *', ['-n', 'a']],
  ['cp -- *.x lib', ['-t.x', 'lib/a']],
  ['ls *', ['--hyperlink', 'a']],
  ['cat [@]*', ['@args', 'a']],
])('G-06 T-14 asks about %s where a name on the disk is an option or could be', async (command, names) => {
  const room = makeCommandRoom();
  for (const name of names) room.put(name);
  expect(await room.verdict(command)).toBe(command.startsWith('cp --') ? 'allow' : 'ask');
});

it('G-06 T-14 empties no file through a name that is an option', async () => {
  const room = makeCommandRoom();
  room.git('init', '-q');
  for (const name of ['--a.ts', '--output=index.ts', 'index.ts']) room.put(name, 'main\n');
  // What it would have done.
  room.run('git add -A; git -c user.name=t -c user.email=t@example.org commit -qm a; git log --author *.ts');
  expect(readFileSync(join(room.root, 'index.ts'), 'utf8')).not.toBe('main\n');
  expect(await room.verdict('git log --author *.ts')).toBe('ask');
});

const PROTECTED = [
  'cp tpl/* .',
  'mv J* lib',
  'mv azure* lib',
  'cp tpl/A* .',
  'cp -t . tpl/*',
  'touch J*',
  'mv [JK]* lib',
  'cp tpl/?enkinsfile lib',
  'cp -r vendor lib',
  'cp -r vend* lib',
  'mv vendor lib',
  'mv nested moved',
];

it.each(PROTECTED)(
  'G-06 H-24 asks about %s, because what it matches or holds is protected',
  async (command) => {
    const room = makeCommandRoom();
    for (const path of [
      'Jenkinsfile',
      'azure-pipelines.yml',
      'tpl/azure-pipelines.yml',
      'tpl/AGENTS.md',
      'tpl/Jenkinsfile',
    ])
      room.put(path);
    for (const path of ['lib/a', 'vendor/deep/.husky/pre-commit', 'vendor/a.ts', 'nested/deep/Jenkinsfile'])
      room.put(path);
    const { judgement } = await room.facts(command);
    expect(judgement.verdict).toBe('ask');
    // So that the gate asks in every mode.
    expect(
      judgement.writes.some((path) => /Jenkinsfile|azure-pipelines|AGENTS\.md|\.husky/u.test(path)),
    ).toBe(true);
  },
);

it('G-06 has lines that a judge runs which does not look at the disk', () => {
  const policy = testPolicy();
  const run = PROTECTED.filter((command) => judgeCommand(command, policy).verdict === 'allow');
  expect(run).toEqual(
    expect.arrayContaining(['cp tpl/* .', 'mv J* lib', 'cp -r vendor lib', 'mv nested moved']),
  );
});

it('G-06 H-24 knows which protected files a line would write also where it is asked about anyway', async () => {
  const room = makeCommandRoom();
  for (const path of ['Jenkinsfile', 'lib/a']) room.put(path);
  for (const command of ['rm J*', 'chmod +x Jenk*', 'mv J* lib && make'])
    expect((await room.facts(command)).judgement.writes, command).toContain('Jenkinsfile');
});

it.each([
  'grep -r SECRET src c*',
  'grep -rh --regexp SECRET src c*',
  'grep -rhe SECRET c*',
  'grep -R SECRET conf',
  'grep -r SECRET',
  'grep -e --exclude-dir=conf -r SECRET .',
  'grep -r SECRET . --include=.e*',
  'grep -r SECRET . --include=*.ts --exclude=a',
  'grep -r SECRET . --exclude-dir=[c]onf',
  'grep -r SECRET src conf --exclude-dir=src',
  'git diff conf src',
  'git --no-pager diff conf src',
  'git diff src/../conf src',
  'git diff way src',
  'cat c*/.env',
  'cp -r dir lib && cat lib/dir/inner/hosts',
  'mv dir other && cat other/inner/hosts',
  'cp -r d* lib',
])('G-06 T-14 asks about %s, which would show a secret or lead out', async (command) => {
  const room = makeCommandRoom();
  for (const path of ['src/a.ts', 'src/b.ts', 'lib/a']) room.put(path);
  room.put('conf/.env', 'SECRET=1\n');
  room.link('/etc', 'dir/inner');
  room.link('/etc', 'way');
  expect(await room.verdict(command)).toBe('ask');
});

it.each([
  'grep -rn SECRET . --include=*.ts',
  "grep -rn SECRET . --include '*.ts' --include='*.tsx'",
  'grep -rn SECRET . --exclude-dir=conf --exclude-dir=.git --exclude-dir=.rook',
  'grep -rn --exclude-dir conf --exclude-dir .git --exclude-dir=.rook SECRET .',
  "grep -rn SECRET . --exclude='.env*' --exclude-dir=.git --exclude-dir=.rook",
  'grep -rn SECRET src lib',
  'grep -rn SECRET s* l*',
  'git diff src lib',
  'git diff HEAD src',
  'cp src/*.ts lib',
  'cp ./*.md lib',
  'mv src/*.ts lib',
  'cp -r src copy',
  'mv src renamed',
  'cat src/*',
  'ls *',
  'ls -d */',
  'head -n 1 *.md',
])('G-06 lets %s run where nothing speaks against what it matches', async (command) => {
  const room = makeCommandRoom();
  for (const path of ['src/a.ts', 'src/b.ts', 'lib/a', 'README.md']) room.put(path);
  room.put('conf/.env', 'SECRET=1\n');
  room.put('.rook/blobs/ab/cd', 'SECRET=1\n');
  room.git('init', '-q');
  room.git('add', 'src');
  room.git('commit', '-qm', 'first');
  expect((await room.facts(command)).judgement).toMatchObject({ verdict: 'allow' });
});

it('G-06 lets names of secrets be listed, and nothing be shown of them', async () => {
  const room = makeCommandRoom();
  for (const path of ['server.key', 'keys/id_rsa', 'a.ts']) room.put(path);
  for (const command of ['ls *', 'ls keys/*', 'find k* -name "*_rsa"'])
    expect(await room.verdict(command), command).toBe('allow');
  for (const command of ['cat *', 'head -1 keys/*', 'cp ./* out', 'grep x s*'])
    expect(await room.verdict(command), command).toBe('ask');
});

it('G-06 finds with a pattern all that the shell finds', async () => {
  const room = makeCommandRoom();
  const names = [
    'a',
    'ab',
    'a b',
    'a*b',
    'a?b',
    'a[b',
    "a'b",
    'a"b',
    'ä',
    '😀.ts',
    '.hidden',
    '-n',
    '--x=1',
    'A',
    'a\\b',
    ']',
    '!a',
  ];
  for (const name of names) {
    room.put(`${name}.x`);
    room.put(`in/${name}/deep.x`);
  }
  const patterns = [
    '*',
    'a*',
    '*.x',
    'a?b.x',
    '[a-c]*',
    '[!a]*',
    '[^a]*',
    '[[:alpha:]]*',
    '[]]*',
    'a[',
    '"a*"*',
    "'a?'*",
    'a\\**',
  ];
  const more = [
    'in/*',
    'in/*/deep.x',
    'in/*/',
    './*',
    './/a*',
    'in/./a*',
    '.h*',
    '.*',
    '*/a/*',
    '?',
    '??.x',
    '???.x',
    '**',
    '**/*',
    '*b*',
    'in/[a]*/d*',
    '-*',
    '"-"*',
    '*\\**',
    '"a b"*',
  ];
  for (const text of [...patterns, ...more]) {
    const found = room.run(`printf '%s\\n' ${text}`).trim().split('\n');
    const matched = await matchNames(
      createLocalWorkspace(room.root),
      { root: room.root, cwd: '' },
      { text, room: { left: 4000 } },
    );
    const known = new Set([matched.literal, '.', '..', ...matched.names.map(({ word }) => word)]);
    expect(
      found.filter((word) => !known.has(word)),
      text,
    ).toEqual([]);
  }
});

it('G-06 T-14 asks where a later part of a line would show what an earlier one brings there', async () => {
  const room = makeCommandRoom();
  for (const path of ['keys/id_rsa', 'src/a.ts', 'lib/b.ts', 'out/c']) room.put(path);
  for (const command of [
    'mv keys k2 && cat k2/*',
    'cp -r keys k2; grep -r x k2',
    'cp -r keys out && cp out/*/* lib',
  ])
    expect(await room.verdict(command), command).toBe('ask');
  for (const command of [
    'cp src/a.ts out && cat lib/*',
    'cp src/a.ts out/a.ts && cat out/a.ts',
    'cp -r src out && ls out/*',
  ])
    expect(await room.verdict(command), command).toBe('allow');
});
