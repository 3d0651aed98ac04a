import { succeed } from '@rook/contract';
import { expect, it } from 'vitest';

import { createFakeWorkspace } from '../ports/fakes/fake-workspace.ts';
import { resolveSettings } from '../settings/resolve-settings.ts';
import { createIgnoreRules } from '../tools/ignore-rules.ts';
import { gatherCommand } from './gather-command.ts';

const { values: settings } = resolveSettings([]);
const CONFIG = '[core]\n\tbare = false\n';

async function judge(
  command: string,
  {
    files = {},
    links = {},
    cwd = '',
  }: Partial<Record<'files' | 'links', Record<string, string>>> & { cwd?: string },
) {
  const workspace = createFakeWorkspace(
    new Map(Object.entries({ 'src/a.ts': 'a', 'keys/id_rsa': 'k', '.git/config': CONFIG, ...files })),
    new Map(Object.entries(links)),
  );
  const sources = { workspace, ignore: () => createIgnoreRules(workspace, []), isProtected: () => false };
  const facts = await gatherCommand(
    sources,
    { kind: 'command', command, cwd, paths: [] },
    { settings, code: async () => ({ changedSinceApproval: false, isConfined: false }) },
  );
  return facts.judgement.verdict;
}

it.each(['git status', 'git diff', 'git log -p -1', 'cat src/*.ts', 'grep -rn a src', 'ls *'])(
  'G-06 lets %s run in an ordinary repository',
  async (command) => {
    expect(await judge(command, {})).toBe('allow');
  },
);

it.each([
  ['git diff', { files: { '.git/config': '[diff "x"]\n\ttextconv = sh\n' } }],
  ['git log -p', { files: { '.git/config.worktree': '[filter "x"]\n\tclean = sh\n' } }],
  ['git status', { files: { '.git/modules/a/config': CONFIG } }],
  ['git status', { files: { '.git/commondir': '../elsewhere\n' } }],
  ['git status', { files: { 'src/.git': 'gitdir: ../elsewhere\n' }, cwd: 'src' }],
  ['git diff', { files: { 'src/.git/config': '[diff]\n\texternal = sh\n' }, cwd: 'src' }],
  ['cat keys/id*', {}],
  ['cat k*/id_rsa', {}],
  ['grep -r k keys', {}],
  ['grep -rn k .', {}],
  ['grep -R k src', { links: { 'src/out': '/etc' } }],
  ['cat src/o*/passwd', { links: { 'src/out': '/etc' } }],
  ['git log -p -- .env', {}],
  ['git diff HEAD:.env HEAD:a', {}],
])('G-06 asks about %s where the disk holds more than its words say', async (command, room) => {
  expect(await judge(command, room)).toBe('ask');
});

it.each([
  ['echo x >> src/a.ts', 'ask', true],
  ['cp keys/b.ts src/a.ts', 'ask', true],
  ['touch src/*.ts', 'ask', true],
  ['tee src/a.ts', 'ask', true],
  ['mv src/a.ts src/b.ts > src/a.ts', 'ask', true],
  ['mv src/a.ts src/b.ts', 'allow', false],
  ['rm src/a.ts', 'ask', false],
  ['cat src/a.ts', 'allow', false],
  ['echo x >> src/b.ts', 'allow', false],
])('G-06 H-24 heeds in %s that a file has a second name', async (command, verdict, isUnread) => {
  const workspace = createFakeWorkspace(new Map([['src/a.ts', 'a']]));
  const linked = {
    ...workspace,
    locate: async (path: string) => {
      const located = await workspace.locate(path);
      const isTwin = located.ok && located.value.path === 'src/a.ts';
      return isTwin ? succeed({ ...located.value, names: 2 }) : located;
    },
  };
  const sources = {
    workspace: linked,
    ignore: () => createIgnoreRules(workspace, []),
    isProtected: () => false,
  };
  const facts = await gatherCommand(
    sources,
    { kind: 'command', command, cwd: '', paths: [] },
    { settings, code: async () => ({ changedSinceApproval: false, isConfined: false }) },
  );
  expect(facts.judgement.verdict).toBe(verdict);
  // Mode `allow` asks about what could not be looked at.
  expect(facts.unread !== null).toBe(isUnread);
});

it('G-06 reads a folder a few times, not once for each file that a pattern brings from it', async () => {
  const names = Array.from({ length: 500 }, (_, index) => `many/a${index}.ts`);
  const workspace = createFakeWorkspace(new Map(names.map((name) => [name, 'a'] as const)));
  let lists = 0;
  const counting = {
    ...workspace,
    list: async (path: string) => {
      lists += 1;
      return workspace.list(path);
    },
  };
  const sources = {
    workspace: counting,
    ignore: () => createIgnoreRules(workspace, []),
    isProtected: () => false,
  };
  const facts = await gatherCommand(
    sources,
    { kind: 'command', command: 'mv many/*.ts there', cwd: '', paths: [] },
    { settings },
  );
  expect(facts.judgement.verdict).toBe('allow');
  expect(lists).toBeLessThan(20);
});

it.each([
  ['base64 open', true],
  ['xxd -p deep/open', true],
  ['frob src/a.ts', false],
  ['git add open', false],
])('G-06 knows what a link leads to for a program that nobody knows: %s', async (command, isFeared) => {
  const workspace = createFakeWorkspace(
    new Map([
      ['src/a.ts', 'a'],
      ['keys/id_rsa', 'k'],
    ]),
    new Map([
      ['open', 'keys/id_rsa'],
      ['deep/open', '../keys/id_rsa'],
    ]),
  );
  const sources = { workspace, ignore: () => createIgnoreRules(workspace, []), isProtected: () => false };
  const effect = { kind: 'command', command, cwd: '', paths: [] } as const;
  const { unread } = await gatherCommand(sources, effect, { settings });
  expect(unread?.includes('is protected or looks like it holds secrets') ?? false).toBe(isFeared);
});
