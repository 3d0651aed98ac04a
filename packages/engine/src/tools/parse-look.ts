import * as z from 'zod';

import { createFileTable, CHANGED, INODE, MODE, MODIFIED, SIZE, STAMP_NUMBERS } from '../ports/file-table.ts';
import { namesOfText } from '../ports/folder-names.ts';
import { FOLDER_NUMBERS, type KeptLook, type LookHead } from './kept-look.ts';

export const LOOK_FORMAT = 'rook look 3';
const NUMBER_BYTES = 8;

/** Whoever can write such a file leads nobody out of the workspace by it. */
const name = z.string().refine((text) => !/^\.{0,2}$|[/\0]/u.test(text));
const path = z.string().refine((text) => text.split('/').every((part) => !/^\.{0,2}$|\0/u.test(part)));
const folderName = z.union([z.literal(''), path]);
const whole = z.int().min(0);

const paths = z.array(path);
const lookHead = z.object({
  format: z.literal(LOOK_FORMAT),
  looked: z.number(),
  intent: z.string().nullable(),
  outer: z.array(z.string()),
  also: paths,
  tables: whole,
  paths: whole,
  names: whole,
  folders: paths,
  left: paths,
  index: z.object({ length: whole, written: z.number(), folder: z.string(), prefix: z.string() }).nullable(),
  held: z.array(z.tuple([path, whole])),
  clones: z.array(z.tuple([path, z.string()])),
  links: z.array(z.tuple([path, z.string().nullable()])),
});

/** What was written, null for anything else. */
export function parseLook(bytes: Uint8Array): KeptLook | null {
  const reader = createReader(bytes);
  const [length = -1] = reader.numbers(1);
  const head = readHead(reader.take(length));
  if (head === null) return null;
  const told = reader.numbers(head.tables * FOLDER_NUMBERS);
  const files = countNames(told);
  const numbers = reader.numbers(files * STAMP_NUMBERS);
  const texts = { paths: reader.text(head.paths), names: reader.text(head.names) };
  const index = reader.take(head.index?.length ?? 0);
  const held = new Map<string, { readonly bytes: Uint8Array }>();
  for (const [file, size] of head.held) held.set(file, { bytes: reader.take(size) });
  const tables = reader.isAtEnd() ? parseTables(head, told, texts) : null;
  if (tables === null) return null;
  const folders = tables.flatMap((table) => (table.isSeen ? [table.folder] : []));
  return {
    looked: head.looked,
    intent: head.intent,
    outer: head.outer,
    also: head.also,
    before: {
      files: fillTable(tables, numbers),
      folders: new Set([...folders, ...head.folders]),
      left: new Set(head.left),
      add: () => undefined,
      isWhole: true,
      vouched: null,
    },
    held,
    index: head.index === null ? null : { ...head.index, bytes: index },
    clones: new Map(head.clones),
    links: new Map(head.links.map(([link, target]) => [link, { stamp: null, target }])),
  };
}

interface Reader {
  /** The next so many bytes; none where there are not so many, and then it never comes to the end. */
  take(length: number): Uint8Array;
  numbers(howMany: number): Float64Array;
  text(length: number): string;
  isAtEnd(): boolean;
}

function createReader(bytes: Uint8Array): Reader {
  let at = 0;
  const take = (length: number): Uint8Array => {
    const start = at;
    at = length >= 0 && Number.isInteger(length) ? at + length : Number.POSITIVE_INFINITY;
    return at <= bytes.length ? bytes.subarray(start, at) : new Uint8Array();
  };
  return {
    take,
    // Copied, because they may stand at any byte.
    numbers: (howMany) => {
      const some = new Uint8Array(take(howMany * NUMBER_BYTES));
      return new Float64Array(some.buffer, 0, some.length / NUMBER_BYTES);
    },
    text: (length) => new TextDecoder().decode(take(length)),
    isAtEnd: () => at === bytes.length,
  };
}

interface ParsedTable {
  readonly folder: string;
  readonly isSeen: boolean;
  readonly names: string;
  /** Of so many names there are numbers. */
  readonly count: number;
}

/** Null where they are not what a look has written. */
function parseTables(
  head: LookHead,
  told: Float64Array,
  texts: Record<'paths' | 'names', string>,
): readonly ParsedTable[] | null {
  const folders = head.tables === 0 ? [] : texts.paths.split('\0');
  if (folders.length !== head.tables) return null;
  const tables: ParsedTable[] = [];
  let start = 0;
  for (const [index, folder] of folders.entries()) {
    const [count = 0, signs = 0, seen] = told.subarray(index * FOLDER_NUMBERS);
    const names = texts.names.slice(start, start + signs);
    const list = names === '' ? [] : names.split('\0');
    if (!folderName.safeParse(folder).success || count > list.length) return null;
    if (!list.every((one) => name.safeParse(one).success)) return null;
    tables.push({ folder, isSeen: seen === 1, names, count });
    start += signs + 1;
  }
  return start === texts.names.length + (folders.length === 0 ? 0 : 1) ? tables : null;
}

function readHead(bytes: Uint8Array): LookHead | null {
  try {
    const read = lookHead.safeParse(JSON.parse(new TextDecoder().decode(bytes)));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}

/** NaN where that is no number of names, which nobody can read then. */
function countNames(told: Float64Array): number {
  let count = 0;
  for (let at = 0; at < told.length; at += FOLDER_NUMBERS) {
    const here = told[at] ?? -1;
    count += here >= 0 ? here : Number.NaN;
  }
  return count;
}

function fillTable(tables: readonly ParsedTable[], numbers: Float64Array): KeptLook['before']['files'] {
  const files = createFileTable(numbers.length / STAMP_NUMBERS);
  let at = 0;
  for (const { folder, names, count: told } of tables) {
    files.open(folder, namesOfText(names));
    for (let place = 0; place < told; place += 1) {
      files.put({
        size: numbers[at + SIZE] ?? 0,
        mode: numbers[at + MODE] ?? 0,
        ino: numbers[at + INODE] ?? 0,
        mtimeMs: numbers[at + MODIFIED] ?? 0,
        ctimeMs: numbers[at + CHANGED] ?? 0,
      });
      at += STAMP_NUMBERS;
    }
  }
  return files;
}
