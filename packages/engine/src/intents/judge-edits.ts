import type { SyntaxNode } from '../ports/syntax.ts';
import {
  around,
  calledText,
  countAssignments,
  FUNCTIONS,
  isCall,
  isHidden,
  mayBeOverwritten,
  mayRun,
  type Holders,
} from './code-place.ts';
import { isBehaviour } from './find-added-behaviour.ts';
import type { NodeIds, SyntaxEdit } from './find-edits.ts';
import { findRegrouping } from './find-regrouping.ts';
import { differSurely, isLiteral, isNumeric, readNumber, wordsOf } from './literal-values.ts';
import { textOf } from './normalize-tree.ts';

/** What all files of the change set say, before and after: a value that is in neither was not moved from anywhere. */
export interface WholeTexts {
  readonly before: ReadonlySet<string>;
  readonly after: ReadonlySet<string>;
}

interface EditContext {
  readonly texts: WholeTexts;
  readonly ids: NodeIds;
  /** Of all trees on both sides. */
  readonly holders: Holders;
}

/**
 * Why the edits are certainly new or changed behaviour; null where they could be a way to say the same. Only kinds of changes
 * that are known to matter count: whatever is not on the list may be an idiom, a default written out or code that never runs.
 */
export function findNewBehaviour(edits: readonly SyntaxEdit[], context: EditContext): string | null {
  const { holders, ids } = context;
  const leaves = edits.filter((edit) => edit.type === 'leaf');
  const grown = edits.filter((edit) => edit.type === 'grown');
  const shrunk = edits.filter((edit) => edit.type === 'shrunk');
  const literals = leaves.filter(({ before, after }) => isLiteral(before) && isLiteral(after));
  if (leaves.length === edits.length) return judgeLeaves(leaves, context);
  const inserted = grown.filter(({ before }) => before.length === 0).flatMap(({ after }) => after);
  const taken = shrunk.filter(({ after }) => after.length === 0).flatMap(({ before }) => before);
  if (grown.length + literals.length === edits.length && isBehaviour(inserted, 'added', holders, ids))
    return 'code was added';
  if (grown.length === edits.length && grown.some((edit) => isHandedOut(edit)))
    return 'something is exported that was not';
  if (grown.length === 1 && edits.length === 1 && grown.some((edit) => isNegated(edit, holders)))
    return 'a result was turned round';
  if (shrunk.length + literals.length === edits.length && isBehaviour(taken, 'removed', holders, ids))
    return 'code was removed';
  return findRegrouping(edits) ?? judgeMixed(edits, context);
}

type GrownEdit = Extract<SyntaxEdit, { type: 'grown' }>;

function isHandedOut({ before, after }: GrownEdit): boolean {
  const [one] = before;
  const [other] = after;
  const declaration = other?.children.find(({ field }) => field === 'declaration');
  return (
    before.length === 1 &&
    after.length === 1 &&
    other?.kind === 'export_statement' &&
    declaration?.kind === one?.kind &&
    /^(?:function|class|lexical)_declaration$/u.test(declaration?.kind ?? '')
  );
}

function isNegated({ before, after }: GrownEdit, holders: Holders): boolean {
  const [one] = before;
  const [other] = after;
  if (before.length !== 1 || after.length !== 1 || one === undefined || other === undefined) return false;
  const [sign, inner] = other.children;
  const isTurned = /^(?:!|not)$/u.test(sign?.text ?? '') && other.children.length === 2;
  return isTurned && inner !== undefined && textOf(inner) === textOf(one) && isWholeResult(other, holders);
}

type LeafEdit = Extract<SyntaxEdit, { type: 'leaf' }>;

function judgeLeaves(leaves: readonly LeafEdit[], context: EditContext): string | null {
  const [edit, other] = leaves;
  if (edit === undefined) return null;
  if (leaves.length === 1 && isChangedLiteral(edit, context)) return 'a literal was changed';
  if (leaves.length === 1 && isChangedOperator(edit, context.holders)) return 'an operator was changed';
  if (leaves.length === 2 && other !== undefined && areSwapped(edit, other, context.holders))
    return 'operands were swapped';
  return judgeMixed(leaves, context);
}

/** Calls to which two values may be the same: patterns, encodings, hints of a size, orders, queries. */
const LOOSE_CALL =
  /regex|regexp|^re\.|pattern|compile|match|search|replace|encod|decod|charset|^open$|\.open$|^import$|require|symbol|typevar|newtype|cast|capacity|reserve|^make$|builder|Map\b|List\b|Set\b|HashMap|ArrayList|deque|queue|buffer|vector|sort|cmp|compar|order|sleep|timeout|interval|strftime|parse|locale|font|style|css|colou?r|query|execute|sql|deprecat|warn|round|floor|ceil|trunc|sign$|^int$|bool|^(?:it|test|describe|context|specify)\b|\.Run$/iu;
