import { expect, it } from 'vitest';

import { type OutsideTool, runOutsideTool } from './run-outside-tool.ts';

const MAIN = 'apps/cli/src/main.ts';

const SOUND = `export async function readName(names: readonly string[]): Promise<string> {
  return Promise.resolve(names[0] ?? '');
}
`;

/** A start of a program: it does something and exports nothing. */
const START = 'process.exitCode = 1;\n';

it.each<OutsideTool>(['tsc', 'oxlint', 'oxfmt'])('T-07 %s accepts a sound tree', (tool) => {
  expect(runOutsideTool(tool, { [MAIN]: SOUND })).toMatchObject({ passed: true });
});

it('T-07 knip accepts a sound tree whose tests call programs of the system', () => {
  const test = "import { spawnSync } from 'node:child_process';\n\nspawnSync('fish', ['--version']);\n";
  expect(runOutsideTool('knip', { [MAIN]: START, 'apps/cli/test/a.test.ts': test })).toMatchObject({
    passed: true,
  });
});

it.each([
  ['a type error', "export const count: number = 'one';\n", 'TS2322'],
  ['an unchecked index', 'export const read = (names: string[]): string => names[0];\n', 'TS2322'],
  ['an enum', 'export enum Kind {\n  Edit,\n}\n', 'TS1294'],
  ['an inexact optional', 'export const note: { text?: string } = { text: undefined };\n', 'TS2375'],
  ['an unused local', 'export function act(): void {\n  const spare = [1];\n}\n', 'TS6133'],
  ['an implicit any', 'export function act(value): void {}\n', 'TS7006'],
])('T-01 tsc refuses %s', (_case, text, code) => {
  const refusal = hearRefusal('tsc', { [MAIN]: text });
  expect(refusal).toContain(code);
  expect(refusal).toContain(MAIN);
});

it.each([
  ['a floating promise', `${SOUND}\nreadName([]);\n`, 'no-floating-promises'],
  [
    'a misused promise',
    `${SOUND}\nexport const has = [1].filter(async () => readName([]));\n`,
    'no-misused-promises',
  ],
  ['an explicit any', 'export const value: any = [1];\n', 'no-explicit-any'],
  ['an unsafe return', "export const read = (): string => JSON.parse('1');\n", 'no-unsafe-return'],
  ['a loose comparison', 'export const isOne = (text: string): boolean => text == String(1);\n', 'eqeqeq'],
  ['a console call', "console.log('hello');\n", 'no-console'],
  ['a default export', 'export default [1];\n', 'no-default-export'],
  [
    'an open switch',
    "export function read(kind: 'a' | 'b'): number {\n  switch (kind) {\n    case 'a':\n      return 1;\n  }\n  return 2;\n}\n",
    'switch-exhaustiveness-check',
  ],
])('T-01 oxlint refuses %s', (_case, text, rule) => {
  const refusal = hearRefusal('oxlint', { [MAIN]: text });
  expect(refusal).toContain(rule);
  expect(refusal).toContain(MAIN);
});

it('T-03 oxlint refuses an import cycle', () => {
  const first = "import { second } from './second.ts';\n\nexport const first = (): unknown => second;\n";
  const second = "import { first } from './main.ts';\n\nexport const second = (): unknown => first;\n";
  const refusal = hearRefusal('oxlint', { [MAIN]: first, 'apps/cli/src/second.ts': second });
  expect(refusal).toContain('no-cycle');
  expect(refusal).toContain(MAIN);
});

it('T-07 oxfmt refuses an unformatted file', () => {
  expect(hearRefusal('oxfmt', { [MAIN]: 'export  const list = [ 1,2 ]\n' })).toContain(MAIN);
});

it('T-01 oxlint takes no nested settings', () => {
  const loose = '{ "categories": { "correctness": "off" }, "rules": { "eslint/eqeqeq": "off" } }\n';
  const text = 'export const isOne = (text: string): boolean => text == String(1);\n';
  expect(hearRefusal('oxlint', { [MAIN]: text, 'apps/cli/.oxlintrc.json': loose })).toContain('eqeqeq');
});

it.each(['ts', 'tsx', 'mts', 'mjs', 'cjs', 'js'])('T-07 knip refuses an unused file (.%s)', (ending) => {
  const refusal = hearRefusal('knip', { [MAIN]: START, [`apps/cli/src/spare.${ending}`]: START });
  expect(refusal).toMatch(new RegExp(`Unused files \\(1\\)\\s+apps/cli/src/spare\\.${ending}`, 'u'));
});

it('T-07 knip refuses an export of an entry that nobody imports', () => {
  expect(hearRefusal('knip', { [MAIN]: SOUND })).toMatch(/Unused exports \(1\)\s+readName/u);
});

it('T-07 knip refuses an unused export and an unused type', () => {
  const main = "import { used } from './parts.ts';\n\nprocess.exitCode = used.length;\n";
  const parts = 'export const used = [1];\nexport const spare = [2];\nexport type Spare = string;\n';
  const refusal = hearRefusal('knip', { [MAIN]: main, 'apps/cli/src/parts.ts': parts });
  expect(refusal).toMatch(/Unused exports \(1\)\s+spare\s+apps\/cli\/src\/parts\.ts/u);
  expect(refusal).toMatch(/Unused exported types \(1\)\s+Spare\s+type\s+apps\/cli\/src\/parts\.ts/u);
});

it('T-07 knip refuses an undeclared dependency', () => {
  const refusal = hearRefusal('knip', {
    [MAIN]: "import { z } from 'zod';\n\nprocess.exitCode = z.string().length;\n",
  });
  expect(refusal).toMatch(/Unlisted dependencies \(1\)\s+zod\s+apps\/cli\/src\/main\.ts/u);
});

it('T-07 knip refuses an unused dependency', () => {
  const manifest = '{ "name": "@rook/cli", "type": "module", "dependencies": { "zod": "4.6.7" } }\n';
  const refusal = hearRefusal('knip', { [MAIN]: START, 'apps/cli/package.json': manifest });
  expect(refusal).toMatch(/Unused dependencies \(1\)\s+zod\s+apps\/cli\/package\.json/u);
});

/** What the tool says against the tree; nothing when it accepts it. */
function hearRefusal(tool: OutsideTool, files: Readonly<Record<string, string>>): string {
  const { passed, output } = runOutsideTool(tool, files);
  return passed ? '' : output;
}
