import { fail, rookError, succeed } from '@rook/contract';

import type { Difference } from '../edits/compare-surveys.ts';
import { contentHash } from '../ports/content-hash.ts';
import type { Shell } from '../ports/shell.ts';
import type { Survey, Workspace } from '../ports/workspace.ts';
import { createIgnoreRules, isRulesFile, OWN_EXCLUDES, type FolderIgnoreRules } from './ignore-rules.ts';
import { loadChanges, type OldBytes } from './load-changes.ts';

interface RulePorts {
  readonly workspace: Workspace;
  readonly shell: Shell;
  readonly ignore: readonly string[];
}

/** What the excludes of the repository itself held; null where there were none. */
export interface OwnExcludes {
  readonly stamp: string | null;
  readonly bytes: Uint8Array | null;
}

interface RuleFacts {
  readonly before: Survey;
  readonly old: OldBytes;
  /** Null where nobody noted them. */
  readonly excludes: OwnExcludes | null;
}

const MOST_BYTES = 1_000_000;

export async function readExcludes(workspace: Pick<Workspace, 'read' | 'stamp'>): Promise<OwnExcludes> {
  const stamp = workspace.stamp(OWN_EXCLUDES);
  const read = stamp === null ? null : await workspace.read(OWN_EXCLUDES, { maxBytes: MOST_BYTES });
  return { stamp, bytes: read?.ok === true ? read.value.bytes : null };
}

/** The ignore rules as they were before; null where none of their files differs. Where nobody has what a file of them held, it counts as it is now. */
export async function readRulesBefore(
  ports: RulePorts,
  all: readonly Difference[],
  { before, old, excludes }: RuleFacts,
): Promise<FolderIgnoreRules | null> {
  const { workspace } = ports;
  const changed = all.filter(({ path, wasLink }) => isRulesFile(path) && wasLink !== true);
  const hasOtherExcludes = excludes !== null && excludes.stamp !== workspace.stamp(OWN_EXCLUDES);
  if (changed.length === 0 && !hasOtherExcludes) return null;
  const contents = new Map<string, Uint8Array | null>();
  for await (const { path, before: was } of loadChanges(ports, changed, old))
    if (was !== 'unknown') contents.set(path, was);
  if (hasOtherExcludes) contents.set(OWN_EXCLUDES, excludes.bytes);
  const missing = fail(rookError('not_found', 'It was not there.'));
  /** Undefined: it counts as it is. */
  const contentOf = (path: string): Uint8Array | null | undefined => {
    if (!isRulesFile(path) || before.files.has(path)) return contents.get(path);
    // A folder that was made may ignore itself, as caches of tools do; rules in one that was there hide nothing.
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
    return folder === '' || before.folders.has(folder) ? null : undefined;
  };
  return createIgnoreRules(
    {
      stamp: (path) => {
        const content = contentOf(path);
        return content === undefined ? workspace.stamp(path) : content === null ? null : contentHash(content);
      },
      read: async (path, limits) => {
        const content = contentOf(path);
        if (content === undefined) return workspace.read(path, limits);
        return content === null ? missing : succeed({ bytes: content, hash: contentHash(content) });
      },
    },
    ports.ignore,
  );
}

/**
 * Which folders are left out only because of rules that were written since: they are new, and the rules of before say nothing of them.
 * Null where there are none. Of a folder that was left out before, it is not known what in it is new.
 */
export async function findHiddenFolders(
  before: Survey,
  after: Survey,
  then: FolderIgnoreRules,
): Promise<((folder: string) => boolean) | null> {
  const hidden = new Map<string, (folder: string) => boolean>();
  for (const folder of after.left) {
    if (before.left.has(folder) || isBelow(folder, before.left)) continue;
    if ((await then.isIgnored(`${folder}/`)) === null) hidden.set(folder, await then.within(folder));
  }
  if (hidden.size === 0) return null;
  return (folder) => {
    if (hidden.has(folder)) return true;
    for (const above of foldersAbove(folder)) {
      const isIgnored = hidden.get(above);
      if (isIgnored !== undefined) return !isIgnored(folder);
    }
    return false;
  };
}

export function isBelow(path: string, folders: ReadonlySet<string>): boolean {
  for (const folder of foldersAbove(path)) if (folders.has(folder)) return true;
  return false;
}

/** The nearest first. */
function* foldersAbove(path: string): Generator<string> {
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1))
    yield path.slice(0, end);
}
