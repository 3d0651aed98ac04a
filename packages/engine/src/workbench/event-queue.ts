/** What was pushed, in order, for one reader; who waits is told at once. */
export interface EventQueue<Item> {
  push(item: Item): void;
  /** The next one; undefined when it was ended, which lets go of what nobody read. */
  next(): Promise<Item | undefined>;
  end(): void;
  readonly isEnded: () => boolean;
}

export function createEventQueue<Item>(): EventQueue<Item> {
  const items: Item[] = [];
  let isEnded = false;
  let wake: (() => void) | null = null;
  const stir = (): void => {
    wake?.();
    wake = null;
  };
  return {
    isEnded: () => isEnded,
    push: (item) => {
      if (isEnded) return;
      items.push(item);
      stir();
    },
    next: async () => {
      for (;;) {
        if (isEnded) return undefined;
        const item = items.shift();
        if (item !== undefined) return item;
        const { promise, resolve } = Promise.withResolvers<void>();
        wake = resolve;
        await promise;
      }
    },
    end: () => {
      isEnded = true;
      items.length = 0;
      stir();
    },
  };
}
