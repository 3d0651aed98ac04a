import { allSettings, ck3raven, rook, type SettingValues } from '@rook/contract';

import type { CommandPolicy } from '../commands/command-policy.ts';
import { spellingKey } from '../ports/spelling-key.ts';
import { looksSecret } from '../tools/secret-files.ts';
import { isInstructionFile } from './instruction-files.ts';
import { createProtectedTest } from './protected-paths.ts';

/** A folder that holds protected ones counts too: who moves another one there brings what is in it. */
function createGuardedTest(patterns: readonly string[]): CommandPolicy['isProtected'] {
  const isProtected = createProtectedTest(patterns);
  const beginnings = patterns
    .map((pattern) => spellingKey(/^[^*?[{]*/u.exec(pattern)?.[0] ?? ''))
    .filter((beginning) => beginning.includes('/'));
  const holds = (folder: string): boolean => beginnings.some((beginning) => beginning.startsWith(folder));
  return (path) =>
    isProtected(path) ||
    // The gate has a rule of its own for them; here they count so that a check says the same.
    isInstructionFile(path) ||
    holds(`${spellingKey(path)}/`);
}

/** They hold addresses with keys, and what sessions said. */
const OWN_FOLDERS: ReadonlySet<string> = new Set(['.git', rook.folder, ck3raven.folder]);

export type PolicySettings = Pick<SettingValues, 'commands.allow' | 'edits.protected'>;

/** The policy of a workspace by its settings, for commands that run in a folder of it. */
export function createCommandPolicy(
  settings: PolicySettings,
  { root, cwd }: Pick<CommandPolicy, 'root' | 'cwd'>,
): CommandPolicy {
  return {
    allow: settings['commands.allow'],
    builtIn: allSettings['commands.allow'].default,
    root,
    cwd,
    isProtected: remembering(createGuardedTest(settings['edits.protected'])),
    isSecret: remembering(
      (path) => looksSecret(path) || path.split('/').some((name) => OWN_FOLDERS.has(name.toLowerCase())),
    ),
  };
}

const MOST_KNOWN = 200;
const LONGEST_KNOWN = 300;

/** A line is judged several times, with other lists and by parts, and asks about the same few names each time. */
function remembering(test: (path: string) => boolean): (path: string) => boolean {
  const known = new Map<string, boolean>();
  return (path) => {
    const found = known.get(path);
    if (found !== undefined) return found;
    const is = test(path);
    if (known.size === MOST_KNOWN) known.clear();
    if (path.length <= LONGEST_KNOWN) known.set(path, is);
    return is;
  };
}
