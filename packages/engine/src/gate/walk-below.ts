import type { CommandPolicy } from '../commands/command-policy.ts';
import { shortenName } from '../commands/shorten.ts';
import type { FolderItem, Workspace } from '../ports/workspace.ts';
import type { Room } from './match-names.ts';

/** What is needed to look at folders. */
export interface Folders {
  readonly workspace: Pick<Workspace, 'list' | 'locate'>;
  readonly policy: CommandPolicy;
  readonly room: Room;
}

export interface FoundBelow extends FolderItem {
  /** From the root of the workspace on. */
  readonly path: string;
  /** From where the walk began. */
  readonly below: string;
}

export interface BelowWalk {
  /** The folder, from the root of the workspace on. */
  readonly from: string;
  /** Why what was found needs a question; null: it does not. */
  readonly judge: (found: FoundBelow) => Promise<string | null>;
  /** A folder that is not gone into; left out: none. */
  readonly skips?: (found: FoundBelow) => boolean;
  /** It goes on where links lead to a folder of the workspace; what lies there has its real path. */
  readonly follows?: boolean;
}

/** Goes through all that lies below a folder until something needs a question. */
export async function walkBelow(
  { workspace, room }: Folders,
  { from, judge, skips, follows = false }: BelowWalk,
): Promise<string | null> {
  const waiting = [{ path: from === '.' ? '' : from, below: '' }];
  const seen = new Set<string>();
  for (let folder = waiting.shift(); folder !== undefined; folder = waiting.shift()) {
    if (seen.has(folder.path)) continue;
    seen.add(folder.path);
    room.left -= 1;
    if (room.left < 0) return TOO_MUCH;
    const listed = await workspace.list(folder.path);
    if (!listed.ok) continue;
    for (const { name, kind } of listed.value) {
      room.left -= 1;
      if (room.left < 0) return TOO_MUCH;
      const path = folder.path === '' ? name : `${folder.path}/${name}`;
      const found = { name, kind, path, below: folder.below === '' ? name : `${folder.below}/${name}` };
      if (kind === 'folder' && skips?.(found) === true) continue;
      const why = await judge(found);
      if (why !== null) return why;
      const led = follows && kind === 'link' ? await workspace.locate(path) : null;
      if (kind === 'folder') waiting.push(found);
      else if (led?.ok === true && led.value.kind === 'folder')
        waiting.push({ path: led.value.path, below: found.below });
    }
  }
  return null;
}

const TOO_MUCH = 'it goes through more files than can be looked at before it runs; name a smaller folder';

/** Why what was found is not shown without a question: what it is, as the end of a sentence. */
export async function judgeFound(
  { workspace, policy }: Pick<Folders, 'workspace' | 'policy'>,
  { path, kind }: Pick<FoundBelow, 'path' | 'kind'>,
): Promise<string | null> {
  if (policy.isSecret(path)) return `${shortenName(path)}, which looks like it holds secrets`;
  if (kind !== 'link') return null;
  const led = await workspace.locate(path);
  if (!led.ok) return `${shortenName(path)}, which leads out of the workspace`;
  return policy.isSecret(led.value.path)
    ? `${shortenName(path)}, which leads to ${shortenName(led.value.path)}`
    : null;
}
