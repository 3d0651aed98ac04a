import { posix } from 'node:path';

import { findStarted } from './find-started.ts';
import { peelAll, STARTERS } from './peel-program.ts';
import { findProgramRule } from './program-rules.ts';
import { readShell } from './read-shell.ts';
import type { ShellWord } from './read-word.ts';

/** The words of a program, null where one is not known before it runs. */
type Named = readonly (string | null)[];

const DEEPEST = 6;
const MOST = 5000;
/** More words no rule names. */
const MOST_WORDS = 50;

/** How many words that are no options stand before the program which these start. */
const WORDS_BEFORE: ReadonlyMap<string, number> = new Map(
  'timeout gtimeout ssh chroot taskset chrt flock faketime su-exec gosu'.split(' ').map((name) => [name, 1]),
);

/** They start the program that their words name, beside the wrappers that are known everywhere. */
const STARTING: ReadonlySet<string> = new Set(
  `xargs parallel watch entr at batch script expect ssh start-stop-daemon systemd-run screen tmux strace ltrace npx pnpx bunx uvx pipx
  deno bun concurrently nodemon watchexec dotenv dotenvx cross-env cross-env-shell env-cmd hyperfine perf valgrind flock chpst su-exec
  gosu tini dumb-init rlwrap chrt taskset numactl firejail bwrap proot fakeroot linux32 linux64 setarch setpriv wine chroot`.split(
    /\s+/u,
  ),
);

/** A word of these with blanks in it is a line for a shell. */
const TAKES_LINES: ReadonlySet<string> = new Set('watch ssh su script parallel entr crontab at'.split(' '));

const HANDING = /^-(?:exec|execdir|ok|okdir)$/u;

/**
 * Every program that a line would start, as far as its words say, in every way to name it: behind wrappers and in the text that they hand
 * to a shell, by its path, without the options before its subcommand, and by its usual name (`npm i` is `npm install`). For rules
 * that forbid: what is taken for a program without need is refused without need.
 */
export function listNamedPrograms(text: string): readonly Named[] {
  const found: Named[] = [];
  listInText(text, found, 0);
  return found;
}

function note(found: Named[], ...named: readonly Named[]): void {
  for (const one of named) found.push(one.slice(0, MOST_WORDS));
}

function listInText(text: string, found: Named[], depth: number): void {
  if (depth > DEEPEST) return;
  for (const { words } of readShell(text).segments) listOf(words, found, depth);
}

function listOf(words: readonly ShellWord[], found: Named[], depth: number): void {
  const [first, ...others] = words;
  if (first === undefined || depth > DEEPEST || found.length > MOST) return;
  const base = posix.basename(first.value ?? '');
  const rest = others.map(({ value }) => value);
  const named: Named = [first.value === null ? null : base, ...rest];
  note(found, [first.value, ...rest], named, usualName(named));
  // Between a program and what it shall do options of its own may stand.
  for (const place of placesBehindOptions(named, 1, 0)) {
    const without = [named[0] ?? null, ...named.slice(place)];
    note(found, without, usualName(without));
  }
  for (const start of startsOf(words, base)) listOf(words.slice(start), found, depth + 1);
  const peeled = peelAll(words);
  if (peeled?.kind === 'text') listInText(peeled.text, found, depth + 1);
  if (!TAKES_LINES.has(base)) return;
  for (const value of rest) if (value !== null && /\s/u.test(value)) listInText(value, found, depth + 1);
}

/** `npm i` is `npm install`. */
export function usualName<Word extends string | null>(named: readonly Word[]): readonly (Word | string)[] {
  const rule = findProgramRule(named);
  return rule === null ? named : [...rule.rule.tokens.split(' '), ...named.slice(rule.length)];
}

/** Where the words of programs may begin that this one starts. */
function startsOf(words: readonly ShellWord[], base: string): readonly number[] {
  const values = words.map(({ value }) => value);
  if (base === 'find')
    return values.flatMap((value, index) => (HANDING.test(value ?? '') ? [index + 1] : []));
  const started = findStarted(values);
  if (started !== null) return placesBehindOptions(values, started.at, started.isPlain ? 0 : 1);
  return STARTERS.has(base) || STARTING.has(base)
    ? placesBehindOptions(values, 1, WORDS_BEFORE.get(base) ?? 0)
    : [];
}

/** An option with its value in it, or that switches something off, takes no other word. */
const TAKES_VALUE = /^-(?!-no-)[^=]*$/u;

/**
 * Every place that only options, what may be their values, variables and so many other words stand before. Nobody knows here which options
 * take a value.
 */
function placesBehindOptions(values: Named, from: number, wordsBefore: number): readonly number[] {
  const places: number[] = [];
  let left = wordsBefore;
  for (let at = from; at < values.length; at += 1) {
    const value = values[at] ?? '';
    if (value.startsWith('-') || /^\w+=/u.test(value)) continue;
    places.push(at);
    const mayBeValue = at > from && TAKES_VALUE.test(values[at - 1] ?? '');
    if (mayBeValue) continue;
    if (left === 0) break;
    left -= 1;
  }
  return places;
}
