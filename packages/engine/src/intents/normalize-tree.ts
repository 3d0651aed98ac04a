import type { SyntaxNode, SyntaxTree } from '../ports/syntax.ts';
import { isDirective } from './find-directive.ts';
import type { MovedPaths } from './module-paths.ts';
import { normalizeNames } from './normalize-names.ts';
import { normalizeScript } from './normalize-script.ts';
import { findProfile, words, type SyntaxProfile } from './syntax-profile.ts';

interface NormalizeContext {
  readonly path: string;
  readonly moved: MovedPaths;
  readonly profile: SyntaxProfile | null;
}

/**
 * The tree without what means nothing: comments that nobody but a person reads, signs that end a statement anyway, the last
 * comma of a list, parentheses around what stands alone, the sort of quotes. What a name is (a variable, a member, a part of
 * a path) is in its kind afterwards.
 */
export function normalizeTree(tree: SyntaxTree, path: string, moved: MovedPaths): SyntaxNode {
  const profile = findProfile(tree.language);
  return normalize(tree.root, null, { path, moved, profile }) ?? { ...tree.root, children: [] };
}

/** Nodes whose blanks and line ends alone are left, or that say nothing, become null. */
function normalize(
  node: SyntaxNode,
  parent: SyntaxNode | null,
  context: NormalizeContext,
): SyntaxNode | null {
  if (/comment$|^hash_bang_line$/u.test(node.kind)) return normalizeComment(node);
  if (node.children.length === 0) return normalizeLeaf(node, parent);
  const literal = readLiteral(node, parent, context.profile);
  if (literal !== null) return literal;
  const children: SyntaxNode[] = [];
  for (const child of node.children) {
    const kept = normalize(child, node, context);
    if (kept !== null) children.push(kept);
  }
  const { profile } = context;
  const plain = dropParentheses({ ...node, children: dropSigns(node.kind, children, profile) }, profile);
  if (plain.children.length === 0) return plain;
  const named = profile === null ? plain : normalizeNames(plain, profile);
  return profile?.family === 'script' ? normalizeScript(named, context) : named;
}

function normalizeComment(node: SyntaxNode): SyntaxNode | null {
  const text = textOf(node);
  if (!isDirective(text)) return null;
  return { kind: 'directive', isNamed: true, field: null, text: text.trim(), children: [] };
}

const WORD_LITERAL: ReadonlySet<string> =
  words(`true false null none nil undefined null_literal boolean_literal
  True False None nil_literal`);
const NUMBER =
  /^(?:number|integer|float|imaginary|rational|complex|int_literal|float_literal|integer_literal)$|(?:integer|floating_point|float|real|number|int|imaginary|rune)_literal$/u;

function normalizeLeaf(node: SyntaxNode, parent: SyntaxNode | null): SyntaxNode | null {
  if (node.kind === 'jsx_text' || (node.kind === '' && parent?.kind.startsWith('jsx_') === true)) {
    const text = readMarkupText(node.text);
    return text === '' ? null : { ...node, kind: 'jsx_text', text };
  }
  const isTextual = node.kind === '' || /content|fragment|text|string|heredoc/u.test(node.kind);
  if (!isTextual && node.text.trim() === '') return null;
  const isWord = WORD_LITERAL.has(node.kind);
  if (node.isNamed && (isWord || NUMBER.test(node.kind))) return { ...node, kind: 'literal' };
  return node;
}

/** As JSX reads it: a line break and the blanks around it are nothing at the borders, and one blank between words. */
function readMarkupText(text: string): string {
  const lines = text.split(/\r?\n/u);
  const last = lines.length - 1;
  return lines
    .map((line, index) => {
      const begun = index === 0 ? line : line.replace(/^[ \t]+/u, '');
      return index === last ? begun : begun.replace(/[ \t]+$/u, '');
    })
    .filter((line) => line !== '')
    .join(' ');
}

const STRINGS: ReadonlySet<string> =
  words(`string string_literal raw_string_literal interpreted_string_literal
  char_literal character_literal regex raw_string`);

