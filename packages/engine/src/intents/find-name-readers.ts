import type { SyntaxNode } from '../ports/syntax.ts';
import { textOf } from './normalize-tree.ts';
import { findAbove, isVariable, type NameUse, type Place } from './place-names.ts';
import type { RenameRegion } from './rename-region.ts';
import { words, type SyntaxProfile } from './syntax-profile.ts';

/** What looks at names as texts, by language. In a file that uses one of these every rename is doubtful. */
const READERS: Readonly<Record<SyntaxProfile['family'], ReadonlySet<string>>> = {
  script:
    words(`eval Function toString toSource constructor callee caller stack getOwnPropertyDescriptor inspect
    captureStackTrace`),
  python:
    words(`eval exec locals globals vars dir __import__ getattr setattr hasattr delattr inspect signature
    __qualname__ __code__ __annotations__ __dict__ __closure__ __defaults__ __kwdefaults__ getsource _getframe
    currentframe import_module get_type_hints symtable traceback`),
  go: words('reflect runtime unsafe plugin gob'),
  rust: words('type_name type_name_of_val stringify module_path function_name concat_idents paste'),
  java: words(`forName getDeclaredField getDeclaredFields getDeclaredMethod getDeclaredMethods getField getFields getMethod
    getMethods getDeclaredConstructors getParameters getSimpleName getEnclosingMethod getStackTrace StackWalker
    MethodHandles VarHandle reflect`),
};

/** Why the names of a file may be read by code; null where nothing like that is in it. */
export function findReader(
  uses: readonly NameUse[],
  root: SyntaxNode,
  { family }: SyntaxProfile,
): string | null {
  const readers = READERS[family];
  for (const { before, kind, place } of uses) {
    const isOwnConstructor = before === 'constructor' && place.parent?.node.kind === 'method_definition';
    const parts = kind === 'path_name' ? before.split(/\.|::/u) : [before];
    if (!isOwnConstructor && parts.some((part) => readers.has(part))) return `${before} can read names`;
    if (family === 'python' && before === '__name__' && kind === 'property_name')
      return '__name__ can read names';
  }
  if (
    family === 'go' &&
    holds(
      root,
      ({ kind, text }) =>
        kind === 'literal' && /^"(?:reflect|runtime|unsafe|plugin|encoding\/gob)/u.test(text),
    )
  )
    return 'what is imported can read names';
  return family === 'script' && holds(root, ({ kind }) => kind === 'meta_property')
    ? 'new.target can read names'
    : null;
}

/** Why somebody may see the name that was changed: an annotation, a text, a caller, whoever gets the thing itself. */
export function findWitness(
  region: RenameRegion,
  root: SyntaxNode,
  uses: readonly NameUse[],
  profile: SyntaxProfile,
): string | null {
  const { before, after, scope, declarations } = region;
  if (mentions(scope, null, [before, after])) return `a text holds ${before} or ${after}`;
  if (
    holds(
      root,
      ({ kind, text }) => kind === 'directive' && [before, after].some((name) => text.includes(name)),
    )
  )
    return `a comment for a tool may hold ${before}`;
  for (const { declared, place } of declarations) {
    const marked = findMark(declared?.by ?? place);
    if (marked !== null) return `${marked} may read the name ${before}`;
  }
  switch (profile.family) {
    case 'script':
      return findScriptWitness(region, root, uses);
    case 'python':
      return findPythonWitness(region, uses);
    case 'go':
      return findGoWitness(region, root);
    case 'rust':
      return findRustWitness(region, root, uses);
    case 'java':
      return findJavaWitness(region);
  }
}

function holds(node: SyntaxNode, test: (node: SyntaxNode) => boolean): boolean {
  return test(node) || node.children.some((child) => holds(child, test));
}

