import { posix } from 'node:path';

import { findGitProgram } from '../commands/find-git-programs.ts';
import type { Workspace } from '../ports/workspace.ts';

const MOST_BYTES = 1_000_000;

/**
 * Why git could start a program although it only looks: its repository, which came with the workspace, can name some. Null where it
 * names none; a repository around the workspace is the user's own.
 */
export async function findGitTrouble(
  workspace: Pick<Workspace, 'locate' | 'read'>,
  cwd: string,
): Promise<string | null> {
  for (let folder = cwd; ; folder = posix.dirname(folder)) {
    const place = folder === '' || folder === '.' ? '' : `${folder}/`;
    const found = await workspace.locate(`${place}.git`);
    if (!found.ok) return `${place}.git cannot be looked at`;
    const { kind } = found.value;
    if (kind === 'folder') return judgeRepository(workspace, `${place}.git`);
    if (kind !== 'missing') return `${place}.git says that the repository lies elsewhere`;
    if (place === '') return null;
  }
}

async function judgeRepository(
  workspace: Pick<Workspace, 'locate' | 'read'>,
  folder: string,
): Promise<string | null> {
  const modules = await workspace.locate(`${folder}/modules`);
  if (!modules.ok || modules.value.kind !== 'missing')
    return 'the repository has submodules, whose settings can name programs';
  const shared = await workspace.locate(`${folder}/commondir`);
  if (!shared.ok || shared.value.kind !== 'missing')
    return `${folder}/commondir says that its settings lie elsewhere`;
  for (const name of ['config', 'config.worktree']) {
    const read = await workspace.read(`${folder}/${name}`, { maxBytes: MOST_BYTES });
    if (!read.ok && read.error.code === 'not_found') continue;
    if (!read.ok) return `${folder}/${name} cannot be read`;
    const program = findGitProgram(new TextDecoder().decode(read.value.bytes));
    if (program !== null)
      return `the settings of the repository (${folder}/${name}: ${program}) may start a program`;
  }
  return null;
}
