import { expect, it } from 'vitest';

import { createFakeWorkspace } from '../ports/fakes/fake-workspace.ts';
import { resolveSettings } from '../settings/resolve-settings.ts';
import { createIgnoreRules } from '../tools/ignore-rules.ts';
import { gatherCommand } from './gather-command.ts';

const { values: settings } = resolveSettings([]);

/** How a line is judged behind patterns of the user for all of git. */
async function judge(command: string): Promise<string> {
  const workspace = createFakeWorkspace(new Map([['a.txt', 'a']]));
  const facts = await gatherCommand(
    { workspace, ignore: () => createIgnoreRules(workspace, []), isProtected: () => false },
    { kind: 'command', command, cwd: '', paths: [] },
    {
      settings: { ...settings, 'commands.allow': ['git', 'cat', 'ls'] },
      code: async () => ({ changedSinceApproval: false, isConfined: false }),
    },
  );
  return facts.judgement.verdict;
}

it.each([
  'git rev-parse HEAD && git ls-files',
  'git show HEAD && cat a.txt',
  'git add a.txt && git commit -m x && cat a.txt',
  'git fetch && ls',
])('G-06 sees that %s brings no link', async (command) => {
  expect(await judge(command)).toBe('allow');
});

it.each([
  'git checkout main && cat a.txt',
  'git stash pop && cat a.txt',
  'git merge main && cat a.txt',
  'git mv a.txt b.txt && cat b.txt',
])('G-06 asks about %s, which may bring a link', async (command) => {
  expect(await judge(command)).toBe('ask');
});
