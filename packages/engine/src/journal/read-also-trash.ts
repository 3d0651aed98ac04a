import { succeed, type SessionId } from '@rook/contract';

import type { Store } from '../ports/store.ts';

/** Reads what is in the trash like any other session: who deleted a conversation did not take back what it changed. */
export function readAlsoTrash(
  store: Pick<Store, 'list' | 'read' | 'listTrash' | 'readTrash'>,
): Pick<Store, 'list' | 'read'> {
  const trashed = new Set<SessionId>();
  return {
    list: async () => {
      const [listed, trash] = [await store.list(), await store.listTrash()];
      if (!listed.ok || !trash.ok) return listed;
      const there = new Set(listed.value.map(({ id }) => id));
      const further = trash.value.filter(({ id }) => !there.has(id));
      for (const { id } of further) trashed.add(id);
      return succeed([...listed.value, ...further]);
    },
    read: (session) => (trashed.has(session) ? store.readTrash(session) : store.read(session)),
  };
}
