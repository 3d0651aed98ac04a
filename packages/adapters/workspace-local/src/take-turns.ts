/** Lets what concerns the same thing happen one after the other. */
export interface Turns {
  take<Value>(thing: string, act: () => Promise<Value>): Promise<Value>;
}

export function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>();
  return {
    take: async (thing, act) => {
      const before = last.get(thing) ?? Promise.resolve();
      const mine = before.then(act, act);
      last.set(thing, mine);
      try {
        return await mine;
      } finally {
        if (last.get(thing) === mine) last.delete(thing);
      }
    },
  };
}
