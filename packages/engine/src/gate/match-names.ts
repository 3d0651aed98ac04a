import type { CommandPolicy } from '../commands/command-policy.ts';
import { placePath } from '../commands/place-path.ts';
import { createPathPattern, type PathPattern } from '../ports/path-patterns.ts';
import type { FolderItem, Workspace } from '../ports/workspace.ts';

/** How many names may still be looked at before it counts as too much to know. */
export interface Room {
  left: number;
}

interface MatchedName {
  /** As the shell would write it. */
  readonly word: string;
  /** From the root of the workspace on. */
  readonly path: string;
  readonly kind: FolderItem['kind'];
}

export interface Matched {
  readonly names: readonly MatchedName[];
  /** Everything that was gone through on the way, the names themselves too. */
  readonly passed: readonly Pick<MatchedName, 'path' | 'kind'>[];
  /** What the shell leaves where nothing matches. */
  readonly literal: string;
  /** Why it is not known; null: it is. */
  readonly why: string | null;
}

interface Step {
  readonly word: string;
  readonly path: string;
}

/**
 * What a pattern of files stands for, as far as a line of shell could mean it: never less than the shell finds. A question mark and
 * most sets count as any letters, because what they match depends on the language of the system.
 */
export async function matchNames(
  workspace: Pick<Workspace, 'list'>,
  policy: Pick<CommandPolicy, 'root' | 'cwd'>,
  { text, room }: { readonly text: string; readonly room: Room },
): Promise<Matched> {
  const parts = readParts(text);
  const literal = parts.map(({ written }) => written).join('/');
  const first = parts.findIndex(({ pattern }) => pattern !== null);
  const unknown = (why: string): Matched => ({ names: [], passed: [], literal, why });
  const before = parts.slice(0, first === -1 ? parts.length : first).map(({ written }) => `${written}/`);
  const placed = placePath(before.join('') || '.', policy);
  if (first === -1 || placed.kind === 'outside') return { names: [], passed: [], literal, why: null };
  const passed: Pick<MatchedName, 'path' | 'kind'>[] = [];
  let steps: readonly Step[] = [{ word: before.join(''), path: placed.path === '.' ? '' : placed.path }];
  let names: readonly MatchedName[] = [];
  for (const [depth, part] of parts.slice(first).entries()) {
    if (part.written === '..') return unknown(`${text} goes up again behind a name`);
    const isLast = depth === parts.length - first - 1;
    const next: MatchedName[] = [];
    for (const step of steps) {
      const found = await takeStep(workspace, { step, part, room });
      if (found === null) return unknown(`${text} matches more than can be looked at`);
      passed.push(...found);
      const below = found.filter(({ kind }) => kind === 'folder' || kind === 'link');
      next.push(
        ...(isLast ? found : below.map(({ word, path, kind }) => ({ word: `${word}/`, path, kind }))),
      );
    }
    steps = next;
    names = next;
  }
  return { names, passed, literal, why: null };
}

/** What one part matches in one folder; null where that is more than can be looked at. */
async function takeStep(
  workspace: Pick<Workspace, 'list'>,
  { step, part, room }: { readonly step: Step; readonly part: Part; readonly room: Room },
): Promise<readonly MatchedName[] | null> {
  const { word, path } = step;
  // A slash at the end, or two of them: it stays where it is.
  if (part.written === '' || part.written === '.')
    return [{ word: `${word}${part.written}`, path, kind: 'folder' }];
  if (room.left < 0) return null;
  const listed = await workspace.list(path);
  if (!listed.ok) {
    room.left -= 1;
    return [];
  }
  room.left -= 1 + listed.value.length;
  if (room.left < 0) return null;
  const fitting = listed.value.filter(({ name }) =>
    part.pattern === null
      ? name === part.written
      : // The shell takes what is hidden only where the pattern says so.
        part.pattern.matches([name]) && (!name.startsWith('.') || part.written.startsWith('.')),
  );
  return fitting.map(({ name, kind }) => ({
    word: `${word}${name}`,
    path: path === '' ? name : `${path}/${name}`,
    kind,
  }));
}

interface Part {
  /** Without quotation marks. */
  readonly written: string;
  /** Null where it is a plain name. */
  readonly pattern: PathPattern | null;
}

interface DraftPart {
  written: string;
  /** The same in the words of a path pattern; plain signs stand behind a backslash. */
  escaped: string;
  isPattern: boolean;
  /** A set has begun, and where it ends is not certain. */
  isOpen: boolean;
}

/** The names between the slashes. */
function readParts(text: string): readonly Part[] {
  const drafts: DraftPart[] = [begin()];
  let quote: string | null = null;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    if (quote === null && (sign === "'" || sign === '"')) quote = sign;
    else if (sign === quote) quote = null;
    else if (quote === null && sign === '[' && PLAIN_SET.test(text.slice(at))) at = addSet(drafts, text, at);
    else if (sign === '\\' && isEscape(quote, text[at + 1] ?? '')) {
      at += 1;
      addSign(drafts, text[at] ?? '', true);
    } else addSign(drafts, sign, quote !== null);
  }
  return drafts.map(({ written, escaped, isPattern }) => ({
    written,
    pattern: isPattern ? createPathPattern([escaped]) : null,
  }));
}

/** Which letters it holds does not depend on the language of the system. */
const PLAIN_SET = /^\[[A-Za-z0-9_,]+\]/u;

/** Takes a whole set; answers with where it ends. */
function addSet(drafts: readonly DraftPart[], text: string, at: number): number {
  const end = text.indexOf(']', at);
  const draft = drafts.at(-1);
  if (draft === undefined) return at;
  const set = text.slice(at, end + 1);
  draft.written += set;
  if (!draft.isOpen) draft.escaped += set;
  draft.isPattern = true;
  return end;
}

function begin(): DraftPart {
  return { written: '', escaped: '', isPattern: false, isOpen: false };
}

function isEscape(quote: string | null, next: string): boolean {
  return quote === null || (quote === '"' && '$`"\\'.includes(next));
}

/** Signs of a path pattern that are meant as they are. */
const PLAIN: ReadonlyMap<string, string> = new Map(
  Array.from('*?[\\', (sign) => [sign, `\\${sign}`] as const),
);

function addSign(drafts: DraftPart[], sign: string, isQuoted: boolean): void {
  const draft = drafts.at(-1);
  if (sign === '/') drafts.push(begin());
  else if (draft !== undefined) {
    draft.written += sign;
    const isActive = !isQuoted && '*?['.includes(sign);
    draft.isPattern ||= isActive;
    if (!draft.isOpen) draft.escaped += isActive ? '*' : (PLAIN.get(sign) ?? sign);
    draft.isOpen ||= isActive && sign === '[';
  }
}
