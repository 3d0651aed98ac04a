import { fail, rookError, succeed, type Result, type SessionId } from '@rook/contract';

import type { Anchor, Holder, PurgedPart, Store } from '../store.ts';
import { splitLines } from './split-lines.ts';

interface Kept {
  readonly files: Map<SessionId, Uint8Array>;
  readonly holders: ReadonlyMap<SessionId, Holder>;
  readonly blobs: Map<string, Uint8Array>;
  readonly anchors: Map<SessionId, Anchor>;
  readonly documents: Map<string, string>;
}

interface Thrown {
  readonly bytes: Uint8Array;
  readonly documents: ReadonlyMap<string, string>;
}

/** The part of the store in memory that deletes sessions and brings them back. */
export function createFakeTrash(
  kept: Kept,
): Pick<Store, 'trash' | 'restore' | 'listTrash' | 'readTrash' | 'purge'> {
  const { files, holders, blobs, anchors, documents } = kept;
  const trash = new Map<SessionId, Thrown>();

  const inUse = (session: SessionId): Result<void> => {
    const holder = holders.get(session);
    return holder === undefined
      ? succeed(undefined)
      : fail(rookError('session_in_use', `Session ${session} is in use by ${holder.surface}.`));
  };
  const documentsOf = (session: SessionId) =>
    new Map([...documents].filter(([name]) => name.startsWith(`${session}/`)));
  const removeDocuments = (session: SessionId) => {
    for (const name of documentsOf(session).keys()) documents.delete(name);
  };

  function textOf(session: SessionId): string {
    const thrown = trash.get(session);
    const texts = [files.get(session), thrown?.bytes].map((bytes) => new TextDecoder('latin1').decode(bytes));
    return [...texts, ...documentsOf(session).values(), ...(thrown?.documents.values() ?? [])].join('\n');
  }

  return {
    trash: async (session) => {
      const free = inUse(session);
      const bytes = files.get(session);
      if (!free.ok) return free;
      if (bytes === undefined) return missing(session);
      if (trash.has(session)) return exists(session);
      trash.set(session, { bytes, documents: documentsOf(session) });
      files.delete(session);
      removeDocuments(session);
      return succeed(undefined);
    },
    restore: async (session) => {
      const free = inUse(session);
      const thrown = trash.get(session);
      if (!free.ok) return free;
      if (thrown === undefined) return missing(session);
      if (files.has(session)) return exists(session);
      files.set(session, thrown.bytes);
      for (const [name, text] of thrown.documents) documents.set(name, text);
      trash.delete(session);
      return succeed(undefined);
    },
    listTrash: async () =>
      succeed(
        [...trash].map(([id, { bytes }]) => {
          return { id, bytes: bytes.length, changed: new Date(0), path: `memory:trash/${id}` };
        }),
      ),
    readTrash: async function* (session) {
      yield succeed(splitLines(trash.get(session)?.bytes ?? new Uint8Array()));
    },
    purge: async (session, _holder, options) => {
      const free = inUse(session);
      if (!free.ok) return free;
      if (!files.has(session) && !trash.has(session)) return missing(session);
      const others = [...files.keys(), ...trash.keys()].filter((id) => id !== session);
      const elsewhere = others.map(textOf).join('\n');
      const mine = textOf(session);
      const named = [...blobs.keys()].filter((hash) => mine.includes(hash.slice('sha256:'.length)));
      const doomed = named.filter((hash) => !elsewhere.includes(hash.slice('sha256:'.length)));
      const parts: PurgedPart[] = [
        { kind: 'journal', path: `memory:${session}`, bytes: mine.length },
        ...doomed.map((path) => ({ kind: 'blob', path, bytes: blobs.get(path)?.length ?? 0 }) as const),
      ];
      if (options?.dryRun !== true) {
        for (const hash of doomed) blobs.delete(hash);
        for (const all of [files, trash, anchors]) all.delete(session);
        removeDocuments(session);
      }
      return succeed({ parts, keptBlobs: named.length - doomed.length });
    },
  };
}

function missing(session: SessionId): Result<never> {
  return fail(rookError('not_found', `There is no session ${session}.`));
}

function exists(session: SessionId): Result<never> {
  return fail(rookError('exists', `There is a session ${session} already.`));
}