/** A string that holds no expression is one leaf. In scripts and in Python both sorts of quotes mean the same. */
function readLiteral(
  node: SyntaxNode,
  parent: SyntaxNode | null,
  profile: SyntaxProfile | null,
): SyntaxNode | null {
  if (!STRINGS.has(node.kind) || node.children.some(({ children }) => children.length > 0)) return null;
  const raw = textOf(node);
  const isLoose = profile?.family === 'script' || profile?.family === 'python';
  const text =
    isLoose && /^(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')$/su.test(raw) ? requote(raw, parent) : raw;
  // Two patterns can mean the same in many ways.
  return { ...node, kind: node.kind === 'regex' ? 'pattern' : 'literal', text, children: [] };
}

/** In markup a backslash is a backslash. */
function requote(raw: string, parent: SyntaxNode | null): string {
  const inner = raw.slice(1, -1);
  if (parent?.kind === 'jsx_attribute') return `"${inner}"`;
  return `"${inner.replaceAll(/\\(.)/gsu, (whole, sign: string) => (/["']/u.test(sign) ? sign : whole))}"`;
}

const LISTS: ReadonlySet<string> =
  words(`arguments argument_list formal_parameters parameters parameter_list object array
  list dictionary set literal_value named_imports export_clause enum_body object_pattern array_pattern object_type
  interface_body field_declaration_list field_initializer_list enum_variant_list match_block use_list type_parameters
  type_arguments array_initializer`);
/** Where a semicolon only ends what has ended already. */
const SCRIPT_ENDINGS =
  /(?:_statement|_declaration|_definition|_signature)$|^(?:class_body|object_type|interface_body)$/u;
const GO_LISTS =
  /^(?:statement_list|source_file|import_spec_list|block|field_declaration_list|interface_type|const_declaration|var_declaration|type_declaration)$/u;

function dropSigns(kind: string, children: SyntaxNode[], profile: SyntaxProfile | null): SyntaxNode[] {
  if (profile === null) return children;
  const kept = children.filter((child) => !isEndingSign(kind, child, profile));
  const closing = kept.length - 1;
  const comma = kept[closing - 1];
  const isLast = isSign(comma, ',') && !isSign(kept[closing - 2], ',') && closing > 2;
  if (isLast && LISTS.has(kind) && profile.family !== 'java') kept.splice(closing - 1, 1);
  else if (isLast && kind === 'array_initializer') kept.splice(closing - 1, 1);
  return kept;
}

function isEndingSign(kind: string, child: SyntaxNode, { family }: SyntaxProfile): boolean {
  if (family === 'script') {
    if (isSign(child, ',')) return kind === 'object_type' || kind === 'interface_body';
    return (
      isSign(child, ';') &&
      kind !== 'for_statement' &&
      kind !== 'empty_statement' &&
      SCRIPT_ENDINGS.test(kind)
    );
  }
  if (family === 'python') return isSign(child, ';');
  if (family === 'go') return isSign(child, ';') && GO_LISTS.test(kind);
  return family === 'rust' && kind === 'match_arm' && isSign(child, ',');
}

/** What can stand without its parentheses: the tree says already what belongs together. */
const STANDALONE: ReadonlySet<string> =
  words(`binary_expression binary_operator boolean_operator comparison_operator
  ternary_expression conditional_expression identifier literal jsx_element jsx_self_closing_element jsx_fragment
  unary_expression unary_operator not_operator`);

function dropParentheses(node: SyntaxNode, profile: SyntaxProfile | null): SyntaxNode {
  if (profile === null) return node;
  const children = node.children.map((child) => {
    if (child.kind !== 'parenthesized_expression' || child.children.length !== 3) return child;
    const inner = child.children[1];
    // A condition in parentheses has them because the statement asks for them.
    if (inner === undefined || !STANDALONE.has(inner.kind) || child.field === 'condition') return child;
    if (node.kind === 'expression_statement') return child;
    return { ...inner, field: child.field };
  });
  return { ...node, children };
}

function isSign(node: SyntaxNode | undefined, text: string): boolean {
  return node !== undefined && !node.isNamed && node.children.length === 0 && node.text === text;
}

export function textOf(node: SyntaxNode): string {
  if (node.children.length === 0) return node.text;
  return node.children.map(textOf).join('');
}
