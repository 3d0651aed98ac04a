import { delimiter } from 'node:path';

import type { SettingValues } from '@rook/contract';

import type { CommandShell } from '../ports/command-shell.ts';

/** The folders in which a command of a session looks for programs, as they stand in PATH; an empty one is where it runs. */
export async function listProgramFolders(
  shell: Pick<CommandShell, 'environment'>,
  settings: Pick<SettingValues, 'commands.loginShell'>,
): Promise<readonly string[]> {
  const { variables } = await shell.environment({ loginShell: settings['commands.loginShell'] });
  return variables.get('PATH')?.split(delimiter) ?? [];
}
