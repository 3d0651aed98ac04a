import { expect, it } from 'vitest';

import type { Approvals, Question } from './approvals.ts';
import { gateCall, gateSettings, makeGateRoom } from './test-gate.ts';
import { rulesOf } from './test-user-rules.ts';

interface Room {
  readonly command: string;
  readonly changed: boolean;
  readonly auto?: boolean;
  readonly isConfined?: boolean;
  readonly rules?: readonly unknown[];
}

/** What is asked about a line; null: nobody is asked. `npm test` and `ls` are on the list. */
async function ask({
  command,
  changed,
  auto = false,
  isConfined = false,
  rules = [],
}: Room): Promise<Question | null> {
  const asked: Question[] = [];
  const approvals: Approvals = {
    standing: () => null,
    ask: async (question) => {
      asked.push(question);
      return { kind: 'no', id: 'ap-1', reason: null };
    },
    asked: () => null,
    withdraw: async () => undefined,
    void: async () => undefined,
  };
  const settings = { ...gateSettings('ask'), 'commands.auto': auto };
  const code = async () => ({ changedSinceApproval: changed, isConfined });
  const { gate } = makeGateRoom({
    settings,
    commands: { settings, code },
    approvals,
    userRules: async () => rulesOf(...rules),
  });
  const passed = await gate.pass(gateCall('shell', { command }));
  expect(passed.allowed).toBe(asked.length === 0);
  return asked[0] ?? null;
}

const kept = (...commands: readonly string[]) => ({ verdict: 'allow', tools: ['shell'], commands });

it.each([
  ['npm test', [kept('npm test')]],
  ['make build -j4', [kept('make build')]],
  ['./build.sh', [kept('./build.sh')]],
  ['python3 x.py', [kept('python3')]],
  ['npm test && make build', [kept('npm test', 'make build')]],
  ['make build', [kept('ls'), kept('make build')]],
])('G-06 a rule that keeps words does not answer for changed code: %s', async (command, rules) => {
  expect(await ask({ command, changed: false, rules })).toBeNull();
  expect(await ask({ command, changed: true, isConfined: true, rules })).toBeNull();
  const question = await ask({ command, changed: true, rules });
  expect(question?.text).toMatch(
    /^it runs code of the workspace, and the assistant has changed files since/u,
  );
  // Nothing else asks, so nothing more can be kept; the yes counts for the code as it is now.
  expect(question?.text).not.toContain('is not on the list');
  expect(question).toMatchObject({
    scopes: ['once', 'session'],
    command: { runsCode: true },
  });
  expect(question?.command?.isAllowedBy(rules.flatMap(({ commands }) => commands))).toBe(true);
});

it('G-06 a rule for what runs no code of the workspace answers, whatever has changed', async () => {
  expect(await ask({ command: 'ls', changed: true, rules: [kept('ls')] })).toBeNull();
});

it('G-06 a rule of the user that names no words answers as before', async () => {
  const rules = [kept('make build'), { verdict: 'allow', tools: ['shell'] }];
  expect(await ask({ command: 'make build', changed: true, rules })).toBeNull();
});

it.each([
  // What is on the list would run by itself, were it not for the change.
  ['npm test', true, ['once', 'session']],
  ['npm test', false, ['once', 'session', 'always']],
  ['npm test && make build', true, ['once', 'session', 'always']],
  ['make build', true, ['once', 'session', 'always']],
])(
  'G-05 G-06 of %s with automatic running %s Add & Run is offered where it helps',
  async (command, auto, scopes) => {
    const question = await ask({ command, changed: true, auto });
    expect(question?.scopes).toEqual(scopes);
    expect(question?.command?.addsCode).toBe(true);
  },
);

it.each([
  ['wc -l src/a.ts', 'wc'],
  ['wc -l src/a.ts', 'wc -l src/a.ts'],
  ['ls | sort | uniq -c', 'sort', 'uniq'],
  ['jq .version package.json', 'jq'],
  ['rg -n foo src', 'rg'],
  ['sed -n 1,5p src/a.ts', 'sed -n'],
  ['git show HEAD~1 --stat', 'git show'],
  ['git rev-parse HEAD && git ls-files', 'git rev-parse', 'git ls-files'],
])('G-06 G-05 %s is no code of the workspace, whatever has changed', async (command, ...patterns) => {
  expect(await ask({ command, changed: true, rules: [kept('ls', ...patterns)] })).toBeNull();
});

it.each([
  ['./wc src/a.ts', './wc'],
  ['sed -f a.sed src/a.ts', 'sed -f a.sed src/a.ts'],
  ['jq -f a.jq x.json', 'jq -f a.jq x.json'],
  ['rg --pre ./x foo', 'rg --pre ./x foo'],
  ['ack foo', 'ack'],
  ['git add src/a.ts', 'git add'],
  ['git describe --dirty', 'git describe'],
  ['git show --ext-diff', 'git show --ext-diff'],
])('G-06 G-05 %s may be code of the workspace', async (command, ...patterns) => {
  expect(await ask({ command, changed: false, rules: [kept(...patterns)] })).toBeNull();
  const question = await ask({ command, changed: true, rules: [kept(...patterns)] });
  expect(question?.text).toContain('it runs code of the workspace');
});
