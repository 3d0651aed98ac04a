import { isDeepStrictEqual } from 'node:util';

import { jsonrepair } from 'jsonrepair';
import { expect, it } from 'vitest';

import { readJson } from '../src/index.ts';
import { readBrokenCases } from './broken-json/read-cases.ts';

const cases = readBrokenCases('cases');

/** Undefined when it gives none. */
function repairOf(text: string): unknown {
  try {
    return JSON.parse(jsonrepair(text));
  } catch {
    return undefined;
  }
}

function ours(text: string): unknown {
  const { complete, value } = readJson(text);
  return complete ? value : undefined;
}

it.each(cases.map(({ name, text, value }) => [name, text, value] as const))(
  'C-14 %s',
  (_name, text, value) => {
    expect(ours(text)).toEqual(value);
  },
);

it('C-14 has a large and honest collection: every name once, and nothing that JSON.parse could read', () => {
  expect(cases.length).toBeGreaterThanOrEqual(190);
  expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
  const proper = cases.filter(({ text }) => {
    try {
      JSON.parse(text);
      return true;
    } catch {
      return false;
    }
  });
  // These must come out untouched in spite of what stands in their texts.
  expect(proper.map(({ name }) => name)).toEqual([
    'fence in a text',
    'typographic inside straight',
    'large exponent',
    'emoji as escapes',
    'address in a text',
    'comment signs in a text',
  ]);
});

it('C-14 gets at least as many right as jsonrepair, and fewer wrong', () => {
  const score = (read: (text: string) => unknown) => {
    const right = cases.filter(({ text, value }) => isDeepStrictEqual(read(text), value)).length;
    const wrong = cases.filter(({ text, value }) => {
      const found = read(text);
      return found !== undefined && !isDeepStrictEqual(found, value);
    }).length;
    return { right, wrong };
  };
  const [own, other] = [score(ours), score(repairOf)];
  expect(own).toEqual({ right: cases.length, wrong: 0 });
  expect(own.right).toBeGreaterThanOrEqual(other.right);
  expect(other.wrong).toBeGreaterThan(own.wrong);
});

it('C-14 has a reason written down wherever jsonrepair succeeds too and says something else', () => {
  const differing = cases.filter(({ text }) => {
    const [own, other] = [ours(text), repairOf(text)];
    return own !== undefined && other !== undefined && !isDeepStrictEqual(own, other);
  });
  expect(differing.filter(({ why }) => why === undefined)).toEqual([]);
  expect(cases.filter(({ why }) => why !== undefined)).toEqual(differing);
});

it('C-14 says of everything that was cut that it was cut', () => {
  for (const { name, text } of cases.filter(({ isCut }) => isCut)) {
    const { problems } = readJson(text);
    expect(
      problems.some(({ code }) => code === 'cut' || code === 'open_fence'),
      name,
    ).toBe(true);
  }
});

it('C-21 calls a prefix of a broken text complete only when it says all that the text says', () => {
  // Nothing tells that thoughts will have been thoughts before their end is marked.
  const judged = cases.filter(
    ({ name, value }) => value !== undefined && !name.startsWith('thoughts with only'),
  );
  for (const { name, text, value } of judged)
    for (let length = 0; length < text.length; length += 1) {
      const found = ours(text.slice(0, length));
      expect(found ?? value, `${name}: ${length} characters`).toEqual(value);
    }
});
