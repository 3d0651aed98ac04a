import { posix } from 'node:path';

import { hasUnknown, makesLinks } from '../commands/judge-operands.ts';
import { judgeWrite } from '../commands/judge-value.ts';
import { listWritten } from '../commands/list-written.ts';
import { placePath } from '../commands/place-path.ts';
import { findProgramRule } from '../commands/program-rules.ts';
import { readArguments, type ReadArguments } from '../commands/read-arguments.ts';
import type { ShellSegment } from '../commands/read-shell.ts';
import type { ShellWord } from '../commands/read-word.ts';
import { shortenName } from '../commands/shorten.ts';
import { judgePlace, type Place } from './judge-place.ts';
import { judgeFound, walkBelow, type Folders, type FoundBelow } from './walk-below.ts';

export interface MovedFiles {
  /** Files below folders that are copied, moved or taken away, and that need a question: from the root of the workspace on. */
  readonly writes: readonly string[];
  /** Those below them that look like secrets only where they lie, and would not where they come to lie. */
  readonly reads: readonly string[];
  /** Why it asks; null: it does not. */
  readonly why: string | null;
  /** Why not all of them could be looked at; null: they could. */
  readonly unlooked: string | null;
}

const RECURSIVE = ['-r', '-R', '-a', '--recursive', '--archive'];
const NOTHING: MovedFiles = { writes: [], reads: [], why: null, unlooked: null };

/**
 * What lies below folders that a program copies, moves or takes away: what would be protected where it comes to lie, or is where it
 * lies, and links that lead out, behind which the rest of the line would read. `isRemoved`: `rm` is certain to remove and to do nothing else.
 */
export async function findMovedFiles(
  folders: Folders,
  { words }: ShellSegment,
  { isRemoved }: { readonly isRemoved: boolean },
): Promise<MovedFiles> {
  const found = findProgramRule(words.map(({ value }) => value));
  const kind = found?.rule.operands;
  if (found === null) return findTakenFiles(folders, words, isRemoved);
  if (kind !== 'copies' && kind !== 'moves') return NOTHING;
  const read = readArguments(found.rule, words.slice(found.length), folders.policy);
  if (kind === 'copies' && !isRecursive(read)) return NOTHING;
  // What a link names is changed with it.
  const isChanged = kind === 'moves' || makesLinks(read);
  // What is moved takes the place of what lies there.
  const isFilled = kind === 'copies';
  return collect(
    transfersOf(read).map(
      ({ source, target }) =>
        async () =>
          judgeFolder(folders, {
            source,
            // Where the target is a folder already, it comes to lie in that.
            placesOf: (below) => [
              { named: posix.join(target, below), isFilled },
              { named: posix.join(target, posix.basename(source), below), isFilled },
              ...(isChanged ? [{ named: posix.join(source, below), isFilled: false }] : []),
            ],
          }),
    ),
  );
}

function isRecursive({ flags, unknown }: ReadArguments): boolean {
  return RECURSIVE.some((flag) => flags.has(flag)) || hasUnknown(unknown, /^-[A-Za-z]*[rRa]/u, RECURSIVE);
}

/** `rm -r` and its kin: all that lies below is meant too. */
async function findTakenFiles(
  folders: Folders,
  words: readonly ShellWord[],
  isRemoved: boolean,
): Promise<MovedFiles> {
  const [first, ...others] = words;
  const { policy } = folders;
  const program = posix.basename(first?.value ?? '');
  const written = others.some(({ value }) => DEEP.test(value ?? '')) ? listWritten(program, others) : null;
  const sources = (written ?? []).filter((path) => posix.basename(path) !== INSTALLED);
  return collect(
    sources.map(
      (source) => async () =>
        judgeFolder(folders, {
          source,
          placesOf: (below) => [{ named: posix.join(source, below), isFilled: false }],
          skips: isInstalled,
          ...(isRemoved && first?.value === 'rm'
            ? { isHarmless: (found) => isPlainLink(found, policy) }
            : {}),
        }),
    ),
  );
}

