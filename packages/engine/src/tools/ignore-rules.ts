import { ck3raven, rook } from '@rook/contract';

import { readGitignore, type GitignoreRules } from '../ports/gitignore-rules.ts';
import { createPatternTest } from '../ports/path-patterns.ts';
import type { Workspace } from '../ports/workspace.ts';

/** What of the workspace is left alone, and who said so. */
export interface IgnoreRules {
  /** The path of a folder ends with a slash. What lies in an ignored folder is ignored. */
  isIgnored(path: string): Promise<'built_in' | 'settings' | 'gitignore' | null>;
  /** The part that needs no look at the disk: the patterns of the settings, git's folder and Rook's own. */
  isSetAside(path: string): boolean;
}

export interface FolderIgnoreRules extends IgnoreRules {
  /** Answers at once which folders below one are ignored, where none of them brings rules of its own. */
  within(folder: string): Promise<(below: string) => boolean>;
}

const MOST_IGNORE_BYTES = 1_000_000;
/** The rules of a repository that lie in no folder of the workspace. */
export const OWN_EXCLUDES = '.git/info/exclude';
const OWN_FOLDERS: ReadonlySet<string> = new Set(['.git', rook.folder, ck3raven.folder]);

type IgnoreFiles = Pick<Workspace, 'read' | 'stamp'>;

/** Looks at each ignore file once; make them anew for each call, because the files may change. */
export function createIgnoreRules(workspace: IgnoreFiles, patterns: readonly string[]): FolderIgnoreRules {
  const rulesOf = createFolderRules(workspace);
  const isNamed = createPatternTest(patterns);
  const folders = new Map<string, Promise<FolderState>>();

  /** Whether it is, and the rules that count below it: each folder is asked once, whatever lies below it. */
  async function lookAt(names: readonly string[]): Promise<FolderState> {
    let state: FolderState = { isIgnored: false, rules: await rulesHere([]) };
    for (let depth = 1; depth <= names.length && !state.isIgnored; depth += 1) {
      const here = names.slice(0, depth);
      const above = state;
      const key = here.join('/');
      const looking =
        folders.get(key) ??
        (async () =>
          judge(above, here, true)
            ? { isIgnored: true, rules: [] }
            : { isIgnored: false, rules: [...(await rulesHere(here)), ...above.rules] })();
      folders.set(key, looking);
      state = await looking;
    }
    return state;
  }

  /** Most folders bring none. */
  async function rulesHere(names: readonly string[]): Promise<FolderState['rules']> {
    const found = await rulesOf(names.join('/'));
    return found.map((rules) => ({ depth: names.length, rules }));
  }

  function isSetAside(path: string): boolean {
    return isOwn(path) || isNamed(path);
  }

  return {
    isSetAside,
    within: async (folder) => {
      const state = await lookAt(folder.split('/'));
      return (below) => state.isIgnored || isSetAside(below) || judge(state, below.split('/'), true);
    },
    isIgnored: async (path) => {
      if (isOwn(path)) return 'built_in';
      if (isNamed(path)) return 'settings';
      const names = path.split('/').filter((name) => name !== '');
      if (names.length === 0) return null;
      const isFolder = path.endsWith('/');
      const state = await lookAt(isFolder ? names : names.slice(0, -1));
      return state.isIgnored || (!isFolder && judge(state, names, false)) ? 'gitignore' : null;
    },
  };
}

interface FolderState {
  readonly isIgnored: boolean;
  /** Those of the nearest folder first: they outweigh those above it. */
  readonly rules: readonly { readonly depth: number; readonly rules: GitignoreRules }[];
}

function judge({ rules }: FolderState, names: readonly string[], isFolder: boolean): boolean {
  for (const one of rules) {
    const verdict = one.rules.judge(names.slice(one.depth), isFolder);
    if (verdict !== null) return verdict === 'ignored';
  }
  return false;
}

/** Whether a file has rules for what lies beside it and below. */
export function isRulesFile(path: string): boolean {
  return path === '.gitignore' || path.endsWith('/.gitignore');
}

function isOwn(path: string): boolean {
  return path.split('/').some((name) => OWN_FOLDERS.has(name.toLowerCase()));
}

/** The rules that a folder brings, those that count more first. */
export function createFolderRules(
  workspace: IgnoreFiles,
): (folder: string) => Promise<readonly GitignoreRules[]> {
  const known = new Map<string, Promise<readonly GitignoreRules[]>>();

  async function load(folder: string): Promise<readonly GitignoreRules[]> {
    const files = folder === '' ? ['.gitignore', OWN_EXCLUDES] : [`${folder}/.gitignore`];
    const rules: GitignoreRules[] = [];
    for (const file of files) {
      const one = await loadFile(workspace, file);
      if (one !== null) rules.push(one);
    }
    return rules;
  }

  return async (folder) => {
    const loading = known.get(folder) ?? load(folder);
    known.set(folder, loading);
    return loading;
  };
}

interface KeptFile {
  readonly stamp: string;
  readonly rules: GitignoreRules;
}

/** What was read of a workspace, as long as the files are the same. */
const kept = new WeakMap<IgnoreFiles, Map<string, KeptFile>>();
const MOST_KEPT = 1000;

/** Null where there is none, and where it cannot be read. */
async function loadFile(workspace: IgnoreFiles, file: string): Promise<GitignoreRules | null> {
  const stamp = workspace.stamp(file);
  if (stamp === null) return null;
  const files = kept.get(workspace) ?? new Map<string, KeptFile>();
  kept.set(workspace, files);
  const known = files.get(file);
  if (known?.stamp === stamp) return known.rules;
  const content = await workspace.read(file, { maxBytes: MOST_IGNORE_BYTES });
  if (!content.ok) return null;
  const rules = readGitignore(new TextDecoder().decode(content.value.bytes));
  if (files.size >= MOST_KEPT) files.clear();
  // What is written while it is read has another stamp afterwards, and is read again.
  files.set(file, { stamp, rules });
  return rules;
}
