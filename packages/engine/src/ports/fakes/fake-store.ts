import { fail, rookError, succeed, type Result, type SessionId } from '@rook/contract';

import { contentHash } from '../content-hash.ts';
import type { Anchor, Blobs, Holder, SessionWriter, Store } from '../store.ts';
import { createFakeDraft } from './fake-draft.ts';
import { createFakeKeptLooks } from './fake-kept-looks.ts';
import { createFakeKeptOutputs } from './fake-kept-outputs.ts';
import { createFakeTrash } from './fake-trash.ts';
import { createFakeTurns } from './fake-turns.ts';
import { joined } from './join-bytes.ts';
import { splitLines } from './split-lines.ts';

/** Nobody knows when a session was written to; it may have been just now. */
const UNKNOWN = new Date(8e15);

/** A store in memory, with the same rules about holders, order and unfinished lines as a real one. */
export function createFakeStore(): Store {
  const files = new Map<SessionId, Uint8Array>();
  const holders = new Map<SessionId, Holder>();
  const blobs = new Map<string, Uint8Array>();
  const anchors = new Map<SessionId, Anchor>();
  const documents = new Map<string, string>();
  const nothing = succeed(undefined);

  function writerOf(session: SessionId): SessionWriter {
    let open = true;
    return {
      append: async (bytes): Promise<Result<void>> => {
        if (!open) return fail(rookError('journal_unavailable', `Session ${session} was closed.`));
        files.set(session, joined(files.get(session) ?? new Uint8Array(), bytes));
        return nothing;
      },
      reopen: async () => nothing,
      close: async () => {
        if (open) holders.delete(session);
        open = false;
      },
    };
  }

  return {
    ...createFakeTrash({ files, holders, blobs, anchors, documents }),
    open: async (session, note) => {
      const holder = holders.get(session);
      if (holder !== undefined) {
        return fail(rookError('session_in_use', `Session ${session} is in use by ${holder.surface}.`));
      }
      holders.set(session, { ...note, pid: 1, started: new Date(0).toISOString() });
      files.set(session, files.get(session) ?? new Uint8Array());
      return succeed(writerOf(session));
    },
    place: async (session, chunks) => placeIn(files, session, chunks),
    read: async function* (session, from = 0) {
      yield succeed(splitLines((files.get(session) ?? new Uint8Array()).subarray(from)));
    },
    list: async () =>
      succeed(
        [...files]
          .toSorted(([a], [b]) => (a < b ? 1 : -1))
          .map(([id, bytes]) => {
            return { id, bytes: bytes.length, changed: UNKNOWN, path: `memory:${id}` };
          }),
      ),
    checkWritable: async () => nothing,
    holder: async (session) => succeed(holders.get(session) ?? null),
    ...createFakeTurns(),
    blobs: createFakeBlobs(blobs),
    anchors: {
      get: async (session) => succeed(anchors.get(session) ?? null),
      list: async () => succeed([...anchors.keys()]),
      set: async (session, anchor) => {
        anchors.set(session, anchor);
        return nothing;
      },
    },
    looks: createFakeKeptLooks(),
    outputs: createFakeKeptOutputs(blobs),
    documents: {
      get: async (session, name) => succeed(documents.get(`${session}/${name}`) ?? null),
      put: async (session, name, text) => {
        documents.set(`${session}/${name}`, text);
        return nothing;
      },
    },
  };
}

function createFakeBlobs(blobs: Map<string, Uint8Array>): Blobs {
  return {
    put: async (bytes) => {
      const hash = contentHash(bytes);
      blobs.set(hash, bytes.slice());
      return succeed(hash);
    },
    putAll: async (contents) => {
      for (const bytes of contents) blobs.set(contentHash(bytes), bytes.slice());
      return succeed(undefined);
    },
    begin: async () => {
      const draft = createFakeDraft(blobs);
      return succeed({ ...draft, keep: async () => draft.keep(async () => undefined) });
    },
    get: async (hash) => succeed(blobs.get(hash)?.slice() ?? null),
    read: async (hash) => {
      const bytes = blobs.get(hash)?.slice();
      return succeed(bytes === undefined ? null : piecesOf(bytes));
    },
    list: async () =>
      succeed([...blobs.values()].map((bytes) => ({ hash: contentHash(bytes), bytes: bytes.length }))),
    // Here all was kept at the beginning of time.
    remove: async (hashes, untouchedSince) =>
      succeed(untouchedSince.getTime() <= 0 ? [] : hashes.filter((hash) => blobs.delete(hash))),
  };
}

const PIECE_BYTES = 65_536;

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Result<Uint8Array>> {
  for (let from = 0; from < bytes.length; from += PIECE_BYTES)
    yield succeed(bytes.subarray(from, from + PIECE_BYTES));
}

async function placeIn(
  files: Map<SessionId, Uint8Array>,
  session: SessionId,
  chunks: AsyncIterable<Result<Uint8Array>>,
): Promise<Result<void>> {
  if (files.has(session)) return fail(rookError('exists', `Session ${session} is there already.`));
  let all: Uint8Array = new Uint8Array();
  for await (const chunk of chunks) {
    if (!chunk.ok) return chunk;
    all = joined(all, chunk.value);
  }
  files.set(session, all);
  return succeed(undefined);
}