const DEEP = /^-[A-Za-z]*[rR]|^--recursive$/u;

/** Of all of them; the first reason counts. */
async function collect(judging: readonly (() => Promise<MovedFiles>)[]): Promise<MovedFiles> {
  let all = NOTHING;
  for (const judge of judging) {
    const { writes, reads, why, unlooked } = await judge();
    all = {
      writes: [...all.writes, ...writes],
      reads: [...all.reads, ...reads],
      why: all.why ?? why,
      unlooked: all.unlooked ?? unlooked,
    };
  }
  return all;
}

interface Transfer {
  readonly source: string;
  readonly target: string;
}

export function transfersOf({ operands, targets, mayTarget }: ReadArguments): readonly Transfer[] {
  const given = targets[0]?.path;
  const values = operands.flatMap(({ value }) => (value === null ? [] : [value]));
  const target = given ?? values.at(-1);
  const sources = given === undefined ? values.slice(0, -1) : values;
  const elsewhere = mayTarget.flatMap((folder) => values.map((source) => ({ source, target: folder })));
  return [...(target === undefined ? [] : sources.map((source) => ({ source, target }))), ...elsewhere];
}

interface MovedFolder {
  readonly source: string;
  /** Where what lies below it is written or taken away. */
  readonly placesOf: (below: string) => readonly Place[];
  readonly skips?: (found: FoundBelow) => boolean;
  /** What the program does to it needs no question. */
  readonly isHarmless?: (found: FoundBelow) => boolean;
}

async function judgeFolder(
  folders: Folders,
  { source, placesOf, skips = () => false, isHarmless = () => false }: MovedFolder,
): Promise<MovedFiles> {
  const { workspace, policy } = folders;
  const placed = placePath(source, policy);
  if (placed.kind === 'outside') return NOTHING;
  const located = await workspace.locate(placed.path === '.' ? '' : placed.path);
  if (!located.ok || located.value.kind !== 'folder') return NOTHING;
  const writes: string[] = [];
  const reads: string[] = [];
  let first: string | null = null;
  const judge = async (one: FoundBelow): Promise<null> => {
    if (isHarmless(one)) return null;
    const { path, below, kind } = one;
    // The rest of the line could read behind it, under a name that is not there yet.
    const led = kind === 'link' ? await judgeFound(folders, { path, kind }) : null;
    if (led !== null) first ??= `it takes along ${led}`;
    const places = placesOf(below);
    if (kind !== 'folder' && losesSecret(path, places, policy)) {
      reads.push(path);
      first ??= `${shortenName(path)} looks like it holds secrets, and would not under its new name`;
    }
    for (const place of places) {
      const judged = await judgePlace(folders, place);
      if (judged === null) continue;
      writes.push(...judged.writes);
      first ??= judged.why;
    }
    return null;
  };
  const unlooked = await walkBelow(folders, { from: located.value.path, judge, skips });
  return { writes, reads, why: first ?? unlooked, unlooked };
}

/** Some secrets are known by their place (`.docker/config.json`), and from another one they could be shown without a question. */
function losesSecret(path: string, places: readonly Place[], policy: Folders['policy']): boolean {
  return (
    policy.isSecret(path) &&
    places.some(({ named }) => {
      const placed = placePath(named, policy);
      return placed.kind === 'inside' && !policy.isSecret(placed.path);
    })
  );
}

/** What lies there came from a registry, and is more than anybody looks at. */
const INSTALLED = 'node_modules';

function isInstalled({ name }: FoundBelow): boolean {
  return name === INSTALLED;
}

/** `rm` takes away the link, and nothing of what it leads to: what counts is its own name. */
function isPlainLink({ path, kind }: FoundBelow, policy: Folders['policy']): boolean {
  return kind === 'link' && judgeWrite(`${policy.root ?? ''}/${path}`, policy).problems.length === 0;
}