/** Names of values that only say how fast, how large a step, or how it looks. */
const LOOSE_NAME =
  /size|chunk|buf|capacity|cache|batch|pool|worker|thread|concurren|parallel|encoding|charset|mode|dtype|colou?r|background|font|weight|style|class|timeout|interval|delay/iu;
const UNSURE_HOLDER = /^(?:expression_statement|literal_type|field_declaration)$|import|include|export_/u;

/** A value that somebody reads, and another one than before. */
function isChangedLiteral({ before, after, parent }: LeafEdit, { texts, holders }: EditContext): boolean {
  if (!isLiteral(before) || !isLiteral(after) || !differSurely(before, after)) return false;
  if (UNSURE_HOLDER.test(parent.kind)) return false;
  if (!mayRun(before, holders) || mayBeOverwritten(before, holders)) return false;
  // `size or 3` gives 3 for nothing as well.
  const isEmpty = [before, after].some(
    ({ text }) => /^(?:["'`]{2}|false)$/iu.test(text) || readNumber(text) === 0,
  );
  if (isEmpty && !/^(?:true|false)$/iu.test(before.text) && texts.before.has(after.text)) return false;
  const line = around(before, holders);
  const root = line.at(-1) ?? parent;
  const isLoose = line.some(
    (node) =>
      (isCall(node) && (LOOSE_CALL.test(calledText(node)) || LOOSE_NAME.test(calledText(node)))) ||
      LOOSE_NAME.test(labelOf(node)) ||
      // What is spread into the same object may have the key as well.
      node.children.some(({ kind }) =>
        /^(?:spread_element|dictionary_splat|base_field_initializer)$/u.test(kind),
      ) ||
      (FUNCTIONS.test(node.kind) && /sort|cmp|compar|order/iu.test(nameOf(node))),
  );
  if (isLoose) return false;
  const isDefault =
    /^(?:\w*default_parameter|required_parameter|optional_parameter|\w*assignment_pattern)$/u.test(
      parent.kind,
    );
  const owner = line.findIndex(({ kind }) => FUNCTIONS.test(kind));
  const definition = line[owner];
  if (isDefault && (definition === undefined || isHidden(definition, line.slice(owner + 1), root)))
    return false;
  if (isDefault && definition !== undefined && !isRead(parent, definition)) return false;
  if (mayBeMark(before, line)) return false;
  return !isNumeric(before.text) || isSureNumber(before, after, line);
}

/** Whether the parameter that has the default is named again in its function. */
function isRead({ children }: SyntaxNode, definition: SyntaxNode): boolean {
  const name = children.find(
    ({ field }) => field === 'name' || field === 'pattern' || field === 'left',
  )?.text;
  if (name === undefined || countAssignments(definition, name) > 0) return false;
  return leavesOf([definition]).filter(({ text }) => text === name).length > 1;
}

/**
 * A value that only the file knows may be a mere mark: if all who compare it use the same constant or function, another one
 * does as well. In a condition only its truth counts.
 */
function mayBeMark(literal: SyntaxNode, line: readonly SyntaxNode[]): boolean {
  const root = line.at(-1) ?? literal;
  let isGiven = false;
  for (const [index, node] of line.entries()) {
    if (node.children.some(({ text }) => /^(?:&&|\|\||and|or|not|!|<<|>>|>>>|\?)$/u.test(text))) return true;
    if (isCall(node)) return false;
    const outer = line.slice(index + 1);
    if (FUNCTIONS.test(node.kind)) {
      const isAccessor = /^(?:constructor|set)/u.test(textOf(node));
      return (isGiven || node.kind === 'arrow_function') && (isAccessor || isHidden(node, outer, root));
    }
    if (node.kind.startsWith('return_')) isGiven = true;
    if (
      /declarator|assignment|let_declaration|var_declaration|_spec$|const_item|static_item/u.test(node.kind)
    )
      return isHidden(node, outer, root) || isLocalToPackage(node, root);
  }
  return false;
}

/** In Go a small first letter keeps a name in its package. */
function isLocalToPackage(node: SyntaxNode, root: SyntaxNode): boolean {
  return root.children.some(({ kind }) => kind === 'package_clause') && !/^\p{Lu}/u.test(textOf(node));
}

/** Between 17 and 17.5 there is no whole number; and below zero there may be nothing to compare. */
function isSureNumber(before: SyntaxNode, after: SyntaxNode, line: readonly SyntaxNode[]): boolean {
  const comparison = line.findIndex(({ children }) => children.some(({ text }) => /^[<>]=?$/u.test(text)));
  const statement = line.findIndex(({ kind }) => /statement|declaration|block/u.test(kind));
  if (comparison === -1 || (statement !== -1 && statement < comparison)) return true;
  const isWhole = [before, after].every(({ text }) => Number.isInteger(readNumber(text)));
  return isWhole && !line.slice(0, comparison).some(({ kind }) => kind.startsWith('unary'));
}

/** What a value is called where it stands: a variable, a parameter, a key, an argument, an attribute. */
function labelOf({ kind, children }: SyntaxNode): string {
  if (
    !/declarator|assignment|declaration$|_spec$|_item$|parameter|pair|keyword_argument|jsx_attribute|keyed_element/u.test(
      kind,
    )
  )
    return '';
  const [first] = children;
  const label = children.find(({ field }) => /^(?:name|left|pattern|key)$/u.test(field ?? '')) ?? first;
  return label === undefined || FUNCTIONS.test(kind) || kind.startsWith('class') ? '' : textOf(label);
}

function nameOf({ children }: SyntaxNode): string {
  return children.find(({ field }) => field === 'name')?.text ?? '';
}

const OPPOSITES: ReadonlySet<string> = new Set([
  '&& ||',
  'and or',
  '!= ==',
  '!== ===',
  '< >',
  '< >=',
  '<= >',
  '<= >=',
  '.. ..=',
]);

/** Only operators that give something else for the same operands, wherever those are not equal by chance. */
function isChangedOperator({ before, after, parent }: LeafEdit, holders: Holders): boolean {
  if (before.isNamed || after.isNamed || !mayRun(parent, holders) || mayBeOverwritten(parent, holders))
    return false;
  const [left, , right] = parent.children;
  if (left === undefined || right === undefined || parent.children.length !== 3) return false;
  if (textOf(left) === textOf(right)) return false;
  const pair = [before.text, after.text].toSorted().join(' ');
  const operands = [left, right];
  const isUnused = holders.get(parent)?.kind === 'expression_statement';
  if (OPPOSITES.has(pair)) {
    const isLogic = pair === '&& ||' || pair === 'and or';
    return isLogic ? operands.every(({ kind }) => kind !== 'literal') : !isUnused;
  }
  if (isUnused) return false;
  if (/^[-+*/] [-+*/]$/u.test(pair)) return operands.every(({ kind }) => kind !== 'literal');
  const isBorder = pair === '< <=' || pair === '> >=';
  return (
    isBorder &&
    operands.some(({ kind }) => kind === 'identifier') &&
    operands.some(({ text }) => isNumeric(text) && Number.isInteger(readNumber(text))) &&
    isWholeResult(parent, holders)
  );
}

/** `a - b` is not `b - a`, unless somebody takes the distance. */
function areSwapped(one: LeafEdit, other: LeafEdit, holders: Holders): boolean {
  const isSwap =
    one.parent === other.parent &&
    one.before.text === other.after.text &&
    one.after.text === other.before.text &&
    [one, other].every(({ before }) => before.kind === 'identifier');
  const isOrdered = one.parent.children.length === 3 && /^[-/]$/u.test(one.parent.children[1]?.text ?? '');
  return isSwap && isOrdered && isWholeResult(one.parent, holders);
}

/** Whether a function does nothing but give this back, so that nothing before it can have sorted out a case. */
function isWholeResult(node: SyntaxNode, holders: Holders): boolean {
  const [holder, block, owner] = around(node, holders);
  if (holder?.kind === 'arrow_function') return mayRun(node, holders);
  const named = block?.children.filter(({ isNamed }) => isNamed) ?? [];
  return (
    holder?.kind === 'return_statement' &&
    named.length === 1 &&
    owner !== undefined &&
    FUNCTIONS.test(owner.kind) &&
    mayRun(node, holders)
  );
}

const FEWEST_WORDS = 3;

/** Something went and something came. A sentence that was nowhere before is certain to be new; all else may be a rewriting. */
function judgeMixed(edits: readonly SyntaxEdit[], { texts, holders }: EditContext): string | null {
  const after = leavesOf(edits.flatMap((edit) => (edit.type === 'leaf' ? [edit.after] : edit.after)));
  const old = new Set([...texts.before].flatMap(wordsOf));
  const glued = [...texts.before]
    .join('')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
  const isSentence = after.some((leaf) => {
    if (!isLiteral(leaf) || texts.before.has(leaf.text) || /["'`]{3}/u.test(leaf.text)) return false;
    const fresh = wordsOf(leaf.text).filter((word) => /^\p{L}{2,}$/u.test(word) && !old.has(word));
    const holder = holders.get(leaf);
    if (fresh.length < FEWEST_WORDS || fresh.some((word) => glued.includes(word))) return false;
    if (holder === undefined || /binary|concat|template|string/u.test(holder.kind)) return false;
    const isLoose = around(leaf, holders).some((node) => isCall(node) && LOOSE_CALL.test(calledText(node)));
    return (
      !isLoose &&
      !UNSURE_HOLDER.test(holder.kind) &&
      mayRun(leaf, holders) &&
      !mayBeOverwritten(leaf, holders)
    );
  });
  return isSentence ? 'a text was added' : null;
}

function leavesOf(nodes: readonly SyntaxNode[]): SyntaxNode[] {
  return nodes.flatMap((node) => (node.children.length === 0 ? [node] : leavesOf(node.children)));
}
