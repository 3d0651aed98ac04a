import { posix } from 'node:path';

import type { ShellWord } from './read-word.ts';

/** What is known of the words of a program that changes the files it is given. */
interface WordTable {
  /** Options without a value. */
  readonly plain: string;
  /** Options whose value is no path, with what such a value looks like. */
  readonly values?: ReadonlyMap<string, RegExp>;
  /** Options whose value is a path. */
  readonly paths?: string;
  /** What its first argument looks like where that is no path; no option of the table takes its place. */
  readonly first?: RegExp;
}

const CLAUSE = '[ugoa]*(?:[-+=](?:[rwxXst]*|[ugo]))+';
/** `755`, `u+x`, `go-w,a=rX`. */
const MODE = new RegExp(`^(?:[-+=]?[0-7]{1,5}|${CLAUSE}(?:,${CLAUSE})*)$`, 'u');
/** `ann`, `ann:staff`, `1000:`, `:staff`. */
const OWNER = /^(?:[A-Za-z0-9_][\w.-]*\$?:?(?:[A-Za-z0-9_][\w.-]*)?|:[A-Za-z0-9_][\w.-]*)$/u;
const NAME = /^[A-Za-z0-9_][\w.-]*$/u;
const SIZE = /^[-+<>/%]?\d+(?:[KMGTPEZYRQkmgt](?:i?B)?)?$/u;
const COUNT = /^\d+$/u;

const PERMISSIONS = '-c -f -v -R -h -H -L -P --changes --silent --quiet --verbose --recursive';
const ROOTS = '--preserve-root --no-preserve-root --dereference --no-dereference';

const TABLES: ReadonlyMap<string, WordTable> = new Map<string, WordTable>([
  ['chmod', { plain: `${PERMISSIONS} ${ROOTS}`, first: MODE }],
  ['chown', { plain: `${PERMISSIONS} ${ROOTS}`, values: formsOf({ '--from': OWNER }), first: OWNER }],
  ['chgrp', { plain: `${PERMISSIONS} ${ROOTS}`, values: formsOf({ '--from': OWNER }), first: NAME }],
  [
    'install',
    {
      plain:
        '-b -c -C -d -D -p -s -T -v --backup --compare --directory --preserve-timestamps --strip --no-target-directory --verbose',
      values: formsOf({ '-m --mode': MODE, '-o --owner -g --group': NAME }),
      paths: '-t --target-directory',
    },
  ],
  [
    'truncate',
    {
      plain: '-c -o --no-create --io-blocks',
      values: formsOf({ '-s --size': SIZE }),
      paths: '-r --reference',
    },
  ],
  [
    'shred',
    {
      plain: '-f -u -v -x -z --force --remove --verbose --exact --zero',
      values: formsOf({ '-n --iterations': COUNT, '-s --size': SIZE }),
    },
  ],
  [
    'ln',
    {
      plain:
        '-s -f -n -T -v -i -b -L -P -r -d -F --relative --directory --symbolic --force --no-dereference --no-target-directory --verbose --interactive --backup --logical --physical',
      paths: '-t --target-directory',
    },
  ],
]);

function formsOf(forms: Readonly<Record<string, RegExp>>): ReadonlyMap<string, RegExp> {
  return new Map(
    Object.entries(forms).flatMap(([names, form]) => names.split(' ').map((name) => [name, form] as const)),
  );
}

/**
 * The files that the words of such a program name, as they stand there. Left out are only words that are certain to be something
 * else: a mode or an owner in its place, the value of an option that is known. As soon as one word is not known, all count as files.
 */
export function listTargets(program: string, words: readonly ShellWord[]): readonly string[] {
  const table = TABLES.get(program);
  const read = table === undefined ? null : readWords(table, words);
  if (read === null) return everyPlace(program, { paths: table?.paths?.split(' ') ?? [], words });
  if (program === 'ln') return placeLinks(read);
  return program === 'install' ? placeCopies(read) : [...read.folders, ...read.operands];
}

/** Behind two dashes a word is no option, however it begins. */
export function everyWord(words: readonly ShellWord[]): readonly string[] {
  const end = words.findIndex(({ value }) => value === '--');
  return words.flatMap(({ value }, index) =>
    value === null || (value.startsWith('-') && (end === -1 || index <= end)) ? [] : [value],
  );
}

interface UncertainWords {
  /** Options whose value is a path. */
  readonly paths: readonly string[];
  readonly words: readonly ShellWord[];
}

/** Where it is not certain which word is what, each may be a file, or the folder in which the others come to lie. */
function everyPlace(program: string, { paths, words }: UncertainWords): readonly string[] {
  const attached = words.flatMap(({ value }) => (value === null ? [] : attachedPaths(value, paths)));
  const all = [...attached, ...everyWord(words)];
  if (program !== 'ln' && program !== 'install') return all;
  const hasFolder =
    attached.length > 0 || words.some(({ value }) => /^-(?:-t|[A-Za-z]*t)/u.test(value ?? ''));
  const folders = [...(hasFolder ? all : all.slice(-1)), ...(program === 'ln' ? ['.'] : [])];
  return [...new Set([...all, ...folders.flatMap((folder) => placedIn(folder, all))])];
}

