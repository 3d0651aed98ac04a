import type { SyntaxNode } from '../ports/syntax.ts';

/** How one tree differs from another, at the smallest place that holds the difference. */
export type SyntaxEdit =
  | {
      readonly type: 'leaf';
      readonly before: SyntaxNode;
      readonly after: SyntaxNode;
      readonly parent: SyntaxNode;
    }
  /** All that was there is still there, and `after` holds more; nothing was there when `before` is empty. */
  | { readonly type: 'grown'; readonly before: readonly SyntaxNode[]; readonly after: readonly SyntaxNode[] }
  | { readonly type: 'shrunk'; readonly before: readonly SyntaxNode[]; readonly after: readonly SyntaxNode[] }
  | {
      readonly type: 'replaced';
      readonly before: readonly SyntaxNode[];
      readonly after: readonly SyntaxNode[];
    };

/** A number for each shape: equal nodes have the same. Where a node stands in its parent counts, by its field. */
export interface NodeIds {
  idOf(node: SyntaxNode): number;
  /** The same without the field, for a node that went elsewhere. */
  shapeOf(node: SyntaxNode): number;
}

export function createNodeIds(): NodeIds {
  const numbers = new Map<string, number>();
  const known = new WeakMap<SyntaxNode, number>();
  const numberOf = (key: string): number => {
    const found = numbers.get(key);
    if (found !== undefined) return found;
    numbers.set(key, numbers.size);
    return numbers.size - 1;
  };
  const shapeOf = (node: SyntaxNode): number => {
    const seen = known.get(node);
    if (seen !== undefined) return seen;
    const inner = node.children.length === 0 ? JSON.stringify(node.text) : node.children.map(idOf).join(',');
    const shape = numberOf(`${node.kind} ${node.isNamed ? 1 : 0} ${inner}`);
    known.set(node, shape);
    return shape;
  };
  const idOf = (node: SyntaxNode): number => numberOf(`${shapeOf(node)} in ${node.field ?? ''}`);
  return { idOf, shapeOf };
}

/** Nodes with a longer list of children on both sides are compared as a whole. */
const MOST_PAIRS = 4_000_000;
/** In these, a part can be taken out or put in; in all others, a part has its place. */
const LISTS =
  /^(?:program|module|source_file|statement_block|block|class_body|statement_list|declaration_list|switch_body|switch_block|match_block|object|dictionary|compilation_unit|translation_unit)$/u;

export function findEdits(before: SyntaxNode, after: SyntaxNode, ids: NodeIds): SyntaxEdit[] {
  const edits: SyntaxEdit[] = [];
  compare(before, after, before, ids, edits);
  return edits;
}

function compare(
  before: SyntaxNode,
  after: SyntaxNode,
  parent: SyntaxNode,
  ids: NodeIds,
  edits: SyntaxEdit[],
): void {
  if (ids.idOf(before) === ids.idOf(after)) return;
  const areLeaves = before.children.length === 0 && after.children.length === 0;
  if (areLeaves && before.kind === after.kind) edits.push({ type: 'leaf', before, after, parent });
  else if (areLeaves && isWord(before) && isWord(after)) edits.push({ type: 'leaf', before, after, parent });
  else if (before.kind !== after.kind || before.children.length === 0 || after.children.length === 0) {
    compareRuns([before], [after], ids, edits);
  } else if (!LISTS.test(before.kind) && haveSameKinds(before.children, after.children)) {
    compareEach(before.children, after.children, before, ids, edits);
  } else compareLists(before, after, ids, edits);
}

/** Signs and keywords have themselves as their kind. */
function isWord(node: SyntaxNode): boolean {
  return !node.isNamed && node.text !== '';
}

function haveSameKinds(before: readonly SyntaxNode[], after: readonly SyntaxNode[]): boolean {
  return (
    before.length === after.length &&
    before.every((node, index) => {
      const other = after[index];
      return other !== undefined && (node.kind === other.kind || (isWord(node) && isWord(other)));
    })
  );
}

