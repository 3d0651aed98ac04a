import type { Node } from 'oxc-parser';

import { compileGlob } from './compile-glob.ts';
import type { PlacedNode } from './flatten-nodes.ts';
import type { Violation } from './law.ts';
import { readKey } from './read-key.ts';
import { readLiteralText } from './read-literal-text.ts';
import type { Repository } from './repository.ts';

/** Tests that vitest passes by, and settings that could make it do so. Without settings it runs all that it can. */
export function findUnrunTests(repository: Repository): Violation[] {
  const found: Violation[] = [];
  const settings = repository.sources.find(({ path }) => path === SETTINGS);
  const given = new Map<string, Node>();
  for (const placed of settings?.nodes ?? []) {
    const { node } = placed;
    const name = node.type === 'Property' && !node.computed ? (readKey(node.key) ?? '') : '';
    if (node.type === 'Property' && isTestSetting(placed)) given.set(name, node.value);
    const message = judgeSetting(name, placed);
    if (message !== undefined)
      found.push({ law: 'tests', path: SETTINGS, line: settings?.lineAt(node.start) ?? 1, message });
  }
  const includes = listPatterns(given.get('include'));
  const excludes = listPatterns(given.get('exclude')) ?? [];
  for (const { path } of repository.sources) {
    const isRun =
      (includes?.some((matches) => matches(path)) ?? true) && !excludes.some((matches) => matches(path));
    const isMisnamed = /\.(?:spec|tests|e2e)\.[cm]?[jt]sx?$/u.test(path);
    if (!isMisnamed && (isRun || !/\.test\.[cm]?[jt]sx?$/u.test(path))) continue;
    const message =
      'vitest does not run this file; name it *.test.ts below packages, apps, tools, bench or test.';
    found.push({ law: 'tests', path, line: 1, message });
  }
  return found;
}

const SETTINGS = 'vitest.config.ts';

/** Settings that change how tests run, but not which. */
const HARMLESS: ReadonlySet<string> = new Set([
  'testTimeout',
  'hookTimeout',
  'maxWorkers',
  'pool',
  'env',
  'expect',
]);

function isTestSetting({ parent }: PlacedNode): boolean {
  const owner = parent?.parent?.node;
  return owner?.type === 'Property' && readKey(owner.key) === 'test';
}

function judgeSetting(name: string, placed: PlacedNode): string | undefined {
  const { node } = placed;
  if (node.type === 'SpreadElement') return 'These settings come from elsewhere; write them out.';
  if (node.type !== 'Property') return undefined;
  if (name === 'test' && node.value.type !== 'ObjectExpression')
    return 'The settings "test" cannot be read; write them out.';
  if (!isTestSetting(placed) || HARMLESS.has(name)) return undefined;
  if (name === 'include' || name === 'exclude') {
    return listPatterns(node.value) === undefined
      ? `The list "${name}" cannot be read; write its patterns as plain texts.`
      : undefined;
  }
  return `The setting "${name}" could keep tests from running or failing; leave it out, or name it in tools/laws/find-unrun-tests.ts.`;
}

function listPatterns(node: Node | undefined): ((path: string) => boolean)[] | undefined {
  if (node?.type !== 'ArrayExpression') return undefined;
  const texts = node.elements.map((element) => readLiteralText(element));
  return texts.every((text) => text !== undefined) ? texts.map((text) => compileGlob(text)) : undefined;
}
