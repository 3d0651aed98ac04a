import type { Following, WorkbenchEvent } from '@rook/contract';

/** Events that wait until somebody takes them. */
export interface EventChannel extends Following {
  push(event: WorkbenchEvent): void;
}

export function createEventChannel(): EventChannel {
  const waiting: WorkbenchEvent[] = [];
  let isOver = false;
  let wake = (): void => undefined;
  async function* read(): AsyncGenerator<WorkbenchEvent> {
    while (!isOver) {
      const event = waiting.shift();
      if (event === undefined) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      } else yield event;
    }
  }
  return {
    events: read(),
    push: (event) => {
      waiting.push(event);
      wake();
    },
    stop: () => {
      isOver = true;
      wake();
    },
  };
}