/** A long option may be given by its beginning (`--target-dir=x`), and one of a letter behind others that are not known here. */
export function attachedPaths(text: string, options: readonly string[]): readonly string[] {
  const [, name, value] = /^(--[^=]+)=([\s\S]*)$/u.exec(text) ?? [];
  if (name !== undefined)
    return value !== undefined && options.some((option) => option.startsWith(name)) ? [value] : [];
  if (!/^-[^-]/u.test(text)) return [];
  return options.flatMap((option) => {
    const at = option.startsWith('--') ? -1 : text.indexOf(option.slice(1), 1);
    return at === -1 || at === text.length - 1 ? [] : [text.slice(at + 1)];
  });
}

function placedIn(folder: string, named: readonly string[]): readonly string[] {
  return named.flatMap((text) => (text === folder ? [] : [posix.join(folder, posix.basename(text))]));
}

/** Where the last word is a folder, or an option names one, the files come to lie in that. */
function placeCopies({ folders, operands, flags }: ReadWords): readonly string[] {
  const makesFolders = flags.has('-d') || flags.has('--directory');
  const [folder = operands.at(-1)] = folders;
  const placed = folder === undefined || makesFolders ? [] : placedIn(folder, operands);
  return [...new Set([...folders, ...operands, ...placed])];
}

interface ReadWords {
  readonly flags: ReadonlySet<string>;
  /** Values of options that name a path. */
  readonly folders: readonly string[];
  readonly operands: readonly string[];
}

interface Draft {
  readonly table: WordTable;
  readonly plain: ReadonlySet<string>;
  readonly paths: ReadonlySet<string>;
  readonly words: readonly ShellWord[];
  at: number;
  readonly flags: Set<string>;
  readonly folders: string[];
}

/** Null where it is not certain which word is what. */
function readWords(table: WordTable, words: readonly ShellWord[]): ReadWords | null {
  const draft: Draft = {
    table,
    plain: new Set(table.plain.split(' ')),
    paths: new Set(table.paths?.split(' ')),
    words,
    at: 0,
    flags: new Set(),
    folders: [],
  };
  const operands: ShellWord[] = [];
  let isBehind = false;
  while (draft.at < words.length) {
    const word = words[draft.at];
    draft.at += 1;
    if (word === undefined || word.unknown !== null) return null;
    const { value } = word;
    // What a pattern matches is judged once more, with its names in its place.
    if (isBehind || value === null || value === '-' || !value.startsWith('-')) operands.push(word);
    else if (value === '--') isBehind = true;
    else {
      const next = draft.at;
      if (!takeOption(draft, value)) return null;
      // With POSIXLY_CORRECT, and on some systems always, options end at the first word that is none: its value is a file there.
      if (operands.length > 0 && draft.at > next) return null;
    }
  }
  const files = table.first === undefined ? operands : withoutFirst(operands, table.first);
  return {
    flags: draft.flags,
    folders: draft.folders,
    operands: files.flatMap(({ value }) => (value === null ? [] : [value])),
  };
}

function withoutFirst(operands: readonly ShellWord[], form: RegExp): readonly ShellWord[] {
  const value = operands[0]?.value ?? null;
  return value !== null && form.test(value) ? operands.slice(1) : operands;
}

function takeOption(draft: Draft, text: string): boolean {
  if (!text.startsWith('--')) return takeCluster(draft, text);
  const [name = '', ...behind] = text.split('=');
  return takeNamed(draft, name, behind.length === 0 ? null : behind.join('='));
}

/** `-Rv` is `-R -v`, and `-m755` is `-m 755`. */
function takeCluster(draft: Draft, text: string): boolean {
  for (let at = 1; at < text.length; at += 1) {
    const name = `-${text[at] ?? ''}`;
    const behind = text.slice(at + 1);
    if (!draft.plain.has(name)) return takeNamed(draft, name, behind === '' ? null : behind);
    draft.flags.add(name);
  }
  return true;
}

/** Whether it is known what this option is, and its value is one. */
function takeNamed(draft: Draft, name: string, attached: string | null): boolean {
  draft.flags.add(name);
  // Some of these may be given a word behind an equals sign, never one of their own.
  if (draft.plain.has(name)) return true;
  const form = draft.table.values?.get(name);
  if (form === undefined && !draft.paths.has(name)) return false;
  const value = attached ?? draft.words[draft.at]?.value ?? null;
  if (attached === null) draft.at += 1;
  if (value === null || (form !== undefined && !form.test(value))) return false;
  if (form === undefined) draft.folders.push(value);
  return true;
}

/** What a symbolic link names is counted from where the link lies, unless it is made relative; a hard link changes the file itself, under another name. */
function placeLinks({ flags, folders, operands }: ReadWords): readonly string[] {
  // One word alone is what it names, and the link comes to lie in the folder in which it runs.
  const [folder = operands.length === 1 ? '.' : undefined] = folders;
  const link = folder ?? operands.at(-1);
  const isRelative = flags.has('-r') || flags.has('--relative');
  const isSymbolic = !isRelative && (flags.has('-s') || flags.has('--symbolic'));
  const named = folder === undefined ? operands.slice(0, -1) : operands;
  if (link === undefined) return [];
  if (!isSymbolic) return [...new Set([...folders, ...operands, ...placedIn(link, named)])];
  // Where it is a folder already, the link comes to lie in that.
  const isFolder = folder !== undefined || named.length > 1 || /(?:^|\/)\.{0,2}$/u.test(link);
  const places = isFolder ? [link] : [posix.dirname(link), link];
  const aims = named.flatMap((text) =>
    posix.isAbsolute(text) ? [text] : places.map((place) => posix.join(place, text)),
  );
  const made = named.map((text) => posix.join(link, posix.basename(text)));
  return [...new Set([...(folders.length === 0 && link === '.' ? [] : [link]), ...aims, ...made])];
}
