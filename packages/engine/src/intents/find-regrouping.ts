import type { SyntaxNode } from '../ports/syntax.ts';
import { isCall } from './code-place.ts';
import type { SyntaxEdit } from './find-edits.ts';
import { isNumeric, readNumber } from './literal-values.ts';

/** A name, a value or a sign, with the conditions and loops around it, from the outermost. */
interface GroupedLeaf {
  readonly text: string;
  readonly control: string;
  /** In a statement that is a call. */
  readonly isCalled: boolean;
}

const CONTROL =
  /^(?:if|elif|else|for|while|do|switch|match|case|unless|until|enhanced_for|for_in)(?:_\w*)?(?:statement|expression|clause|arm|in_statement)$/u;
/** Blocks that what stands beside them may go into or come out of without a difference, and what ends a block early. */
const HARMLESS =
  /^(?:with|try|except|catch|finally|unsafe|synchronized|lock|using|function|arrow|func|lambda|class|closure|labeled|return|break|continue|throw|raise)_|^(?:lambda|class)$|^method_de/u;

/**
 * The same words in the same order that belong together in another way: a call is in another branch or loop, or an operator
 * takes other operands. Null where that may make no difference.
 */
export function findRegrouping(edits: readonly SyntaxEdit[]): string | null {
  const [edit] = edits;
  if (edits.length !== 1 || edit?.type !== 'replaced') return null;
  const [before, after] = [groupLeaves(edit.before), groupLeaves(edit.after)];
  if (before === null || after === null || textsOf(before) !== textsOf(after)) return null;
  const moved = before.filter(({ control }, index) => control !== after[index]?.control);
  if (before.some(({ text }) => /^(?:true|false|\d+)$/iu.test(text)) && moved.length > 0) return null;
  if (moved.length > 0)
    return moved.every(({ isCalled }) => isCalled) ? 'code is in another branch or loop' : null;
  const [one, other] = [joinOperands(edit.before), joinOperands(edit.after)];
  return one !== null && other !== null && differInValue(one, other) ? 'operators take other operands' : null;
}

/** Null where a block is among them that makes no branch. */
function groupLeaves(nodes: readonly SyntaxNode[]): GroupedLeaf[] | null {
  const leaves: GroupedLeaf[] = [];
  let isSafe = true;
  const look = (node: SyntaxNode, control: string, isCalled: boolean): void => {
    if (HARMLESS.test(node.kind)) isSafe = false;
    if (node.children.length === 0) {
      if (!/^[()[\]{},;:]$/u.test(node.text)) leaves.push({ text: node.text, control, isCalled });
      return;
    }
    const within = CONTROL.test(node.kind) ? `${control} ${node.kind}` : control;
    const isStatement = node.kind === 'expression_statement' && node.children.some(isCall);
    for (const child of node.children) look(child, within, isCalled || isStatement);
  };
  for (const node of nodes) look(node, '', false);
  return isSafe ? leaves : null;
}

/** The expression that an edit holds, whole or as an operator with its operands. */
function joinOperands(nodes: readonly SyntaxNode[]): SyntaxNode | null {
  const [only] = nodes;
  if (nodes.length === 1 && only !== undefined) return only;
  return nodes.length === 3
    ? { kind: 'binary_expression', isNamed: true, field: null, text: '', children: nodes }
    : null;
}

function textsOf(leaves: readonly GroupedLeaf[]): string {
  return JSON.stringify(leaves.map(({ text }) => text));
}

/** Some numbers for the names, of which no two sums or products are alike. */
const SAMPLES: readonly (readonly number[])[] = [
  [3, 7, 19, 53, 131, 311, 719, 1619],
  [1619, 53, 3, 719, 7, 311, 19, 131],
  [0, 1, 0, 1, 1, 0, 0, 1],
  [1, 0, 0, 1, 0, 1, 1, 0],
  [0, 0, 1, 1, 0, 1, 0, 1],
];

/** Whether two expressions of the same names have another value for some of them; false for what cannot be computed. */
function differInValue(before: SyntaxNode, after: SyntaxNode): boolean {
  return SAMPLES.some((sample) => {
    const names = new Map<string, number>();
    const valueOf = (name: string): number => {
      const known = names.get(name) ?? sample[names.size] ?? Number.NaN;
      names.set(name, known);
      return known;
    };
    const [one, other] = [compute(before, valueOf), compute(after, valueOf)];
    return one !== null && other !== null && Math.abs(one - other) > 1e-6;
  });
}

function compute(node: SyntaxNode, valueOf: (name: string) => number): number | null {
  if (node.kind === 'identifier') return valueOf(node.text);
  if (node.kind === 'literal') return isNumeric(node.text) ? readNumber(node.text) : null;
  const [left, sign, right] = node.children;
  if (left === undefined || sign === undefined || right === undefined || node.children.length !== 3)
    return null;
  if (node.kind === 'parenthesized_expression') return compute(sign, valueOf);
  const [one, other] = [compute(left, valueOf), compute(right, valueOf)];
  if (one === null || other === null) return null;
  switch (sign.text) {
    case '+':
      return one + other;
    case '-':
      return one - other;
    case '*':
      return one * other;
    case '&&':
    case 'and':
      return one === 0 ? one : other;
    case '||':
    case 'or':
      return one === 0 ? other : one;
    default:
      return null;
  }
}
