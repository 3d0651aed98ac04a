import { succeed } from '@rook/contract';

import type { Secrets } from '../secrets.ts';

/** Secrets that are forgotten with the object. */
export function createFakeSecrets(initial: ReadonlyMap<string, string> = new Map()): Secrets {
  const values = new Map(initial);
  return {
    place: 'memory',
    get: async (name) => succeed(values.get(name) ?? null),
    set: async (name, value) => {
      values.set(name, value);
      return succeed(undefined);
    },
    remove: async (name) => {
      values.delete(name);
      return succeed(undefined);
    },
    list: async () => succeed([...values.keys()].toSorted()),
  };
}
