import { expect, it } from 'vitest';

import { judgeCommand } from './judge-command.ts';
import { listSome, shortenName } from './shorten.ts';
import { testPolicy } from './test-policy.ts';

const LONG = 'x'.repeat(18_000);
const policy = testPolicy([LONG, 'make']);

it.each([
  `cat /${LONG}`,
  `cat ../${LONG}`,
  `cat a/../${LONG}`,
  `cat ${LONG}.pem`,
  `cat .env${LONG}`,
  `echo x > .git/${LONG}`,
  `echo x > /${LONG}`,
  `cp a ${LONG}~1/.bashrc`,
  `/${LONG} a`,
  `${LONG} a`,
  LONG,
  `${LONG}=1 ls`,
  `ls --${LONG}`,
  `ls -${LONG}`,
  `ls $${LONG}`,
  `ls ${LONG}$a`,
  `curl http://${LONG}/{a}`,
  `curl ${LONG}://a`,
  `curl -X ${LONG} http://a`,
  `curl -d @${LONG} http://a`,
  `head -n ${LONG} a`,
  `git log ../${LONG}`,
  `git log -L 1,2:${LONG}.pem`,
  `git diff --diff-algorithm=/${LONG}`,
  `python3 -m pytest --cov-report=${LONG}`,
  `env -${LONG} ls`,
  `timeout --${LONG} 5 ls`,
  `env ${LONG}=1 ls`,
  `make ${LONG}=/x`,
  `npm install /${LONG}`,
  `npm run x -- /${LONG}`,
  `sudo-${LONG}`,
  `/${LONG}/rm a`,
  `bash -c '/${LONG} a'`,
])('G-06 caps what a reason quotes of %#', (command) => {
  const { reasons, segments } = judgeCommand(command, policy);
  const said = [...reasons, ...segments.map(({ reason }) => reason)];
  expect(Math.max(...said.map(({ length }) => length))).toBeLessThan(700);
});

it('G-06 keeps the beginning and the end of a name, and says how many more there are', () => {
  expect(shortenName(`src/${LONG}/a.ts`)).toMatch(/^src\/x+…x+\/a\.ts$/u);
  expect(shortenName('src/a\nb.ts')).toBe('src/a b.ts');
  expect(listSome(['a', 'b'], ', ')).toBe('a, b');
  expect(listSome(Array(25).fill('a'), '; ')).toBe(`${'a; '.repeat(10)}and 15 more`);
});
