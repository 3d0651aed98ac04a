import { posix } from 'node:path';

import type { Syntax, SyntaxNode } from '../ports/syntax.ts';
import type { NodeIds } from './find-edits.ts';
import type { MovedPaths } from './module-paths.ts';
import { normalizeTree } from './normalize-tree.ts';
import { orderDeclarations } from './order-declarations.ts';
import { findProfile, ignoresLayout } from './syntax-profile.ts';

/** A file whose trees could be made; null on the side where there is no file. */
export interface ReadFile {
  readonly path: string;
  readonly language: string;
  readonly before: SyntaxNode | null;
  readonly after: SyntaxNode | null;
}

export type ComparedFile =
  | (ReadFile & { readonly type: 'same'; readonly reason: string })
  | (ReadFile & { readonly type: 'differs' })
  /** `isData`: nobody moves code there. */
  | { readonly type: 'unread'; readonly path: string; readonly reason: string; readonly isData: boolean };

interface FileTexts {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly renamedFrom?: string;
}

/** Reads every file of a change set on both sides, and settles those that say the same as before. */
export async function compareFiles(
  files: readonly FileTexts[],
  syntax: Syntax,
  ids: NodeIds,
): Promise<ComparedFile[]> {
  const joined = joinMoves(files);
  const moved = new Map(
    joined.flatMap(({ path, renamedFrom }) =>
      renamedFrom === undefined ? [] : [[renamedFrom, path] as const],
    ),
  );
  const compared: ComparedFile[] = [];
  for (const file of joined) compared.push(await compareFile(file, moved, syntax, ids));
  return compared;
}

/** A file that went and one that came with the same text are one that was moved. */
function joinMoves(files: readonly FileTexts[]): FileTexts[] {
  const gone = files.filter(({ after, before }) => after === null && before !== null);
  const joined: FileTexts[] = [];
  const taken = new Set<FileTexts>();
  for (const file of files) {
    if (file.before !== null || file.after === null || file.after.trim() === '') continue;
    const from = gone.find((other) => !taken.has(other) && other.before === file.after);
    if (from === undefined) continue;
    taken.add(from).add(file);
    joined.push({ path: file.path, before: from.before, after: file.after, renamedFrom: from.path });
  }
  return [...files.filter((file) => !taken.has(file)), ...joined];
}

async function compareFile(
  file: FileTexts,
  moved: MovedPaths,
  syntax: Syntax,
  ids: NodeIds,
): Promise<ComparedFile> {
  const { path, before, after, renamedFrom = path } = file;
  const unread = (reason: string): ComparedFile => ({
    type: 'unread',
    path,
    reason,
    isData: DATA.test(path),
  });
  const isMoved = renamedFrom !== path;
  if (before !== after && [before, after].some((text) => path.endsWith('.go') && C_IMPORT.test(text ?? ''))) {
    return unread('its comments are code of C');
  }
  const old = before === null ? null : await syntax.parse(renamedFrom, before);
  const fresh = after === null ? null : await syntax.parse(path, after);
  if (old?.ok === false) return unread(old.error.message);
  if (fresh?.ok === false) return unread(fresh.error.message);
  const oldTree = old?.value ?? null;
  const freshTree = fresh?.value ?? null;
  const language = (oldTree ?? freshTree)?.language;
  const isHalf = (before !== null && oldTree === null) || (after !== null && freshTree === null);
  if (language === undefined || isHalf) {
    const isSame = before === after && language === undefined;
    return isSame
      ? {
          type: 'same',
          path,
          language: '',
          before: null,
          after: null,
          reason: isMoved ? 'moved as it was' : 'unchanged',
        }
      : unread('there is no grammar for it');
  }
  if (oldTree !== null && freshTree !== null && freshTree.language !== language) {
    return unread('it is written in another language now');
  }
  if (isMoved && changesRole(renamedFrom, path))
    return unread('its new name may have another meaning to the tools');
  const read: ReadFile = {
    path,
    language,
    before: oldTree === null ? null : normalizeTree(oldTree, renamedFrom, moved),
    after: freshTree === null ? null : normalizeTree(freshTree, path, moved),
  };
  return settle(read, file, ids, unread);
}

