import type { SyntaxNode } from '../ports/syntax.ts';
import { isCapital, isVariable, isWithin, type NameUse, type Place } from './place-names.ts';
import type { RenameRegion } from './rename-region.ts';
import type { SyntaxProfile } from './syntax-profile.ts';

/** Who knows a name: this file alone, the files of its folder, or anybody. */
export type FileRename =
  | { readonly type: 'private' }
  | { readonly type: 'packaged' }
  | { readonly type: 'exported' }
  | { readonly type: 'doubtful'; readonly reason: string };

const PRIVATE: FileRename = { type: 'private' };

export function judgeFileRename(
  region: RenameRegion,
  root: SyntaxNode,
  uses: readonly NameUse[],
  profile: SyntaxProfile,
): FileRename {
  switch (profile.family) {
    case 'script':
      return judgeScript(region, root, uses);
    case 'python':
      return judgePython(region, root);
    case 'go':
      return judgeGo(region, root);
    case 'rust':
      return judgeRust(region, root);
    case 'java':
      return judgeJava(region, uses);
  }
}

function judgeScript(region: RenameRegion, root: SyntaxNode, uses: readonly NameUse[]): FileRename {
  const exporting = region.declarations.map(({ declared }) =>
    declared === null ? null : findExport(declared.by),
  );
  const isExported = exporting.some(
    (place) => place !== null && !place.node.children.some(({ text }) => text === 'default'),
  );
  if (isExported)
    return region.scope === root
      ? { type: 'exported' }
      : doubtful(`${region.before} is exported by a part of the file`);
  if (region.scope !== root) return PRIVATE;
  const isModule =
    root.children.some(({ kind }) => kind === 'import_statement' || kind === 'export_statement') ||
    uses.some(({ kind, before }) => isVariable(kind) && /^(?:require|module|exports)$/u.test(before));
  return isModule ? PRIVATE : doubtful(`${region.before} may be known to other scripts`);
}

/** The export around a declaration itself, not around a function that holds it. */
function findExport(by: Place): Place | null {
  const above = by.node.kind === 'variable_declarator' ? by.parent?.parent : by.parent;
  return above?.node.kind === 'export_statement' ? above : null;
}

function judgePython(region: RenameRegion, root: SyntaxNode): FileRename {
  if (region.scope !== root) return PRIVATE;
  if (holdsText(root, region.before)) return doubtful(`a text holds ${region.before}`);
  const isImport = region.declarations.every(({ declared }) => declared?.by.node.kind === 'aliased_import');
  const isPrivate = /^_[^_]/u.test(region.before) && /^_[^_]/u.test(region.after);
  return isPrivate || isImport ? PRIVATE : { type: 'exported' };
}

function judgeGo({ scope, before, after }: RenameRegion, root: SyntaxNode): FileRename {
  if (scope !== root) return PRIVATE;
  if (isCapital(before) !== isCapital(after))
    return doubtful(`${after} is known to others than ${before} was`);
  if (GO_NAMES.test(before) || GO_NAMES.test(after)) return doubtful('the name has a meaning in Go');
  return isCapital(before) ? { type: 'exported' } : { type: 'packaged' };
}

const GO_NAMES =
  /^(?:init|main|append|cap|clear|close|complex|copy|delete|imag|len|make|max|min|new|panic|print|println|real|recover|nil|true|false|iota|any|error|string|bool|byte|rune|u?int(?:8|16|32|64|ptr)?|float(?:32|64)|(?:Test|Benchmark|Example|Fuzz)\w*)$/u;

function judgeRust({ scope, before, declarations }: RenameRegion, root: SyntaxNode): FileRename {
  const items = declarations.flatMap(({ declared }) => (declared === null ? [] : [declared.by]));
  if (/^(?:declaration_list|impl_item|trait_item)$/u.test(scope.kind)) {
    const isParameter = items.every(({ node }) => node.kind === 'type_parameter');
    return isParameter ? PRIVATE : doubtful(`${before} is a member`);
  }
  if (scope !== root) return PRIVATE;
  if (before === 'main') return doubtful('main has a meaning in Rust');
  const isOpen = items.some(({ node }) => node.children.some(({ kind }) => kind === 'visibility_modifier'));
  if (isOpen) return doubtful(`${before} is known to other files`);
  const isMarked = items.some(
    ({ node }) => root.children[root.children.indexOf(node) - 1]?.kind === 'attribute_item',
  );
  return isMarked ? doubtful(`an attribute may read the name ${before}`) : PRIVATE;
}

/** A private member of a class: all of its uses are in the class, by its name alone or through `this`. */
function judgeJava(region: RenameRegion, uses: readonly NameUse[]): FileRename {
  const { scope, before, after, declarations } = region;
  if (!scope.kind.endsWith('_body') || scope.kind === 'constructor_body') return PRIVATE;
  const members = declarations.map(({ declared }) => memberOf(declared?.by ?? null));
  const isPrivate = members.every((member) =>
    member?.children.some(
      ({ kind, children }) => kind === 'modifiers' && children.some(({ text }) => text === 'private'),
    ),
  );
  if (!isPrivate) return doubtful(`${before} is known to other files`);
  const annotated = members.some((member) =>
    member?.children.some(
      ({ kind, children }) =>
        kind === 'modifiers' && children.some((child) => child.kind.includes('annotation')),
    ),
  );
  if (annotated) return doubtful(`an annotation may read the name ${before}`);
  const isDoubled = uses.some(
    (use) =>
      use.before === before &&
      use.declared !== null &&
      isWithin(use.place, scope) &&
      use.declared.scope.node !== scope,
  );
  if (isDoubled) return doubtful(`${before} is declared more than once`);
  const isElsewhere = uses.some(
    (use) => use.kind === 'property_name' && (use.before === before || use.before === after),
  );
  if (isElsewhere) return doubtful(`another object has a ${before} too`);
  const wrong = uses.some((use) => use.kind === 'own_member' && use.before === before && use.after !== after);
  return wrong ? doubtful(`${before} and ${after} are both used`) : PRIVATE;
}

function memberOf(by: Place | null): SyntaxNode | null {
  if (by === null) return null;
  return by.node.kind === 'variable_declarator' ? (by.parent?.node ?? null) : by.node;
}

function holdsText(node: SyntaxNode, name: string): boolean {
  if (node.children.length > 0) return node.children.some((child) => holdsText(child, name));
  return node.kind === 'literal' && node.text.slice(1, -1) === name;
}

function doubtful(reason: string): FileRename {
  return { type: 'doubtful', reason };
}
