import { succeed } from '@rook/contract';
import { expect, it } from 'vitest';

import { heedChanges } from '../commands/heed-changes.ts';
import { judgeCommand } from '../commands/judge-command.ts';
import { testPolicy } from '../commands/test-policy.ts';
import { resolveSettings } from '../settings/resolve-settings.ts';
import { createCommandPolicy } from './create-command-policy.ts';
import { commandAllows } from './rule-command.ts';
import { hiddenFiles } from './rule-hidden-files.ts';
import type { CallFacts, CommandFacts, TargetFacts } from './rule.ts';
import { outsideTarget, sayOf, target } from './test-facts.ts';
import { gateCall, gateSettings, makeGateRoom } from './test-gate.ts';
import { rulesOf } from './test-user-rules.ts';

type Row = readonly [
  expected: string,
  command: string,
  mode: CallFacts['mode'],
  more?: Partial<CommandFacts>,
  facts?: Partial<CallFacts>,
];

const auto = { auto: true };
const changed = { changedSinceApproval: true, isConfined: false };

/** G-04 as a table: what is said of which command in which mode, and with `commands.auto` on. */
const ROWS: readonly Row[] = [
  ['pass', 'ls', 'safe'],
  ['pass', 'git status && cat a', 'safe', auto],
  ['refuse mode_forbids', 'npm test', 'safe', auto],
  ['refuse mode_forbids', 'ls > out', 'safe', auto],
  ['refuse mode_forbids', 'curl https://example.com', 'safe', auto],
  ['refuse mode_forbids', 'rm a', 'safe', auto],
  ['refuse mode_forbids', 'cat link', 'safe', { reads: [outsideTarget('link')] }],
  ['ask', 'ls', 'ask'],
  ['ask', 'npm test', 'ask'],
  ['pass', 'ls', 'ask', auto],
  ['pass', 'npm test', 'ask', auto],
  ['ask', 'rm a', 'ask', auto],
  ['ask', 'make', 'ask', auto],
  ['ask', 'cat link', 'ask', { ...auto, reads: [outsideTarget('link')] }],
  ['pass', 'cat a', 'ask', { ...auto, reads: [target('a')] }],
  ['ask', 'ls > out', 'ask', auto],
  ['pass', 'ls > out', 'ask', auto, { autoEdits: true }],
  ['pass', 'rm a', 'allow'],
  ['pass', 'make', 'allow'],
  ['pass', 'cp a b', 'allow'],
  ['ask', 'cp a "$B"', 'allow', { unread: 'which file is not known' }],
  ['pass', 'cp a "$B"', 'allow', { unread: null }],
  ['refuse command_refused', 'ls\u202E', 'safe', auto],
  ['refuse command_refused', 'ls\u202E', 'ask', auto],
  ['refuse command_refused', 'ls\u202E', 'allow', auto],
];

const CASES = ROWS.map(([expected, command, mode, more = {}, facts = {}]) => ({
  expected,
  command,
  mode,
  more,
  facts,
}));

it.each(CASES)(
  'G-04 says $expected of $command in mode $mode',
  ({ expected, command, mode, more, facts }) => {
    const known = { ...facts, mode, command: factsOf(command, more) };
    expect(sayOf(commandAllows, [expected, 'command', known])).toBe(expected);
  },
);

it('G-06 asks about code that the assistant has changed, also with automatic running on', () => {
  const judgement = heedChanges(judgeCommand('npm test', testPolicy()), changed);
  expect(
    sayOf(commandAllows, ['ask', 'command', { command: factsOf('npm test', { ...auto, judgement }) }]),
  ).toBe('ask');
});

it('E-23 asks about what a command shows of hidden files, and not about what it makes where git ignores it', () => {
  const ignored = target('dist/a', { ignored: 'gitignore' });
  const secret = target('.env', { looksSecret: true });
  expect([
    sayHidden([]),
    sayHidden([], [ignored]),
    sayHidden([ignored]),
    sayHidden([secret]),
    sayHidden([], [secret]),
  ]).toEqual(['pass', 'pass', 'ask', 'ask', 'ask']);
});

