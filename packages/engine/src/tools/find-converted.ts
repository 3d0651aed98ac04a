import type { GitIndex, IsConverted } from '../edits/parse-git-index.ts';
import { readConversions, type Converts } from '../edits/read-conversions.ts';
import { joinPath, type FileTable } from '../ports/file-table.ts';
import { hasName } from '../ports/folder-names.ts';
import type { OuterAttributes, Workspace } from '../ports/workspace.ts';

const ATTRIBUTES = '.gitattributes';
const MOST_BYTES = 1_000_000;

type Reading = Pick<Workspace, 'read' | 'stamp' | 'repository'>;
interface KnownAttributes {
  readonly stamp: string | null;
  readonly converts: Converts | null;
}

/** Leaves out of what git knows the files that it keeps in another form than they have on the disk. */
export type WithoutConverted = (git: GitIndex) => GitIndex;

interface FolderAttributes {
  readonly folder: string;
  readonly converts: Converts;
}

/** Reads which files are converted now: of those git cannot give back what was there. */
export function createConvertedFinder(workspace: Reading): (files: FileTable) => Promise<WithoutConverted> {
  const known = new Map<string, KnownAttributes>();

  async function convertsBy(path: string): Promise<Converts | null> {
    const stamp = workspace.stamp(path);
    const before = known.get(path);
    if (before !== undefined && before.stamp === stamp) return before.converts;
    const converts = stamp === null ? null : await read(workspace, path);
    known.set(path, { stamp, converts });
    return converts;
  }

  async function convertsOuter(outer: OuterAttributes): Promise<Converts | null> {
    const { key } = outer;
    const before = known.get(key);
    if (before !== undefined) return before.converts;
    const text = await outer.read();
    // What cannot be read may say anything.
    const converts = text === null ? () => true : readConversions(text);
    known.set(key, { stamp: key, converts });
    return converts;
  }

  return async (files) => {
    const found: FolderAttributes[] = [];
    for (const outer of workspace.repository()?.attributes() ?? []) {
      const converts = await convertsOuter(outer);
      if (converts !== null)
        found.push({ folder: '', converts: (names) => converts([...outer.way, ...names]) });
    }
    for (const [folder, { names }] of files.folders) {
      const path = joinPath(folder, ATTRIBUTES);
      // Git follows no link to them.
      if (!hasName(names, ATTRIBUTES) || files.isLink(path)) continue;
      const converts = await convertsBy(path);
      if (converts !== null) found.push({ folder, converts });
    }
    return (git) => (found.length === 0 ? git : leaveOut(git, found));
  };
}

/** What cannot be read may say anything. */
async function read(workspace: Reading, path: string): Promise<Converts | null> {
  const content = await workspace.read(path, { maxBytes: MOST_BYTES });
  return content.ok ? readConversions(new TextDecoder().decode(content.value.bytes)) : () => true;
}

function leaveOut(git: GitIndex, found: readonly FolderAttributes[]): GitIndex {
  const converted = (folder: string): IsConverted | null => {
    const above = found.filter((one) => isWithin(folder, one.folder));
    if (above.length === 0) return null;
    return (name) => {
      const path = joinPath(folder, name);
      return above.some((one) =>
        one.converts(path.slice(one.folder === '' ? 0 : one.folder.length + 1).split('/')),
      );
    };
  };
  return {
    ...git,
    converted,
    fits: (path, stamp) => {
      const slash = path.lastIndexOf('/');
      const isConverted = converted(path.slice(0, Math.max(0, slash)));
      return git.fits(path, stamp) && isConverted?.(path.slice(slash + 1)) !== true;
    },
    inFolder: (folder) => {
      const fits = git.inFolder(folder);
      const isConverted = converted(folder);
      return isConverted === null ? fits : (name, stamp) => fits(name, stamp) && !isConverted(name);
    },
  };
}

function isWithin(folder: string, outer: string): boolean {
  return outer === '' || folder === outer || folder.startsWith(`${outer}/`);
}