/** Whether a string, or a part of one, has one of the names as a word. Where an import leads is no text. */
function mentions(node: SyntaxNode, parent: SyntaxNode | null, names: readonly string[]): boolean {
  if (node.children.length > 0) {
    const isImport =
      /^import|^export_statement$/u.test(node.kind) ||
      (node.kind === 'call_expression' && /^(?:require|import)$/u.test(textOf(node.children[0] ?? node)));
    return !isImport && node.children.some((child) => mentions(child, node, names));
  }
  const isText = node.kind === 'literal' || /string|fragment|content|jsx_text/u.test(node.kind);
  if (!isText || parent?.kind === 'literal') return false;
  const found: readonly string[] = node.text.match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? [];
  const isWord = node.kind === 'literal' && !/["'`]/u.test(node.text);
  return !isWord && names.some((name) => found.includes(name.replaceAll(/[#$]/gu, '')));
}

/** Marks that nobody can read names by. */
const HARMLESS_MARK =
  /^(?:@|#\[)(?:Override|SuppressWarnings|Deprecated|FunctionalInterface|SafeVarargs|staticmethod|classmethod|property|abstractmethod|abc\.abstractmethod|override|inline|must_use|allow|warn|deny|cold|doc|deprecated)\b(?![.:])/u;

/** A decorator, an annotation or an attribute on the declaration or on one around it. */
function findMark(place: Place): string | null {
  for (let at: Place | null = place; at !== null; at = at.parent) {
    const inner = at.node.children.flatMap((child) =>
      child.kind === 'modifiers' ? child.children : [child],
    );
    const siblings = at.parent?.node.children ?? [];
    const index = siblings.indexOf(at.node);
    const above: SyntaxNode[] = [];
    for (let back = index - 1; siblings[back]?.kind === 'attribute_item'; back -= 1) {
      const mark = siblings[back];
      if (mark !== undefined) above.push(mark);
    }
    const mark = [...inner, ...above].find(
      ({ kind, children }) =>
        /^(?:decorator|annotation|marker_annotation|attribute_item|inner_attribute_item)$/u.test(kind) &&
        !HARMLESS_MARK.test(children.map(textOf).join('')),
    );
    if (mark !== undefined && !(mark.kind === 'attribute_item' && inner.includes(mark)))
      return textOf(mark).slice(0, 40);
  }
  return null;
}

function kindsOf({ declarations }: RenameRegion): string[] {
  return declarations.map(({ declared }) => declared?.by.node.kind ?? '');
}

function isType(region: RenameRegion): boolean {
  return kindsOf(region).some((kind) => /^type_(?:spec|alias)$/u.test(kind));
}

/** A linker can set a text of a package by its name; a function without a body is in another language. */
function findGoWitness(region: RenameRegion, root: SyntaxNode): string | null {
  if (isType(region)) return `a text of a value may show the type ${region.before}`;
  const isOutside = region.declarations.some(({ declared }) => {
    const by = declared?.by.node;
    if (by?.kind === 'var_spec' && region.scope === root) return true;
    const owner = declared === null ? null : by?.kind === 'function_declaration' ? by : declared.scope.node;
    return owner?.kind === 'function_declaration' && !owner.children.some(({ field }) => field === 'body');
  });
  return isOutside ? `others than the compiler may know ${region.before}` : null;
}

function fieldOf(place: Place, field: string): boolean {
  return place.node.field === field;
}

/** Functions that call what they get and never ask for its parameters. */
const PLAIN_CALLERS =
  /(?:^|[.])(?:map|filter|forEach|reduce|reduceRight|some|every|find|findIndex|findLast|findLastIndex|flatMap|sort|toSorted|then|catch|finally|setTimeout|setInterval|setImmediate|queueMicrotask|nextTick|addEventListener|removeEventListener|requestAnimationFrame|Promise|from|sorted|min|max|replace|replaceAll|any|all|useEffect|useMemo|useCallback|useState)$/u;
const CALL = /^(?:call|call_expression|new_expression)$/u;

/** Whether a function is handed to one that may look at it. */
function isHandedOn(place: Place): boolean {
  const list = place.parent;
  if (list === null) return false;
  if (
    /^(?:array|list|tuple|pair|object|dictionary|keyword_argument|parenthesized_expression|spread_element|ternary_expression)$/u.test(
      list.node.kind,
    )
  )
    return list.node.kind === 'keyword_argument' && textOf(list.node).startsWith('key=')
      ? false
      : findAbove(list, /^(?:arguments|argument_list)$/u) !== null ||
          list.node.kind !== 'parenthesized_expression';
  if (!/^(?:arguments|argument_list)$/u.test(list.node.kind)) return false;
  const call = list.parent?.node;
  const called = call?.children.find(({ field }) => field === 'function' || field === 'constructor');
  return called === undefined || !PLAIN_CALLERS.test(textOf(called));
}

const FUNCTION =
  /^(?:function_expression|arrow_function|function_declaration|generator_function|generator_function_declaration)$/u;

function findScriptWitness(region: RenameRegion, root: SyntaxNode, uses: readonly NameUse[]): string | null {
  const { before, after, scope } = region;
  const kinds = kindsOf(region);
  if (/^mock/iu.test(before) || /^mock/iu.test(after))
    return 'tools for tests know names that begin with mock';
  if (kinds.some((kind) => kind.endsWith('class_declaration'))) return `objects show their class ${before}`;
  const values = region.declarations.flatMap(({ declared }) => declared?.by.node.children ?? []);
  if (values.some(({ kind }) => kind === 'class')) return `objects show their class ${before}`;
  const isInner = uses.some(
    ({ before: name, place }) =>
      name === before &&
      place.node.field === 'name' &&
      /^(?:function_expression|generator_function|class)$/u.test(place.parent?.node.kind ?? ''),
  );
  if (isInner) return `${before} is handed on with its name`;
  const isDefault = region.declarations.some(
    ({ declared }) => declared?.by.parent?.node.children.some(({ text }) => text === 'default') === true,
  );
  if (isDefault) return `${before} is handed on with its name`;
  const isFunction =
    isImported(region, uses) ||
    kinds.some((kind) => /^(?:generator_)?function_(?:declaration|expression)$/u.test(kind)) ||
    values.some(({ kind }) => FUNCTION.test(kind) || kind === 'class') ||
    holds(scope, (node) => isGivenFunction(node, before));
  if (isFunction) {
    const isRead = holds(
      root,
      ({ kind, text }) =>
        (text === 'name' && /^(?:property_identifier|property_name)$/u.test(kind)) || text === '"name"',
    );
    if (isRead) return `something reads the name of a function`;
    const loose = uses.find((use) => use.before === before && isVariable(use.kind) && isLoose(use));
    if (loose !== undefined) return `${before} is handed on with its name`;
  }
  const owner = region.declarations.some(({ declared }) => /parameter/u.test(declared?.by.node.kind ?? ''));
  if (!owner) return null;
  if (before.startsWith('$') || after.startsWith('$')) return 'the name of the parameter may have a meaning';
  return region.declarations.some(({ declared }) => declared !== null && isSeenFunction(declared.scope, uses))
    ? `whoever gets the function may read its parameter ${before}`
    : null;
}

/** `f = () => 1` gives the function the name of the variable. */
function isGivenFunction({ children }: SyntaxNode, name: string): boolean {
  return (
    children.some(({ kind, text }) => kind === 'identifier' && text === name) &&
    children.some(
      ({ kind, text }) =>
        !/^(?:arguments)$/u.test(kind) && (FUNCTION.test(kind) || kind === 'class') && text === '',
    ) &&
    children.some(({ text }) => /^(?:=|\|\|=|&&=|\?\?=)$/u.test(text))
  );
}

/** Used in a way that is neither a call nor an element of a page nor an export that others follow. */
function isLoose({ place, declared }: NameUse): boolean {
  if (declared !== null) return false;
  const holder = place.parent?.node.kind ?? '';
  if (CALL.test(holder) || /^jsx_(?:opening|closing|self_closing)/u.test(holder)) return false;
  if (/^(?:import|export)_(?:specifier|clause)$|^type_query$|^import_statement$/u.test(holder)) return false;
  if (/^(?:arguments|argument_list)$/u.test(holder)) return isHandedOn(place);
  return true;
}

/** A function that is handed on itself or by its name. */
function isSeenFunction(scope: Place, uses: readonly NameUse[]): boolean {
  if (!FUNCTION.test(scope.node.kind)) return false;
  if (isHandedOn(scope)) return true;
  const holder = scope.parent?.node;
  const named = [
    ...scope.node.children,
    ...(holder?.kind === 'variable_declarator' ? holder.children : []),
  ].find(({ field }) => field === 'name');
  return uses.some(
    (use) =>
      named !== undefined &&
      use.before === named.text &&
      isVariable(use.kind) &&
      /^(?:arguments|array|pair)$/u.test(use.place.parent?.node.kind ?? '') &&
      isHandedOn(use.place),
  );
}

/** Whether the thing itself has another name in the file that it comes from. */
function isImported({ before, after }: RenameRegion, uses: readonly NameUse[]): boolean {
  return uses.some((use) => use.kind === 'imported_name' && use.before === before && use.after === after);
}

function findPythonWitness(region: RenameRegion, uses: readonly NameUse[]): string | null {
  const { before, declarations } = region;
  const kinds = kindsOf(region);
  if (kinds.includes('class_definition')) return `objects show their class ${before}`;
  const loose = uses.find(
    (use) =>
      use.before === before &&
      isVariable(use.kind) &&
      use.declared === null &&
      !(fieldOf(use.place, 'function') && CALL.test(use.place.parent?.node.kind ?? '')),
  );
  if ((kinds.includes('function_definition') || isImported(region, uses)) && loose !== undefined)
    return `${before} is handed on with its name`;
  for (const { declared } of declarations) {
    if (declared === null || !/parameter|splat_pattern/u.test(declared.by.node.kind)) continue;
    const reason = checkParameterOwner(declared.scope, region, uses);
    if (reason !== null) return reason;
  }
  return null;
}

/** Whoever gets a function of Python may name its parameters. */
function checkParameterOwner(
  scope: Place,
  { before, after }: RenameRegion,
  uses: readonly NameUse[],
): string | null {
  const isNamed = uses.some(
    (use) =>
      use.kind === 'property_name' &&
      use.place.parent?.node.kind === 'keyword_argument' &&
      (use.before === before || use.before === after),
  );
  const isSpread = uses.some(({ place }) => findAbove(place, /^dictionary_splat$/u) !== null);
  if (isNamed || isSpread) return `an argument may have the name ${before}`;
  if (scope.node.kind === 'lambda') {
    const holder = scope.parent?.node.kind ?? '';
    const isCalled = /^(?:argument_list|keyword_argument)$/u.test(holder) && !isHandedOn(scope);
    return isCalled ? null : `callers may name the parameter ${before}`;
  }
  const name = scope.node.children.find(({ field }) => field === 'name')?.text ?? '';
  const isSeen = uses.some(
    (use) =>
      use.before === name &&
      use.declared === null &&
      !(fieldOf(use.place, 'function') && CALL.test(use.place.parent?.node.kind ?? '')),
  );
  return isSeen ? `callers may name the parameter ${before}` : null;
}

/** Macros that only show or compare the values they get. */
const PLAIN_MACROS = words(
  'println print eprintln eprint format format_args write writeln panic vec matches assert_eq assert_ne todo unimplemented unreachable',
);

function findRustWitness(region: RenameRegion, root: SyntaxNode, uses: readonly NameUse[]): string | null {
  const { before, after } = region;
  const hasOwn = holds(root, ({ kind }) => kind === 'macro_definition');
  const caught = uses.find((use) => {
    if (use.before !== before && use.before !== after) return false;
    let outermost: Place | null = null;
    for (let at = use.place.parent; at !== null; at = at.parent) {
      if (at.node.kind !== 'macro_invocation' && at.node.kind !== 'token_tree') continue;
      outermost = at;
      const [macro, next] = at.node.children;
      if (at.node.kind === 'macro_invocation' && (hasOwn || !PLAIN_MACROS.has(textOf(macro ?? at.node))))
        return true;
      // What a macro gets may hold another one.
      if (
        at.node.kind === 'token_tree' &&
        [macro, next, ...at.node.children].some((child) => child?.text === '!')
      )
        return true;
    }
    return outermost !== null && hasOwn;
  });
  if (caught !== undefined) return `a macro may read the name ${before}`;
  const isOpen = region.declarations.some(({ declared }) =>
    declared?.by.node.children.some(
      ({ kind }) => kind === 'extern_modifier' || kind === 'function_modifiers',
    ),
  );
  return isOpen ? `others may know ${before}` : null;
}

const JAVA_NAMES = words(
  'main readObject writeObject readResolve writeReplace readObjectNoData serialVersionUID serialPersistentFields finalize',
);

function findJavaWitness({ before, after, scope, declarations }: RenameRegion): string | null {
  if (JAVA_NAMES.has(before) || JAVA_NAMES.has(after)) return 'the name has a meaning in Java';
  const isField = declarations.some(
    ({ declared }) => declared?.by.parent?.node.kind === 'field_declaration' && scope.kind.endsWith('_body'),
  );
  if (isField) return `what stores objects may know the field ${before}`;
  const isNative = declarations.some(({ declared }) =>
    declared?.by.node.children.some(
      ({ kind, children }) => kind === 'modifiers' && children.some(({ text }) => text === 'native'),
    ),
  );
  if (isNative) return `native code knows ${before}`;
  const isMember = declarations.some(({ declared }) => declared?.by.node.kind === 'method_declaration');
  const owner = declarations[0]?.declared?.scope.parent?.node;
  const isHeir = owner?.children.some(({ kind }) => /^(?:superclass|super_interfaces)$/u.test(kind)) === true;
  return isMember && isHeir ? `a parent may have a ${after} too` : null;
}
