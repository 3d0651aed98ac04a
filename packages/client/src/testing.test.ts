import { succeed, type Following, type Workbench, type WorkbenchEvent } from '@rook/contract';
import { expect, it } from 'vitest';

import { createDirectClient } from './create-direct-client.ts';
import { createFakeWorkbench, failedStageCases, workbenchSuite, type WorkbenchStage } from './testing.ts';

const healing = { sleep: async () => Promise.resolve(), random: Math.random };

const openStage = (change: (client: Workbench) => Workbench) => async (): Promise<WorkbenchStage> => {
  const fake = createFakeWorkbench();
  return {
    fake,
    client: change(createDirectClient(fake, healing)),
    breakWay: async () => {
      fake.endAll();
    },
    close: async () => {
      fake.endAll();
    },
  };
};

it('A-26 is passed by the client of the same process', async () => {
  expect(
    await failedStageCases(
      workbenchSuite,
      openStage((client) => client),
    ),
  ).toEqual([]);
});

/** Changes the events of everything that is followed. */
const telling =
  (change: (events: AsyncIterable<WorkbenchEvent>) => AsyncIterable<WorkbenchEvent>) =>
  (client: Workbench): Workbench => ({
    ...client,
    follow: (wish) => {
      const following = client.follow(wish);
      return { events: change(following.events), stop: () => following.stop() };
    },
  });

async function* map(
  events: AsyncIterable<WorkbenchEvent>,
  change: (event: WorkbenchEvent) => readonly WorkbenchEvent[],
): AsyncGenerator<WorkbenchEvent, void, void> {
  for await (const event of events) yield* change(event);
}

const isOf = (event: WorkbenchEvent, seq: number): boolean =>
  event.type === 'entries' && event.entries.some((entry) => entry.seq === seq);

const endless = ({ events }: Following): Following => ({
  events: { [Symbol.asyncIterator]: () => withoutEnd(events) },
  stop: () => undefined,
});

function withoutEnd(events: AsyncIterable<WorkbenchEvent>): AsyncIterator<WorkbenchEvent> {
  const source = events[Symbol.asyncIterator]();
  return { next: async () => source.next() };
}

/** What is wrong with each, the promise that it breaks, and how. */
const twins: readonly (readonly [string, string, (client: Workbench) => Workbench])[] = [
  [
    'drops an entry',
    'all entries are told',
    telling((events) => map(events, (event) => (isOf(event, 3) ? [] : [event]))),
  ],
  [
    'doubles an entry',
    'all entries are told',
    telling((events) => map(events, (event) => (isOf(event, 3) ? [event, event] : [event]))),
  ],
  [
    'reorders entries',
    'all entries are told',
    telling((events) =>
      map(events, (event) =>
        event.type === 'entries' ? [{ ...event, entries: event.entries.toReversed() }] : [event],
      ),
    ),
  ],
  [
    'never stops',
    'who waits is told of the stop',
    (client) => ({ ...client, follow: (wish) => endless(client.follow(wish)) }),
  ],
  [
    'forgets where it was',
    'only entries behind',
    (client) => ({ ...client, follow: ({ session }) => client.follow({ session, after: -1 }) }),
  ],
  [
    'says nothing of breaks',
    'a break is told',
    telling((events) => map(events, (event) => (event.type === 'link' ? [] : [event]))),
  ],
  [
    'drops what is no entry',
    'deltas, states and notices',
    telling((events) => map(events, (event) => (event.type === 'notice' ? [] : [event]))),
  ],
  [
    'cuts bytes',
    'bytes are kept',
    (client) => ({ ...client, keepBlob: async (bytes) => client.keepBlob(bytes.subarray(0, 1000)) }),
  ],
  [
    'has bytes that nobody kept',
    'bytes that were never kept',
    (client) => ({ ...client, readBlob: async () => succeed(new Uint8Array(3)) }),
  ],
];

// A twin that hangs is given up early.
const HURRY = 1500;

it.each(twins)('rejects a transport that %s', async (_title, promise, breakIt) => {
  const failed = await failedStageCases(workbenchSuite, openStage(breakIt), HURRY);
  expect(failed.filter((line) => line.startsWith(promise))).toHaveLength(1);
});

const nothing = async (): Promise<void> => Promise.resolve();

async function openUnread(): Promise<WorkbenchStage> {
  const fake = createFakeWorkbench();
  return { fake, client: fake, breakWay: nothing, close: nothing };
}

it('rejects a transport that gives on what it was given unread', async () => {
  const failed = await failedStageCases(workbenchSuite.slice(0, 5), openUnread, HURRY);
  expect(failed.map((line) => line.split(':')[0])).toEqual([
    'a workbench that throws gives a failure',
    'a bad input is refused and goes no further',
    'a bad output is a failure, not a value',
  ]);
});
