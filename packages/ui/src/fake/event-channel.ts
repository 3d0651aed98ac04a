import type { Following, WorkbenchEvent } from '@rook/contract';

/** Events that wait until somebody takes them. */
export interface EventChannel extends Following {
  push(event: WorkbenchEvent): void;
}

export function createEventChannel(): EventChannel {
  const state = { isOver: false, waiting: new Array<WorkbenchEvent>(), wake: Promise.withResolvers<void>() };
  const rouse = (): void => {
    state.wake.resolve();
    state.wake = Promise.withResolvers<void>();
  };
  async function* read(): AsyncGenerator<WorkbenchEvent> {
    while (!state.isOver) {
      const event = state.waiting.shift();
      if (event === undefined) await state.wake.promise;
      else yield event;
    }
  }
  return {
    events: read(),
    push: (event) => {
      state.waiting.push(event);
      rouse();
    },
    stop: () => {
      state.isOver = true;
      rouse();
    },
  };
}
