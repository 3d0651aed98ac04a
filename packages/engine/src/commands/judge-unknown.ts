import { posix } from 'node:path';

import { changesSettings } from './changes-settings.ts';
import type { CommandPolicy } from './command-policy.ts';
import { findStarted } from './find-started.ts';
import { judgeOwn } from './judge-own.ts';
import { findOwnRule } from './own-rules.ts';
import { looksOutside, placePath } from './place-path.ts';
import type { ShellSegment } from './read-shell.ts';
import type { ShellWord } from './read-word.ts';
import {
  findInterpreter,
  isEffectiveOption,
  LIKE_CODE,
  OWN_OPTIONS,
  READS_DATA,
  RUNS_OTHERS,
  SHORT,
  TAKES_TEXT,
} from './rules-effective.ts';
import { WRAPPERS } from './rules-guarded.ts';
import { shorten, shortenName } from './shorten.ts';

/** A command, and how many of its words the user's own pattern has. */
export interface OwnCommand {
  readonly words: readonly ShellWord[];
  readonly named: number;
}

/**
 * The user's own pattern says which program; what stands behind it has to be plain text that stays inside and names nothing that is
 * guarded. Of a program that runs code from its words only what is known to be harmless may stand there.
 */
export function judgeUnknown({ words, named }: OwnCommand, policy: CommandPolicy): readonly string[] {
  const [first, ...others] = words;
  const program = nameOf(first?.value ?? '');
  if (RUNS_OTHERS.has(program) || WRAPPERS.has(program))
    return [`what ${shortenName(program)} starts or does is not in its words alone`];
  const started = findStarted(words.map(({ value }) => value));
  if (started !== null) {
    const { at, isPlain, hasForeign } = started;
    // What is started has to be in the pattern, and is judged as it would be by itself.
    return isPlain && !hasForeign && named > at
      ? judgeUnknown({ words: words.slice(at), named: named - at }, policy)
      : [`what ${shortenName(program)} starts is not in the words of the pattern`];
  }
  if (
    changesSettings(
      program,
      others.map(({ value }) => value),
    )
  )
    return [`it changes settings of ${shortenName(program)} that count for later runs, elsewhere too`];
  const outside = others.flatMap(({ value, text, unknown }) => {
    if (value === null)
      return [`${shorten(text)} is not known before it runs: ${unknown ?? 'it is a pattern of files'}`];
    return looksOutside(value, policy)
      ? [`${shorten(value)} looks like a path outside the workspace`]
      : judgeNamed(value, policy);
  });
  const rule = findOwnRule(program, words[1]?.value ?? '');
  if (rule === undefined)
    return words.length > named || named < 2
      ? [
          `what ${shortenName(program)} makes of ${shorten(words[1]?.text ?? 'no words')} is not known here`,
          ...outside,
        ]
      : outside;
  if (rule !== null)
    return [...outside, ...judgeOwn({ program, rule }, { words, named: ownStart(program, named) }, policy)];
  return [...outside, ...judgeInterpreter(program, others), ...judgePlain(program, others.slice(named - 1))];
}

/** Behind a pattern they read project settings, or start what shows the output. */
const READS_SETTINGS: ReadonlySet<string> = new Set(['ack', 'bat']);

/**
 * Whether it is known of a program that the user's own pattern names that no file of the workspace says what it does; only where its words are
 * plain, as `judgeUnknown` says.
 */
export function takesNoCode(words: readonly ShellWord[]): boolean {
  const program = words[0]?.value ?? '';
  const rule = findOwnRule(program, words[1]?.value ?? '');
  return (
    (READS_DATA.has(program) && !READS_SETTINGS.has(program)) ||
    rule?.readsData === true ||
    rule?.onlyLooks === true
  );
}

/** The subcommand is a part of what is known, also where the pattern does not hold it. */
function ownStart(program: string, named: number): number {
  return program === 'git' ? Math.max(named, 2) : named;
}

function nameOf(program: string): string {
  return posix.basename(program) || program;
}

/** Of an interpreter the file that it runs has to be named, and no code may stand in its words. */
function judgeInterpreter(program: string, others: readonly ShellWord[]): readonly string[] {
  const code = findInterpreter(program);
  if (code === null) return [];
  const place = others.findIndex(({ value }) => value === null || !value.startsWith('-'));
  const options = place === -1 || program === 'sed' ? others : others.slice(0, place);
  const problems = options.flatMap(({ value }) =>
    value !== null && code.test(value)
      ? [`with ${shorten(value)} ${shortenName(program)} runs what its words say`]
      : [],
  );
  if (place === -1 || others[place]?.value === '-')
    return [...problems, `${shortenName(program)} would run what comes from its input`];
  return program === 'sed' && !PLAIN_SED.test(others[place]?.value ?? '')
    ? [...problems, 'a program of sed can run others and write files']
    : problems;
}

