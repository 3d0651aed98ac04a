import { expect, it } from 'vitest';

import { judgeTree } from './judge-tree.ts';

// Each twin is a sound tree with one file changed: these trees hold settings that tools would read where they lie.

const FLAGS =
  'strict noUncheckedIndexedAccess exactOptionalPropertyTypes noImplicitOverride noFallthroughCasesInSwitch noImplicitReturns noUnusedLocals noUnusedParameters verbatimModuleSyntax erasableSyntaxOnly isolatedModules noEmitOnError';
const BASE = { compilerOptions: Object.fromEntries(FLAGS.split(' ').map((flag) => [flag, true])) };
const CLI = { extends: '../../tsconfig.base.json', include: ['src'] };
const SCRIPTS = { allowJs: true, checkJs: true };
const TOOLS = {
  extends: '../tsconfig.base.json',
  include: ['**/*.ts', '../*.config.ts'],
  exclude: ['**/held/**', 'made'],
};

const SOUND: Readonly<Record<string, string>> = {
  'tsconfig.base.json': toText(BASE),
  'tsconfig.json': toText({
    files: [],
    references: [{ path: './apps/cli' }, { path: 'tools/tsconfig.json' }],
  }),
  'apps/cli/package.json': toText({ name: '@rook/cli' }),
  'apps/cli/tsconfig.json': toText(CLI),
  'apps/cli/src/main.ts': 'export const main = [1];\n',
  'apps/cli/src/deep/part.tsx': 'export const part = [1];\n',
  'tools/tsconfig.json': toText(TOOLS),
  'tools/deep/draw.ts': 'export const draw = [1];\n',
  'vitest.config.ts': setUpVitest("include: ['{apps,tools}/**/*.test.ts'], exclude: ['**/dist/**'], env: {}"),
  'knip.json': '{}\n',
  '.oxlintrc.json': '{}\n',
  '.oxfmtrc.json': '{}\n',
  '.gitignore': 'dist/\n',
};

const NESTED =
  '.oxlintrc.json .oxlintrc.jsonc .oxfmtrc.json .oxfmtrc .eslintrc.json .prettierrc knip.json .knip.jsonc .gitignore .ignore .eslintignore .prettierignore .oxlintignore .editorconfig oxlint.config.mjs eslint.config.mjs vitest.config.mts vitest.workspace.json';

const TEST =
  "import { expect, it } from 'vitest';\n\nit('T-01 adds', () => {\n  expect(1 + 1).toBe(2);\n});\n";
const MANIFEST = toText({ name: 'rook', devDependencies: { vitest: '1.0.0' } });

it('T-07 the sound tree is lawful', async () => {
  expect(await judge({ 'tools/a.test.ts': TEST })).toEqual([]);
});

it.each([
  [
    'a package without a project',
    'apps/web/package.json',
    toText({ name: '@rook/web' }),
    'has no tsconfig.json',
  ],
  [
    'a project with another base',
    'apps/cli/tsconfig.json',
    toText({ ...CLI, extends: './base.json' }),
    'does not extend',
  ],
  [
    'a project with two bases',
    'apps/cli/tsconfig.json',
    toText({ ...CLI, extends: [CLI.extends] }),
    'does not extend',
  ],
  ['a loosened project', 'apps/cli/tsconfig.json', loosen({ strict: false }), '"strict" for itself'],
  [
    'a project that checks nothing',
    'apps/cli/tsconfig.json',
    loosen({ noCheck: true }),
    '"noCheck" for itself',
  ],
  ['a loosened base', 'tsconfig.base.json', loosenBase({ strict: false }), '"strict" is not on'],
  [
    'a base with a hole',
    'tsconfig.base.json',
    loosenBase({ strictNullChecks: false }),
    '"strictNullChecks" is not on',
  ],
  [
    'a project that is not named',
    'bench/tsconfig.json',
    toText({ ...TOOLS, include: [] }),
    'does not name the project',
  ],
  ['a file outside its project', 'apps/cli/extra/a.ts', 'export const value = [1];\n', 'lies in no project'],
  ['a script that is not checked', 'apps/cli/src/a.mjs', 'export const value = [1];\n', 'lies in no project'],
  ['an excluded file', 'tools/deep/held/a.ts', 'export const value = [1];\n', 'lies in no project'],
  [
    'a file in an excluded folder',
    'tools/made/deep/a.ts',
    'export const value = [1];\n',
    'lies in no project',
  ],
  ['a file at the root', 'a.ts', 'export const value = [1];\n', 'lies in no project'],
  ['a hidden file', 'tools/.deep/a.ts', 'export const value = [1];\n', 'lies in no project'],
])('T-01 %s is caught', async (_case, file, text, says) => {
  const violations = await judge({ [file]: text });
  expect(violations).toEqual([expect.stringContaining(`${file}:1  projects: `)]);
  expect(violations).toEqual([expect.stringContaining(says)]);
});

