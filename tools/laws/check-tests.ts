import type { Node } from 'oxc-parser';

import { findUnrunTests } from './find-unrun-tests.ts';
import type { PlacedNode } from './flatten-nodes.ts';
import type { Violation } from './law.ts';
import { readCallChain } from './read-call-chain.ts';
import { readMemberName } from './read-member-name.ts';
import type { Repository, Source } from './repository.ts';

/** A test file proves something, always, and all of it. */
export function checkTests(repository: Repository): Violation[] {
  const found: Violation[] = findUnrunTests(repository);
  for (const source of repository.sources) {
    if (!/\.test\.[cm]?[jt]sx?$/u.test(source.path)) continue;
    const refuse = (start: number, message: string): number =>
      found.push({ law: 'tests', path: source.path, line: source.lineAt(start), message });
    const emptiness = judgeEmptiness(source);
    if (emptiness !== undefined) refuse(0, emptiness);
    for (const placed of source.nodes) {
      const message = judgeNode(placed);
      if (message !== undefined) refuse(placed.node.start, message);
    }
  }
  return found;
}

const TEST_NAMES: ReadonlySet<string> = new Set(['it', 'test']);
const GROUP_NAMES: ReadonlySet<string> = new Set(['it', 'test', 'describe', 'suite']);

function judgeEmptiness(source: Source): string | undefined {
  const suites = listImportedSuites(source);
  let hasTest = false;
  let hasAssertion = false;
  for (const { node } of source.nodes) {
    if (node.type !== 'CallExpression') continue;
    const chain = readCallChain(node.callee);
    const first = chain[0] ?? '';
    const isSuite = suites.has(first);
    if (isSuite || TEST_NAMES.has(first)) hasTest = true;
    if (isSuite || first === 'expect' || chain.some((name) => name.startsWith('assert'))) hasAssertion = true;
  }
  if (!hasTest) return 'The file has no it() or test(); write one or remove the file.';
  return hasAssertion
    ? undefined
    : 'The file has no expect() or assert(), so its tests prove nothing; assert the result.';
}

/** A port's suite, taken from a `testing` export, brings its own tests and assertions. */
function listImportedSuites(source: Source): Set<string> {
  const names = source.imports
    .filter(({ specifier }) => /\/testing(?:\.ts)?$/u.test(specifier))
    .flatMap(({ values }) => values)
    .filter((name) => /Suite$|^(?:check|describe|prove|test)[A-Z]/u.test(name));
  return new Set(names);
}

function judgeNode({ node, parent }: PlacedNode): string | undefined {
  if (node.type === 'MemberExpression') return judgeModifier(node, parent?.node);
  if (node.type !== 'CallExpression') return undefined;
  if (isEmptyAssertion(node))
    return 'This asserts a literal, which proves nothing; assert a result of the code.';
  const [first = ''] = readCallChain(node.callee);
  const options = GROUP_NAMES.has(first)
    ? node.arguments.find((argument) => argument.type === 'ObjectExpression')
    : undefined;
  for (const property of options?.properties ?? []) {
    if (property.type !== 'Property' || property.key.type !== 'Identifier' || !isLiteralTruth(property.value))
      continue;
    if (['only', 'skip', 'todo'].includes(property.key.name)) return explainModifier(property.key.name);
  }
  return undefined;
}

function judgeModifier(node: Node, parent: Node | undefined): string | undefined {
  const [first = ''] = readCallChain(node);
  const name = readMemberName(node) ?? '';
  if (!GROUP_NAMES.has(first)) return undefined;
  if (['only', 'skip', 'todo'].includes(name)) return explainModifier(name);
  const condition = parent?.type === 'CallExpression' ? parent.arguments[0] : undefined;
  if (!['skipIf', 'runIf'].includes(name) || condition?.type !== 'Literal') return undefined;
  return `This ${name} has a literal condition, so it never decides anything; state the condition or remove it.`;
}

function explainModifier(name: string): string {
  const instead = name === 'only' ? 'remove it' : 'use skipIf with a condition, or remove the test';
  return `The modifier "${name}" keeps tests from running; ${instead}.`;
}

/** expect(true).toBe(true), assert(true), assert.ok(1): the outcome stands in the test itself. */
function isEmptyAssertion(node: Extract<Node, { type: 'CallExpression' }>): boolean {
  const chain = readCallChain(node.callee);
  const isPlain = chain.length === 1 && (chain[0] === 'expect' || chain[0] === 'assert');
  const isOk = chain[0] === 'assert' && chain[1] === 'ok';
  const [argument] = node.arguments;
  return (isPlain || isOk) && argument?.type === 'Literal' && typeof argument.value !== 'string';
}

function isLiteralTruth(node: Node): boolean {
  return node.type === 'Literal' && node.value !== false;
}
