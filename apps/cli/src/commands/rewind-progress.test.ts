import { expect, it, onTestFinished, vi } from 'vitest';

import { createRewindProgress } from './rewind-progress.ts';

function makeProgress() {
  const shown: string[] = [];
  let time = 0;
  const progress = createRewindProgress({ progress: (text) => void shown.push(text) }, () => time);
  return { progress, shown, pass: (milliseconds: number) => void (time += milliseconds) };
}

it('E-16 says how far a rewind of many files is, each line for a while, and takes the last one away', async () => {
  const { progress, shown, pass } = makeProgress();
  await progress.writing(40, async () => {
    for (const step of ['compare', 'stage', 'place', 'check'])
      for (let file = 0; file < 40; file += 1) {
        pass(20);
        progress.watch(step);
      }
  });
  expect(shown[0]).toBe('Comparing 25 of 40 files …');
  expect(shown).toContain('Writing 5 of 40 files …');
  expect(shown.filter((line) => line.startsWith('Reading back '))).toHaveLength(8);
  expect([shown.length, shown.at(-1)]).toEqual([21, '']);
});

it('E-16 says nothing of a rewind that takes no time, nor of what is written at another time', async () => {
  const { progress, shown, pass } = makeProgress();
  await progress.writing(2, async () => progress.watch('stage'));
  await progress.during('Looking …', async () => undefined);
  pass(10_000);
  progress.watch('stage');
  expect(shown).toEqual([]);
});

it('E-16 says that files are looked at where that takes a while, also when it fails', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { progress, shown } = makeProgress();
  const long = progress.during('Looking …', async () => {
    await vi.advanceTimersByTimeAsync(700);
    throw new Error('no');
  });
  await expect(long).rejects.toThrow('no');
  expect(shown).toEqual(['Looking …', '']);
});
