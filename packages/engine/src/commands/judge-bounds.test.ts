import { expect, it } from 'vitest';

import { judgeCommand } from './judge-command.ts';
import { testPolicy } from './test-policy.ts';

const policy = testPolicy(['make', 'sed', 'git', 'sort', 'jq']);
const MANY = 18_000;

/** A judge that tries again from each sign, or each folder, would need minutes for one of them, or for all of time. */
const LONG: readonly string[] = [
  `git log --format=%${'a'.repeat(MANY)}`,
  `git log --format=%${'<('.repeat(30)}x`,
  `git log --pretty=${'%(a)'.repeat(4000)}`,
  `git log --format='${'% '.repeat(MANY / 2)}'`,
  `cat ${'a/'.repeat(MANY / 2)}x`,
  `cat ${'a/'.repeat(MANY / 2)}../x`,
  `cat ${'../'.repeat(MANY / 3)}x`,
  `echo ${'{'.repeat(MANY)}`,
  `echo ${'{a'.repeat(MANY / 2)}`,
  `cat a${'.bak'.repeat(MANY / 4)}`,
  `cat .env${'.'.repeat(MANY)}-x`,
  `cat ${'*a'.repeat(MANY / 2)}`,
  `cat ${'[a'.repeat(MANY / 2)}`,
  `${'('.repeat(MANY / 2)}ls${')'.repeat(MANY / 2)}`,
  `echo ${'$('.repeat(MANY / 3)}`,
  `echo ${'`'.repeat(MANY)}`,
  `pip install 'a>=1${', >=1'.repeat(3000)}!'`,
  `go build -ldflags '${'-X a '.repeat(3000)}!'`,
  `sed 's/${'\\a'.repeat(MANY / 2)}'`,
  `make ${'a-'.repeat(MANY / 2)}=`,
  `jq '${'. | '.repeat(MANY / 4)}'`,
  `${'env '.repeat(MANY / 4)}ls`,
  `curl https://${'a.'.repeat(MANY / 2)}com`,
  `A=${'{'.repeat(900)}${','.repeat(MANY)} ls`,
  `A=1${'{'.repeat(900)}${'..'.repeat(MANY / 2)} ls`,
  `ls > ${'{'.repeat(900)}${','.repeat(MANY)}`,
  `cat <<${'{'.repeat(900)}${','.repeat(MANY)}\nx\n`,
  `find . -newermt '${'1'.repeat(MANY)}!'`,
  `sed -i'${'*'.repeat(MANY / 2)}' s/a/b/ ${'a'.repeat(MANY / 2)}`,
  `perl -pi'${'*'.repeat(MANY / 2)}' -e 1 ${'a'.repeat(MANY / 2)}`,
  `echo ${'$((1+'.repeat(2000)}`,
  `echo ${'"$(a '.repeat(2000)}`,
  `sed -i'${'*'.repeat(4000)}' s/a/b/ ${'abc '.repeat(900)}`,
  `${'cd a; '.repeat(20)}${"bash -c '".repeat(4)}ls`,
  `cd a; cd b; cd c; eval 'cd a; cd b; cd c; eval "cd a; cd b; cd c; eval ls ls"${'; eval ls'.repeat(90)}'`,
  `python3 -m pytest --cov-report=${'term-missing:'.repeat(1000)}`,
];

it('G-06 comes to a verdict about texts that are made to take long', () => {
  for (const text of LONG)
    expect(judgeCommand(text, policy).verdict, text.slice(0, 40)).toMatch(/^(?:allow|ask)$/u);
});

it.each([
  ['words', `cat ${'a '.repeat(1001)}`],
  ['redirects', `ls ${'>a '.repeat(1001)}`],
  ['folders', `cat ${'a/'.repeat(65)}x`],
  ['folders behind an equals sign', `git diff --relative=${'a/'.repeat(65)}x`],
  ['signs', `echo ${'a'.repeat(20_001)}`],
  ['programs', 'ls;'.repeat(101)],
  ['folders to copy to', `cp --zz${' --target-dir=a'.repeat(400)}${' b'.repeat(500)}`],
  ['folders to move to', `mv${' -zta'.repeat(400)}${' b'.repeat(500)}`],
  ['files to install', `install -tzz${' a'.repeat(200)}`],
])(
  'G-06 H-24 asks about a line with more %s than are looked at, and says that it did not look',
  (_name, text) => {
    const { verdict, unlooked } = judgeCommand(text, policy);
    expect(verdict).toBe('ask');
    expect(unlooked).toBeTypeOf('string');
  },
);

it('G-06 runs long lines that somebody could write', () => {
  const names = Array.from({ length: 300 }, (_, index) => `src/part-${index}.ts`).join(' ');
  expect(judgeCommand(`cat ${names}`, policy).verdict).toBe('allow');
  expect(judgeCommand(`cat ${'folder/'.repeat(30)}x`, policy).verdict).toBe('allow');
});
