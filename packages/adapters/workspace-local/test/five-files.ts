import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { contentHashSchema, type ContentHash } from '@rook/contract';
import type { FileWrite } from '@rook/engine';

/** A set over five files: two are replaced, one is removed, one is made in a folder of its own, one is renamed. */
export interface FileState {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

export const FIVE: readonly FileState[] = [
  { path: 'a', before: 'old a', after: 'new a' },
  { path: 'src/b', before: 'old b', after: 'new b' },
  { path: 'gone', before: 'old gone', after: null },
  { path: 'made/deep/d', before: null, after: 'new d' },
  { path: 'to', before: null, after: 'moved' },
  { path: 'from', before: 'moved', after: null },
];

export const hashOf = (text: string): ContentHash =>
  contentHashSchema.parse(`sha256:${createHash('sha256').update(text).digest('hex')}`);

export function writesOf(states: readonly FileState[]): readonly FileWrite[] {
  return states.map(({ path, before, after }) => ({
    path,
    expected: before === null ? null : hashOf(before),
    bytes: after === null ? null : Buffer.from(after),
    ...(path === 'to' ? { modeFrom: 'from' } : {}),
  }));
}

/** All files below a folder with what they hold, links by their name, and the folders that hold nothing. */
export function tell(root: string, below = ''): readonly string[] {
  if (!existsSync(join(root, below))) return [];
  return readdirSync(join(root, below), { withFileTypes: true })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((item) => {
      const path = below === '' ? item.name : `${below}/${item.name}`;
      if (item.isSymbolicLink()) return [`${path}@`];
      if (!item.isDirectory()) return [`${path}=${readFileSync(join(root, path), 'utf8')}`];
      const inner = tell(root, path);
      return inner.length === 0 ? [`${path}/`] : inner;
    });
}

export function tellStates(states: readonly FileState[], end: 'before' | 'after'): readonly string[] {
  return states.flatMap((state) => (state[end] === null ? [] : [`${state.path}=${state[end]}`])).toSorted();
}

/** The set of a number: it brings five files from that number to the next. */
export function countedFiles(number: number): readonly FileState[] {
  return ['a', 'b', 'src/c', 'src/d', 'src/deep/e'].map((path) => ({
    path,
    before: `${path} ${number}`,
    after: `${path} ${number + 1}`,
  }));
}
