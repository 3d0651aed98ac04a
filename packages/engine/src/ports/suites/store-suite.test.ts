import { succeed, type Result } from '@rook/contract';
import { expect, it } from 'vitest';

import type { BlobDraft } from '../blob-draft.ts';
import { createFakeStore } from '../fakes/fake-store.ts';
import type { ChangeMark, SessionWriter, Store } from '../store.ts';
import { failedCases } from './failed-cases.ts';
import { storeSuite } from './store-suite.ts';

function fakeState(): () => Store {
  const store = createFakeStore();
  return () => store;
}

it('is passed by the store in memory', async () => {
  expect(await failedCases(storeSuite, fakeState)).toEqual([]);
});

/** A store whose writers are broken in one way. */
function withBrokenWriter(store: Store, breakIt: (writer: SessionWriter) => Partial<SessionWriter>): Store {
  return {
    ...store,
    open: async (session, note) => {
      const opened = await store.open(session, note);
      return opened.ok ? succeed({ ...opened.value, ...breakIt(opened.value) }) : opened;
    },
  };
}

/** A store that keeps what comes piece by piece in a broken way. */
function withBrokenDrafts(store: Store, breakIt: (draft: BlobDraft) => Partial<BlobDraft>): Store {
  const begin: Store['blobs']['begin'] = async () => {
    const begun = await store.blobs.begin();
    return begun.ok ? succeed({ ...begun.value, ...breakIt(begun.value) }) : begun;
  };
  return { ...store, blobs: { ...store.blobs, begin } };
}

async function* oneOf(bytes: Uint8Array): AsyncGenerator<Result<Uint8Array>> {
  yield succeed(bytes);
}

const NO_MARK: ChangeMark = {
  noted: async () => succeed(undefined),
  leaveOpen: () => undefined,
  settle: () => undefined,
};

const twins: readonly (readonly [string, (store: Store) => Store])[] = [
  [
    'acknowledges before writing',
    (store) =>
      withBrokenWriter(store, (writer) => ({
        append: async (bytes, durable) => {
          setTimeout(() => void writer.append(bytes, durable), 5);
          return succeed(undefined);
        },
      })),
  ],
  [
    'drops what was never finished',
    (store) => ({
      ...store,
      read: async function* (session) {
        for await (const batch of store.read(session)) {
          yield batch.ok ? succeed(batch.value.filter(({ finished }) => finished)) : batch;
        }
      },
    }),
  ],
  ['reads from the beginning again', (store) => ({ ...store, read: (session) => store.read(session) })],
  [
    'skips empty lines',
    (store) => ({
      ...store,
      read: async function* (session) {
        for await (const batch of store.read(session)) {
          yield batch.ok ? succeed(batch.value.filter(({ bytes }) => bytes.length > 0)) : batch;
        }
      },
    }),
  ],
  [
    'lets two hold a session',
    (store) => ({
      ...store,
      open: async (session, note) => {
        const opened = await store.open(session, note);
        if (opened.ok) await opened.value.close();
        const again = await store.open(session, note);
        return again.ok ? succeed({ ...again.value, append: async () => succeed(undefined) }) : again;
      },
    }),
  ],
  [
    'goes on writing when it is closed',
    (store) => withBrokenWriter(store, () => ({ close: async () => undefined })),
  ],
  [
    'reorders appends',
    (store) =>
      withBrokenWriter(store, (writer) => ({
        append: async (bytes, durable) => {
          if (durable) await new Promise((resolve) => setTimeout(resolve, 1));
          return writer.append(bytes, durable);
        },
      })),
  ],
  [
    'returns other bytes than were kept',
    (store) => ({
      ...store,
      blobs: { ...store.blobs, get: async () => succeed(new Uint8Array([1])) },
    }),
  ],
  [
    'lets go of bytes that somebody has just kept',
    (store) => ({
      ...store,
      blobs: { ...store.blobs, remove: async (hashes) => store.blobs.remove(hashes, new Date(8e15)) },
    }),
  ],
  [
    'acknowledges bytes that are kept together, and does not have them',
    (store) => ({ ...store, blobs: { ...store.blobs, putAll: async () => succeed(undefined) } }),
  ],
  [
    'forgets a piece that is small',
    (store) =>
      withBrokenDrafts(store, (draft) => ({
        add: async (bytes) => (bytes.length < 10 ? succeed(undefined) : draft.add(bytes)),
      })),
  ],
  ['keeps what was let go of', (store) => withBrokenDrafts(store, () => ({ drop: async () => undefined }))],
  [
    'mixes what is kept piece by piece at once',
    (store) => {
      const begun = store.blobs.begin();
      return { ...store, blobs: { ...store.blobs, begin: async () => begun } };
    },
  ],
  [
    'shows bytes before all of them are there',
    (store) =>
      withBrokenDrafts(store, (draft) => ({
        add: async (bytes) => {
          await store.blobs.put(bytes);
          return draft.add(bytes);
        },
      })),
  ],
  [
    'hands out a large content in one piece',
    (store) => ({
      ...store,
      blobs: {
        ...store.blobs,
        read: async (hash) => {
          const bytes = await store.blobs.get(hash);
          return bytes.ok && bytes.value !== null ? succeed(oneOf(bytes.value)) : succeed(null);
        },
      },
    }),
  ],
  ['lists no bytes', (store) => ({ ...store, blobs: { ...store.blobs, list: async () => succeed([]) } })],
  [
    'forgets anchors',
    (store) => ({ ...store, anchors: { ...store.anchors, set: async () => succeed(undefined) } }),
  ],
  [
    'does not say which sessions have an anchor',
    (store) => ({ ...store, anchors: { ...store.anchors, list: async () => succeed([]) } }),
  ],
  [
    'places what came before a failure',
    (store) => ({
      ...store,
      place: async (session, chunks) => {
        for await (const chunk of chunks) {
          if (!chunk.ok) return chunk;
          const writer = await store.open(session, { surface: 'twin' });
          if (writer.ok) await writer.value.append(chunk.value, true);
          if (writer.ok) await writer.value.close();
        }
        return succeed(undefined);
      },
    }),
  ],
  [
    'lets two change files at once',
    (store) => ({
      ...store,
      changing: async (work) => work(NO_MARK),
    }),
  ],
  [
    'forgets what a change left open',
    (store) => ({
      ...store,
      changing: async (work, wait) =>
        store.changing(async (mark) => work({ ...mark, leaveOpen: () => undefined }), wait),
    }),
  ],
  [
    'takes the next change of a session for its settling',
    (store) => ({
      ...store,
      changing: async (work, wait) =>
        store.changing(async (mark) => {
          mark.settle();
          return work(mark);
        }, wait),
    }),
  ],
  [
    'begins a change and says then that another one is at work',
    (store) => ({
      ...store,
      changing: async (work, wait) => {
        if (wait?.milliseconds === 0) await work(NO_MARK);
        return store.changing(work, wait);
      },
    }),
  ],
  ['lists nothing', (store) => ({ ...store, list: async () => succeed([]) })],
  ['names no holder', (store) => ({ ...store, holder: async () => succeed(null) })],
  [
    'does not say where the holder is reached',
    (store) => ({
      ...store,
      open: async (session, { surface }) => store.open(session, { surface }),
    }),
  ],
];

it.each(twins)('rejects a store that %s', async (_title, breakIt) => {
  const failed = await failedCases(storeSuite, () => {
    const broken = breakIt(fakeState()());
    return () => broken;
  });
  expect(failed).not.toEqual([]);
});
