import { expect, it } from 'vitest';

import type { HostStorage } from './host.ts';
import { createKeptMarks } from './kept-marks.ts';

function createStorage(texts = new Map<string, string>()): HostStorage {
  return { get: (key) => texts.get(key) ?? null, set: (key, text) => void texts.set(key, text) };
}

it('Q-06 keeps marks over a reload, and those of another page with them', () => {
  const storage = createStorage();
  const [here, there] = [createKeptMarks(storage, 'marks'), createKeptMarks(storage, 'marks')];
  here.write('one', 'a');
  there.write('two', 'b');
  expect([here.read('one'), here.read('two')]).toEqual(['a', 'b']);
  here.write('two', 'c');
  expect(there.read('two')).toBe('c');
  expect(createKeptMarks(storage, 'marks').read('two')).toBe('c');
  expect(createKeptMarks(storage, 'others').read('two')).toBeNull();
});

it('Q-06 lets go of the oldest marks, tells of each change, and lives without a place to keep them', () => {
  const marks = createKeptMarks({ get: () => null, set: () => undefined }, 'marks');
  for (let number = 0; number <= 300; number += 1) marks.write(`n${number}`, 'x');
  expect([marks.read('n0'), marks.read('n1'), marks.read('n300')]).toEqual([null, 'x', 'x']);
  const before = marks.getState();
  marks.write('n1', 'x');
  expect(marks.getState()).toBe(before);
  marks.write('n1', 'y');
  expect(marks.getState()).toBe(before + 1);
});

it('Q-06 takes what an older page kept in another shape for nothing', () => {
  for (const text of ['{', '"a"', '[["a"]]', '[["a",1]]'])
    expect(createKeptMarks(createStorage(new Map([['marks', text]])), 'marks').read('a')).toBeNull();
});
