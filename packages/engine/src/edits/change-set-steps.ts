import { hash } from 'node:crypto';

import type { ContentHash, EntryOf } from '@rook/contract';

import { contentHash } from '../ports/content-hash.ts';
import type { Blobs } from '../ports/store.ts';
import type { KeepBytes } from '../ports/workspace.ts';

/** A file of a change set as its first entry names it. */
export type StartedFile = EntryOf<'change_set_started'>['files'][number];

/** What happens at one path. A rename is two: the other name is made, then the old one goes. */
export interface FileStep {
  readonly path: string;
  readonly before: ContentHash | null;
  readonly after: ContentHash | null;
  /** The other path of a rename that keeps the permissions. */
  readonly pairedWith?: string;
  /** The permissions that it had. */
  readonly beforeMode?: number;
  /** The permissions that it gets, where it keeps its name and not its permissions. */
  readonly afterMode?: number;
  /** It is a symbolic link before that. */
  readonly wasLink?: true;
  /** It is one after it. */
  readonly isLink?: true;
}

export function stepsOf(file: StartedFile): readonly FileStep[] {
  const { path, before_hash: before, after_hash: after, renamed_from: from = path, before_mode: mode } = file;
  const { after_mode: given } = file;
  const had = mode === undefined ? {} : { beforeMode: mode };
  const gets = given === undefined ? {} : { afterMode: given };
  const was = file.before_link === undefined ? {} : { wasLink: file.before_link };
  const is = file.after_link === undefined ? {} : { isLink: file.after_link };
  if (from === path) return [{ path, before, after, ...had, ...gets, ...was, ...is }];
  if (given !== undefined)
    return [
      { path, before: null, after, ...gets },
      { path: from, before, after: null, ...had },
    ];
  return [
    { path, before: null, after, pairedWith: from },
    { path: from, before, after: null, pairedWith: path, ...had },
  ];
}

/** Whether there is something else after it. A file is no link, although it may hold the same text. */
export function changesContent({ before, after, wasLink, isLink }: FileStep): boolean {
  return before !== after || wasLink !== isLink;
}

/** Whether the step gives permissions to a file and leaves what it holds. */
export function isPermissionStep({ before, after, afterMode }: FileStep): boolean {
  return before === after && afterMode !== undefined;
}

/** Where symbolic links are put or taken away. */
export function linksOf(steps: readonly FileStep[]): ReadonlySet<string> {
  const links = steps.filter(({ wasLink, isLink }) => wasLink === true || isLink === true);
  return new Set(links.map(({ path }) => path));
}

/** What an entry says of a content. */
export function describeContent(
  bytes: Uint8Array,
): Pick<StartedFile, 'after_md5' | 'after_size'> & { readonly after_hash: ContentHash } {
  return { after_hash: contentHash(bytes), after_md5: hash('md5', bytes), after_size: bytes.length };
}

/** Keeps bytes that have no place any more, and remembers them for the entry. */
export function createKeeper(blobs: Blobs): {
  readonly keep: KeepBytes;
  readonly kept: readonly { readonly path: string; readonly blob: ContentHash }[];
} {
  const kept: { path: string; blob: ContentHash }[] = [];
  return {
    kept,
    keep: async (path, bytes) => {
      const put = await blobs.put(bytes);
      if (put.ok) kept.push({ path, blob: contentHash(bytes) });
      return put;
    },
  };
}
