import { expect, it } from 'vitest';

import { createFakeWorkspace } from '../ports/fakes/fake-workspace.ts';
import { createIgnoreRules } from './ignore-rules.ts';

const workspace = createFakeWorkspace(
  new Map([
    ['.gitignore', '\uFEFF# comment\r\nbuild\r\n*.log\r\n/only-here\ntemp/ \nname\\ \n\\!odd\n'],
    ['.git/info/exclude', 'mine.txt\n'],
    ['packages/x/.gitignore', '!build\n!keep.log\n/local\n'],
    ['build/.gitignore', '!inside.txt\n'],
  ]),
);

it.each([
  ['src/a.ts', null],
  ['a.log', 'gitignore'],
  ['deep/er/a.log', 'gitignore'],
  ['build/', 'gitignore'],
  ['build/inside.txt', 'gitignore'],
  ['packages/y/build/out.js', 'gitignore'],
  ['packages/x/build/out.js', null],
  ['packages/x/build/out.log', 'gitignore'],
  ['packages/x/keep.log', null],
  ['packages/x/local', 'gitignore'],
  ['packages/x/deep/local', null],
  ['only-here', 'gitignore'],
  ['src/only-here', null],
  ['temp/', 'gitignore'],
  ['temp', null],
  ['temp/a', 'gitignore'],
  ['name ', 'gitignore'],
  ['!odd', 'gitignore'],
  ['mine.txt', 'gitignore'],
  ['.git/config', 'built_in'],
  ['sub/.GIT/config', 'built_in'],
  ['.rook/settings.json', 'built_in'],
  ['.ck3raven/x', 'built_in'],
  ['vendor/deep/a.ts', 'settings'],
  ['docs/private/a.md', 'settings'],
  ['docs/public/a.md', null],
  ['', null],
  ['../x', null],
] as const)('B-16 says who ignores %j: %j', async (path, who) => {
  const rules = createIgnoreRules(workspace, ['vendor', 'docs/private/**']);
  expect(await rules.isIgnored(path)).toBe(who);
});
