import { posix } from 'node:path';

import type { CommandPolicy } from './command-policy.ts';
import { findStarted } from './find-started.ts';
import { judgeOperands } from './judge-operands.ts';
import { judgeNamed, listMentions } from './judge-unknown.ts';
import { listWritten, writesNothing } from './list-written.ts';
import { peelAll } from './peel-program.ts';
import { findProgramRule } from './program-rules.ts';
import { readArguments } from './read-arguments.ts';
import type { ShellWord } from './read-word.ts';

/** What a program reads and writes that is asked about anyway; it counts for the rules that hold in every mode. */
export interface MeantTargets {
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  /** Why its words may name what is guarded, and nobody knows what it does with that; null: they do not. */
  readonly guarded: string | null;
}

/** The files that the words of a program name, or those of the program that it starts. */
export function listMeant(words: readonly ShellWord[], policy: CommandPolicy): MeantTargets {
  const peeled = peelAll(words);
  const meant = startedOf(peeled?.kind === 'words' ? peeled.words : words);
  const [first, ...others] = meant;
  const base = posix.basename(first?.value ?? '');
  const found = findProgramRule([base, ...others.map(({ value }) => value)]);
  if (found !== null) {
    const read = readArguments(found.rule, meant.slice(found.length), policy);
    const judged = [read, ...judgeOperands(found.rule, read, policy)];
    return {
      reads: judged.flatMap(({ reads }) => reads),
      writes: judged.flatMap(({ writes }) => writes),
      guarded: findGuarded(read.unknown, policy),
    };
  }
  const written = listWritten(base, others);
  if (written !== null)
    return { reads: [], writes: written.map((path) => placeTarget(path, policy)), guarded: null };
  if (isIndifferent(base, others)) return { reads: [], writes: [], guarded: null };
  // What is protected may be read, what is secret may not.
  const counting = writesNothing(base, others) ? { ...policy, isProtected: () => false } : policy;
  return { reads: [], writes: [], guarded: findMentioned(others, counting) };
}

/** The paths that the words of a program name of which nobody knows what it does with them; none of others. */
export function listFeared(words: readonly ShellWord[], policy: CommandPolicy): readonly string[] {
  const peeled = peelAll(words);
  const [first, ...others] = startedOf(peeled?.kind === 'words' ? peeled.words : words);
  const base = posix.basename(first?.value ?? '');
  const isKnown =
    findProgramRule([base, ...others.map(({ value }) => value)]) !== null ||
    listWritten(base, others) !== null;
  return isKnown || isIndifferent(base, others) ? [] : listMentions(others, policy);
}

/** From the root of the workspace on, wherever it runs. */
function placeTarget(named: string, { cwd }: CommandPolicy): string {
  return named === '' || cwd === '' || posix.isAbsolute(named) ? named : posix.join(cwd, named);
}

function startedOf(words: readonly ShellWord[]): readonly ShellWord[] {
  const started = findStarted(words.map(({ value }) => value));
  return started?.isPlain === true ? words.slice(started.at) : words;
}

/** Git only notes what the words of these name, or shows what it noted. */
const NOTING: ReadonlySet<string> = new Set(['add', 'commit', 'blame', 'check-ignore', 'ls-files', 'stage']);

/** Built-ins of the shell that open no file which their words name. */
const QUIET: ReadonlySet<string> = new Set(
  `test [ cd pushd popd export declare typeset local readonly set unset read printf type hash alias unalias true false exit return
  kill wait trap shift umask ulimit`.split(/\s+/u),
);

function isIndifferent(base: string, [first]: readonly ShellWord[]): boolean {
  return QUIET.has(base) || (base === 'git' && NOTING.has(first?.value ?? ''));
}

function findMentioned(words: readonly ShellWord[], policy: CommandPolicy): string | null {
  return findGuarded(
    words.flatMap(({ value }) => value ?? []),
    policy,
  );
}

function findGuarded(values: readonly string[], policy: CommandPolicy): string | null {
  for (const value of values) {
    const [why] = judgeNamed(value, policy);
    if (why !== undefined) return why;
  }
  return null;
}
