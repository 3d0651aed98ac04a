import { isDoubtful } from '../ports/disk-clock.ts';
import type { FileStamp, Survey, Workspace } from '../ports/workspace.ts';

/** Where each symbolic link led when it was seen; null where its text is none. One that is missing here was not asked. */
export type SeenLinks = ReadonlyMap<string, SeenLink>;

interface SeenLink {
  /** Null where another one of this moment may look the same. */
  readonly stamp: FileStamp | null;
  readonly target: string | null;
}

/** More of them are seen, and nobody knows where they led. */
const MOST_LINKS = 20_000;

/** A link is never changed, only another one is put in its place: so what is known of one need not be asked again. */
export function readLinks(
  workspace: Pick<Workspace, 'readLink'>,
  { files }: Pick<Survey, 'files'>,
  { known, doubtful }: { readonly known: SeenLinks; readonly doubtful: number },
): SeenLinks {
  const links = new Map<string, SeenLink>();
  for (const [path, seen] of files.links()) {
    if (links.size === MOST_LINKS) break;
    const before = known.get(path);
    const stamp = isDoubtful(seen.changed, doubtful) ? null : seen;
    if (before !== undefined && isSame(before.stamp, seen)) links.set(path, before);
    else links.set(path, { stamp, target: workspace.readLink(path) });
  }
  return links;
}

function isSame(a: FileStamp | null, b: FileStamp): boolean {
  return a !== null && a.changed === b.changed && a.inode === b.inode && a.modified === b.modified;
}
