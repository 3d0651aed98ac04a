import { isAbsolute, relative, sep } from 'node:path';

import type { SettingValues } from '@rook/contract';

import { spellingKey } from '../ports/spelling-key.ts';
import type { Workspace } from '../ports/workspace.ts';
import { createIgnoreRules } from '../tools/ignore-rules.ts';
import type { FactSources } from './gather-facts.ts';
import { createProtectedTest } from './protected-paths.ts';

interface SourceChoice {
  /** What the settings leave out beside git's own rules. */
  readonly ignore: readonly string[];
  readonly settings: Pick<SettingValues, 'edits.protected'>;
  /** The folder with the user's own settings, rules and keys; it may lie in the workspace. */
  readonly home?: string;
}

/** What is looked at for every call, made of a workspace and of what the user has set. */
export function createFactSources(
  workspace: Workspace,
  { ignore, settings, home }: SourceChoice,
): FactSources {
  return {
    workspace,
    ignore: () => createIgnoreRules(workspace, ignore),
    isProtected: createProtectedTest(settings['edits.protected']),
    ...(home === undefined ? {} : { isOwn: liesIn(relative(workspace.root, home)) }),
  };
}

/** A folder outside, or the workspace itself, holds none of its paths alone. */
function liesIn(folder: string): (path: string) => boolean {
  const names = folder.split(sep).join('/');
  if (names === '' || names === '..' || names.startsWith('../') || isAbsolute(folder)) return () => false;
  const key = spellingKey(names);
  return (path) => spellingKey(path) === key || spellingKey(path).startsWith(`${key}/`);
}
