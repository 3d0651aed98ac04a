import { expect, it } from 'vitest';

import { createFakeWorkspace } from '../ports/fakes/fake-workspace.ts';
import { resolveSettings } from '../settings/resolve-settings.ts';
import { createIgnoreRules } from '../tools/ignore-rules.ts';
import { findGitTrouble } from './find-git-trouble.ts';
import { gatherCommand } from './gather-command.ts';

const { values: settings } = resolveSettings([]);
const PLAIN = '[core]\n\tbare = false\n\teditor = vim\n';

/** How a command is judged that patterns of the user name, in a repository with these settings. */
async function judge(command: string, pattern: string, config: string) {
  const workspace = createFakeWorkspace(
    new Map([
      ['src/a.ts', 'a'],
      ['.git/config', config],
    ]),
  );
  const facts = await gatherCommand(
    { workspace, ignore: () => createIgnoreRules(workspace, []), isProtected: () => false },
    { kind: 'command', command, cwd: '', paths: [] },
    {
      settings: { ...settings, 'commands.allow': [...settings['commands.allow'], 'env', pattern] },
      code: async () => ({ changedSinceApproval: false, isConfined: false }),
    },
  );
  return facts.judgement;
}

it.each([
  ['poetry run git status', 'poetry run git status'],
  ['poetry run git status', 'poetry run git'],
  ['uv run /usr/bin/git status', 'uv run /usr/bin/git status'],
  ["poetry run bash -c 'git status'", "poetry run bash -c 'git status'"],
  ['conda run -n x git status', 'conda run -n x git status'],
  ['xargs git status', 'xargs git status'],
])('G-06 looks for settings that start programs where %s starts git', async (command, pattern) => {
  const plain = await judge(command, pattern, PLAIN);
  expect(plain.verdict).toBe('allow');
  expect(plain.variables).toMatchObject({ GIT_PAGER: 'cat' });
  expect((await judge(command, pattern, '[core]\n\tfsmonitor = /evil\n')).verdict).toBe('ask');
});

it('G-06 does not look at settings of git where something else is started', async () => {
  for (const command of ['poetry run pytest src', 'poetry run pytest tests/git -q']) {
    const judged = await judge(command, 'poetry run pytest', '[core]\n\tfsmonitor = /evil\n');
    expect([command, judged.verdict, judged.variables]).toEqual([command, 'allow', {}]);
  }
});

it.each(['git fetch', 'git pull', 'git push'])(
  'G-06 asks about %s by a pattern of the user where its repository names a program that it would start',
  async (command) => {
    for (const text of [command, `env ${command}`])
      expect((await judge(text, command, PLAIN)).verdict).toBe('allow');
    for (const config of [
      '[credential]\n\thelper = !sh evil\n',
      '[credential "https://example.org"]\n\thelper = /evil\n',
      '[gc]\n\trecentObjectsHook = sh evil\n',
    ]) {
      expect([config, (await judge(command, command, config)).verdict]).toEqual([config, 'ask']);
      expect((await judge(`env ${command}`, command, config)).verdict).toBe('ask');
      expect((await judge('git status', command, config)).verdict).toBe('allow');
    }
  },
);

it('G-06 asks about git in a folder that is a repository by what lies in it', async () => {
  const files = ['HEAD', 'objects/x', 'refs/heads/main'];
  for (const [place, cwd] of [
    ['', ''],
    ['vendor/', 'vendor'],
    ['vendor/', 'vendor/src'],
  ] as const) {
    const check = async (present: readonly string[]) => {
      const workspace = createFakeWorkspace(
        new Map([...present.map((file) => `${place}${file}`), 'vendor/src/a.ts'].map((file) => [file, 'x'])),
      );
      return findGitTrouble(workspace, { cwd, onlyLooks: true });
    };
    expect(await check(files)).toMatch(/^(?:vendor|the folder of the workspace) is a repository itself/u);
    for (const missing of files)
      expect(await check(files.filter((file) => file !== missing)), missing).toBeNull();
  }
});
