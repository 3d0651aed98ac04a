import * as z from 'zod';

import { createFileTable, CHANGED, INODE, MODE, MODIFIED, SIZE, STAMP_NUMBERS } from '../ports/file-table.ts';
import type { KeptLook, LookHead } from './kept-look.ts';

export const LOOK_FORMAT = 'rook look 1';
const NUMBER_BYTES = 8;

/** Whoever can write such a file leads nobody out of the workspace by it. */
const name = z.string().refine((text) => !/^\.{0,2}$|[/\0]/u.test(text));
const path = z.string().refine((text) => text.split('/').every((part) => !/^\.{0,2}$|\0/u.test(part)));
const folder = z.union([z.literal(''), path]);
const count = z.int().min(0);

/** What comes first, as JSON; the numbers, the index and what was held follow, in this order. */
const lookHead = z.object({
  format: z.literal(LOOK_FORMAT),
  looked: z.number(),
  intent: z.string().nullable(),
  outer: z.array(z.string()),
  also: z.array(path),
  /** Each folder of the table with its names, whose numbers follow in the same order. */
  table: z.array(z.tuple([folder, z.array(name)])),
  folders: z.array(path),
  left: z.array(path),
  index: z.object({ length: count, written: z.number(), folder: z.string(), prefix: z.string() }).nullable(),
  held: z.array(z.tuple([path, count])),
  clones: z.array(z.tuple([path, z.string()])),
});

/** What was written, null for anything else. */
export function parseLook(bytes: Uint8Array): KeptLook | null {
  const [length = -1] = copyNumbers(bytes, 0, 1);
  const numbersAt = NUMBER_BYTES + length;
  if (!Number.isInteger(length) || length < 0 || numbersAt > bytes.length) return null;
  const head = readHead(bytes.subarray(NUMBER_BYTES, numbersAt));
  if (head === null) return null;
  const names = head.table.reduce((sum, [, inside]) => sum + inside.length, 0);
  const indexAt = numbersAt + names * STAMP_NUMBERS * NUMBER_BYTES;
  const heldAt = indexAt + (head.index?.length ?? 0);
  if (heldAt + head.held.reduce((sum, [, size]) => sum + size, 0) !== bytes.length) return null;
  const numbers = copyNumbers(bytes, numbersAt, names * STAMP_NUMBERS);
  const held = new Map<string, { readonly bytes: Uint8Array }>();
  let at = heldAt;
  for (const [file, size] of head.held) {
    held.set(file, { bytes: bytes.subarray(at, at + size) });
    at += size;
  }
  return {
    looked: head.looked,
    intent: head.intent,
    outer: head.outer,
    also: head.also,
    before: {
      files: fillTable(head, numbers),
      folders: new Set(head.folders),
      left: new Set(head.left),
      add: () => undefined,
      isWhole: true,
      vouched: null,
    },
    held,
    index: head.index === null ? null : { ...head.index, bytes: bytes.subarray(indexAt, heldAt) },
    clones: new Map(head.clones),
  };
}

function readHead(bytes: Uint8Array): LookHead | null {
  try {
    const read = lookHead.safeParse(JSON.parse(new TextDecoder().decode(bytes)));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}

/** Copied, because they may stand at any byte. */
function copyNumbers(bytes: Uint8Array, start: number, howMany: number): Float64Array {
  const some = new Uint8Array(bytes.subarray(start, start + howMany * NUMBER_BYTES));
  return new Float64Array(some.buffer, 0, Math.floor(some.length / NUMBER_BYTES));
}

function fillTable({ table }: LookHead, numbers: Float64Array): KeptLook['before']['files'] {
  const files = createFileTable(numbers.length / STAMP_NUMBERS);
  let at = 0;
  for (const [inside, names] of table) {
    files.open(inside, names);
    for (let place = 0; place < names.length; place += 1) {
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
