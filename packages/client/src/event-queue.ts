/** What is pushed at one end is taken at the other, in order; who waits is told at once. */
export interface EventQueue<Item> {
  readonly push: (item: Item) => void;
  /** What is in it is still taken; then it is over. */
  readonly end: () => void;
  readonly items: AsyncIterable<Item>;
}

export function createEventQueue<Item>(taken: () => void = () => undefined): EventQueue<Item> {
  const kept: Item[] = [];
  let isEnded = false;
  let wake = Promise.withResolvers<void>();
  const ring = (): void => {
    wake.resolve();
    wake = Promise.withResolvers<void>();
  };
  async function* take(): AsyncGenerator<Item, void, void> {
    for (;;) {
      const next = kept.splice(0);
      for (const item of next) {
        taken();
        yield item;
      }
      if (kept.length > 0) continue;
      if (isEnded) return;
      await wake.promise;
    }
  }
  return {
    push: (item) => {
      if (isEnded) return;
      kept.push(item);
      ring();
    },
    end: () => {
      isEnded = true;
      ring();
    },
    items: take(),
  };
}
