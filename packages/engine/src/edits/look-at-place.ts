import { rookError } from '@rook/contract';

import { contentHash } from '../ports/content-hash.ts';
import { foldersAbove } from '../ports/kind-changes.ts';
import { linkContent } from '../ports/link-content.ts';
import type { Workspace } from '../ports/workspace.ts';
import type { DiskState, LinkState, RefusedState } from './undo-file.ts';

/** Larger files are neither compared nor merged. */
const MOST_BYTES = 64_000_000;

const STAYS = 'it is left as it is.';

/** What a rewind finds at a path. What is no plain file is only said; what helps depends on what shall be there. */
export async function lookAtPlace(workspace: Workspace, path: string): Promise<DiskState> {
  const state = await lookThrough(workspace, path);
  const target = state !== null && 'refused' in state ? workspace.readLink(path) : null;
  return target === null || state === null ? state : { ...state, link: contentOfLink(target) };
}

function contentOfLink(target: string): LinkState {
  const bytes = linkContent(target);
  return { bytes, hash: contentHash(bytes), isLink: true };
}

/** A link is followed. */
async function lookThrough(workspace: Workspace, path: string): Promise<DiskState> {
  const located = await workspace.locate(path);
  if (!located.ok) {
    const { code } = located.error;
    const file = code === 'not_found' ? await findFileAbove(workspace, path) : null;
    if (file !== null)
      return { ...taken(`${file} is no folder now, so there is no ${path};`, file), fileAbove: file };
    const above = findLinkAbove(workspace, path);
    if (code === 'outside_workspace')
      return throughLink(`${path} is reached through a link now that leads out of the workspace;`, above);
    if (code === 'not_found')
      return throughLink(`${path} is reached through a link now that leads nowhere;`, above);
    if (above !== null)
      return throughLink(`${path} is reached through a link now that cannot be followed;`, above);
    return { refused: located.error };
  }
  const { kind, path: real } = located.value;
  if (real !== path)
    return throughLink(
      `${path} is reached through a link now (it really is ${real});`,
      findLinkAbove(workspace, path),
    );
  if (kind === 'missing') return null;
  if (kind === 'folder') {
    const inside = await listInside(workspace, path);
    const state = taken(`${path} is a folder now;`, 'the folder');
    return inside === null ? state : { ...state, inside };
  }
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

export function taken(fact: string, blocker: string): RefusedState {
  return { refused: rookError('conflict', `${fact} ${STAYS}`), blocker };
}

function throughLink(fact: string, above: string | null): RefusedState {
  return { ...taken(fact, 'the link'), ...(above === null ? {} : { fileAbove: above }) };
}

/** The link that lies where a folder on the way was. */
function findLinkAbove(workspace: Workspace, path: string): string | null {
  return foldersAbove(path).find((folder) => workspace.readLink(folder) !== null) ?? null;
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

/** In a larger folder nobody looks for what else lies there. */
const MOST_INSIDE = 10_000;

/** All that lies in a folder, at any depth; null where that is too much, or cannot be told. */
async function listInside(
  workspace: Workspace,
  folder: string,
): Promise<NonNullable<RefusedState['inside']> | null> {
  const inside: { path: string; isFolder: boolean }[] = [];
  const waiting = [folder];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const listed = await workspace.list(next);
    if (!listed.ok || inside.length + listed.value.length > MOST_INSIDE) return null;
    for (const { name, kind } of listed.value) {
      const path = `${next}/${name}`;
      inside.push({ path, isFolder: kind === 'folder' });
      if (kind === 'folder') waiting.push(path);
    }
  }
  return inside;
}
