import type { SyntaxNode } from '../ports/syntax.ts';
import { unwrap, type NodeIds, type SyntaxEdit } from './find-edits.ts';
import { findRegrouping } from './find-regrouping.ts';
import { NAME_KINDS } from './normalize-names.ts';
import { words } from './syntax-profile.ts';

/** What all files of the change set say, before and after: a value that is in neither was not moved from anywhere. */
export interface WholeTexts {
  readonly before: ReadonlySet<string>;
  readonly after: ReadonlySet<string>;
}

/**
 * Why the edits are certainly new or changed behaviour; null where they could be a way to say the same. Only what cannot
 * come from a rename, a move, an extraction or a reordering counts.
 */
export function findNewBehaviour(
  edits: readonly SyntaxEdit[],
  texts: WholeTexts,
  ids: NodeIds,
): string | null {
  const leaves = edits.filter((edit) => edit.type === 'leaf');
  const grown = edits.filter((edit) => edit.type === 'grown');
  const shrunk = edits.filter((edit) => edit.type === 'shrunk');
  const literals = leaves.filter(isChangedLiteral);
  if (leaves.length === edits.length) return judgeLeaves(leaves, texts);
  if (
    grown.length + literals.length === edits.length &&
    grown.some((edit) => addsCode(edit.after, edit.before, ids))
  ) {
    return 'code was added';
  }
  if (
    shrunk.length + literals.length === edits.length &&
    shrunk.some((edit) => addsCode(edit.before, edit.after, ids))
  ) {
    return 'code was removed';
  }
  return findRegrouping(edits) ?? judgeMixed(edits, texts);
}

type LeafEdit = Extract<SyntaxEdit, { type: 'leaf' }>;

/**
 * A string that stands for itself says nothing that runs, one in a type neither; where an import leads is not known here.
 * Another spelling of the same value is no change.
 */
function isChangedLiteral({ before, after, parent }: LeafEdit): boolean {
  if (
    !isLiteral(before) ||
    /^(?:expression_statement|literal_type)$|import|include|export_/u.test(parent.kind)
  )
    return false;
  if (/^\d/u.test(before.text) && /^\d/u.test(after.text)) return !isSameNumber(before.text, after.text);
  return contentOf(before.text) !== contentOf(after.text);
}

function isLiteral({ kind }: SyntaxNode): boolean {
  return (
    kind === 'literal' ||
    /^(?:(?:raw_)?string_(?:fragment|content)|jsx_text|escape_sequence|\w+_string_literal_content)$/u.test(
      kind,
    )
  );
}

