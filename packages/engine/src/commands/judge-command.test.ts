import { expect, it } from 'vitest';

import { judgeCommand } from './judge-command.ts';
import { testPolicy } from './test-policy.ts';

const policy = testPolicy();
const verdictOf = (text: string, more: readonly string[] = []) =>
  judgeCommand(text, testPolicy(more)).verdict;

it('G-02 CF-08 allows each beginning of the list as it stands there, but for those that need more', () => {
  const alone = policy.allow.filter((pattern) => judgeCommand(pattern, policy).verdict !== 'allow');
  // These do nothing alone, or would take code from their input.
  expect(alone).toEqual(['yarn add', 'cp', 'mv', 'python', 'python3', 'go run']);
});

it('G-03 asks about rm and its kin, also when a pattern names them', () => {
  for (const text of [
    'rm a',
    'rm -rf build',
    'rmdir a',
    'unlink a',
    'shred a',
    '/bin/rm a',
    'git clean -fd',
    'git rm a',
    'find . -delete',
  ])
    expect(verdictOf(text, ['rm', 'rm a', 'rmdir', 'unlink', 'shred', '/bin/rm', 'git', 'find', text])).toBe(
      'ask',
    );
  expect(judgeCommand('rm -f a b/c', policy).writes).toEqual(['a', 'b/c']);
});

it('G-06 matches words, never the beginning of a word', () => {
  expect(verdictOf('ls')).toBe('allow');
  expect(verdictOf('lsof')).toBe('ask');
  expect(verdictOf('make build', ['make build'])).toBe('allow');
  expect(verdictOf('make build -j4', ['make build'])).toBe('allow');
  expect(verdictOf('make buildx', ['make build'])).toBe('ask');
  expect(verdictOf('make', ['make build'])).toBe('ask');
  expect(verdictOf('"git" \'status\'')).toBe('allow');
});

it('G-06 lets a pattern of the user speak for its words and plain arguments alone', () => {
  const own = ['make build', 'node', 'sed', 'env', 'bash -c', 'xargs', 'docker ps', 'git -C sub log'];
  const allowed = [
    'make build release',
    'node tools/a.js --flag x',
    "sed -n '1,5p' a.txt",
    "sed 's/a/b/g' a.txt",
    'env CI=1 ls',
    "bash -c 'ls src'",
    'docker ps -a',
    'git -C sub log',
  ];
  const asked = [
    'make build > /etc/x',
    'make build $(id)',
    'make build; id',
    'PATH=. make build',
    'make build ../x',
    'make build /etc/x',
    'make build *',
    'node -e 1',
    'node --require ./x y',
    'node',
    "sed '1e id' a",
    "sed p -e '1e id' a",
    "sed -i 's/a/b/' a",
    'env PATH=. ls',
    'env rm a',
    'env -S ls',
    "bash -c 'rm a'",
    "bash -c 'ls' x",
    'bash -c "bash -c \'rm a\'"',
    'bash -c "$x"',
    'xargs ls',
    'find . -delete',
    'find . -delete -print',
    'git -C sub log --output=x',
  ];
  expect(allowed.filter((text) => verdictOf(text, own) !== 'allow')).toEqual([]);
  expect(asked.filter((text) => verdictOf(text, own) !== 'ask')).toEqual([]);
});

it('G-06 takes a pattern that is more than words for none', () => {
  for (const pattern of ['make; ls', 'make $x', 'make *', '', 'X=1 make', 'make > a'])
    expect(verdictOf('make', [pattern])).toBe('ask');
});

