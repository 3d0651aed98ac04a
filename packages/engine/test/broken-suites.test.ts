import { isDeepStrictEqual } from 'node:util';

import { jsonrepair } from 'jsonrepair';
import { expect, it } from 'vitest';

import { readJson } from '../src/index.ts';
import { createJsonReader } from '../src/replies/json-reader.ts';
import { readBrokenCases, type BrokenCase } from './broken-json/read-cases.ts';

const cases = readBrokenCases('suites');
const kindOf = ({ name }: BrokenCase) => name.replace(/ \d+$/, '');

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

/** Right is a value that is the one meant: who refuses is never right, whatever the text. */
type Verdict = 'right' | 'wrong' | 'refused';

function judge({ text, value }: BrokenCase, read: (text: string) => unknown): Verdict {
  const found = read(text);
  if (found === undefined) return 'refused';
  return value !== undefined && isDeepStrictEqual(found, value) ? 'right' : 'wrong';
}

function count(read: (text: string) => unknown, verdict: Verdict): number {
  return cases.filter((one) => judge(one, read) === verdict).length;
}

it.each(cases.map((one) => [one.name, one] as const))('C-14 %s', (_name, one) => {
  const isRead = one.value !== undefined && one.refused === undefined;
  expect(judge(one, ours), one.text).toBe(isRead ? 'right' : 'refused');
});

it('C-14 has every kind of fault, many of each, and nothing that JSON.parse could read', () => {
  expect(cases.length).toBeGreaterThan(550);
  const kinds = Map.groupBy(cases, kindOf);
  expect([...kinds.keys()]).toHaveLength(20);
  expect(Math.min(...Array.from(kinds.values(), ({ length }) => length))).toBeGreaterThan(10);
  for (const { text } of cases) expect(() => void JSON.parse(text), text).toThrow(SyntaxError);
});

it('C-14 gets at least as many of the suites right as jsonrepair, and nothing wrong', () => {
  expect(count(ours, 'wrong')).toBe(0);
  expect(count(ours, 'right')).toBeGreaterThanOrEqual(count(repairOf, 'right'));
  const wrong = cases.filter((one) => judge(one, repairOf) === 'wrong');
  expect(wrong.some(({ isCut, value }) => !isCut && value !== undefined)).toBe(true);
});

it('C-14 refuses what it could know in few cases only, each with its reason', () => {
  const known = cases.filter(({ value }) => value !== undefined);
  const refused = known.filter((one) => judge(one, ours) === 'refused');
  expect(refused).toEqual(cases.filter((one) => one.refused !== undefined));
  expect(refused.length).toBeLessThan(known.length / 20);
});

it('C-14 has a reason wherever jsonrepair succeeds too and says something else', () => {
  const differing = cases.filter(({ text }) => {
    const [own, other] = [ours(text), repairOf(text)];
    return own !== undefined && other !== undefined && !isDeepStrictEqual(own, other);
  });
  expect(cases.filter(({ why }) => why !== undefined)).toEqual(differing);
});

it('C-21 says of everything in the suites that was cut that it was cut', () => {
  for (const { name, text } of cases.filter(({ isCut }) => isCut)) {
    const { problems } = readJson(text);
    expect(
      problems.some(({ code }) => code === 'cut' || code === 'open_fence'),
      name,
    ).toBe(true);
  }
});

it('C-21 calls a prefix of a text of the suites complete only when it says all that the text says', () => {
  // A text or number that is all there is cannot be told from the beginning of a longer one.
  const judged = cases.filter(({ value }) => typeof value === 'object' && value !== null);
  for (const { name, text, value } of judged)
    for (let length = 0; length < text.length; length += 1) {
      const found = ours(text.slice(0, length));
      expect(found ?? value, `${name}: ${length} characters`).toEqual(value);
    }
});

it.each([1, 2, 3, 7])('C-14 says the same of the suites in pieces of %i', (size) => {
  for (const { name, text } of cases) {
    const [whole, pieces] = [createJsonReader({ accepts: 'any' }), createJsonReader({ accepts: 'any' })];
    whole.push(text);
    for (let at = 0; at < text.length; at += size) {
      pieces.push(text.slice(at, at + size));
      pieces.peek();
    }
    expect(pieces.end(), name).toEqual(whole.end());
  }
});
