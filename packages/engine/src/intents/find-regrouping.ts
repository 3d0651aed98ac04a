import type { SyntaxNode } from '../ports/syntax.ts';
import type { SyntaxEdit } from './find-edits.ts';

/** A name, a value or a sign, with the conditions and loops around it, from the outermost. */
interface GroupedLeaf {
  readonly text: string;
  readonly control: string;
}

const CONTROL =
  /^(?:if|elif|else|for|while|do|switch|match|case|unless|until|enhanced_for|for_in)(?:_\w*)?(?:statement|expression|clause|arm|in_statement)$/u;
/** Blocks that what stands beside them may go into or come out of without a difference. */
const HARMLESS =
  /^(?:with|try|except|catch|finally|unsafe|synchronized|lock|using|function|arrow|func|lambda|class|closure|labeled)_|^(?:lambda|class)$|^method_de/u;
const GROUPS: readonly RegExp[] = [/^[-+]$/u, /^[*/]$/u, /^(?:&&|and)$/u, /^(?:\|\||or)$/u];

/**
 * The same words in the same order that belong together in another way: a statement is in another branch or loop, or an
 * operator takes other operands. Null where that may make no difference.
 */
export function findRegrouping(edits: readonly SyntaxEdit[]): string | null {
  const [edit] = edits;
  if (edits.length !== 1 || edit?.type !== 'replaced') return null;
  const [before, after] = [groupLeaves(edit.before), groupLeaves(edit.after)];
  if (before === null || after === null || textsOf(before) !== textsOf(after)) return null;
  if (before.some(({ control }, index) => control !== after[index]?.control)) {
    return 'code is in another branch or loop';
  }
  const operators = before
    .map(({ text }) => text)
    .filter((text) => /^(?:[-+*/%<>=!&|^]+|and|or|not)$/u.test(text));
  const isPlain = [...edit.before, ...edit.after].every(isExpression);
  const isOneGroup = GROUPS.some((group) => operators.every((operator) => group.test(operator)));
  return isPlain && operators.length > 1 && !isOneGroup ? 'operators take other operands' : null;
}

/** Null where a block is among them that makes no branch. */
function groupLeaves(nodes: readonly SyntaxNode[]): GroupedLeaf[] | null {
  const leaves: GroupedLeaf[] = [];
  let isSafe = true;
  const look = (node: SyntaxNode, control: string): void => {
    if (HARMLESS.test(node.kind)) isSafe = false;
    if (node.children.length === 0) {
      if (!/^[()[\]{},;:]$/u.test(node.text)) leaves.push({ text: node.text, control });
      return;
    }
    const within = CONTROL.test(node.kind) ? `${control} ${node.kind}` : control;
    for (const child of node.children) look(child, within);
  };
  for (const node of nodes) look(node, '');
  return isSafe ? leaves : null;
}

function textsOf(leaves: readonly GroupedLeaf[]): string {
  return JSON.stringify(leaves.map(({ text }) => text));
}

/** Made of nothing but operators and operands. */
function isExpression(node: SyntaxNode): boolean {
  if (node.children.length === 0) return true;
  return (
    /^(?:binary|boolean|comparison|unary|not|parenthesized)_/u.test(node.kind) &&
    node.children.every(isExpression)
  );
}
