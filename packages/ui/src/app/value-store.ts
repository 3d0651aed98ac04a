import { useSyncExternalStore } from 'react';

/** What a view can read and be told about. */
export interface Readable<Value> {
  readonly subscribe: (listener: () => void) => () => void;
  readonly getState: () => Value;
}

export interface ValueStore<Value> extends Readable<Value> {
  set(value: Value): void;
}

export function createValueStore<Value>(first: Value): ValueStore<Value> {
  let state = first;
  const listeners = new Set<() => void>();
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    getState: () => state,
    set: (value) => {
      if (Object.is(value, state)) return;
      state = value;
      for (const listener of listeners) listener();
    },
  };
}

/** Settles as soon as the store says so. */
export async function untilState<Value>(
  { subscribe, getState }: Readable<Value>,
  isReached: (value: Value) => boolean,
): Promise<void> {
  if (isReached(getState())) return;
  await new Promise<void>((resolve) => {
    const stop = subscribe(() => {
      if (!isReached(getState())) return;
      stop();
      resolve();
    });
  });
}

/** `choose` has to give the same value for the same state; a view renders when that value is another one. */
export function useChosen<Value, Chosen>(store: Readable<Value>, choose: (value: Value) => Chosen): Chosen {
  const read = (): Chosen => choose(store.getState());
  return useSyncExternalStore(store.subscribe, read, read);
}

export function useStore<Value>(store: Readable<Value>): Value {
  return useSyncExternalStore(store.subscribe, store.getState, store.getState);
}