const C_IMPORT = /^\s*(?:import\s+)?"C"/mu;
const DATA =
  /\.(?:md|markdown|mdx?|txt|rst|json|jsonc|jsonl|ya?ml|toml|lock|csv|tsv|svg|css|scss|xml|ini|cfg|properties|gitignore|png|jpe?g)$/iu;

/** A test, a declaration file, a part for one system: tools know files by their names. */
function changesRole(from: string, to: string): boolean {
  return roleOf(from) !== roleOf(to);
}

function roleOf(path: string): string {
  const name = posix.basename(path).toLowerCase();
  const parts = name.split('.').slice(1).join('.');
  const isTest =
    /(?:^|[._-])(?:test|tests|spec|conftest)(?:[._-]|$)/u.test(name) ||
    /(?:^|\/)(?:__tests__|tests?)\//u.test(path);
  const isEntry = /^(?:__init__|__main__|main|mod|lib|index|conftest|setup|build)\.|config/u.test(name);
  const suffix = /_([a-z0-9]+)\.go$/u.exec(name)?.[1] ?? '';
  return `${parts} ${isTest ? 'test' : ''} ${isEntry ? name : ''} ${suffix}`;
}

const LINE_READERS =
  /\b(?:__LINE__|line!|__line__|lineno|currentframe|CallerLineNumber|getsource|getLineNumber|StackWalker|runtime\.Caller|traceback)|\.stack\b/u;

/** A function that is shown as a text is shown with its blanks and comments. */
function showsCode(text: string, language: string): boolean {
  if (!/^(?:typescript|tsx|javascript)$/u.test(language)) return false;
  return [...text.matchAll(/([\w$]+)\.toString\(\)/gu)].some(([, name = '']) =>
    [
      ...text.matchAll(
        /(?:function\*?|class)\s+([\w$]+)|([\w$]+)\s*(?::[^=\n]*)?=\s*(?:async\s*)?(?:function|class|\(|[\w$]+\s*=>)/gu,
      ),
    ].some(([, declared, assigned]) => declared === name || assigned === name),
  );
}

function settle(
  read: ReadFile,
  { path, before, after, renamedFrom = path }: FileTexts,
  ids: NodeIds,
  unread: (reason: string) => ComparedFile,
): ComparedFile {
  if (read.before === null || read.after === null) {
    const has = (read.before ?? read.after)?.children.some(({ kind }) => kind !== 'directive') === true;
    return has ? { ...read, type: 'differs' } : unread('it holds no code');
  }
  const isMoved = renamedFrom !== path;
  const isAway = posix.dirname(renamedFrom) !== posix.dirname(path);
  if (isMoved && isAway && isPlaceBound(read)) return unread('its folder is a part of what it means');
  const areEqual = ids.idOf(read.before) === ids.idOf(read.after);
  if (before === after) {
    return areEqual
      ? { ...read, type: 'same', reason: isMoved ? 'moved as it was' : 'unchanged' }
      : unread('what it imports is elsewhere now');
  }
  if (!ignoresLayout(read.language) && areEqual) return unread('blanks may have a meaning in it');
  if (areEqual) {
    return LINE_READERS.test(after ?? '') || showsCode(after ?? '', read.language)
      ? unread('it reads its own text or line numbers')
      : { ...read, type: 'same', reason: 'only layout or comments were changed' };
  }
  const profile = findProfile(read.language);
  if (profile === null) return { ...read, type: 'differs' };
  const inOrder =
    ids.idOf(orderDeclarations(read.before, profile, ids)) ===
    ids.idOf(orderDeclarations(read.after, profile, ids));
  return inOrder
    ? { ...read, type: 'same', reason: 'only the order of declarations was changed' }
    : { ...read, type: 'differs' };
}

/** Python's relative imports, Go's and Java's packages, Rust's modules and includes mean what is beside them. */
function isPlaceBound({ language, before }: ReadFile): boolean {
  if (language === 'python') return before !== null && holdsKind(before, 'relative_import');
  return /^(?:go|java|rust|c-sharp|cpp|php|ruby|bash|powershell)$/u.test(language);
}

function holdsKind(node: SyntaxNode, kind: string): boolean {
  return node.kind === kind || node.children.some((child) => holdsKind(child, kind));
}