it('G-06 names what would be read and written', () => {
  const { reads, writes } = judgeCommand('cat a.txt src/b < c > out/d 2>> e.log', policy);
  expect([reads, writes]).toEqual([
    ['a.txt', 'src/b', 'c'],
    ['out/d', 'e.log'],
  ]);
  expect(judgeCommand('cp a b', policy).writes).toEqual(['b', 'b/a']);
  expect(judgeCommand('mv a b', policy).writes).toEqual(['a', 'b', 'b/a']);
  expect(judgeCommand('curl -so x https://example.com', policy).writes).toEqual(['x']);
  expect(judgeCommand('wget -P v https://example.com/a.js', policy).writes).toEqual(['v', 'v/a.js']);
  expect(judgeCommand('ls > /etc/x', policy).writes).toEqual(['/etc/x']);
  expect(judgeCommand('ls > /dev/null 2>&1', policy).writes).toEqual([]);
  expect(judgeCommand('cat ../a', testPolicy([], { cwd: 'src' })).reads).toEqual(['a']);
  expect(judgeCommand('cat ../../a', testPolicy([], { cwd: 'src' })).verdict).toBe('ask');
  expect(judgeCommand('cat /ada/work/a', policy).reads).toEqual(['a']);
});

it('G-06 CF-08 knows what only looks, whatever the list says', () => {
  const none = testPolicy([], { allow: [] });
  for (const text of ['ls', 'cat a | grep b', 'git status && git diff', 'find . -name "*.ts"', 'echo hi'])
    expect([text, judgeCommand(text, none).isReadOnly, judgeCommand(text, none).verdict]).toEqual([
      text,
      true,
      'ask',
    ]);
  for (const text of [
    'ls > a',
    'cat /etc/x',
    'npm test',
    'curl https://example.com',
    'ls & ',
    'X=1 ls',
    'git branch x',
    'cat .env',
    'tsc',
  ])
    expect([text, judgeCommand(text, policy).isReadOnly]).toEqual([text, false]);
});

it('G-06 refuses what a person could not see, and explains each segment', () => {
  expect(judgeCommand('ls\u202E', policy)).toMatchObject({ verdict: 'refuse', segments: [] });
  const { segments, verdict, reasons } = judgeCommand('git status && rm -rf src | cat', policy);
  expect(verdict).toBe('ask');
  expect(segments.map((segment) => [segment.text, segment.verdict, segment.program])).toEqual([
    ['git status', 'allow', 'git'],
    ['rm -rf src', 'ask', 'rm'],
    ['cat', 'allow', 'cat'],
  ]);
  expect(reasons).toEqual(['rm: it deletes, and that is asked about each time']);
});

it('G-06 says what runs code of the workspace, what reaches the network, and what a run of git has to set', () => {
  const runs = [
    'npm test',
    'npm run x',
    'npm install',
    'python a.py',
    'cargo build',
    'cargo run',
    'cargo test',
    'go run .',
    'go test',
  ];
  expect(runs.filter((text) => !judgeCommand(text, policy).runsWorkspaceCode)).toEqual([]);
  expect(judgeCommand('ls', policy)).toMatchObject({
    runsWorkspaceCode: false,
    network: false,
    variables: {},
  });
  expect(judgeCommand('curl https://example.com', policy).network).toBe(true);
  expect(judgeCommand('git log', policy).variables).toMatchObject({ GIT_PAGER: 'cat' });
});

it('G-06 asks where one part writes what a later part could run', () => {
  expect(verdictOf('echo 1 > a.py && python a.py')).toBe('ask');
  expect(verdictOf('npm test > out.txt')).toBe('allow');
  expect(verdictOf('mkdir -p dist && npm run build')).toBe('allow');
});

it.each(['python3 --version', 'python -V', 'python3 --help'])(
  'G-06 knows that %s alone runs no code of the workspace',
  (text) => {
    expect(judgeCommand(text, policy)).toMatchObject({ verdict: 'allow', runsWorkspaceCode: false });
    // With anything behind it, it may.
    expect(judgeCommand(`${text} a.py`, policy).runsWorkspaceCode).toBe(true);
  },
);

it.each([
  ['[ -f a.txt ] && cat a.txt', '[: it computes a condition'],
  ['test -f a.txt', 'test: it computes a condition'],
  ['cd src && ls', 'cd: it goes to another folder'],
  ["printf 'a' > x.txt", 'printf: it can set variables of the shell'],
  ['ls; exit 1', 'exit: it ends what the shell runs'],
])('G-06 says of %s why it asks: %s', (text, reason) => {
  const { verdict, reasons } = judgeCommand(text, testPolicy());
  expect([verdict, reasons[0]?.startsWith(reason)]).toEqual(['ask', true]);
});
