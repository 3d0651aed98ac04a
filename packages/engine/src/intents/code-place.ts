import type { SyntaxNode } from '../ports/syntax.ts';
import { textOf } from './normalize-tree.ts';

/** From each node of some trees to the node that holds it. */
export type Holders = ReadonlyMap<SyntaxNode, SyntaxNode>;

export function findHolders(roots: readonly (SyntaxNode | null)[]): Holders {
  const holders = new Map<SyntaxNode, SyntaxNode>();
  const look = (node: SyntaxNode): void => {
    for (const child of node.children) {
      holders.set(child, node);
      look(child);
    }
  };
  for (const root of roots) if (root !== null) look(root);
  return holders;
}

/** What stands around a node, from the nearest. */
export function around(node: SyntaxNode, holders: Holders): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  for (let at = holders.get(node); at !== undefined; at = holders.get(at)) found.push(at);
  return found;
}

export const FUNCTIONS =
  /^(?:function_(?:declaration|definition|expression|item)|generator_function(?:_declaration)?|arrow_function|method_(?:declaration|definition)|constructor_declaration|func_literal|closure_expression|lambda(?:_expression)?|method|singleton_method)$/u;
/** Nobody runs what stands in these, or a tool reads it. */
const APART =
  /^(?:preproc\w*|attribute_item|inner_attribute_item|attribute_list|marker_annotation|annotation|decorator|type|type_annotation|literal_type|type_alias_declaration|interface_declaration|import_\w+|assert_statement)$/u;

/** Whether it is not to be seen that a node never runs, or that nobody uses what it makes. */
export function mayRun(node: SyntaxNode, holders: Holders): boolean {
  const line = [node, ...around(node, holders)];
  const root = line.at(-1) ?? node;
  return line.every((at, index) => {
    const holder = line[index + 1];
    if (holder === undefined) return true;
    if (APART.test(holder.kind) || hasFixedCondition(holder)) return false;
    const place = holder.children.indexOf(at);
    const earlier = holder.children.slice(0, place);
    if (earlier.some(mayEnd)) return false;
    if (earlier.at(-1)?.kind === 'attribute_item') return false;
    return !isIdle(holder, line.slice(index + 2), root);
  });
}

function hasFixedCondition(node: SyntaxNode): boolean {
  const part = (name: string): string =>
    textOf(node.children.find(({ field }) => field === name) ?? { ...node, children: [], text: '' });
  if (/^(?:\[\]|\(\)|\{\})$/u.test(part('right')) && node.kind.startsWith('for')) return true;
  const isEitherWay =
    part('consequence') !== '' && part('consequence') === part('alternative').replace(/^else/u, '');
  const condition = node.children.find(({ field }) => field === 'condition');
  if (isEitherWay) return true;
  if (condition === undefined) return false;
  const text = textOf(condition).replace(/^\(+/u, '').replace(/\)+$/u, '');
  return /^(?:\d+|".*"|null|None|nil|undefined)$|\b(?:true|false|TYPE_CHECKING|__debug__|__DEV__|NODE_ENV|cfg)\b/iu.test(
    text,
  );
}