function compareEach(
  before: readonly SyntaxNode[],
  after: readonly SyntaxNode[],
  parent: SyntaxNode,
  ids: NodeIds,
  edits: SyntaxEdit[],
): void {
  for (const [index, node] of before.entries()) {
    const other = after[index];
    if (other !== undefined) compare(node, other, parent, ids, edits);
  }
}

function compareLists(before: SyntaxNode, after: SyntaxNode, ids: NodeIds, edits: SyntaxEdit[]): void {
  const left = before.children;
  const right = after.children;
  if (left.length * right.length > MOST_PAIRS) {
    edits.push({ type: 'replaced', before: left, after: right });
    return;
  }
  let fromLeft = 0;
  let fromRight = 0;
  const pairs = [...matchChildren(left, right, ids), [left.length, right.length] as const];
  for (const [atLeft, atRight] of pairs) {
    const removed = left.slice(fromLeft, atLeft);
    const added = right.slice(fromRight, atRight);
    if (removed.length > 0 && haveSameKinds(removed, added)) compareEach(removed, added, before, ids, edits);
    else compareRuns(removed, added, ids, edits);
    fromLeft = atLeft + 1;
    fromRight = atRight + 1;
  }
}

/** The longest common run of children, as pairs of places. */
function matchChildren(
  left: readonly SyntaxNode[],
  right: readonly SyntaxNode[],
  ids: NodeIds,
): (readonly [number, number])[] {
  const a = left.map((node) => ids.idOf(node));
  const b = right.map((node) => ids.idOf(node));
  const width = b.length + 1;
  const best = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const skipped = Math.max(best[(i + 1) * width + j] ?? 0, best[i * width + j + 1] ?? 0);
      const taken = a[i] === b[j] ? (best[(i + 1) * width + j + 1] ?? 0) + 1 : 0;
      best[i * width + j] = Math.max(skipped, taken);
    }
  }
  const pairs: (readonly [number, number])[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) {
      pairs.push([i, j]);
      i += 1;
      j += 1;
    } else if ((best[(i + 1) * width + j] ?? 0) >= (best[i * width + j + 1] ?? 0)) i += 1;
    else j += 1;
  }
  return pairs;
}

function compareRuns(
  before: readonly SyntaxNode[],
  after: readonly SyntaxNode[],
  ids: NodeIds,
  edits: SyntaxEdit[],
): void {
  if (before.length === 0 && after.length === 0) return;
  const isHeld = holdsAll(after, before, ids);
  const isHolding = holdsAll(before, after, ids);
  if (isHeld && !isHolding) edits.push({ type: 'grown', before, after });
  else if (isHolding && !isHeld) edits.push({ type: 'shrunk', before, after });
  else edits.push({ type: 'replaced', before, after });
}

/** Whether each of the parts lies somewhere in the whole, as often as it was there. Brackets and commas do not count. */
function holdsAll(whole: readonly SyntaxNode[], parts: readonly SyntaxNode[], ids: NodeIds): boolean {
  const wanted = new Map<number, number>();
  for (const part of parts) {
    if (isWord(part) && /^[()[\]{},;:]$/u.test(part.text)) continue;
    const shape = ids.shapeOf(unwrap(part));
    wanted.set(shape, (wanted.get(shape) ?? 0) + 1);
  }
  const look = (node: SyntaxNode): void => {
    const shape = ids.shapeOf(node);
    const left = wanted.get(shape);
    if (left === 1) wanted.delete(shape);
    else if (left !== undefined) wanted.set(shape, left - 1);
    else node.children.forEach(look);
  };
  whole.forEach(look);
  return wanted.size === 0;
}

/** A call that is a statement is the same call in a larger one. */
function unwrap(node: SyntaxNode): SyntaxNode {
  const [only] = node.children;
  return node.kind === 'expression_statement' && node.children.length === 1 && only !== undefined
    ? only
    : node;
}