/** What runs tasks takes it for a variable: `rails db:migrate RAILS_ENV=production`. */
const VARIABLE = /^[A-Z_][A-Z\d_]+=/u;

/** Of a program that nobody knows here. */
function judgePlain(program: string, words: readonly ShellWord[]): readonly string[] {
  const isData = READS_DATA.has(program);
  const isCode = findInterpreter(program) !== null;
  return words.flatMap(({ value }) => {
    if (value === null) return [];
    const isEffective =
      isEffectiveOption(value) ||
      OWN_OPTIONS.get(program)?.test(value) === true ||
      (!isData && !isCode && (SHORT.test(value) || VARIABLE.test(value))) ||
      (!isData && /^@(?!\w[\w.-]*\/)/u.test(value)) ||
      (!isData && !TAKES_TEXT.has(program) && LIKE_CODE.test(value));
    return isEffective
      ? [
          `${shorten(value)} may make ${shortenName(program)}, which is not known here, run or write something`,
        ]
      : [];
  });
}

/** Input that the line itself holds, as text, is code for many programs. */
export function judgeInput({
  words,
  redirects,
}: Pick<ShellSegment, 'words' | 'redirects'>): readonly string[] {
  const program = nameOf(words[0]?.value ?? '');
  const isGiven = redirects.some(({ operator }) => operator.startsWith('<<'));
  const rule = findOwnRule(program, words[1]?.value ?? '');
  return isGiven && !READS_DATA.has(program) && rule?.readsData !== true
    ? [`${shortenName(program)} may run the text that the line gives it`]
    : [];
}

/** Nobody knows whether a program shows or changes what a word names. */
export function judgeNamed(value: string, policy: CommandPolicy): readonly string[] {
  return placesIn(value, policy).flatMap((path) => {
    if (policy.isSecret(path)) return [`${shorten(value)} looks like it holds secrets`];
    return policy.isProtected(path) || policy.isProtected(`${path}/x`)
      ? [`${shorten(value)} is a protected file`]
      : [];
  });
}

/** Every path of the workspace that a word could name, from its root on. */
export function listMentions(words: readonly ShellWord[], policy: CommandPolicy): readonly string[] {
  return words.flatMap(({ value }) => (value === null ? [] : placesIn(value, policy)));
}

const MOST_CHARACTERS = 300;

/** So many options of one letter may stand before a path in one word: `-cf`, `-czf`. */
const MOST_LETTERS = 3;

/**
 * A path may also stand behind an equals sign, an at sign, or at once behind options of one letter. Where it goes up again behind a name, what its
 * text comes to counts: behind a link it is another one, and then nobody knows it anyway.
 */
function placesIn(value: string, policy: CommandPolicy): readonly string[] {
  const parts = [
    ...(value.startsWith('-') ? [value.slice(2), ...behindLetters(value)] : [value]),
    ...(value.startsWith('@') ? [value.slice(1)] : []),
    ...value.split(/[=:,@]/u).slice(1),
  ];
  return [...new Set(parts)].flatMap((part) => {
    if (part === '' || part.length > MOST_CHARACTERS || part.includes('\n')) return [];
    const placed = placePath(posix.normalize(part), policy);
    return placed.kind === 'inside' && placed.path !== '.' ? [placed.path] : [];
  });
}

function behindLetters(value: string): readonly string[] {
  const [letters = ''] = /^-\w*/u.exec(value) ?? [];
  const counts = Array.from({ length: MOST_LETTERS - 1 }, (_, index) => index + 2);
  return counts.flatMap((count) => (letters.length > count ? [value.slice(count + 1)] : []));
}

/** Lines are printed or left out, or a text is put in the place of another; nothing is run, read or written. */
const PLAIN_SED =
  /^(?:(?:\d+|\$)?(?:,(?:\d+|\$))?[pdq=]|s([/|#,])(?:(?!\1)[^\\\n]|\\[^\n])*\1(?:(?!\1)[^\\\n]|\\[^\n])*\1[gIip\d]*)$/u;
