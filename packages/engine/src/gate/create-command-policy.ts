import { allSettings, type SettingValues } from '@rook/contract';

import type { CommandPolicy } from '../commands/command-policy.ts';
import { looksSecret } from '../tools/secret-files.ts';
import { createProtectedTest } from './protected-paths.ts';

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
    isProtected: createProtectedTest(settings['edits.protected']),
    isSecret: looksSecret,
  };
}
