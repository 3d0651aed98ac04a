import { posix } from 'node:path';

import { fail, rookError, succeed, type Result } from '@rook/contract';

import { placePath } from '../commands/place-path.ts';
import { findKindChanges, foldersAbove } from '../ports/kind-changes.ts';
import type { LocatedPath, Workspace } from '../ports/workspace.ts';
import type { IgnoreRules } from '../tools/ignore-rules.ts';
import { looksSecret } from '../tools/secret-files.ts';
import type { Effect } from '../tools/tool.ts';
import type { TargetFacts } from './rule.ts';

export interface FactSources {
  readonly workspace: Workspace;
  /** Made anew for each call, because the files that they come from may change. */
  readonly ignore: () => IgnoreRules;
  /** Whether a file is never changed without a question, by its path. */
  readonly isProtected: (path: string) => boolean;
  /** Whether it belongs to Rook itself, by its real path; left out: only what the name says does. */
  readonly isOwn?: (path: string) => boolean;
}

/** Looks at what a call names, so that rules can be pure. The real path counts as much as the named one. */
export async function gatherTargets(
  sources: FactSources | null,
  effect: Effect,
): Promise<readonly TargetFacts[]> {
  if (effect.kind === 'network') return [];
  if (sources === null) return effect.paths.map(nowhere);
  const { workspace } = sources;
  const ignore = sources.ignore();
  return Promise.all(
    effect.paths.map(async (named): Promise<TargetFacts> => {
      const found = placeLink(workspace, effect, named) ?? (await workspace.locate(named));
      const located = found.ok ? found : ((await placeInside(workspace, effect, named)) ?? found);
      const isNamed = sources.isProtected(named);
      if (!located.ok)
        return {
          named,
          located,
          ignored: null,
          looksSecret: looksSecret(named),
          isProtected: isNamed,
          isOwn: false,
        };
      const { path, kind } = located.value;
      const end = kind === 'folder' ? '/' : '';
      const ignored = await ignore.isIgnored(`${path}${end}`);
      const isProtected = isNamed || (path !== named && sources.isProtected(path));
      return {
        named,
        located,
        ignored,
        looksSecret: looksSecret(named) || (path !== named && looksSecret(path)),
        isProtected,
        isOwn: sources.isOwn?.(path) ?? false,
      };
    }),
  );
}

/** Where a link lies that is meant itself, or a file of a set that shall lie in a folder in its place; null where there is no such link. */
function placeLink(workspace: Workspace, effect: Effect, named: string): Result<LocatedPath> | null {
  if ((effect.kind !== 'write' && effect.kind !== 'command') || effect.links === undefined) return null;
  const inside = effect.kind === 'write' ? foldersAbove(named) : [];
  const placed = placePath(named, { root: workspace.root, cwd: '' });
  if (placed.kind === 'outside') return null;
  const { path } = placed;
  const isMeant = (one: string): boolean => effect.links?.includes(one) === true;
  const isThere =
    (isMeant(named) && workspace.readLink(path) !== null) ||
    inside.some((above) => isMeant(above) && workspace.readLink(above) !== null);
  return isThere ? succeed({ path, kind: 'missing', bytes: null }) : null;
}

/** A file of a set that takes the place of another file of it, as a folder: where it would be made. Null where it is no such. */
async function placeInside(
  workspace: Workspace,
  effect: Effect,
  named: string,
): Promise<Result<LocatedPath> | null> {
  if (effect.kind !== 'write' || posix.normalize(named) !== named) return null;
  const outer = findKindChanges(effect.paths).outerOf(named);
  const located = outer === null ? null : await workspace.locate(outer);
  if (located?.ok !== true || located.value.kind !== 'file' || located.value.path !== outer) return null;
  return succeed({ path: named, kind: 'missing', bytes: null });
}

/** `cp a b` may mean `b/a`; where `b` is a file, it does not. */
export function leaveImpossible<Target extends Pick<TargetFacts, 'named' | 'located'>>(
  targets: readonly Target[],
): readonly Target[] {
  const files = targets.flatMap(({ named, located }) =>
    located.ok && located.value.kind === 'file' ? [`${named}/`] : [],
  );
  return targets.filter(
    ({ named, located }) =>
      located.ok || located.error.code !== 'not_found' || !files.some((file) => named.startsWith(file)),
  );
}

function nowhere(named: string): TargetFacts {
  const error = rookError('no_workspace', 'There is no workspace here, so nothing but talk is possible.');
  return { named, located: fail(error), ignored: null, looksSecret: false, isProtected: false, isOwn: false };
}
