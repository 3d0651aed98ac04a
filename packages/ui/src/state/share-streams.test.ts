import { sessionIdSchema, type Following, type Workbench, type WorkbenchEvent } from '@rook/contract';
import { expect, it } from 'vitest';

import { createFakeWorkbench } from '../fake/fake-workbench.ts';
import { shareStreams } from './share-streams.ts';

/** Counts the streams that are open beneath. */
function makeCounted(): {
  readonly workbench: Workbench;
  readonly open: () => readonly (string | null)[];
  readonly tell: (event: WorkbenchEvent) => void;
} {
  const open = new Map<Following, string | null>();
  const queues = new Set<(event: WorkbenchEvent) => void>();
  const workbench = shareStreams({
    ...createFakeWorkbench(),
    follow: ({ session }) => {
      let push: (() => void) | null = null;
      const waiting: (WorkbenchEvent | null)[] = [];
      const take = (event: WorkbenchEvent | null): void => {
        waiting.push(event);
        push?.();
      };
      queues.add(take);
      const following: Following = {
        events: (async function* () {
          for (;;) {
            const event = waiting.shift();
            if (event === null) return;
            if (event !== undefined) {
              yield event;
              continue;
            }
            const { promise, resolve } = Promise.withResolvers<void>();
            push = resolve;
            await promise;
          }
        })(),
        stop: () => {
          open.delete(following);
          queues.delete(take);
          take(null);
        },
      };
      open.set(following, session);
      return following;
    },
  });
  return {
    workbench,
    open: () => [...open.values()],
    tell: (event) => {
      for (const take of queues) take(event);
    },
  };
}

const session = sessionIdSchema.parse('rook-20261116-00000001');

it('Q-05 a page has one stream, whatever it follows', () => {
  const { workbench, open } = makeCounted();
  const list = workbench.follow({ session: null, after: -1 });
  expect(open()).toEqual([null]);
  const one = workbench.follow({ session, after: -1 });
  expect(open()).toEqual([session]);
  one.stop();
  expect(open()).toEqual([null]);
  list.stop();
  expect(open()).toEqual([]);
});

it('Q-05 tells the list what the stream of a session says about it, and what was missed between two', async () => {
  const { workbench, tell } = makeCounted();
  const list = workbench.follow({ session: null, after: -1 });
  const one = workbench.follow({ session, after: -1 });
  const heard: string[] = [];
  const listening = (async () => {
    for await (const event of list.events) heard.push(event.type);
  })();
  const reading = (async () => {
    for await (const event of one.events) if (event.type === 'sessions_changed') one.stop();
  })();
  tell({ type: 'link', isUp: false });
  tell({ type: 'sessions_changed' });
  await reading;
  await expect
    .poll(() => heard)
    .toEqual(['sessions_changed', 'link', 'sessions_changed', 'sessions_changed']);
  list.stop();
  await listening;
});
