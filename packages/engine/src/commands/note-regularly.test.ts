import { expect, it } from 'vitest';

import { createFakeClock } from '../ports/fakes/fake-clock.ts';
import { noteRegularly } from './note-regularly.ts';

async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

it('G-08 notes soon what changed, then once a second however often it changes, and nothing while it does not', async () => {
  const clock = createFakeClock();
  const times: number[] = [];
  const notes = noteRegularly(clock, async () => void times.push(clock.monotonic()));
  for (let step = 0; step < 30; step += 1) {
    notes.changed();
    clock.advance(100);
    await settle();
  }
  expect(times).toEqual([200, 1200, 2200]);
  for (let step = 0; step < 100; step += 1) {
    clock.advance(100);
    await settle();
  }
  expect(times).toEqual([200, 1200, 2200, 3200]);
  notes.changed();
  clock.advance(200);
  await settle();
  expect(times.at(-1)).toBe(13_200);
});

it('G-08 what is being noted is waited for, and nothing is noted after the end', async () => {
  const clock = createFakeClock();
  const { promise, resolve } = Promise.withResolvers<void>();
  const seen: string[] = [];
  const notes = noteRegularly(clock, async () => {
    seen.push('begun');
    await promise;
    seen.push('noted');
  });
  notes.changed();
  clock.advance(200);
  await settle();
  const stopped = notes.stop().then(() => seen.push('stopped'));
  notes.changed();
  await settle();
  expect(seen).toEqual(['begun']);
  resolve();
  await stopped;
  clock.advance(5000);
  notes.changed();
  clock.advance(5000);
  await settle();
  expect(seen).toEqual(['begun', 'noted', 'stopped']);
});
