import { posix } from 'node:path';

import { listWritten } from './list-written.ts';
import { findProgramRule } from './program-rules.ts';
import type { ShellWord } from './read-word.ts';
import { WRAPPERS } from './rules-guarded.ts';

/** What is started in the end: a program with its words, text that a shell reads, or what is not known before it runs. */
export type Peeled =
  | { readonly kind: 'words'; readonly words: readonly ShellWord[] }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'unknown' };

/** They start the program that their words name. */
export const STARTERS: ReadonlySet<string> = new Set([
  ...WRAPPERS.keys(),
  ...'command exec builtin sudo doas busybox toybox chronic unbuffer catchsegv caffeinate gtimeout xvfb-run faketime'.split(
    ' ',
  ),
]);

const SHELLS: ReadonlySet<string> = new Set('bash sh dash zsh ksh mksh ash fish'.split(' '));

const DEEPEST = 8;

/**
 * The program that is meant, whatever stands before it and by whatever path it is called. It answers for targets alone: what such a
 * line may do by itself is judged by its words as they stand there. Null where nothing is in the way.
 */
function peelProgram(words: readonly ShellWord[]): Peeled | null {
  const [first, ...others] = words;
  if (first === undefined || first.value === null) return null;
  const base = posix.basename(first.value);
  if (SHELLS.has(base)) return peelShell(others);
  if (base === 'eval') return joinText(others);
  if (STARTERS.has(base)) return peelStarter(others);
  return base === first.value ? null : { kind: 'words', words: [{ ...first, value: base }, ...others] };
}

/** All that peeling leads to, one behind the other. */
export function peelAll(words: readonly ShellWord[]): Peeled | null {
  let peeled = peelProgram(words);
  for (let depth = 0; peeled?.kind === 'words' && depth < DEEPEST; depth += 1) {
    const next = peelProgram(peeled.words);
    if (next === null) break;
    peeled = next;
  }
  return peeled;
}

/** `bash -lc TEXT`, also with options between. Without such an option it is a file, and that is code. */
function peelShell(words: readonly ShellWord[]): Peeled | null {
  const at = words.findIndex(({ value }) => value !== null && /^[-+][A-Za-z]*c[A-Za-z]*$/u.test(value));
  if (at === -1) return words.some(({ value }) => value === null) ? { kind: 'unknown' } : null;
  const text = words.slice(at + 1).find(({ value }) => value === null || !/^[-+]./u.test(value));
  if (text === undefined) return null;
  return text.value === null ? { kind: 'unknown' } : { kind: 'text', text: text.value };
}

function joinText(words: readonly ShellWord[]): Peeled {
  const values = words.flatMap(({ value }) => value ?? []);
  return values.length === words.length ? { kind: 'text', text: values.join(' ') } : { kind: 'unknown' };
}

/** Its own options are passed over; what is known to be a program by its name ends them. */
function peelStarter(words: readonly ShellWord[]): Peeled | null {
  const at = words.findIndex((word, index) => isProgram(word, words.slice(index + 1)));
  if (at !== -1) return { kind: 'words', words: words.slice(at) };
  return words.some(({ value }) => value === null) ? { kind: 'unknown' } : null;
}

function isProgram({ value }: ShellWord, others: readonly ShellWord[]): boolean {
  if (value === null || value.startsWith('-') || value.includes('=')) return false;
  const base = posix.basename(value);
  return (
    STARTERS.has(base) ||
    SHELLS.has(base) ||
    base === 'eval' ||
    findProgramRule([base, ...others.map((word) => word.value)]) !== null ||
    listWritten(base, others) !== null
  );
}
