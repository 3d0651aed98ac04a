import { fail, rookError, succeed } from '@rook/contract';

import type { Difference } from '../edits/compare-surveys.ts';
import type { GitIndex } from '../edits/parse-git-index.ts';
import { contentHash } from '../ports/content-hash.ts';
import type { Shell } from '../ports/shell.ts';
import type { Survey, Workspace } from '../ports/workspace.ts';
import { createIgnoreRules, type IgnoreRules } from './ignore-rules.ts';
import { loadChanges, type OldBytes } from './load-changes.ts';

interface CountPorts {
  readonly workspace: Workspace;
  readonly shell: Shell;
  readonly ignore: readonly string[];
}

interface CountFacts {
  readonly before: Survey;
  readonly old: OldBytes;
  /** What git noted, before and now. */
  readonly git: readonly Pick<GitIndex, 'objectOf'>[];
}

/**
 * Of what differs, what counts. A file that is ignored does not, unless git has it. Whoever writes other rules cannot hide by them what he
 * did to files that counted before; and of what was ignored before it is not known what is new.
 */
export async function findCounting(
  ports: CountPorts,
  all: readonly Difference[],
  { before, old, git }: CountFacts,
): Promise<readonly Difference[]> {
  if (all.length === 0) return all;
  const now = createIgnoreRules(ports.workspace, ports.ignore);
  const then = await readRulesBefore(ports, all, old, now);
  const counting = await Promise.all(
    all.map(async ({ path, before: was }) => {
      const why = await now.isIgnored(path);
      if (why === 'built_in' || why === 'settings') return false;
      if (git.some((one) => one.objectOf(path) !== null)) return true;
      if (was === null) return why === null && !isBelow(path, before.left);
      return why === null || (await then.isIgnored(path)) === null;
    }),
  );
  return all.filter((_difference, place) => counting[place]);
}

function isBelow(path: string, folders: ReadonlySet<string>): boolean {
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1))
    if (folders.has(path.slice(0, end))) return true;
  return false;
}

/** The rules as they were; those of now where none of their files differs. */
async function readRulesBefore(
  ports: CountPorts,
  all: readonly Difference[],
  old: OldBytes,
  now: IgnoreRules,
): Promise<IgnoreRules> {
  const changed = all.filter(({ path }) => path === '.gitignore' || path.endsWith('/.gitignore'));
  if (changed.length === 0) return now;
  const contents = new Map<string, Uint8Array | null>();
  for await (const { path, before } of loadChanges(ports, changed, old))
    contents.set(path, before instanceof Uint8Array ? before : null);
  const { workspace } = ports;
  const missing = fail(rookError('not_found', 'It was not there.'));
  return createIgnoreRules(
    {
      stamp: (path) => {
        const content = contents.get(path);
        return content === undefined ? workspace.stamp(path) : content === null ? null : contentHash(content);
      },
      read: async (path, limits) => {
        const content = contents.get(path);
        if (content === undefined) return workspace.read(path, limits);
        return content === null ? missing : succeed({ bytes: content, hash: contentHash(content) });
      },
    },
    ports.ignore,
  );
}
