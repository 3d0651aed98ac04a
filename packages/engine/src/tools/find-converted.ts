import type { GitIndex, IsConverted } from '../edits/parse-git-index.ts';
import {
  findConvertingMacros,
  readAttributes,
  readConversions,
  type AttributeLines,
  type Converts,
} from '../edits/read-conversions.ts';
import { joinPath, type FileTable } from '../ports/file-table.ts';
import { hasName } from '../ports/folder-names.ts';
import type { OuterAttributes, Workspace } from '../ports/workspace.ts';

const ATTRIBUTES = '.gitattributes';
const MOST_BYTES = 1_000_000;

type Reading = Pick<Workspace, 'read' | 'stamp' | 'repository'>;
interface KnownAttributes {
  readonly stamp: string | null;
  readonly lines: AttributeLines | null;
}

/** Leaves out of what git knows the files that it keeps in another form than they have on the disk. */
export type WithoutConverted = (git: GitIndex) => GitIndex;

interface FolderAttributes {
  readonly folder: string;
  readonly converts: Converts;
}

interface FoundLines {
  readonly folder: string;
  /** What lies between the folder of the attributes and the workspace, where that is further below. */
  readonly way: readonly string[];
  readonly lines: AttributeLines;
}

/** Reads which files are converted now: of those git cannot give back what was there. */
export function createConvertedFinder(workspace: Reading): (files: FileTable) => Promise<WithoutConverted> {
  const known = new Map<string, KnownAttributes>();
  let last: { readonly all: readonly FoundLines[]; readonly found: readonly FolderAttributes[] } | null =
    null;

  async function linesOf(path: string): Promise<AttributeLines | null> {
    const stamp = workspace.stamp(path);
    const before = known.get(path);
    if (before !== undefined && before.stamp === stamp) return before.lines;
    const lines = stamp === null ? null : await read(workspace, path);
    known.set(path, { stamp, lines });
    return lines;
  }

  async function linesOutside(outer: OuterAttributes): Promise<AttributeLines | null> {
    const { key } = outer;
    const before = known.get(key);
    if (before !== undefined) return before.lines;
    const text = await outer.read();
    const lines = text === null ? ANYTHING : readAttributes(text);
    known.set(key, { stamp: key, lines });
    return lines;
  }

  return async (files) => {
    const all: FoundLines[] = [];
    for (const outer of workspace.repository()?.attributes() ?? []) {
      const lines = await linesOutside(outer);
      if (lines !== null) all.push({ folder: '', way: outer.way, lines });
    }
    for (const [folder, { names }] of files.folders) {
      const path = joinPath(folder, ATTRIBUTES);
      // Git follows no link to them.
      if (!hasName(names, ATTRIBUTES) || files.isLink(path)) continue;
      const lines = await linesOf(path);
      if (lines !== null) all.push({ folder, way: [], lines });
    }
    if (last === null || !areSame(last.all, all)) last = { all, found: findConversions(all) };
    const { found } = last;
    return (git) => (found.length === 0 ? git : leaveOut(git, found));
  };
}

/** What cannot be read may say anything. */
const ANYTHING: AttributeLines = { macros: [], files: [['*', ['filter']]] };

async function read(workspace: Reading, path: string): Promise<AttributeLines> {
  const content = await workspace.read(path, { maxBytes: MOST_BYTES });
  return content.ok ? readAttributes(new TextDecoder().decode(content.value.bytes)) : ANYTHING;
}

function areSame(some: readonly FoundLines[], others: readonly FoundLines[]): boolean {
  return (
    some.length === others.length &&
    some.every(
      ({ folder, way, lines }, place) =>
        others[place]?.lines === lines &&
        others[place].folder === folder &&
        others[place].way.join('/') === way.join('/'),
    )
  );
}

function findConversions(all: readonly FoundLines[]): readonly FolderAttributes[] {
  const macros = findConvertingMacros(all.map(({ lines }) => lines));
  return all.flatMap(({ folder, way, lines }) => {
    const converts = readConversions(lines, macros);
    return converts === null ? [] : [{ folder, converts: (names) => converts([...way, ...names]) }];
  });
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
