import type { SyntaxNode } from '../ports/syntax.ts';
import { around, calledText, FUNCTIONS, isCall, isHidden, mayRun, type Holders } from './code-place.ts';
import type { NodeIds } from './find-edits.ts';
import { textOf } from './normalize-tree.ts';

/**
 * Whether statements that one side has and the other has not are certainly behaviour: a call for its effect, a value that is
 * handed back, a part of a page, or something new that other files can use. `holders` holds the trees of both sides.
 */
export function isBehaviour(
  statements: readonly SyntaxNode[],
  side: 'added' | 'removed',
  holders: Holders,
  ids: NodeIds,
): boolean {
  return statements.some(
    (node) =>
      mayRun(node, holders) &&
      (isEffect(node, holders, ids) ||
        isResult(node, holders) ||
        isElement(node) ||
        isInterface(node, side, holders)),
  );
}

/** Calls that may do nothing, or nothing that was not done anyway. */
const IDLE_CALL =
  /(?:^|[.:>])(?:super|parent|drop|forget|noop|no_op|void|String|Number|Boolean|Object|Symbol|Array|len|str|int|float|bool|list|dict|tuple|set|type|repr|id|isinstance|hash|sorted|sum|min|max|abs|slice|concat|trim\w*|strip|lower|upper|clone|copy|equals|hashCode|size|length|includes|contains|indexOf|keys|values|entries|starts\w+|ends\w+|format|Sprintf|close\w*|Close|flush\w*|Flush|free|dispose|Dispose|release|cancel|clearTimeout|clearInterval|freeze|seal|preventExtensions|sleep|Sleep|yield\w*|Gosched|gc|GC|collect|exit|Exit|quit|resolve|ignore|unused|use|debug_assert\w*|assert|iter|to[A-Z_]\w*|(?:get|is|has|as)(?:[A-Z_]\w*)?|__init__|init|reserve\w*|ensureCapacity|shrink_to_fit|intern|prefetch|Grow|join|split|find\w*|count|filter|map|reduce|some|every|all|any|zip|range|enumerate|compile|parse\w*|stringify|isNaN|valueOf|at|charAt|encodeURI\w*|structuredClone|Some|Ok|Err|vec|matches|concat|assert\w*|requireNonNull|Sprint\w*|New\w*|new|(?:To|Get|Is|Has|As)[A-Z]\w*|true|:|test|cd|wait|set|export|readonly|local|shopt|require\w*|include\w*|extend|attr_\w+|private|public|protected|module_function)$|^Math\./u;

function isEffect(node: SyntaxNode, holders: Holders, ids: NodeIds): boolean {
  const call = findCall(node);
  if (call === null || /^(?:new|object_creation)_expression$/u.test(call.kind)) return false;
  const called = calledText(call);
  if (IDLE_CALL.test(called) || /\bsuper\b|\?\./u.test(called)) return false;
  const line = around(node, holders);
  const root = line.at(-1) ?? node;
  const shape = ids.shapeOf(call);
  return countShapes(root, shape, ids) === 1 && !isIdleFunction(root, called);
}

/** The call that a statement is; null for a statement that is more or less than a call. */
function findCall(node: SyntaxNode): SyntaxNode | null {
  if (isCall(node)) return node;
  if (!/^(?:expression_statement|go_statement|await_expression|await)$/u.test(node.kind)) return null;
  const named = node.children.filter(({ isNamed }) => isNamed);
  const [only] = named;
  return only !== undefined && named.length === 1 ? findCall(only) : null;
}

function countShapes(node: SyntaxNode, shape: number, ids: NodeIds): number {
  const own = ids.shapeOf(node) === shape ? 1 : 0;
  return node.children.reduce((sum, child) => sum + countShapes(child, shape, ids), own);
}

/** A function of the file that calls nothing and sets nothing. */
function isIdleFunction(node: SyntaxNode, name: string): boolean {
  const isNamed =
    FUNCTIONS.test(node.kind) && node.children.some(({ field, text }) => field === 'name' && text === name);
  if (isNamed && !holdsEffect(node)) return true;
  return node.children.some((child) => isIdleFunction(child, name));
}

function holdsEffect(node: SyntaxNode): boolean {
  return node.children.some(
    (child) =>
      isCall(child) ||
      /assignment|update_expression|throw|raise|delete/u.test(child.kind) ||
      holdsEffect(child),
  );
}

/** A value that a function gives back. Nothing, the object itself and what a call gave may be what comes anyway. */
function isResult(node: SyntaxNode, holders: Holders): boolean {
  const { kind, children } = node;
  const [block, owner, ...outer] = around(node, holders);
  if (kind !== 'return_statement' || block?.children.findLast(({ isNamed }) => isNamed) !== node)
    return false;
  if (
    owner === undefined ||
    !/^(?:function_(?:declaration|definition)|method_declaration)$/u.test(owner.kind)
  )
    return false;
  if (isHidden(owner, outer, outer.at(-1) ?? owner) || textOf(owner).includes('yield')) return false;
  const value = children.find(({ isNamed }) => isNamed);
  if (value === undefined) return false;
  if (value.kind === 'literal') return /^(?:[\d."']|true$)/iu.test(value.text);
  return /^(?:object|array|list|dictionary|identifier)$/u.test(value.kind) && textOf(value) !== 'self';
}

function isElement(node: SyntaxNode): boolean {
  const { kind } = node;
  if (/^<(?:React\.)?(?:Fragment|StrictMode|Suspense|Profiler)\b|^<>/u.test(textOf(node))) return false;
  return kind === 'jsx_element' || kind === 'jsx_self_closing_element';
}

/** A value that other files can name. That it went is certain only where it was handed out by a word. */
function isInterface(node: SyntaxNode, side: 'added' | 'removed', holders: Holders): boolean {
  if (node.kind === 'export_statement') {
    const declaration = node.children.find(({ field }) => field === 'declaration');
    return /^(?:function|class|lexical|generator_function)_declaration$/u.test(declaration?.kind ?? '');
  }
  if (side === 'removed') return false;
  const line = around(node, holders);
  const root = line.at(-1);
  if (root === undefined || line.length !== 1 || isHidden(node, line, root)) return false;
  if (root.children.some((child) => child.kind === 'package_clause' && textOf(child) === 'packagemain'))
    return false;
  const name = node.children.find(({ field }) => field === 'name')?.text ?? '';
  switch (root.kind) {
    case 'module':
      return node.kind === 'function_definition' && !name.startsWith('_');
    case 'source_file':
      return node.kind === 'function_item' || (node.kind === 'function_declaration' && /^\p{Lu}/u.test(name));
    default:
      return false;
  }
}
