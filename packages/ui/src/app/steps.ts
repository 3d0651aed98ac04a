import { createValueStore, type Readable } from './value-store.ts';

/** What one can walk through with the keyboard: `j` and `k`, `[` and `]`. */
export type StepKind = 'turns' | 'changes';
/** -1 and 1 walk; 0 opens what was reached. */
type StepDirection = -1 | 0 | 1;
export type Walk = (direction: StepDirection) => void;

export interface StepStore extends Readable<ReadonlyMap<StepKind, Walk>> {
  fill(kind: StepKind, walk: Walk): () => void;
  step(kind: StepKind, direction: StepDirection): void;
}

export function createStepStore(): StepStore {
  const store = createValueStore<ReadonlyMap<StepKind, Walk>>(new Map());
  return {
    subscribe: store.subscribe,
    getState: store.getState,
    fill: (kind, walk) => {
      store.set(new Map([...store.getState(), [kind, walk]]));
      return () => {
        if (store.getState().get(kind) !== walk) return;
        store.set(new Map([...store.getState()].filter(([name]) => name !== kind)));
      };
    },
    step: (kind, direction) => store.getState().get(kind)?.(direction),
  };
}
