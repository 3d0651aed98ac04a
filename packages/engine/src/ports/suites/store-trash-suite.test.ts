import { contentHashSchema, fail, rookError, succeed, type SessionId } from '@rook/contract';
import { expect, it } from 'vitest';

import { createFakeStore } from '../fakes/fake-store.ts';
import type { Store } from '../store.ts';
import { failedCases } from './failed-cases.ts';
import { storeTrashSuite } from './store-trash-suite.ts';

const me = { surface: 'twin' };

async function bytesOf(lines: ReturnType<Store['read']>): Promise<Uint8Array> {
  const pieces: Buffer[] = [];
  for await (const batch of lines) {
    for (const { bytes, finished } of batch.ok ? batch.value : []) {
      pieces.push(Buffer.from(bytes), Buffer.from(finished ? '\n' : ''));
    }
  }
  return Buffer.concat(pieces);
}

async function write(store: Store, session: SessionId, bytes: Uint8Array): Promise<void> {
  const opened = await store.open(session, me);
  if (!opened.ok) return;
  await opened.value.append(bytes, false);
  await opened.value.close();
}

const twins: readonly (readonly [string, (store: Store) => Partial<Store>])[] = [
  [
    'deletes what it should keep in the trash',
    (store) => ({
      trash: async (session) => {
        const purged = await store.purge(session, me);
        return purged.ok ? succeed(undefined) : purged;
      },
    }),
  ],
  [
    'leaves blobs behind a purge',
    (store) => ({
      purge: async (session, note, options) => {
        const plan = await store.purge(session, note, { dryRun: true });
        const blobs = plan.ok ? plan.value.parts.filter(({ kind }) => kind === 'blob') : [];
        const hashes = blobs.map(({ path }) => contentHashSchema.parse(path));
        const kept = await Promise.all(hashes.map(async (hash) => store.blobs.get(hash)));
        const purged = await store.purge(session, note, options);
        for (const blob of kept) if (blob.ok && blob.value !== null) await store.blobs.put(blob.value);
        return purged;
      },
    }),
  ],
  [
    'overwrites when it restores',
    (store) => ({
      restore: async (session, note) => {
        const bytes = await bytesOf(store.readTrash(session));
        if (bytes.length === 0) return fail(rookError('not_found', 'There is none.'));
        await store.purge(session, note);
        await write(store, session, bytes);
        return succeed(undefined);
      },
    }),
  ],
  ['leaves a deleted session in the list', () => ({ trash: async () => succeed(undefined) })],
  [
    'purges when it should only say what would go',
    (store) => ({ purge: async (session, note) => store.purge(session, note) }),
  ],
  [
    'takes bytes that others name',
    (store) => {
      let lost = false;
      return {
        blobs: {
          ...store.blobs,
          get: async (hash) => (lost ? succeed(null) : store.blobs.get(hash)),
        },
        purge: async (session, note, options) => {
          lost = options?.dryRun !== true;
          return store.purge(session, note, options);
        },
      };
    },
  ],
  [
    'forgets the anchor of a deleted session',
    (store) => ({
      trash: async (session, note) => {
        await store.anchors.set(session, { seq: 0, hash: '' });
        return store.trash(session, note);
      },
    }),
  ],
];

it('I-36 is passed by the store in memory', async () => {
  const failed = await failedCases(storeTrashSuite, () => {
    const store = createFakeStore();
    return () => store;
  });
  expect(failed).toEqual([]);
});

it.each(twins)('I-36 rejects a store that %s', async (_title, breakIt) => {
  const failed = await failedCases(storeTrashSuite, () => {
    const store = createFakeStore();
    const broken = { ...store, ...breakIt(store) };
    return () => broken;
  });
  expect(failed).not.toEqual([]);
});
