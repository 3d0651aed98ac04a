import { expect, it } from 'vitest';

import { createFakeWorkspace } from '../ports/fakes/fake-workspace.ts';
import { resolveSettings } from '../settings/resolve-settings.ts';
import { createIgnoreRules } from '../tools/ignore-rules.ts';
import { gatherCommand } from './gather-command.ts';

const { values: settings } = resolveSettings([]);

async function judge(command: string, { cwd = '', pattern = 'git checkout' } = {}) {
  const workspace = createFakeWorkspace(
    new Map([
      ['src/lib/a.ts', 'a'],
      ['Makefile', 'm'],
    ]),
  );
  const facts = await gatherCommand(
    { workspace, ignore: () => createIgnoreRules(workspace, []), isProtected: () => false },
    { kind: 'command', command, cwd, paths: [] },
    {
      settings: { ...settings, 'commands.allow': [pattern] },
      code: async () => ({ changedSinceApproval: false, isConfined: false }),
    },
  );
  return facts.judgement;
}

it.each(['git checkout src', 'git checkout Makefile', 'git --no-pager checkout -q src/lib'])(
  'G-06 asks about %s, which throws changes away where that is no branch',
  async (command) => {
    const { verdict, reasons } = await judge(command);
    expect([verdict, reasons.join()]).toEqual([
      'ask',
      expect.stringContaining('whose changes git would throw away'),
    ]);
  },
);

it('G-06 counts the word behind git checkout from where the line runs', async () => {
  expect((await judge('git checkout lib', { cwd: 'src' })).verdict).toBe('ask');
  expect((await judge('git checkout lib')).verdict).toBe('allow');
});

it.each(['git checkout main', 'git checkout feature/x', 'git checkout -b src', 'git checkout -'])(
  'G-06 lets %s go to a branch',
  async (command) => {
    expect((await judge(command)).verdict).toBe('allow');
  },
);

it('G-05 runs what a pattern of the user has all words of', async () => {
  expect((await judge('git checkout src', { pattern: 'git checkout src' })).verdict).toBe('allow');
});
