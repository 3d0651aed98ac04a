import type { ExplainedRange, WorkbenchEvent } from '@rook/contract';
import { expect, it } from 'vitest';

import { createFileReasons, type FileReasons } from './file-reasons.ts';

interface Setup {
  readonly reasons: FileReasons;
  /** What was done so far: sessions read, files traced. */
  readonly counts: { opened: number; traced: number };
  readonly changes: { told: number };
  /** A session is written to. */
  readonly write: () => void;
  readonly pass: (milliseconds: number) => Promise<void>;
  readonly emit: (event: WorkbenchEvent) => Promise<void>;
}

const NOTHING: readonly ExplainedRange[] = [];

const settle = async (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function setUp(readingMilliseconds = 1): Setup {
  const counts = { opened: 0, traced: 0 };
  const changes = { told: 0 };
  let [now, stamp] = [0, 0];
  const sleepers: { readonly until: number; readonly wake: () => void }[] = [];
  const events: WorkbenchEvent[] = [];
  let isStopped = false;
  let arrived = Promise.withResolvers<void>();
  async function* tell(): AsyncGenerator<WorkbenchEvent> {
    for (;;) {
      await arrived.promise;
      if (isStopped) return;
      arrived = Promise.withResolvers<void>();
      yield* events.splice(0);
    }
  }
  const reasons = createFileReasons(
    {
      stamp: async () => String(stamp),
      open: async () => {
        counts.opened += 1;
        now += readingMilliseconds;
        return async () => {
          counts.traced += 1;
          return NOTHING;
        };
      },
      follow: () => ({
        events: tell(),
        stop: () => {
          isStopped = true;
          arrived.resolve();
        },
      }),
      clock: {
        now: () => new Date(0),
        monotonic: () => now,
        sleep: async (milliseconds) =>
          new Promise((wake) => sleepers.push({ until: now + milliseconds, wake })),
      },
    },
    () => {
      changes.told += 1;
    },
  );
  return {
    reasons,
    counts,
    changes,
    write: () => {
      stamp += 1;
    },
    pass: async (milliseconds) => {
      now += milliseconds;
      for (const { until, wake } of sleepers) if (until <= now) wake();
      await settle();
    },
    emit: async (event) => {
      events.push(event);
      arrived.resolve();
      await settle();
    },
  };
}

const file = (version: number, path = 'a.ts') => ({ path, version, lines: 10 });

it('H-34 reads the sessions once, and traces a file once for each text that it has', async () => {
  const { reasons, counts, pass } = setUp();
  await Promise.all([reasons.of(file(1)), reasons.of(file(1))]);
  await pass(60_000);
  await reasons.of(file(1));
  expect(counts).toEqual({ opened: 1, traced: 1 });
  await reasons.of(file(2));
  await reasons.of(file(2, 'b.ts'));
  expect(counts).toEqual({ opened: 1, traced: 3 });
});

it('H-34 reads them again when they were written to, but not all the time', async () => {
  const { reasons, counts, write, pass } = setUp(1000);
  await reasons.of(file(1));
  write();
  await pass(9000);
  await reasons.of(file(2));
  expect(counts).toEqual({ opened: 1, traced: 2 });
  await pass(1000);
  await reasons.of(file(2));
  expect(counts).toEqual({ opened: 2, traced: 3 });
});

it('H-34 a very long file is left alone', async () => {
  const { reasons, counts } = setUp();
  expect(await reasons.of({ ...file(1), lines: 20_001 })).toEqual([]);
  expect(counts).toEqual({ opened: 0, traced: 0 });
});

it('H-34 tells once for many entries, when they can be read, and not at all when nobody watches', async () => {
  const { reasons, changes, emit, pass } = setUp();
  await reasons.of(file(1));
  reasons.watch();
  for (let count = 0; count < 5; count += 1) await emit({ type: 'sessions_changed' });
  expect(changes.told).toBe(0);
  await pass(500);
  expect(changes.told).toBe(1);
  await emit({ type: 'sessions_changed' });
  reasons.rest();
  await pass(500);
  expect(changes.told).toBe(1);
});
