import type { KeptLooks } from '../kept-looks.ts';

/** Looks in memory. */
export function createFakeKeptLooks(): KeptLooks {
  const kept = new Map<string, Uint8Array>();
  return {
    keep: async (session, command, pieces) => {
      kept.set(`${session}/${command}`, new Uint8Array(Buffer.concat([...pieces])));
    },
    load: async (session, command) => kept.get(`${session}/${command}`)?.slice() ?? null,
    drop: async (session, command) => void kept.delete(`${session}/${command}`),
    clear: async (session) => {
      for (const name of kept.keys()) if (name.startsWith(`${session}/`)) kept.delete(name);
    },
  };
}
