import { posix } from 'node:path';

import type { CommandJudgement } from '../commands/judge-command.ts';
import type { JudgedSegment } from '../commands/judge-segment.ts';
import { placePath } from '../commands/place-path.ts';
import { readShell, type ShellSegment } from '../commands/read-shell.ts';
import type { Workspace } from '../ports/workspace.ts';
import { findRemovedLinks, isRemoving, namesTarget, removesForSure } from './find-removed-links.ts';

/** What a line does with links, and never with what they lead to. */
export interface LinkUses {
  /** Where such links lie. */
  readonly links: readonly string[];
  /** What its words seem to write, and does not: what a link of theirs would lead to, or what would lie behind one that is replaced. */
  readonly untouched: readonly string[];
}

interface Part {
  readonly judged: JudgedSegment;
  readonly read: ShellSegment;
}

/**
 * `rm`, `mv` and `ln -s` take away, move and make names: what counts is the link, wherever it leads. Only where all of the line is certain
 * to leave these programs what they are.
 */
export async function findLinkUses(
  workspace: Pick<Workspace, 'root' | 'locate' | 'readLink'>,
  command: string,
  judgement: CommandJudgement,
): Promise<LinkUses> {
  const { segments } = readShell(command);
  const removed = { links: findRemovedLinks(judgement), untouched: [] };
  if (segments.length !== judgement.segments.length || !removesForSure(judgement)) return removed;
  const parts = judgement.segments.flatMap((judged, index): readonly Part[] => {
    const read = segments[index];
    return read === undefined ? [] : [{ judged, read }];
  });
  const uses: (LinkUses & Pick<Part, 'judged'>)[] = [];
  for (const [index, part] of parts.entries())
    uses.push({ judged: part.judged, ...(await usesOf(workspace, parts, { part, index })) });
  // Whoever names it has to mean the link.
  const isMeant = (link: string): boolean =>
    uses.every(
      ({ judged, links }) => links.includes(link) || ![judged.writes, judged.mentions].flat().includes(link),
    );
  const links = new Set(uses.flatMap((one) => one.links).filter(isMeant));
  const isWritten = (path: string, by: JudgedSegment): boolean =>
    uses.some(({ judged }) => judged !== by && judged.writes.includes(path));
  const untouched = uses.flatMap((one) => one.untouched.filter((path) => !isWritten(path, one.judged)));
  return { links: [...links], untouched };
}

async function usesOf(
  workspace: Pick<Workspace, 'root' | 'locate' | 'readLink'>,
  parts: readonly Part[],
  { part, index }: { readonly part: Part; readonly index: number },
): Promise<LinkUses> {
  const { judged, read } = part;
  if (isRemoving(judged)) return { links: judged.writes.filter((path) => !namesTarget(path)), untouched: [] };
  const named = readNames(read);
  if (named === null) return NOTHING;
  const { isMove, sources, target, isWhole } = named;
  const links = isMove ? sources.filter((source) => !namesTarget(source)) : [];
  const isGone = parts
    .slice(0, index)
    .some((one) => isRemoving(one.judged) && one.judged.writes.includes(target));
  const isReplaced =
    sources.length === 1 &&
    !namesTarget(target) &&
    (isWhole || isGone || (await isNoFolder(workspace, target)));
  const untouched: string[] = [];
  if (isReplaced && workspace.readLink(posix.normalize(target)) !== null) {
    links.push(target);
    untouched.push(...judged.writes.filter((path) => path.startsWith(`${target}/`)));
  }
  // What a link shall lead to is not written; who goes through it later is judged by where that leads.
  const others = parts.filter((other) => other !== part);
  if (!isMove && !others.some((other) => mayGoThrough(other, target)))
    untouched.push(...judged.writes.filter((path) => isAim(path, workspace.root)));
  return { links, untouched };
}

const NOTHING: LinkUses = { links: [], untouched: [] };

interface Names {
  readonly isMove: boolean;
  readonly sources: readonly string[];
  readonly target: string;
  /** The target is replaced itself, also where it leads to a folder. */
  readonly isWhole: boolean;
}

const PROGRAM = /^\\?(?:mv|ln) /u;
const MOVE = /^(?:-[finTuv]+|--(?:force|no-clobber|interactive|no-target-directory|update|verbose))$/u;
const LINK = /^(?:-[sfnTv]+|--(?:symbolic|force|no-dereference|no-target-directory|verbose))$/u;

/** Null for what is neither, and where not every word is known. */
function readNames({ text, words, redirects, assignments, folders }: ShellSegment): Names | null {
  const [program, ...given] = words.map(({ value }) => value);
  const isAtRoot = folders?.length === 1 && folders[0] === '';
  if (!PROGRAM.test(text) || redirects.length + assignments.length > 0 || !isAtRoot) return null;
  const values = given.flatMap((value) => value ?? []);
  if (values.length !== given.length) return null;
  const isMove = program === 'mv';
  const options = values.filter((value) => value.startsWith('-'));
  const operands = values.filter((value) => !value.startsWith('-'));
  const target = operands.at(-1);
  const isKnown = options.every((option) => (isMove ? MOVE : LINK).test(option));
  const has = (short: string, long: string) =>
    options.some((option) => option === long || (!option.startsWith('--') && option.includes(short)));
  const isSymbolic = isMove || has('s', '--symbolic');
  if (!isKnown || !isSymbolic || target === undefined || operands.length < 2) return null;
  const isNotFollowed = !isMove && has('n', '--no-dereference');
  const isWhole = operands.length === 2 && (isNotFollowed || has('T', '--no-target-directory'));
  return { isMove, sources: operands.slice(0, -1), target, isWhole };
}

/** It leads to a file, or to nothing; or nothing of that name is there. */
async function isNoFolder(workspace: Pick<Workspace, 'locate'>, path: string): Promise<boolean> {
  const located = await workspace.locate(path);
  return located.ok ? located.value.kind !== 'folder' : located.error.code === 'not_found';
}

/** It names a file, and so may do that behind the new link. */
function mayGoThrough({ judged }: Part, link: string): boolean {
  const named = [judged.reads, judged.writes, judged.mentions].flat();
  if (isRemoving(judged)) return named.some((path) => path.startsWith(`${posix.normalize(link)}/`));
  return named.length > 0 || judged.runsWorkspaceCode;
}

function isAim(path: string, root: string): boolean {
  return placePath(path, { root, cwd: '' }).kind === 'outside';
}
