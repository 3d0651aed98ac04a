import { expect, it } from 'vitest';

import { createFakeWorkspace } from '../ports/fakes/fake-workspace.ts';
import { resolveSettings } from '../settings/resolve-settings.ts';
import { createIgnoreRules } from '../tools/ignore-rules.ts';
import { checkCommand, suggestForLine } from './check-command.ts';
import { NO_USER_RULES } from './user-rules.ts';

const { values: settings } = resolveSettings([]);

async function check(command: string, config: string, fails = false) {
  const workspace = createFakeWorkspace(new Map([['.git/config', config]]));
  const broken = {
    ...workspace,
    locate: async () => {
      throw new TypeError(`split is not a function ${'x'.repeat(1000)}`);
    },
  };
  const used = fails ? broken : workspace;
  const sources = {
    workspace: used,
    ignore: () => createIgnoreRules(used, []),
    isProtected: () => false,
  };
  const commands = { settings, code: async () => ({ changedSinceApproval: false, isConfined: false }) };
  return checkCommand({ sources, commands, userRules: NO_USER_RULES }, { command, cwd: '' });
}

it.each(['constructor', 'toString', 'hasOwnProperty', 'valueOf'])(
  'G-06 judges a repository whose settings have a section %s',
  async (name) => {
    const judged = await check('git status', `[${name}]\n\tsplit = x\n`);
    expect(judged.verdict).toBe('ask');
    expect(judged.reasons.join()).toContain(`${name.toLowerCase()} split) may start a program`);
  },
);

it('G-06 asks about a line that cannot be judged, with a short reason', async () => {
  const judged = await check('git status', '', true);
  expect(judged).toMatchObject({ verdict: 'ask', segments: [], isReadOnly: false });
  expect(judged.reasons.join()).toContain('split is not a function');
  expect(judged.reasons.join().length).toBeLessThan(400);
});

it.each([
  ['make build', ['make build']],
  ['make build && git status', ['make build']],
  // Of these the list is not what asks.
  ['cat .env', null],
  ['make build && cat .env', null],
  ['cp a ../b', null],
  ['git status > AGENTS.md', null],
  ['cat a', null],
])('G-06 names of %s the patterns with which it would run by itself: %j', async (command, patterns) => {
  const workspace = createFakeWorkspace(new Map([['a', 'a']]));
  const setup = {
    sources: {
      workspace,
      ignore: () => createIgnoreRules(workspace, []),
      isProtected: (path: string) => path === 'AGENTS.md',
    },
    // That code has changed is asked about beside it.
    commands: { settings, code: async () => ({ changedSinceApproval: true, isConfined: false }) },
    userRules: NO_USER_RULES,
  };
  const line = { command, cwd: '' };
  const suggested = await suggestForLine(setup, line, await checkCommand(setup, line));
  expect(suggested?.patterns ?? null).toEqual(patterns);
});
