import { posix } from 'node:path';

import { judgeAlone } from '../commands/judge-command.ts';
import { findOwnRule } from '../commands/own-rules.ts';
import { placePath } from '../commands/place-path.ts';
import { findProgramRule } from '../commands/program-rules.ts';
import { readArguments, type ReadArguments } from '../commands/read-arguments.ts';
import type { ShellSegment } from '../commands/read-shell.ts';
import type { FolderItem } from '../ports/workspace.ts';
import type { ExpandedSegment } from './expand-segments.ts';
import { isOpen, overlaps } from './find-made-before.ts';
import { transfersOf } from './find-moved-files.ts';
import { walkBelow, type FoundBelow, type Folders } from './walk-below.ts';

/** What a program brings to where nobody can look before it runs. */
type Brought =
  /** Links may be among it, and a link leads elsewhere from another place; whatever is used behind it may lie behind one. */
  | { readonly kind: 'links' }
  /** The same, of a program whose links nobody has looked at: whatever names a file behind it is meant. */
  | { readonly kind: 'unseen' }
  /** Links lie below these folders alone. */
  | { readonly kind: 'below'; readonly places: readonly string[] };

/** The part of a line that may use such a link. */
export interface BroughtUse {
  readonly text: string;
  /** Whether it writes. */
  readonly isWritten: boolean;
}

/**
 * The part of a line that may use a link which another part of it brings there: a link that stays inside where it lies can lead out of the
 * workspace from its new place, and nobody can follow it before it is there. Null where it is certain that there is none.
 */
export async function findBroughtLinks(
  folders: Folders,
  command: string,
  expanded: readonly ExpandedSegment[],
): Promise<BroughtUse | null> {
  // In a pipe nobody knows which of them is first.
  const isPiped = /(?<!\|)\|(?!\|)/u.test(command);
  for (const [index, { segment }] of expanded.entries()) {
    const others = expanded.filter((_, place) => place > index || (isPiped && place < index));
    const users = others.filter((other) => !isIndifferent(other.segment));
    const several = countSources(folders, segment) > 1;
    if (users.length === 0 && !several) continue;
    const brought = await findBrought(folders, segment);
    if (brought === null) continue;
    if (brought.kind === 'links' && several) return { text: segment.text, isWritten: true };
    const user = users.find((other) => mayUse(folders, other, brought));
    if (user === undefined) continue;
    return { text: user.segment.text, isWritten: judgeAlone(user.segment, folders.policy).writes.length > 0 };
  }
  return null;
}

/** It opens no file by a name. */
function isIndifferent({ words, redirects }: ShellSegment): boolean {
  const isQuiet = redirects.every(({ target }) => target === null || /^(?:\d+|-|\/dev\/null)$/u.test(target));
  const [first, second] = words.map(({ value }) => value);
  return (
    isQuiet &&
    (first === 'echo' ||
      first === 'pwd' ||
      (first === 'git' && ['status', 'log', 'branch'].includes(second ?? '')))
  );
}

function mayUse({ policy }: Folders, { segment, isChanged }: ExpandedSegment, brought: Brought): boolean {
  if (brought.kind === 'links') return true;
  const { reads, writes, mentions, runsWorkspaceCode } = judgeAlone(segment, policy);
  const named = [...reads, ...writes, ...mentions];
  const isWide = (isChanged || isOpen(segment)) && !runsWorkspaceCode;
  if (brought.kind === 'unseen') return named.length > 0 || isWide;
  return isWide || named.some((path) => brought.places.some((place) => overlaps(path, place)));
}

const CARRIES_LINKS = ['-r', '-R', '-a', '-P', '--recursive', '--archive'];

/** Programs that make links of what their words or their archives say. */
const LINK_MAKERS: ReadonlySet<string> = new Set(
  'ln link tar bsdtar unzip 7z 7za rsync cpio patch git hg svn stow unsquashfs'.split(' '),
);

/** Parts of git that put no file into the workspace. */
const LEAVES_FILES: ReadonlySet<string> = new Set('add commit fetch push tag describe'.split(' '));

function makesLinks([program, first]: readonly (string | null)[]): boolean {
  const base = posix.basename(program ?? '');
  if (base !== 'git' || first === undefined || first === null) return LINK_MAKERS.has(base);
  return !LEAVES_FILES.has(first) && findOwnRule('git', first)?.onlyLooks !== true;
}

async function findBrought(folders: Folders, segment: ShellSegment): Promise<Brought | null> {
  const { policy } = folders;
  const values = segment.words.map(({ value }) => value);
  const read = readTransfer(folders, segment);
  if (read !== null) return (await takesLinks(folders, read)) ? { kind: 'links' } : null;
  const found = findProgramRule(values);
  if (found === null) return makesLinks(values) ? { kind: 'unseen' } : null;
  // Its folder holds links to the interpreter.
  return found.rule.tokens.endsWith(' venv')
    ? { kind: 'below', places: judgeAlone(segment, policy).writes }
    : null;
}

/** The words of a program that copies or moves, links as links; null for every other. */
function readTransfer({ policy }: Folders, { words }: ShellSegment): ReadArguments | null {
  const found = findProgramRule(words.map(({ value }) => value));
  const kind = found?.rule.operands;
  if (found === null || (kind !== 'copies' && kind !== 'moves')) return null;
  const read = readArguments(found.rule, words.slice(found.length), policy);
  return kind === 'moves' || CARRIES_LINKS.some((flag) => read.flags.has(flag)) ? read : null;
}

function countSources(folders: Folders, segment: ShellSegment): number {
  const read = readTransfer(folders, segment);
  return read === null ? 0 : transfersOf(read).length;
}

/** Whether a link may be among what is copied or moved; what cannot be looked at counts as one. */
async function takesLinks(folders: Folders, read: ReadArguments): Promise<boolean> {
  const { workspace, policy } = folders;
  const kindsBelow = new Map<string, ReadonlyMap<string, FolderItem['kind']>>();
  for (const { source } of transfersOf(read)) {
    const placed = placePath(source, policy);
    if (placed.kind === 'outside' || placed.path === '.') return true;
    const above = posix.dirname(placed.path);
    // A pattern brings many files of one folder.
    const kinds = kindsBelow.get(above) ?? (await listKinds(workspace, above === '.' ? '' : above));
    kindsBelow.set(above, kinds);
    const kind = kinds.get(posix.basename(placed.path));
    if (kind === undefined || kind === 'link') return true;
    if (kind !== 'folder') continue;
    if ((await walkBelow(folders, { from: placed.path, judge: findLink })) !== null) return true;
  }
  return false;
}

async function listKinds(
  workspace: Folders['workspace'],
  folder: string,
): Promise<ReadonlyMap<string, FolderItem['kind']>> {
  const listed = await workspace.list(folder);
  return new Map(listed.ok ? listed.value.map(({ name, kind }) => [name, kind] as const) : []);
}

async function findLink({ kind, path }: FoundBelow): Promise<string | null> {
  return kind === 'link' ? path : null;
}
