import { posix } from 'node:path';

import { WRITING } from './judge-redirects.ts';
import { listWritten } from './list-written.ts';
import { peelAll } from './peel-program.ts';
import { readShell, type ShellSegment } from './read-shell.ts';
import type { ShellWord } from './read-word.ts';
import { WRITERS } from './rules-guarded.ts';
import { shorten, shortenName } from './shorten.ts';
import { unwrap } from './unwrap-command.ts';

const DEEPEST = 4;

/** Programs of which some word is a file that is made, changed or taken away, beside those that ask because of that. */
const CHANGERS: ReadonlySet<string> = new Set(
  [[...WRITERS], ['cp', 'mv', 'touch', 'dd', 'rsync', 'patch', 'unzip', 'tar', 'sponge', 'rename']].flat(),
);

/** Whether some word of it is a file that is made, changed or taken away. */
export function changesFiles([first, ...others]: readonly ShellWord[]): boolean {
  const program = posix.basename(first?.value ?? '');
  return CHANGERS.has(program) || listWritten(program, others) !== null;
}

/** They hand words on to another program that nobody has read. */
const FEEDERS: ReadonlySet<string> = new Set(['xargs', 'parallel', 'find']);

/**
 * Why it is not known which files a line would write: a sentence without its end, or null where every target can be read. What
 * code does that the line runs is not in its words at all, and is not meant here.
 */
export function findUnreadTarget(text: string): string | null {
  return findUnread(text, { depth: 0, isLost: false });
}

interface Around {
  readonly depth: number;
  /** Nobody knows in which folder it runs. */
  readonly isLost: boolean;
}

function findUnread(text: string, { depth, isLost }: Around): string | null {
  const { segments, problems } = readShell(text);
  const unread = problems.find((problem) => /^it can(?:not)? be read/u.test(problem));
  if (unread !== undefined) return unread;
  for (const segment of segments) {
    const peeled = peelAll(segment.words);
    const meant = peeled?.kind === 'words' ? { ...segment, words: peeled.words } : segment;
    const around = { depth, isLost: isLost || segment.folders === null };
    const why =
      inSegment(meant) ?? (around.isLost ? inLostFolder(meant) : null) ?? inside(segment.words, around);
    if (why !== null) return why;
  }
  return null;
}

function inSegment({ words, redirects }: ShellSegment): string | null {
  const redirect = redirects.find(({ operator, unknown }) => WRITING.has(operator) && unknown !== null);
  if (redirect !== undefined)
    return `which file ${shorten(redirect.text)} writes is not known before it runs`;
  const [first, ...others] = words;
  const program = posix.basename(first?.value ?? '');
  if (FEEDERS.has(program) && others.some((_, index) => isChange(others.slice(index))))
    return `which files ${shortenName(program)} has changed is not known before it runs`;
  if (!changesFiles(words)) return null;
  const word = others.find((one) => isUnread(one));
  return word === undefined
    ? null
    : `which file ${shortenName(program)} changes with ${shorten(word.text)} is not known before it runs`;
}

function isChange(words: readonly ShellWord[]): boolean {
  return words[0]?.value === '-delete' || changesFiles(words);
}

/** A pattern is as good as a name, unless it takes what is hidden: there lies what is protected. */
function isUnread({ value, glob, text }: ShellWord): boolean {
  if (value !== null) return false;
  return glob === null || /(?:^|\/)["']?\.(?![./]?\/)/u.test(text);
}

/** What it names lies in the folder in which it runs. */
function inLostFolder({ words, redirects, text }: ShellSegment): string | null {
  const isWritten = redirects.some(
    ({ operator, target }) => WRITING.has(operator) && target !== null && isRelative(target),
  );
  const isChanged =
    changesFiles(words) && words.slice(1).some(({ value }) => value !== null && isRelative(value));
  return isWritten || isChanged
    ? `in which folder ${shorten(text)} runs is not known, so neither is which file it changes`
    : null;
}

function isRelative(named: string): boolean {
  return !named.startsWith('/') && !/^(?:\d+|-.*)$/u.test(named);
}

function inside(words: readonly ShellWord[], { depth, isLost }: Around): string | null {
  if (depth >= DEEPEST) return null;
  const inner = unwrap(words);
  const peeled = inner?.kind === 'text' ? inner : peelAll(words);
  if (peeled?.kind === 'text') return findUnread(peeled.text, { depth: depth + 1, isLost });
  return peeled?.kind === 'unknown'
    ? `what ${shortenName(posix.basename(words[0]?.value ?? ''))} runs is not known before it runs`
    : null;
}
