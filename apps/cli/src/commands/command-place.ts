import { realpathSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';

import type { CommandCall } from '../command.ts';
import { visibleLine } from '../terminal/visible.ts';

/**
 * The folder in which a command runs, relative to the workspace: where the person stands, if that is inside, else the workspace.
 * `--cwd` is counted from there, and one that leads out begins with two dots. `''` is the workspace.
 */
export function placeOfCommand(
  { options, surroundings }: Pick<CommandCall, 'options' | 'surroundings'>,
  workspace: string,
): string {
  const root = realFolder(workspace);
  const base = standingIn(root, surroundings.currentFolder);
  return pathFrom(root, realFolder(resolve(base, options.get('cwd') ?? '.')));
}

/** The folder from which a person's paths count: where they stand, if that is in the workspace, else its root. */
export function standingIn(root: string, currentFolder: string): string {
  const standing = pathFrom(root, realFolder(currentFolder));
  return leadsOut(standing) ? root : resolve(root, standing);
}

/** Who stands in a folder of the workspace shall see that a command does too. One that leads out is refused later, with its reason. */
export function sayWhere({ terminal, json }: Pick<CommandCall, 'terminal' | 'json'>, folder: string): void {
  if (folder !== '' && !leadsOut(folder) && !json)
    terminal.note({ text: `In the folder ${visibleLine(folder)} of the workspace:`, style: 'dim' });
}

export function pathFrom(root: string, path: string): string {
  return relative(root, path).split(sep).join('/');
}

export function leadsOut(path: string): boolean {
  return path === '..' || path.startsWith('../') || /^[A-Za-z]:/u.test(path);
}

export function realFolder(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return resolve(folder);
  }
}
