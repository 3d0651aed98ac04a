import { posix } from 'node:path';

import { findGitProgram } from '../commands/find-git-programs.ts';
import { parseGitIndex } from '../edits/parse-git-index.ts';
import type { Workspace } from '../ports/workspace.ts';

const MOST_BYTES = 1_000_000;
const MOST_INDEX_BYTES = 64_000_000;

/**
 * Why git could start a program that nobody named: its repository, which came with the workspace, can name some, and more of them where git
 * does not only look. Null where it names none; a repository around the workspace is the user's own.
 */
export async function findGitTrouble(
  workspace: Pick<Workspace, 'locate' | 'read'>,
  { cwd, onlyLooks }: { readonly cwd: string; readonly onlyLooks: boolean },
): Promise<string | null> {
  // All of them: one that git does not take for a repository leads it on to the next.
  for (let folder = cwd; ; folder = posix.dirname(folder)) {
    const place = folder === '' || folder === '.' ? '' : `${folder}/`;
    const found = await workspace.locate(`${place}.git`);
    if (!found.ok) return `${place}.git cannot be looked at`;
    const { kind } = found.value;
    const why = kind === 'folder' ? await judgeRepository(workspace, place, onlyLooks) : null;
    if (why !== null) return why;
    if (kind !== 'folder' && kind !== 'missing')
      return `${place}.git says that the repository lies elsewhere`;
    if (await isBare(workspace, place))
      return `${place === '' ? 'the folder of the workspace' : folderOf(place)} is a repository itself, whose settings could start a program`;
    if (place === '') return null;
  }
}

function folderOf(place: string): string {
  return place.replace(/\/$/u, '');
}

/** A folder that looks so is a repository for git, by whatever name; those before 2.38 cannot be told otherwise. */
async function isBare(workspace: Pick<Workspace, 'locate'>, place: string): Promise<boolean> {
  for (const sign of ['HEAD', 'objects', 'refs']) {
    const found = await workspace.locate(`${place}${sign}`);
    if (found.ok && found.value.kind === 'missing') return false;
  }
  return true;
}

async function judgeRepository(
  workspace: Pick<Workspace, 'locate' | 'read'>,
  place: string,
  onlyLooks: boolean,
): Promise<string | null> {
  const folder = `${place}.git`;
  for (const sign of [`${folder}/modules`, `${place}.gitmodules`]) {
    const found = await workspace.locate(sign);
    if (!found.ok || found.value.kind !== 'missing') return SUBMODULES;
  }
  const shared = await workspace.locate(`${folder}/commondir`);
  if (!shared.ok || shared.value.kind !== 'missing')
    return `${folder}/commondir says that its settings lie elsewhere`;
  for (const name of ['config', 'config.worktree']) {
    const read = await workspace.read(`${folder}/${name}`, { maxBytes: MOST_BYTES });
    if (!read.ok && read.error.code === 'not_found') continue;
    if (!read.ok) return `${folder}/${name} cannot be read`;
    const program = findGitProgram(new TextDecoder().decode(read.value.bytes), { onlyLooks });
    if (program !== null)
      return `the settings of the repository (${folder}/${name}: ${program}) may start a program`;
  }
  return judgeIndex(workspace, `${folder}/index`);
}

const SUBMODULES = 'the repository has submodules, whose settings can name programs';

/** A repository in a folder of this one needs no file that says so: the index alone makes git look into it, by its settings. */
async function judgeIndex(workspace: Pick<Workspace, 'read'>, path: string): Promise<string | null> {
  const read = await workspace.read(path, { maxBytes: MOST_INDEX_BYTES });
  if (!read.ok) return read.error.code === 'not_found' ? null : `${path} cannot be read`;
  const index = parseGitIndex(read.value.bytes);
  if (index === null) return `${path} cannot be read`;
  return index.mayHoldRepositories ? SUBMODULES : null;
}
