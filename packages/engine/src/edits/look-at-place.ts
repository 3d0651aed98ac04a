import { rookError } from '@rook/contract';

import type { Workspace } from '../ports/workspace.ts';
import type { DiskState } from './undo-file.ts';

/** Larger files are neither compared nor merged. */
const MOST_BYTES = 64_000_000;

const STAYS = 'it is left as it is.';

/** What a rewind finds at a path. What is no plain file is only said; what helps depends on what shall be there. */
export async function lookAtPlace(workspace: Workspace, path: string): Promise<DiskState> {
  const located = await workspace.locate(path);
  if (!located.ok) {
    const { code } = located.error;
    const file = code === 'not_found' ? await findFileAbove(workspace, path) : null;
    if (file !== null) return taken(`${file} is no folder now, so there is no ${path};`, file);
    if (code === 'outside_workspace')
      return taken(`${path} is reached through a link now that leads out of the workspace;`, 'the link');
    if (code === 'not_found')
      return taken(`${path} is reached through a link now that leads nowhere;`, 'the link');
    return { refused: located.error };
  }
  const { kind, path: real } = located.value;
  if (real !== path)
    return taken(`${path} is reached through a link now (it really is ${real});`, 'the link');
  if (kind === 'missing') return null;
  if (kind === 'folder') return taken(`${path} is a folder now;`, 'the folder');
  if (kind !== 'file') return taken(`${path} is no plain file now;`, 'what lies there');
  const read = await workspace.read(path, { maxBytes: MOST_BYTES });
  if (read.ok) return read.value;
  const { code, message } = read.error;
  const sentence =
    code === 'too_large'
      ? `${path} has more than ${MOST_BYTES / 1_000_000} MB now, which is too much to compare or merge; ${STAYS} Undo the change by hand, or make the file smaller and try again.`
      : `${message} It is left as it is; make it readable, then try again.`;
  const { mode } = located.value;
  return { refused: rookError('conflict', sentence), ...(mode === undefined ? {} : { mode }) };
}

function taken(fact: string, blocker: string): DiskState {
  return { refused: rookError('conflict', `${fact} ${STAYS}`), blocker };
}

/** The file that lies where a folder on the way was. */
async function findFileAbove(workspace: Workspace, path: string): Promise<string | null> {
  const names = path.split('/').slice(0, -1);
  for (const index of names.keys()) {
    const folder = names.slice(0, index + 1).join('/');
    const located = await workspace.locate(folder);
    if (located.ok && located.value.kind !== 'folder' && located.value.kind !== 'missing') return folder;
  }
  return null;
}
