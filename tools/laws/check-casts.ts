import type { Node } from 'oxc-parser';

import { isTest } from './file-roles.ts';
import type { Violation } from './law.ts';
import type { Repository, Source } from './repository.ts';

/** T-01: the compiler is never overruled, and no comment switches a check off. */
export function checkCasts(repository: Repository): Violation[] {
  const found: Violation[] = [];
  for (const source of repository.sources) {
    const refuse = (start: number, message: string): number =>
      found.push({ law: 'casts', path: source.path, line: source.lineAt(start), message });
    for (const { node } of source.nodes) {
      const message = judgeNode(node, source);
      if (message !== undefined) refuse(node.start, message);
    }
    for (const comment of source.comments) {
      const message = judgeComment(comment.value, source.path);
      if (message !== undefined) refuse(comment.start, message);
    }
  }
  return found;
}

function judgeNode(node: Node, source: Source): string | undefined {
  if (node.type === 'TSAsExpression' && !mayCast(source, node.typeAnnotation)) {
    return 'This "as" overrules the compiler; parse the value in a parse-*.ts file or narrow it with a check.';
  }
  if ((node.type === 'VariableDeclarator' || node.type === 'PropertyDefinition') && node.definite === true) {
    return 'This "!" says that a value will be assigned without proof; assign it where it is declared.';
  }
  if (node.type === 'TSDeclareFunction' && node.declare === true) return undefined;
  return REFUSED_SYNTAX.get(node.type);
}

const OVERLOAD =
  'This overload promises a type that its body need not give; write one signature, with generics or a union, or two functions.';

const REFUSED_SYNTAX: ReadonlyMap<string, string> = new Map([
  ['TSTypeAssertion', 'This angle-bracket cast overrules the compiler; narrow the value with a check.'],
  [
    'TSNonNullExpression',
    'This "!" says that a value is there without looking; check it and handle its absence.',
  ],
  ['TSAnyKeyword', 'The type "any" switches the compiler off; write the type or unknown.'],
  ['TSDeclareFunction', OVERLOAD],
  ['TSEmptyBodyFunctionExpression', OVERLOAD],
]);

/** `as const` narrows a literal; other casts may stand only where unknown data becomes typed data. */
function mayCast(source: Source, type: Node): boolean {
  const isConst = source.text.slice(type.start, type.end) === 'const';
  return isConst || /(?:^|\/)parse-[^/]*\.ts$/u.test(source.path);
}

// A directive counts at the start of any line of a comment, as the tools read it.
const LINE_START = String.raw`^[\s*/]*`;

const SWITCH_OFF = new RegExp(
  `${LINE_START}(?:(?:oxlint|eslint)-disable|@ts-(?:ignore|nocheck)|(?:oxfmt|prettier|knip)-ignore|@knipignore|@public|(?:node:coverage|v8|c8|istanbul) (?:ignore|disable))`,
  'mu',
);

const EXPECT_ERROR = new RegExp(`${LINE_START}@ts-expect-error(.*)$`, 'mu');

const SHORTEST_REASON = 10;

function judgeComment(text: string, path: string): string | undefined {
  const directive = SWITCH_OFF.exec(text)?.[0].replace(/^[\s*/]*/u, '');
  if (directive !== undefined)
    return `The comment "${directive}" switches a check off; satisfy the check instead.`;
  const expected = EXPECT_ERROR.exec(text)?.[1];
  if (expected === undefined) return undefined;
  if (!isTest(path)) return 'An expected type error may stand only in a test; correct the type instead.';
  if (expected.replace(/^[\s:-]+/u, '').length >= SHORTEST_REASON) return undefined;
  return 'This expected type error has no description; say after it which error it proves.';
}