it('T-01 a file in two projects is caught', async () => {
  const cli = toText({ ...CLI, include: ['src', '../../tools/deep/*.ts'] });
  expect(await judge({ 'apps/cli/tsconfig.json': cli })).toEqual([
    expect.stringContaining(
      'tools/deep/draw.ts:1  projects: The file lies in several projects (apps/cli, tools)',
    ),
  ]);
});

it('T-01 a script in a project that checks scripts is lawful', async () => {
  const files = {
    'apps/cli/tsconfig.json': loosen(SCRIPTS),
    'apps/cli/src/a.mjs': 'export const value = [1];\n',
  };
  expect(await judge(files)).toEqual([]);
});

it.each(['apps/cli/src/a.test.tsx', 'apps/cli/src/a.test.mts', 'apps/cli/src/dist.test.cts'])(
  'T-07 the test %s, which the settings do not name, is caught',
  async (file) => {
    expect(await judge({ [file]: TEST })).toEqual([
      expect.stringContaining(`${file}:1  tests: vitest does not run`),
    ]);
  },
);

it.each([
  [
    'an excluded test',
    "include: ['**/*.test.ts'], exclude: ['tools/**']",
    'tools/a.test.ts:1  tests: vitest does not',
  ],
  ['a computed list', 'include: [String(1)]', 'tests: The list "include" cannot be read'],
  ['a list from elsewhere', 'include: list', 'tests: The list "include" cannot be read'],
  ['settings from elsewhere', '...rest', 'tests: These settings come from elsewhere'],
  ['a filter of titles', "testNamePattern: 'a'", 'tests: The setting "testNamePattern"'],
  ['an empty run that passes', 'passWithNoTests: true', 'tests: The setting "passWithNoTests"'],
])('T-07 vitest with %s is caught', async (_case, settings, says) => {
  const files = { 'tools/a.test.ts': TEST, 'vitest.config.ts': setUpVitest(settings) };
  expect(await judge(files)).toEqual([expect.stringContaining(says)]);
});

it('T-07 vitest settings that are not written out are caught', async () => {
  expect(await judge({ 'vitest.config.ts': 'export default { test: settings };\n' })).toEqual([
    expect.stringContaining('vitest.config.ts:1  tests: The settings "test" cannot be read'),
  ]);
});

it.each(NESTED.split(' '))('T-07 a nested %s is caught', async (name) => {
  const file = `apps/cli/src/${name}`;
  expect(await judge({ [file]: '\n', 'apps/cli/tsconfig.json': loosen(SCRIPTS) })).toEqual([
    expect.stringContaining(`${file}:1  tooling: The file changes what a check sees`),
  ]);
});

it.each(['.prettierignore', '.eslintignore', '.ignore', '.eslintrc.json', 'knip.jsonc', '.oxlintrc.jsonc'])(
  'T-07 a second %s at the root is caught',
  async (file) => {
    expect(await judge({ [file]: '\n' })).toEqual([
      expect.stringContaining(`${file}:1  tooling: The file changes`),
    ]);
  },
);

it('T-07 settings of a tool in a manifest are caught', async () => {
  const manifest = toText({ name: '@rook/cli', knip: { ignore: ['src'] } });
  expect(await judge({ 'apps/cli/package.json': manifest })).toEqual([
    expect.stringContaining('apps/cli/package.json:1  tooling: The field "knip"'),
  ]);
});

it.each([
  ['.oxlintrc.json', '{ "ignorePatterns": ["**/dist/**", "apps/cli/**"] }\n', 'exempt "apps/cli/**"'],
  ['.oxfmtrc.json', '{ "ignorePatterns": ["tools/**"] }\n', 'exempt "tools/**"'],
  ['knip.json', '{ "ignore": ["tools/**"] }\n', 'by "ignore"'],
  ['knip.json', '{ "ignoreDependencies": ["zod"] }\n', 'by "ignoreDependencies"'],
])('T-07 an exemption in %s is caught: %s', async (file, text, says) => {
  expect(await judge({ [file]: text })).toEqual([expect.stringContaining(says)]);
});

async function judge(changed: Readonly<Record<string, string>>): Promise<string[]> {
  return judgeTree({ 'package.json': MANIFEST, ...SOUND, ...changed });
}

function loosen(compilerOptions: object): string {
  return toText({ ...CLI, compilerOptions });
}

function loosenBase(options: object): string {
  return toText({ compilerOptions: { ...BASE.compilerOptions, ...options } });
}

function setUpVitest(settings: string): string {
  return `import { defineConfig } from 'vitest/config';\n\nexport default defineConfig({ test: { ${settings} } });\n`;
}

function toText(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}
