import { findAbove, isCapital, isVariable, isWithin, type NameUse } from './place-names.ts';
import type { RenameRegion } from './rename-region.ts';
import type { SyntaxProfile } from './syntax-profile.ts';

/**
 * Why it is not certain that a name can be replaced by the other in all of a scope; null when it is: every use in the scope
 * means what is declared in it, all of them were changed, and the other name was nowhere in it.
 */
export function checkLocalRename(
  region: RenameRegion,
  uses: readonly NameUse[],
  profile: SyntaxProfile,
): string | null {
  const { before, after } = region;
  const inside = uses.filter((use) => isWithin(use.place, region.scope));
  const own = inside.filter((use) => use.before === before && isSameSpace(use, region));
  const left = own.find((use) => use.after !== after);
  if (left !== undefined) return `${before} is ${after} in one place and ${left.after} in another`;
  if (inside.some((use) => use.before === after && !isMember(use.kind))) return `${after} was there before`;
  if (inside.some((use) => use.before !== before && use.after === after && isVariable(use.kind))) {
    return `two names became ${after}`;
  }
  if (inside.some((use) => use.kind === 'path_name' && partsOf(use.before).includes(before))) {
    return `${before} is also a part of a path`;
  }
  if (inside.some((use) => use.kind === 'path_name' && partsOf(use.before).includes(after))) {
    return `${after} is also a part of a path`;
  }
  return checkLanguage(region, own, profile);
}

/** A private name of a class is no variable. */
function isSameSpace(use: NameUse, region: RenameRegion): boolean {
  const isPrivate = region.before.startsWith('#');
  return isPrivate ? use.kind === 'private_property_identifier' : isVariable(use.kind);
}

function isMember(kind: string): boolean {
  return /^(?:property_name|property_identifier|field_identifier|own_member|imported_name|exported_name)$/u.test(
    kind,
  );
}

function partsOf(path: string): string[] {
  return path.split(/\.|::/u);
}

function checkLanguage(region: RenameRegion, own: readonly NameUse[], profile: SyntaxProfile): string | null {
  switch (profile.family) {
    case 'script':
      return checkScript(region, own);
    case 'python':
      return checkPython(region, own);
    case 'go':
      return checkOrder(region, own);
    case 'rust':
      return checkRust(region, own);
    case 'java':
      return checkJava(region, own);
  }
}

/** In markup a small first letter names an element of the page, a capital a variable. */
function checkScript({ after, scope }: RenameRegion, own: readonly NameUse[]): string | null {
  const isMarkup = own.some(({ place }) =>
    /^jsx_(?:opening|closing|self_closing)/u.test(place.parent?.node.kind ?? ''),
  );
  if (isMarkup && !(isCapital(own[0]?.before ?? '') && isCapital(after)))
    return 'markup knows elements by their letters';
  // The defaults of parameters do not see the variables of the body.
  const isOutside = own.some(
    ({ place, declared }) =>
      declared === null && findAbove(place, /^formal_parameters$/u)?.parent?.node === scope,
  );
  if (isOutside && own.some(({ declared }) => declared?.by.parent?.node.kind === 'variable_declaration')) {
    return 'a default may mean something else';
  }
  const isAmbient = own.some(
    ({ place, declared }) => declared !== null && findAbove(place, /^ambient_declaration$/u) !== null,
  );
  return isAmbient ? 'what is only declared is elsewhere' : null;
}

function checkPython(region: RenameRegion, own: readonly NameUse[]): string | null {
  const { before, after, scope } = region;
  if (before.startsWith('__') || after.startsWith('__')) return 'names with two underscores have a meaning';
  if (scope.kind === 'class_definition') return `${before} is a member of a class`;
  for (const use of own) {
    const interpolation = findAbove(use.place, /^interpolation$/u);
    if (interpolation?.node.children.some(({ text }) => text === '=') === true)
      return `a text shows the name ${before}`;
    if (use.declared !== null) continue;
    // Defaults and the first list of a comprehension are looked up outside.
    const header = findAbove(use.place, /^(?:parameters|lambda_parameters|for_in_clause|decorator)$/u);
    if (header !== null && header.parent?.node === scope) return `${before} is looked up outside as well`;
  }
  const parameter = own.find(
    ({ declared }) =>
      declared !== null &&
      /parameter|splat_pattern/u.test(declared.by.node.kind) &&
      declared.scope.node.kind === 'function_definition',
  );
  return parameter === undefined ? null : checkPythonParameter(parameter);
}

/** Who calls a function may name its parameters. */
function checkPythonParameter(parameter: NameUse): string | null {
  const definition = parameter.declared?.scope ?? null;
  if (definition === null) return null;
  const name = definition.node.children.find(({ field }) => field === 'name')?.text ?? '';
  const isNested = findAbove(definition, /^function_definition$/u) !== null;
  const isPrivate = /^_[^_]/u.test(name);
  return isNested || isPrivate ? null : `callers may name the parameter ${parameter.before}`;
}

/** Where a scope begins with the declaration, what stands before it means something else. */
function checkOrder({ before, scope, declarations }: RenameRegion, own: readonly NameUse[]): string | null {
  const isFile = scope.kind === 'source_file';
  const [first] = own;
  if (isFile || first === undefined || declarations.length === 0) return null;
  if (first.declared === null || first.declared.scope.node !== scope)
    return `${before} is used before it is declared`;
  const { by } = first.declared;
  const isItsOwnValue = own.some(
    (use) => use.declared === null && isWithin(use.place, by.node) && by.node !== scope,
  );
  return isItsOwnValue && !/^(?:function|closure|match_arm|for_expression)/u.test(by.node.kind)
    ? `${before} outside is used to make ${before}`
    : null;
}

function checkRust(region: RenameRegion, own: readonly NameUse[]): string | null {
  const isItem = /^(?:function|const|static|struct|enum|type)_item$/u.test(
    region.declarations[0]?.declared?.by.node.kind ?? '',
  );
  if (!isItem && isCapital(region.after)) return 'a pattern may mean a constant';
  if (mentions(region)) return `a text may hold ${region.before}`;
  return checkOrder(region, own);
}

/** A format string can name a variable. */
function mentions({ scope, before, after }: RenameRegion): boolean {
  const look = (node: RenameRegion['scope']): boolean => {
    if (node.children.length > 0) return node.children.some(look);
    return node.kind === 'literal' && (node.text.includes(`{${before}`) || node.text.includes(`{${after}`));
  };
  return look(scope);
}

function checkJava(region: RenameRegion, own: readonly NameUse[]): string | null {
  const { scope, before } = region;
  const annotated = region.declarations.some(({ declared }) =>
    declared?.by.node.children.some(
      ({ kind, children }) =>
        kind === 'modifiers' && children.some((child) => child.kind.includes('annotation')),
    ),
  );
  if (annotated) return `an annotation may read the name ${before}`;
  if (scope.kind === 'class_body') return null;
  if (
    own.some(({ place }) => {
      const inner = findAbove(place, /^class_body$/u);
      return inner !== null && isWithin(inner, scope);
    })
  ) {
    return `a class inside may have its own ${before}`;
  }
  return checkOrder(region, own);
}