const ENDING = /^(?:return|throw|raise|break|continue|goto)(?:_statement|_expression)?$/u;
const LEAVING =
  /^[\w.:]*?\b(?:_?exit|Exit|abort|panic|Fatal\w*|Panic\w*|quit|die|unreachable|todo|unimplemented|fail\w*)!?\(/u;

/** Whether what follows a statement may never run. */
function mayEnd(node: SyntaxNode): boolean {
  const { kind, children } = node;
  if (ENDING.test(kind) && node.isNamed) return true;
  if (kind === 'expression_statement') {
    return children.some(mayEnd) || LEAVING.test(textOf(node));
  }
  if (/^(?:if|unless)(?:_|$)/u.test(kind) && node.isNamed) {
    const hasElse = children.some(
      (child) => child.field === 'alternative' || /^el(?:se|if)/u.test(child.kind),
    );
    return (hasElse || hasFixedCondition(node)) && holdsEnding(node);
  }
  if (kind === 'assert_statement') return /^assert\(?(?:false|0)/iu.test(textOf(node));
  if (kind === 'do_statement' && holdsEnding(node)) return true;
  if (kind === 'select_statement' && textOf(node) === 'select{}') return true;
  if (/^(?:while|do)_/u.test(kind)) return hasFixedCondition(node);
  if (kind === 'for_statement') return isEndless(node);
  if (kind === 'loop_expression') return true;
  const isBlock =
    /^(?:\w*switch_\w+|match_\w+|try_\w+|select_statement|with_statement|statement_block|block|labeled_statement|unsafe_block|synchronized_statement|case|begin)$/u.test(
      kind,
    );
  return isBlock && node.isNamed && holdsEnding(node);
}

function isEndless({ children }: SyntaxNode): boolean {
  const clauses = children.filter(({ isNamed, field }) => isNamed && field !== 'body');
  if (clauses.length === 0) return true;
  const condition = children.find(({ field }) => field === 'condition');
  return condition?.kind === 'empty_statement' || condition?.text === ';';
}

function holdsEnding(node: SyntaxNode): boolean {
  return node.children.some(
    (child) =>
      (ENDING.test(child.kind) && child.isNamed) ||
      LEAVING.test(child.kind === 'expression_statement' ? textOf(child) : '') ||
      (!FUNCTIONS.test(child.kind) && holdsEnding(child)),
  );
}

const DECLARING =
  /^(?:function_(?:declaration|definition|item)|generator_function_declaration|method_declaration|method_definition|variable_declarator|assignment|assignment_expression|let_declaration|short_var_declaration|var_spec|const_spec|const_item|static_item|class_(?:declaration|definition)|struct_item)$/u;

/** A declaration that only this file or function knows, and that nobody else in it names. */
function isIdle(node: SyntaxNode, outer: readonly SyntaxNode[], root: SyntaxNode): boolean {
  const name = declaredName(node);
  if (name === null || !(isHidden(node, outer, root) || isOwnMember(node))) return false;
  return countLeaves(root, name) === countLeaves(node, name);
}

function declaredName(node: SyntaxNode): string | null {
  if (!DECLARING.test(node.kind)) return null;
  const named = node.children.find(
    ({ field }) => field === 'name' || field === 'left' || field === 'pattern',
  );
  const name = named === undefined ? '' : textOf(named);
  return /^#?[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name) && name !== 'main' ? name : null;
}

/** Whether nobody outside the file can know a declaration. */
export function isHidden(node: SyntaxNode, outer: readonly SyntaxNode[], root: SyntaxNode): boolean {
  if (outer.some(({ kind }) => FUNCTIONS.test(kind))) return true;
  if (isPrivate(node) || isPrivate(outer[0])) return true;
  if (node.kind.endsWith('_item')) return !node.children.some(({ kind }) => kind === 'visibility_modifier');
  const name = declaredName(node) ?? '';
  if (root.kind === 'module' && name.startsWith('_')) return true;
  const isModule = root.children.some(({ kind }) => /^(?:import|export)_statement$/u.test(kind));
  return isModule && !outer.some(({ kind }) => kind === 'export_statement' || kind === 'class_body');
}

/** A method that only its class can call. */
function isOwnMember({ kind, children }: SyntaxNode): boolean {
  if (kind !== 'method_definition') return false;
  return children.some(
    (child) =>
      child.kind === 'private_property_identifier' ||
      (child.kind === 'accessibility_modifier' && child.children.some(({ text }) => text === 'private')),
  );
}

function isPrivate(node: SyntaxNode | undefined): boolean {
  const modifiers = node?.children.find(({ kind }) => kind === 'modifiers');
  return modifiers?.children.some(({ text }) => text === 'private') === true;
}

function countLeaves(node: SyntaxNode, text: string): number {
  if (node.children.length === 0) return node.text === text ? 1 : 0;
  return node.children.reduce((sum, child) => sum + countLeaves(child, text), 0);
}

/** Whether the value goes into a variable that gets another one elsewhere: it may never be read. */
export function mayBeOverwritten(node: SyntaxNode, holders: Holders): boolean {
  const line = around(node, holders);
  const end = line.findIndex(({ kind }) => FUNCTIONS.test(kind));
  const root = line.at(-1) ?? node;
  return line.slice(0, end === -1 ? undefined : end).some((at) => {
    const name = declaredName(at);
    return name !== null && countAssignments(root, name) > 1;
  });
}

export function countAssignments(node: SyntaxNode, name: string): number {
  const own = declaredName(node) === name ? 1 : 0;
  return node.children.reduce((sum, child) => sum + countAssignments(child, name), own);
}

const CALLS =
  /^(?:call|call_expression|method_invocation|invocation_expression|function_call_expression|member_call_expression|scoped_call_expression|macro_invocation|object_creation_expression|new_expression|command)$/u;

export function isCall({ kind }: SyntaxNode): boolean {
  return CALLS.test(kind);
}

/** What is called, as it is written. */
export function calledText(call: SyntaxNode): string {
  const parts = call.children.filter(
    ({ field, kind }) =>
      field !== 'arguments' &&
      field !== 'argument' &&
      !/^(?:token_tree|argument_list|arguments|new|!)$/u.test(kind),
  );
  return parts.map(textOf).join('');
}
