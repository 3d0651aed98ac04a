import { expect, it } from 'vitest';

import { createCallMemory } from './call-memory.ts';

it('carries out a call once, also while it is still under way', async () => {
  const memory = createCallMemory();
  const { promise, resolve } = Promise.withResolvers<string>();
  let runs = 0;
  const run = async (): Promise<string> => {
    runs += 1;
    return promise;
  };
  const answers = Promise.all([memory.answerOnce('a', run), memory.answerOnce('a', run)]);
  resolve('done');
  expect(await answers).toEqual(['done', 'done']);
  expect(await memory.answerOnce('a', run)).toBe('done');
  expect(runs).toBe(1);
  await memory.answerOnce(undefined, run);
  await memory.answerOnce('b', run);
  expect(runs).toBe(3);
});

it('remembers neither long answers nor more than it has room for', async () => {
  const memory = createCallMemory();
  let runs = 0;
  const count = (text: string) => async (): Promise<string> => {
    runs += 1;
    return text;
  };
  await memory.answerOnce('long', count('x'.repeat(10_000)));
  await memory.answerOnce('long', count('x'));
  expect(runs).toBe(2);
  for (let place = 0; place < 300; place += 1) await memory.answerOnce(`${place}`, count('x'));
  await memory.answerOnce('299', count('x'));
  await memory.answerOnce('long', count('x'));
  expect(runs).toBe(303);
});