it.each([
  ['ask', 'cp a config/local.json', 'config/local.json'],
  ['ask', 'mv a config/local.json', 'config/local.json'],
  ['ask', 'echo x > dev.sqlite3', 'dev.sqlite3'],
  ['ask', 'curl -o dev.sqlite3 https://example.org/x', 'dev.sqlite3'],
  // A program makes it again.
  ['pass', 'npm test > out.log', 'out.log'],
  ['pass', 'cp a dist/a', 'dist/a'],
  ['pass', 'go build -o app .', 'app'],
  ['pass', 'touch dev.sqlite3', 'dev.sqlite3'],
] as const)('G-06 E-16 says %s of %s, where git ignores %s and it is there', (expected, line, path) => {
  const say = (mode: CallFacts['mode'], located: Partial<TargetFacts>): string => {
    const targets = [target(path, { ignored: 'gitignore', ...located })];
    return sayOf(hiddenFiles, ['', 'command', { mode, targets, command: factsOf(line, {}) }]);
  };
  expect(say('ask', {})).toBe(expected);
  // Who lets all run lets that run too, and what is not there yet holds nothing.
  expect(say('allow', {})).toBe('pass');
  const missing = succeed({ path, kind: 'missing' as const, bytes: null });
  expect(say('ask', { located: missing })).toBe('pass');
});

it('G-06 knows by the settings what is protected, what holds it, and what is not shown', () => {
  const policy = createCommandPolicy(resolveSettings([]).values, { root: '/ada/work', cwd: '' });
  const asked = [
    'mv x .github',
    'mkdir .GITHUB',
    'cp a .Git/config',
    'echo x > .npmrc',
    'cat .git/config',
    'cat .rook/x',
    'cat .env',
  ];
  expect(asked.filter((text) => judgeCommand(text, policy).verdict === 'allow')).toEqual([]);
  const allowed = [
    'mv x docs',
    'cat .gitignore',
    'cat .github/workflows/ci.yml',
    'echo x > a.md',
    'cat .env.example',
  ];
  expect(allowed.filter((text) => judgeCommand(text, policy).verdict !== 'allow')).toEqual([]);
});

it('G-18 refuses a command whose facts nobody gathered', () => {
  expect(sayOf(commandAllows, ['', 'command', { mode: 'allow' }])).toBe('refuse facts_missing');
});

it('G-03 has a user decide about a command by rules with words, and forbids one anywhere in a line', async () => {
  const own = { ...gateSettings('ask'), 'commands.allow': ['ls'] };
  const say = async (command: string, ...rules: readonly unknown[]) => {
    const { gate } = makeGateRoom({
      settings: own,
      commands: { settings: own, code: async () => ({ ...changed, changedSinceApproval: false }) },
      userRules: async () => rulesOf(...rules),
    });
    const passed = await gate.pass(gateCall('shell', { command }));
    return passed.allowed ? 'allowed' : passed.error.code;
  };
  const allow = { verdict: 'allow', commands: ['make build'] };
  expect(await say('make build -j4', allow)).toBe('allowed');
  expect(await say('make buildx', allow)).toBe('approval_needed');
  expect(await say('make build; ls', allow)).toBe('approval_needed');
  expect(await say('make build $(id)', allow)).toBe('approval_needed');
  const refuse = { verdict: 'refuse', commands: ['git push'] };
  expect(await say('ls && git push origin', refuse)).toBe('rule_refuses');
  expect(await say('git pushx', refuse)).toBe('approval_needed');
  const examples = {
    fits: [{ tool: 'shell', command: 'make build x' }],
    misses: [{ tool: 'shell', command: 'make; id' }],
  };
  expect(await say('make build', { ...allow, examples })).toBe('allowed');
});

it('G-14 judges what a command writes by its text, whatever the tool says', async () => {
  const all = { answers: 'once', autoEdits: true } as const;
  const say = async (command: string, mode: 'ask' | 'allow' = 'allow') => {
    const { gate } = makeGateRoom({ ...all, settings: gateSettings(mode) });
    const passed = await gate.pass(gateCall('shell', { command }));
    return passed.allowed ? 'allowed' : passed.error.code;
  };
  expect(await say('ls > src/out')).toBe('allowed');
  expect(await say('ls > .git/config')).toBe('approval_needed');
  expect(await say('rm .git/config')).toBe('approval_needed');
  expect(await say('ls > /etc/x')).toBe('outside_workspace');
  expect(await say('ls > .rook/x')).toBe('protected');
});

function factsOf(command: string, more: Partial<CommandFacts>): CommandFacts {
  return {
    judgement: judgeCommand(command, testPolicy()),
    auto: false,
    reads: [],
    patterns: [],
    examples: [],
    unread: null,
    words: [],
    isAllowedBy: () => false,
    unchanged: null,
    runsCodeBy: () => false,
    ...more,
  };
}

function sayHidden(reads: CommandFacts['reads'], targets: CallFacts['targets'] = []): string {
  return sayOf(hiddenFiles, ['', 'command', { mode: 'allow', targets, command: factsOf('ls', { reads }) }]);
}
