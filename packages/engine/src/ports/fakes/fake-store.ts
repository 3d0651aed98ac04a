import { fail, rookError, succeed, type SessionId } from '@rook/contract';

import { contentHash } from '../content-hash.ts';
import type { Store } from '../store.ts';

/** A store in memory, with the same rules about holders and order as a real one. */
export function createFakeStore(): Store {
  const sessions = new Map<SessionId, Uint8Array[]>();
  const held = new Set<SessionId>();
  const blobs = new Map<string, Uint8Array>();

  return {
    open: async (session) => {
      if (held.has(session)) return fail(rookError('session_in_use', `Session ${session} is in use.`));
      held.add(session);
      const lines = sessions.get(session) ?? [];
      sessions.set(session, lines);
      let open = true;
      return succeed({
        append: async (added) => {
          if (!open) return fail(rookError('journal_unavailable', `Session ${session} was closed.`));
          lines.push(...added.map((line) => line.slice()));
          return succeed(undefined);
        },
        close: async () => {
          if (open) held.delete(session);
          open = false;
        },
      });
    },
    read: async function* (session, from = 0) {
      for (const line of (sessions.get(session) ?? []).slice(from)) yield succeed(line.slice());
    },
    list: async () => succeed([...sessions.keys()].toSorted().toReversed()),
    blobs: {
      put: async (bytes) => {
        const hash = contentHash(bytes);
        blobs.set(hash, bytes.slice());
        return succeed(hash);
      },
      get: async (hash) => succeed(blobs.get(hash)?.slice() ?? null),
    },
  };
}
