import { expect, it } from 'vitest';

import { createFakeWorkspace } from '../ports/fakes/fake-workspace.ts';
import { resolveSettings } from '../settings/resolve-settings.ts';
import { createIgnoreRules } from '../tools/ignore-rules.ts';
import { checkCommand } from './check-command.ts';
import { NO_USER_RULES } from './user-rules.ts';

const { values: settings } = resolveSettings([]);

interface Place {
  readonly path: readonly string[];
  readonly changed?: boolean;
  readonly cwd?: string;
}

async function check(command: string, { path, changed = true, cwd = '' }: Place) {
  const files = ['.venv/bin/ls', '.venv/bin/git-lfs', 'tools/bash', 'deep/tools/cat', 'src/a.ts'];
  const workspace = createFakeWorkspace(new Map(files.map((file) => [file, 'x'])));
  const sources = {
    workspace,
    ignore: () => createIgnoreRules(workspace, []),
    isProtected: () => false,
  };
  const code = async () => ({ changedSinceApproval: changed, isConfined: false });
  const allow = [...settings['commands.allow'], 'timeout', 'nice', 'env', 'time'];
  const commands = { settings: { ...settings, 'commands.allow': allow }, code, path: async () => path };
  return checkCommand({ sources, commands, userRules: NO_USER_RULES }, { command, cwd });
}

it.each([
  ['ls', ['.venv/bin']],
  ['ls', ['/usr/bin', './.venv/bin/']],
  ['pwd && ls src', ['.venv/bin']],
  ['git status', ['.venv/bin']],
  // The shell that reads the line is looked for as well.
  ['cat src/a.ts', ['tools']],
])('G-06 takes %s for code of the workspace where PATH has %s', async (command, path) => {
  const judged = await check(command, { path });
  expect(judged).toMatchObject({ verdict: 'ask', runsWorkspaceCode: true });
  expect(judged.reasons.join()).toContain('PATH names a folder of the workspace');
  // Nobody knows that it only looks.
  const unchanged = await check(command, { path, changed: false });
  expect(unchanged).toMatchObject({ verdict: 'allow', isReadOnly: false });
});

it.each(['timeout 5 ls', 'nice ls', 'time ls', 'env CI=1 ls'])(
  'G-06 takes %s for code of the workspace where PATH has what it starts',
  async (command) => {
    const judged = await check(command, { path: ['.venv/bin'] });
    expect(judged.reasons.join()).toContain('PATH names a folder of the workspace');
  },
);

it('G-06 counts a folder of PATH from where the line runs', async () => {
  expect(await check('cat a', { path: ['tools'], cwd: 'deep' })).toMatchObject({ verdict: 'ask' });
  expect(await check('cat a', { path: [''], cwd: 'deep/tools' })).toMatchObject({ verdict: 'ask' });
});

it.each([
  ['ls', []],
  ['cat src/a.ts', ['.venv/bin', 'nothing', '/usr/bin']],
  // The shell has it itself.
  ['echo x', ['.venv/bin']],
  ['ls', ['src']],
])('G-06 runs %s where PATH has %s', async (command, path) => {
  expect(await check(command, { path })).toMatchObject({ verdict: 'allow', runsWorkspaceCode: false });
});
