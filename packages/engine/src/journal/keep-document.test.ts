import { setImmediate as settleTasks } from 'node:timers/promises';

import { expect, it } from 'vitest';

import { createFakeClock } from '../ports/fakes/fake-clock.ts';
import { createDocumentKeeper, LONGEST_WAIT_MILLISECONDS, QUIET_MILLISECONDS } from './keep-document.ts';

it('I-37 writes a projection once things are quiet, and at once when asked to', async () => {
  const clock = createFakeClock();
  let writes = 0;
  const keeper = createDocumentKeeper(clock, async () => (writes += 1));
  for (let change = 0; change < 5; change += 1) {
    keeper.changed();
    clock.advance(QUIET_MILLISECONDS - 1);
    await settleTasks();
  }
  expect(writes).toBe(0);
  clock.advance(1);
  await settleTasks();
  expect(writes).toBe(1);
  keeper.changed();
  await keeper.flush();
  await keeper.flush();
  expect(writes).toBe(2);
});

it('I-37 writes after a while also where things are never quiet', async () => {
  const clock = createFakeClock();
  let writes = 0;
  const keeper = createDocumentKeeper(clock, async () => (writes += 1));
  for (let passed = 0; passed < LONGEST_WAIT_MILLISECONDS; passed += 100) {
    keeper.changed();
    clock.advance(100);
    await settleTasks();
  }
  expect(writes).toBe(1);
});

it('I-37 forgets no change that comes while it writes', async () => {
  const clock = createFakeClock();
  const begun: PromiseWithResolvers<void>[] = [];
  const keeper = createDocumentKeeper(clock, async () => {
    const one = Promise.withResolvers<void>();
    begun.push(one);
    await one.promise;
  });
  keeper.changed();
  const first = keeper.flush();
  await settleTasks();
  keeper.changed();
  const second = keeper.flush();
  begun[0]?.resolve();
  await first;
  await settleTasks();
  expect(begun).toHaveLength(2);
  begun[1]?.resolve();
  await second;
});
