import { expect, it } from 'vitest';

import { must } from '../journal/test-journal.ts';
import { contentHash } from '../ports/content-hash.ts';
import { createFakeStore } from '../ports/fakes/fake-store.ts';
import { linkContent } from '../ports/link-content.ts';
import type { KeptChange } from './keep-command-changes.ts';
import { leaveOthers } from './leave-others.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const hashOf = (text: string) => contentHash(encode(text));
const facts = { added: 0, removed: 0 };

/** What is left of a change, told by its contents and its permissions; null where it was somebody else's. */
async function leave(
  change: Omit<KeptChange, 'path' | 'facts'>,
  wrote: string | undefined,
  gave: number | undefined,
): Promise<unknown> {
  const { blobs } = createFakeStore();
  for (const text of ['old', 'new', 'theirs']) must(await blobs.put(encode(text)));
  const others = {
    files: new Map(wrote === undefined ? [] : [['a', hashOf(wrote)]]),
    links: new Set<string>(),
    modes: new Map(gave === undefined ? [] : [['a', gave]]),
    beside: [],
  };
  const [left] = must(await leaveOthers(blobs, [{ path: 'a', facts, ...change }], others));
  if (left === undefined) return null;
  const { before, beforeMode, after, afterMode, permissionsOnly = false } = left;
  return [before, beforeMode, after, afterMode, permissionsOnly];
}

const [old, fresh, theirs] = [hashOf('old'), hashOf('new'), hashOf('theirs')];
const given = { beforeMode: 0o644, afterMode: 0o755 };
const content = { before: old, after: fresh };
const only = { before: old, after: old, ...given, permissionsOnly: true } as const;

it.each([
  [
    'all of it, where nobody else did anything',
    { ...content, ...given },
    undefined,
    undefined,
    [old, 0o644, fresh, 0o755, false],
  ],
  [
    'its permissions, where the content is of another',
    { ...content, ...given },
    'new',
    undefined,
    [fresh, 0o644, fresh, 0o755, true],
  ],
  ['nothing, where both are of another', { ...content, ...given }, 'new', 0o755, null],
  [
    'what it made of the content of another',
    { ...content, ...given },
    'theirs',
    undefined,
    [theirs, 0o644, fresh, 0o755, false],
  ],
  [
    'the content, where the permissions are of another',
    { ...content, ...given },
    undefined,
    0o755,
    [old, 0o755, fresh, undefined, false],
  ],
  ['permissions alone', only, undefined, undefined, [old, 0o644, old, 0o755, true]],
  ['none of permissions that are of another', only, undefined, 0o755, null],
  ['what it made of the permissions of another', only, undefined, 0o700, [old, 0o700, old, 0o755, true]],
  [
    'that it gave back what another had changed',
    { ...content, beforeMode: 0o644 },
    undefined,
    0o700,
    [old, 0o700, fresh, 0o644, false],
  ],
  [
    'that it took a file away, which has no permissions then',
    { before: old, beforeMode: 0o644, after: null },
    undefined,
    0o700,
    [old, 0o700, null, undefined, false],
  ],
  [
    'permissions of what nobody can read',
    { ...only, before: 'unknown', after: 'unknown' },
    'theirs',
    undefined,
    ['unknown', 0o644, 'unknown', 0o755, true],
  ],
] as const)('E-16 leaves to a command %s', async (_what, change, wrote, gave, left) => {
  expect(await leave(change, wrote, gave)).toEqual(left);
});

const link = (target: string) => contentHash(linkContent(target));

it.each([
  [
    'a link that it led on from where another had led it',
    { before: link('old'), wasLink: true, after: link('new'), isLink: true },
    { hash: link('theirs'), isLink: true },
    { before: link('theirs'), wasLink: true, after: link('new'), isLink: true },
  ],
  [
    'a link in the place of a file of another',
    { before: old, beforeMode: 0o644, after: link('new'), isLink: true },
    { hash: theirs, isLink: false },
    { before: theirs, beforeMode: 0o644, after: link('new'), isLink: true },
  ],
  [
    'a file in the place of a link of another',
    { before: old, beforeMode: 0o644, after: fresh },
    { hash: link('theirs'), isLink: true },
    { before: link('theirs'), wasLink: true, after: fresh },
  ],
  [
    'nothing of a link of another',
    { before: link('old'), wasLink: true, after: link('theirs'), isLink: true },
    { hash: link('theirs'), isLink: true },
    undefined,
  ],
  [
    'a link where another had put a file with its very text',
    { before: null, after: link('theirs'), isLink: true },
    { hash: link('theirs'), isLink: false },
    { before: link('theirs'), after: link('theirs'), isLink: true },
  ],
] as const)('E-16 leaves to a command %s', async (_what, change, wrote, expected) => {
  const { blobs } = createFakeStore();
  for (const text of ['old', 'new', 'theirs']) {
    must(await blobs.put(encode(text)));
    must(await blobs.put(linkContent(text)));
  }
  const others = {
    files: new Map([['a', wrote.hash]]),
    links: new Set(wrote.isLink ? ['a'] : []),
    modes: new Map<string, number>(),
  };
  const [left] = must(await leaveOthers(blobs, [{ path: 'a', facts, ...change }], others));
  const told = left === undefined ? undefined : { ...left, facts };
  expect(told).toEqual(expected === undefined ? undefined : { path: 'a', facts, ...expected });
});
