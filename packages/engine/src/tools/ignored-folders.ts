import type { FileTable } from '../ports/file-table.ts';
import type { GitignoreRules } from '../ports/gitignore-rules.ts';
import type { FileStamp, SurveyOptions, Workspace } from '../ports/workspace.ts';
import { createFolderRules, createIgnoreRules, OWN_EXCLUDES } from './ignore-rules.ts';

type SeenFiles = Pick<FileTable, 'get' | 'has'>;

/**
 * Which folders a survey leaves out. It asks from above downwards, and about nothing below what is left out. What was found is kept for the next survey, as long as no file with ignore rules is other than
 * it was: most looks are at a workspace in which none is.
 */
export function createIgnoredFolders(
  workspace: Workspace,
  patterns: readonly string[],
): () => Required<Pick<SurveyOptions, 'skips' | 'rules'>> {
  let verdicts = new Map<string, boolean>();
  let excludes: string | null = null;
  const seen = new Map<string, FileStamp>();
  const rules = createIgnoreRules(workspace, patterns);

  /** Whether the rules that lie beside these folders are those of the last time. */
  function areSame(folders: readonly string[], now: SeenFiles): boolean {
    let isSame = true;
    let last: string | null = null;
    for (const folder of folders) {
      const parent = parentOf(folder);
      if (parent === last) continue;
      last = parent;
      const path = rulesPath(parent);
      const [found, before] = [now.get(path), seen.get(path)];
      if (found === undefined) seen.delete(path);
      else seen.set(path, found);
      isSame &&= isUnchanged(found, before);
    }
    return isSame;
  }

  return () => {
    const judge = createFolderJudge(workspace);
    const own = workspace.stamp(OWN_EXCLUDES);
    if (own !== excludes) verdicts = new Map();
    excludes = own;
    const skips: SurveyOptions['skips'] = async (folders, now) => {
      if (!areSame(folders, now)) verdicts = new Map();
      const known = verdicts;
      for (const folder of folders) {
        if (known.has(folder)) continue;
        const verdict = rules.isSetAside(folder) || judge(folder, now);
        // Of most folders it is known at once, and waiting for thousands of answers takes time too.
        known.set(folder, typeof verdict === 'boolean' ? verdict : await verdict);
      }
      return new Set(folders.filter((folder) => known.get(folder) === true));
    };
    return { skips, rules: JSON.stringify([RULES, own, ...patterns]) };
  };
}

/** Another one when what is left out without any rules is something else. */
const RULES = 1;

interface RulesAbove {
  /** How many names the path of the folder has in which they lie. */
  readonly depth: number;
  readonly rules: GitignoreRules;
}

type IsIgnored = (folder: string, files: SeenFiles) => boolean | Promise<boolean>;

/** Most folders have no rules of their own, and the survey knows which: each takes over those that hold for its parent. */
function createFolderJudge(workspace: Pick<Workspace, 'read' | 'stamp'>): IsIgnored {
  const rulesOf = createFolderRules(workspace);
  const known = new Map<string, readonly RulesAbove[]>();

  async function findAbove(folder: string, files: SeenFiles): Promise<readonly RulesAbove[]> {
    const found = known.get(folder);
    if (found !== undefined) return found;
    const above = folder === '' ? [] : await findAbove(parentOf(folder), files);
    const hasOwn = folder === '' || files.has(rulesPath(folder));
    const depth = folder === '' ? 0 : folder.split('/').length;
    const own = hasOwn ? (await rulesOf(folder)).map((rules) => ({ depth, rules })) : [];
    const all = own.length === 0 ? above : [...own, ...above];
    known.set(folder, all);
    return all;
  }

  return (folder, files) => {
    const parent = parentOf(folder);
    const above = known.get(parent);
    return above === undefined
      ? findAbove(parent, files).then((rules) => isIgnoredBy(rules, folder))
      : isIgnoredBy(above, folder);
  };
}

function isIgnoredBy(above: readonly RulesAbove[], folder: string): boolean {
  if (above.length === 0) return false;
  const names = folder.split('/');
  // Rules of the nearest folder outweigh those above it.
  for (const { depth, rules } of above) {
    const verdict = rules.judge(names.slice(depth), true);
    if (verdict !== null) return verdict === 'ignored';
  }
  return false;
}

/** `''` is the workspace. */
function parentOf(folder: string): string {
  return folder.slice(0, Math.max(0, folder.lastIndexOf('/')));
}

function rulesPath(folder: string): string {
  return folder === '' ? '.gitignore' : `${folder}/.gitignore`;
}

function isUnchanged(now: FileStamp | undefined, before: FileStamp | undefined): boolean {
  if (now === undefined || before === undefined) return now === before;
  return now.changed === before.changed && now.size === before.size && now.inode === before.inode;
}
