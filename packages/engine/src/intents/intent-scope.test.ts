import { expect, it } from 'vitest';

import { createFakeWorkspace } from '../ports/fakes/fake-workspace.ts';
import { loadIntentIgnore } from './intent-ignore.ts';
import { createScopeTest } from './intent-scope.ts';

type Example = readonly [scope: readonly string[], inside: readonly string[], outside: readonly string[]];

const EXAMPLES: readonly Example[] = [
  [
    ['src/auth/**'],
    ['src/auth/a.ts', 'src/auth/new/deep/b.ts'],
    ['src/authx/a.ts', 'src/a.ts', 'x/src/auth/a.ts'],
  ],
  [['src/auth'], ['src/auth', 'src/auth/a.ts'], ['src/auth.ts', 'lib/src/auth/a.ts']],
  [['src/auth/'], ['src/auth/a/b.ts'], ['src/authority.ts']],
  [['src/*'], ['src/a.ts'], ['src/a/b.ts', 'src']],
  [['*.md'], ['README.md'], ['docs/README.md', 'README.mdx']],
  [['README.md'], ['README.md'], ['docs/README.md', 'readme.md']],
  [['**/*.test.ts'], ['a.test.ts', 'src/x/b.test.ts'], ['a.ts']],
  [['**'], ['a', '.env', 'x/y/z'], []],
  [['{src,test}/**/*.{ts,tsx}'], ['src/a.ts', 'test/x/y.tsx'], ['src/a.js', 'lib/a.ts']],
  [['./src/**'], ['src/a.ts'], ['a.ts']],
  [
    ['src/[ab].ts', 'src/?.js'],
    ['src/a.ts', 'src/x.js'],
    ['src/c.ts', 'src/xy.js'],
  ],
  [['src/**', '!src/gen/**'], ['src/a.ts'], ['src/gen/a.ts', 'src/GEN/a.ts']],
  [['Src/**'], ['Src/a.ts'], ['src/a.ts', 'SRC/a.ts']],
  [[], [], ['a', 'src/a.ts']],
  [['', ' ', '.', './', '/'], [], ['a', 'src/a.ts']],
  [['../**', 'src/../**', '{..,src}/../x/**', 'a/..'], [], ['a', 'x/y', 'src/x', '../x']],
  [['{..,src}/**'], ['src/a'], ['a', '../a']],
  [['/etc/**', '/src/**', 'C:/src/**', '~/src/**', '\\src\\**'], [], ['etc/a', 'src/a.ts', 'C:/src/a']],
  [['{'.repeat(300)], [], ['a']],
  [['src/**'], [], ['../src/a', '/src/a', 'src/../a', '']],
];

it.each(EXAMPLES)('H-22 knows what %j covers', (ownedScope, inside, outside) => {
  const isInScope = createScopeTest({ ownedScope, isDraft: false });
  expect(inside.filter((path) => !isInScope(path))).toEqual([]);
  expect(outside.filter((path) => isInScope(path))).toEqual([]);
});

it('CF-24 a draft covers nothing, whatever it says', () => {
  expect(createScopeTest({ ownedScope: ['**'], isDraft: true })('src/a.ts')).toBe(false);
});

async function load(content: string): ReturnType<typeof loadIntentIgnore> {
  return loadIntentIgnore(createFakeWorkspace(new Map([['.intentignore', content]])));
}

it('H-23 takes paths out of the enforcement as a .gitignore names them', async () => {
  const isExempt = await load('# free\n*.md\n/dist/\nlogs/**\n!logs/keep.txt\n');
  for (const path of ['a.md', 'x/y.md', 'dist/a.js', 'logs/x', 'dist/deep/b'])
    expect(isExempt(path)).toBe(true);
  for (const path of ['src/a.ts', 'x/dist/a.js', 'logs/keep.txt', '']) expect(isExempt(path)).toBe(false);
  const all = await load('*\n');
  expect(all('src/a.ts')).toBe(true);
  for (const path of [
    '.orchestration/active_intents.yaml',
    '.intentignore',
    '.INTENTIGNORE',
    '.Orchestration/x',
  ])
    expect(all(path)).toBe(false);
});

it('H-23 exempts nothing where the file is missing, a link or too large', async () => {
  const workspaces = [
    createFakeWorkspace(new Map()),
    createFakeWorkspace(new Map([['other', '*\n']]), new Map([['.intentignore', 'other']])),
    createFakeWorkspace(new Map([['.intentignore', `*\n${'#'.repeat(1_000_001)}`]])),
  ];
  for (const workspace of workspaces) expect((await loadIntentIgnore(workspace))('a.md')).toBe(false);
});
