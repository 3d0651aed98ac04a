import type { CommandCall } from './command.ts';
import { composePrograms } from './compose-programs.ts';

const OPEN_MILLISECONDS = 10_000;

/** Opens an address as the user's system does; false where it cannot. */
export async function openBrowser({ surroundings }: CommandCall, url: string): Promise<boolean> {
  const [file, ...args] =
    surroundings.platform === 'darwin'
      ? ['open', url]
      : surroundings.platform === 'win32'
        ? ['rundll32', 'url.dll,FileProtocolHandler', url]
        : ['xdg-open', url];
  const ran = await composePrograms(surroundings.variables).shell.run({
    file: file ?? '',
    args,
    cwd: surroundings.currentFolder,
    env: surroundings.variables,
    timeoutMilliseconds: OPEN_MILLISECONDS,
    keepBytes: 0,
  });
  return ran.ok && ran.value.code === 0;
}
