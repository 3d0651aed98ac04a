import { fail, rookError, succeed, type Result } from '@rook/contract';

import type { CommandCall } from '../command.ts';
import { compose } from '../compose.ts';

export async function printSettingsPath(call: CommandCall): Promise<Result<void>> {
  const composed = await compose(call);
  if (!composed.ok) return composed;
  const { settingsFiles, folders } = composed.value;
  const [user, workspace] = [settingsFiles.path('user'), settingsFiles.path('workspace')];
  const path = call.options.get('scope') === 'workspace' ? workspace : user;
  if (path === null) {
    const message =
      folders.workspace === null
        ? `There is no workspace here, because ${folders.because}.`
        : `This workspace has no settings of its own, because ${user} is your own file.`;
    return fail(rookError('no_workspace', message));
  }
  if (call.json) {
    call.terminal.printJson({ path, user, workspace, home: folders.home });
    return succeed(undefined);
  }
  call.terminal.print(path);
  return succeed(undefined);
}
