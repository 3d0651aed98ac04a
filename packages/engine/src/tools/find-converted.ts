import type { GitIndex } from '../edits/parse-git-index.ts';
import { readConversions, type Converts } from '../edits/read-conversions.ts';
import { joinPath, type FileTable } from '../ports/file-table.ts';
import type { Workspace } from '../ports/workspace.ts';

const ATTRIBUTES = '.gitattributes';
const OWN_ATTRIBUTES = '.git/info/attributes';
const MOST_BYTES = 1_000_000;

type Reading = Pick<Workspace, 'read' | 'stamp'>;
interface KnownAttributes {
  readonly stamp: string | null;
  readonly converts: Converts | null;
}

/** What git knows, without the files that it keeps in another form than they have on the disk: of those it cannot give back what was there. */
export function createConvertedFinder(
  workspace: Reading,
): (git: GitIndex, files: FileTable) => Promise<GitIndex> {
  const known = new Map<string, KnownAttributes>();

  async function convertsBy(path: string): Promise<Converts | null> {
    const stamp = workspace.stamp(path);
    const before = known.get(path);
    if (before !== undefined && before.stamp === stamp) return before.converts;
    const converts = stamp === null ? null : await read(workspace, path);
    known.set(path, { stamp, converts });
    return converts;
  }

  return async (git, files) => {
    const found: { readonly folder: string; readonly converts: Converts }[] = [];
    const own = await convertsBy(OWN_ATTRIBUTES);
    if (own !== null) found.push({ folder: '', converts: own });
    for (const [folder, { names }] of files.folders) {
      if (!names.includes(ATTRIBUTES)) continue;
      const converts = await convertsBy(joinPath(folder, ATTRIBUTES));
      if (converts !== null) found.push({ folder, converts });
    }
    if (found.length === 0) return git;
    return leaveOut(git, (path) =>
      found.some(({ folder, converts }) => {
        if (folder === '') return converts(path.split('/'));
        return path.startsWith(`${folder}/`) && converts(path.slice(folder.length + 1).split('/'));
      }),
    );
  };
}

/** What cannot be read may say anything. */
async function read(workspace: Reading, path: string): Promise<Converts | null> {
  const content = await workspace.read(path, { maxBytes: MOST_BYTES });
  return content.ok ? readConversions(new TextDecoder().decode(content.value.bytes)) : () => true;
}

function leaveOut(git: GitIndex, isConverted: (path: string) => boolean): GitIndex {
  return {
    ...git,
    fits: (path, stamp) => git.fits(path, stamp) && !isConverted(path),
    inFolder: (folder) => {
      const fits = git.inFolder(folder);
      return (name, stamp) => fits(name, stamp) && !isConverted(joinPath(folder, name));
    },
  };
}
