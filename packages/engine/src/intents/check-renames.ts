import type { SyntaxNode } from '../ports/syntax.ts';
import { checkLocalRename } from './check-local-rename.ts';
import { findReader, findWitness } from './find-name-readers.ts';
import { judgeFileRename, type FileRename } from './judge-file-rename.ts';
import { textOf } from './normalize-tree.ts';
import { findAbove, isVariable, isWithin, pairNames, type NameUse, type Place } from './place-names.ts';
import type { ImportLink, NameLink, RenameRegion } from './rename-region.ts';
import type { SyntaxProfile } from './syntax-profile.ts';

export type RenameCheck =
  /** The trees differ in more than names. */
  | { readonly type: 'other' }
  | { readonly type: 'doubtful'; readonly reason: string }
  | {
      readonly type: 'renamed';
      readonly exported: readonly NameLink[];
      /** Known in every file of the same folder. */
      readonly packaged: readonly NameLink[];
      readonly imported: readonly ImportLink[];
    };

/** Each is looked for in the whole file. */
const MOST_RENAMES = 200;

/**
 * Whether two trees differ only in names, each changed wherever it means the same thing, with no clash and nothing caught.
 * `packaged` are renames that other files of the same folder declare.
 */
export function checkRenames(
  before: SyntaxNode,
  after: SyntaxNode,
  profile: SyntaxProfile,
  packaged: readonly NameLink[],
): RenameCheck {
  const uses = pairNames(before, after, profile);
  if (uses === null) return { type: 'other' };
  const doubt = findFileDoubt(uses, before, profile);
  if (doubt !== null) return { type: 'doubtful', reason: doubt };
  const regions = findRegions(uses, packaged, before);
  if (regions.length > MOST_RENAMES)
    return { type: 'doubtful', reason: `more than ${MOST_RENAMES} names were changed` };
  const exported: NameLink[] = [];
  const shared: NameLink[] = [];
  for (const region of regions) {
    const reason = checkLocalRename(region, uses, profile) ?? findWitness(region, before, uses, profile);
    if (reason !== null) return { type: 'doubtful', reason };
    const judged = judgeRegion(region, before, uses, profile);
    if (judged.type === 'doubtful') return judged;
    if (judged.type === 'exported') exported.push(region);
    if (judged.type === 'packaged') shared.push(region);
  }
  const loose = uses.find((use) => isChanged(use) && !isExplained(use, regions));
  if (loose !== undefined)
    return { type: 'doubtful', reason: `${loose.before} is ${loose.after} now without its declaration` };
  for (const use of uses) {
    if (use.kind === 'exported_name' && isChanged(use))
      exported.push({ before: use.before, after: use.after });
  }
  return { type: 'renamed', exported, packaged: shared, imported: readImports(uses) };
}

function judgeRegion(
  region: RenameRegion,
  root: SyntaxNode,
  uses: readonly NameUse[],
  profile: SyntaxProfile,
): FileRename {
  if (region.declarations.length === 0) return { type: 'private' };
  return judgeFileRename(region, root, uses, profile);
}

function isChanged(use: NameUse): boolean {
  return use.before !== use.after;
}

/** Code that can look at names as texts makes every rename doubtful. */
function findFileDoubt(uses: readonly NameUse[], root: SyntaxNode, profile: SyntaxProfile): string | null {
  const reader = findReader(uses, root, profile);
  if (reader !== null) return reader;
  for (const use of uses) {
    if (findAbove(use.place, /^with_statement$/u) !== null && profile.family === 'script')
      return 'with can read names';
    if (isChanged(use) && (use.before === '_' || use.after === '_')) return '_ is no name';
  }
  return null;
}

function findRegions(
  uses: readonly NameUse[],
  packaged: readonly NameLink[],
  root: SyntaxNode,
): RenameRegion[] {
  const regions: { before: string; after: string; scope: Place; declarations: NameUse[] }[] = [];
  for (const use of uses) {
    const scope = isChanged(use) ? (use.declared?.scope ?? findPrivateScope(use)) : null;
    if (scope === null) continue;
    const known = regions.find(
      (one) => one.before === use.before && one.after === use.after && isWithin(scope, one.scope.node),
    );
    if (known !== undefined) {
      if (known.scope.node === scope.node) known.declarations.push(use);
      continue;
    }
    regions.push({ before: use.before, after: use.after, scope, declarations: [use] });
  }
  const own = regions.map(({ before, after, scope, declarations }) => ({
    before,
    after,
    scope: scope.node,
    declarations,
  }));
  const foreign = packaged
    .filter(({ before }) =>
      uses.some((use) => use.before === before && isVariable(use.kind) && isChanged(use)),
    )
    .filter(({ before }) => !own.some((region) => region.before === before))
    .map(({ before, after }) => ({ before, after, scope: root, declarations: [] }));
  return [...own, ...foreign];
}

/** `#name` belongs to the outermost class around it that can hold it. */
function findPrivateScope(use: NameUse): Place | null {
  if (use.kind !== 'private_property_identifier') return null;
  let scope: Place | null = null;
  for (let at = use.place.parent; at !== null; at = at.parent) if (at.node.kind === 'class_body') scope = at;
  return scope;
}

function isExplained(use: NameUse, regions: readonly RenameRegion[]): boolean {
  if (use.kind === 'imported_name' || use.kind === 'exported_name') return true;
  const isOwn = use.kind === 'own_member';
  return regions.some(
    ({ before, after, scope }) =>
      use.before === before &&
      use.after === after &&
      isWithin(use.place, scope) &&
      // `this.size` is the member, whatever a variable of the same name is called.
      (!isOwn || scope.kind === 'class_body'),
  );
}

function readImports(uses: readonly NameUse[]): ImportLink[] {
  return uses
    .filter((use) => use.kind === 'imported_name')
    .map((use) => ({ before: use.before, after: use.after, module: moduleOf(use.place) }));
}

/** Where an import takes its names from. */
function moduleOf(place: Place): string {
  const statement = findAbove(place, /^(?:import_statement|export_statement|import_from_statement)$/u);
  const source = statement?.node.children.find(({ field }) => field === 'source' || field === 'module_name');
  return source === undefined ? '' : textOf(source);
}