function isSameNumber(before: string, after: string): boolean {
  const [one = '', other = ''] = [before, after].map((text) => text.replaceAll(/[_']/gu, '').toLowerCase());
  const isEqual = Number(one) === Number(other);
  return isEqual || one.replace(/[a-z]\w*$/u, '') === other.replace(/[a-z]\w*$/u, '');
}

/** What a string says, without its quotes and prefixes, and with the usual escapes read. */
function contentOf(text: string): string {
  const inner = text.replace(/^\w{0,3}[@$#]*(["'`]+)/u, '').replace(/["'`]+#*$/u, '');
  return inner.replaceAll(
    /\\(?:u\{([\da-f]+)\}|u([\da-f]{4})|x([\da-f]{2})|(.))/gisu,
    (_whole, ...codes: unknown[]) => {
      const [long, short, byte, sign] = codes;
      const code = [long, short, byte].find((one) => typeof one === 'string');
      if (typeof code === 'string')
        return String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10_ff_ff));
      return ESCAPES.get(String(sign)) ?? String(sign);
    },
  );
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['0', '\0'],
]);

const OPERATORS = /^(?:[-+*/%<>=!&|^~?]+|and|or|not|in|is|\.\.=?|instanceof|\?\?=?)$/u;
const RELATIONS = /^[<>]=?$/u;
const VISIBILITY: ReadonlySet<string> = words('public private protected internal pub');

function judgeLeaves(leaves: readonly LeafEdit[], texts: WholeTexts): string | null {
  const literals = leaves.filter(isChangedLiteral);
  const operators = leaves.filter(isChangedOperator);
  const names = leaves.filter(({ before }) => isName(before));
  const isOnlyValues = literals.length + operators.length === leaves.length;
  const isShifted = operators.some(({ before }) => RELATIONS.test(before.text)) && literals.length > 0;
  if (isOnlyValues && !isShifted)
    return literals.length > 0 ? 'a literal was changed' : 'an operator was changed';
  if (literals.some((edit) => isNew(edit, texts) && !mentionsName(edit, names)))
    return 'a literal was changed';
  const visibility = leaves.some(
    ({ before, after }) => VISIBILITY.has(before.text) && VISIBILITY.has(after.text),
  );
  if (visibility) return 'the visibility was changed';
  return names.length === leaves.length ? judgeNames(names, texts) : null;
}

/** In some languages two operators are one. */
const SYNONYMS: ReadonlySet<string> = new Set([
  'and &&',
  '&& and',
  'or ||',
  '|| or',
  'not !',
  '! not',
  '!= <>',
  '<> !=',
]);

function isChangedOperator({ before, after }: LeafEdit): boolean {
  if (before.isNamed || after.isNamed || SYNONYMS.has(`${before.text} ${after.text}`)) return false;
  return OPERATORS.test(before.text) && OPERATORS.test(after.text);
}

function isName({ kind, isNamed, children }: SyntaxNode): boolean {
  return (
    isNamed &&
    children.length === 0 &&
    /identifier$|_name$|^own_member$|^(?:name|constant|variable_name|word)$/u.test(kind)
  );
}

function isNew({ before, after }: LeafEdit, texts: WholeTexts): boolean {
  return !texts.before.has(after.text) && !texts.after.has(before.text);
}

/** A text that only follows a rename, as in a format string that names its variable. */
function mentionsName({ before, after }: LeafEdit, names: readonly LeafEdit[]): boolean {
  return names.some((name) => before.text.includes(name.before.text) && after.text.includes(name.after.text));
}

/**
 * Only references were changed, and to names that were there before: another thing is meant now. A name that is gone, or
 * one that nobody knew, may be a rename whose other end is elsewhere.
 */
function judgeNames(names: readonly LeafEdit[], texts: WholeTexts): string | null {
  if (names.some(({ before, after, parent }) => isDefining(before, parent) || isDefining(after, parent)))
    return null;
  if (names.every(({ parent }) => isEitherWay(parent))) return null;
  const isOther = names.every(
    ({ before, after }) => texts.after.has(before.text) && texts.before.has(after.text),
  );
  return isOther ? 'other names are used' : null;
}

/** Operands of these may change sides without a difference, or not. */
function isEitherWay({ kind, children }: SyntaxNode): boolean {
  return (
    /^(?:binary|boolean|comparison)_/u.test(kind) &&
    children.some(({ text }) => /^(?:[+*&|^]|&&|\|\||[=!]==?|and|or)$/u.test(text))
  );
}

function isDefining(leaf: SyntaxNode, parent: SyntaxNode): boolean {
  const { kind } = leaf;
  if (
    kind === 'type_identifier' ||
    kind === NAME_KINDS.imported ||
    kind === NAME_KINDS.exported ||
    kind === NAME_KINDS.path
  )
    return true;
  return (
    /parameter|declarator|declaration|definition|_item$|pattern|specifier|alias|signature|_spec$|clause|assignment$|pair|for_|comprehension|lambda|method|struct|field_initializer/u.test(
      parent.kind,
    ) &&
    leaf.field !== 'value' &&
    leaf.field !== 'right'
  );
}

const WEAK =
  /^(?:directive|import_\w+|use_declaration|using_directive|preproc_include|type_annotation|type_arguments|type_parameters|\w*_type|type|type_identifier|predefined_type|type_alias_declaration|interface_declaration|property_signature|method_signature|call_signature|index_signature|aliased_import|use_\w+|scoped_use_list|imported_name|path_name|modifiers?|mutable_specifier|accessibility_modifier|readonly|override_modifier|empty_statement|pass_statement|as_expression|satisfies_expression|non_null_expression|type_assertion|attribute_item|marker_annotation|annotation|attribute_list|attribute)$/u;
/** Words that are behaviour by themselves. */
const STRONG: ReadonlySet<string> =
  words(`if else elif unless for while until do try catch except finally switch case
  match throw throws raise defer go unsafe loop async yield public private protected pub export ! not`);

/** Whether there is more in the whole than in its parts, and more than signs, types, imports and documents. */
function addsCode(whole: readonly SyntaxNode[], parts: readonly SyntaxNode[], ids: NodeIds): boolean {
  const kept = new Map<number, number>();
  for (const part of parts) {
    const shape = ids.shapeOf(unwrap(part));
    kept.set(shape, (kept.get(shape) ?? 0) + 1);
  }
  const look = (node: SyntaxNode): boolean => {
    const shape = ids.shapeOf(node);
    const left = kept.get(shape) ?? 0;
    if (left > 0) {
      kept.set(shape, left - 1);
      return false;
    }
    if (node.children.length === 0) return isStrongLeaf(node);
    if (WEAK.test(node.kind) || isIdle(node)) return hidesCode(node, look);
    return node.children.some(look);
  };
  return whole.some(look);
}

function isStrongLeaf(node: SyntaxNode): boolean {
  if (WEAK.test(node.kind)) return false;
  return isName(node) || isLiteral(node) || STRONG.has(node.text) || node.field === 'operator';
}

/** A type may stand around code: what was cast is looked into. Among modifiers, who may see a thing is what counts. */
function hidesCode(node: SyntaxNode, look: (node: SyntaxNode) => boolean): boolean {
  if (/^modifiers?$/u.test(node.kind)) return node.children.some(({ text }) => VISIBILITY.has(text));
  // In TypeScript a member is public without the word.
  if (node.kind === 'accessibility_modifier') {
    return node.children.some(({ text }) => VISIBILITY.has(text) && text !== 'public');
  }
  if (!/^(?:as_expression|satisfies_expression|non_null_expression)$/u.test(node.kind)) return false;
  const [inner] = node.children;
  return inner !== undefined && look(inner);
}

/** A bare `return` or `break`, or a string that stands alone, may be there or not. */
function isIdle({ kind, children }: SyntaxNode): boolean {
  if (/^(?:return|break|continue)_(?:statement|expression)$/u.test(kind)) {
    return children.every(({ isNamed }) => !isNamed);
  }
  return kind === 'expression_statement' && children.length === 1 && children[0]?.kind === 'literal';
}

const COMMON_VALUES: ReadonlySet<string> = words(
  '0 1 2 -1 0.0 1.0 true false True False null None nil undefined "" \'\' ``',
);
const MANY = 20;

/** Something went and something came: it may be the same code in another shape, unless there is a value that was nowhere. */
function judgeMixed(edits: readonly SyntaxEdit[], texts: WholeTexts): string | null {
  const before = leavesOf(edits.flatMap((edit) => (edit.type === 'leaf' ? [edit.before] : edit.before)));
  const after = leavesOf(edits.flatMap((edit) => (edit.type === 'leaf' ? [edit.after] : edit.after)));
  const came = after.some((node) => isValue(node) && !texts.before.has(node.text));
  const went = before.some((node) => isValue(node) && !texts.after.has(node.text));
  if (came && !went) return 'a value was added';
  const old = countTexts(before);
  let fresh = 0;
  for (const { text } of after) {
    const left = old.get(text) ?? 0;
    if (left > 0) old.set(text, left - 1);
    else fresh += 1;
  }
  const isMuchMore = fresh >= MANY && fresh >= 4 * before.length;
  return isMuchMore ? 'much more code was added than taken away' : null;
}

function isValue(node: SyntaxNode): boolean {
  return isLiteral(node) && !COMMON_VALUES.has(node.text);
}

function countTexts(leaves: readonly SyntaxNode[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { text } of leaves) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

/** Names, values and operators; signs only hold them together, and imports follow what uses them. */
function leavesOf(nodes: readonly SyntaxNode[]): SyntaxNode[] {
  const leaves: SyntaxNode[] = [];
  const look = (node: SyntaxNode): void => {
    if (/^(?:import|use|include|preproc_include|directive)/u.test(node.kind)) return;
    if (node.children.length > 0) node.children.forEach(look);
    else if (isName(node) || isLiteral(node) || node.field === 'operator' || STRONG.has(node.text))
      leaves.push(node);
  };
  nodes.forEach(look);
  return leaves;
}
