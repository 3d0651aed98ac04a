import type { ShellWord } from './read-word.ts';

/** What is known of the options of a program of which only some words name a file that it writes. */
export interface WrittenTable {
  /** Options without a value. */
  readonly plain: string;
  /** Options with a value that is not written. */
  readonly values?: string;
  /** Options whose value, where there is one, stands at once behind them or behind an equals sign. */
  readonly attached?: string;
  /** Options whose value is a file that is written. */
  readonly paths?: string;
}

/** What the words of such a program come to. */
export interface Written {
  /** The options that were given, with their values; null where there is none, or none that is known. */
  readonly flags: ReadonlyMap<string, string | null>;
  /** Values of options that name a file which is written. */
  readonly paths: readonly string[];
  /** What is no option, in its order; words that are not known are among them. */
  readonly operands: readonly ShellWord[];
}

type Takes = 'nothing' | 'value' | 'attached' | 'path';

interface Draft {
  readonly table: ReadonlyMap<string, Takes>;
  readonly words: readonly ShellWord[];
  at: number;
  readonly flags: Map<string, string | null>;
  readonly paths: string[];
}

/** Null where an option is not known. */
export function readWritten(table: WrittenTable, words: readonly ShellWord[]): Written | null {
  const draft: Draft = { table: readTable(table), words, at: 0, flags: new Map(), paths: [] };
  const operands: ShellWord[] = [];
  let isBehind = false;
  while (draft.at < words.length) {
    const word = words[draft.at];
    draft.at += 1;
    if (word === undefined) break;
    const { value } = word;
    if (isBehind || value === null || value === '-' || !value.startsWith('-')) operands.push(word);
    else if (value === '--') isBehind = true;
    else if (!takeOption(draft, value)) return null;
  }
  return { flags: draft.flags, paths: draft.paths, operands };
}

function readTable({
  plain,
  values = '',
  attached = '',
  paths = '',
}: WrittenTable): ReadonlyMap<string, Takes> {
  const rows = (text: string, takes: Takes) => text.split(/\s+/u).map((name) => [name, takes] as const);
  return new Map([
    ...rows(plain, 'nothing'),
    ...rows(values, 'value'),
    ...rows(attached, 'attached'),
    ...rows(paths, 'path'),
  ]);
}

function takeOption(draft: Draft, text: string): boolean {
  if (!text.startsWith('--')) return takeCluster(draft, text);
  const [begun = '', ...behind] = text.split('=');
  const name = findLong(draft.table, begun);
  return name !== null && takeNamed(draft, name, behind.length === 0 ? null : behind.join('='));
}

/** A long option may be given by its beginning, where that is clear. */
function findLong(table: ReadonlyMap<string, Takes>, begun: string): string | null {
  if (table.has(begun)) return begun;
  const [name, ...others] = [...table.keys()].filter((key) => key.startsWith(begun));
  return name === undefined || others.length > 0 ? null : name;
}

/** `-ni.bak` is `-n -i.bak`, and `-uoa` is `-u -o a`. */
function takeCluster(draft: Draft, text: string): boolean {
  for (let at = 1; at < text.length; at += 1) {
    const name = `-${text[at] ?? ''}`;
    const behind = text.slice(at + 1);
    if (draft.table.get(name) !== 'nothing') return takeNamed(draft, name, behind === '' ? null : behind);
    draft.flags.set(name, null);
  }
  return true;
}

function takeNamed(draft: Draft, name: string, attached: string | null): boolean {
  const takes = draft.table.get(name);
  if (takes === undefined) return false;
  if (takes === 'nothing' || takes === 'attached') {
    draft.flags.set(name, attached);
    return true;
  }
  const value = attached ?? draft.words[draft.at]?.value ?? null;
  if (attached === null) draft.at += 1;
  draft.flags.set(name, value);
  if (takes === 'path' && value !== null) draft.paths.push(value);
  return true;
}

/** How perl is told to change files in their place. */
interface PerlWords {
  /** What the name of the old content ends with; empty: it is not kept. Null: it changes none in its place. */
  readonly ending: string | null;
  readonly hasCode: boolean;
  readonly operands: readonly ShellWord[];
}

const PERL_CODE = /^[eE]$/u;
/** Their value is the rest of the word, or the next one. */
const PERL_NEXT = /^I$/u;
/** Their value is the rest of the word. */
const PERL_REST = /^[FmMxdDV]$/u;

/** Its options end at the first word that is none. */
export function readPerl(words: readonly ShellWord[]): PerlWords {
  let ending: string | null = null;
  let hasCode = false;
  let at = 0;
  for (; at < words.length; at += 1) {
    const value = words[at]?.value ?? null;
    if (value === null || value === '-' || !value.startsWith('-')) break;
    if (value === '--') {
      at += 1;
      break;
    }
    for (let place = 1; place < value.length; place += 1) {
      const letter = value[place] ?? '';
      const rest = value.slice(place + 1);
      if (letter === 'i') ending = rest;
      hasCode ||= PERL_CODE.test(letter);
      const takesNext = PERL_CODE.test(letter) || PERL_NEXT.test(letter);
      if (takesNext && rest === '') at += 1;
      if (takesNext || letter === 'i' || PERL_REST.test(letter)) break;
    }
  }
  return { ending, hasCode, operands: words.slice(at) };
}
