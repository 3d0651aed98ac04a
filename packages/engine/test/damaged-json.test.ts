import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { readJson, readReply } from '../src/index.ts';

/** How many texts are tried; set it for millions. */
const RUNS = Number(process.env['ROOK_FUZZ_RUNS'] ?? 4000);
/** The same texts every time, unless many are asked for. */
const SEED = process.env['ROOK_FUZZ_RUNS'] === undefined ? { seed: 20_261_116 } : {};
const OPTIONS = { numRuns: RUNS, ...SEED };
const HANGS_AFTER = 600_000 + RUNS;

const text = fc.oneof(
  fc.constantFrom(
    'Added type hints',
    'say "hi"',
    'a, b',
    'x: y',
    '{}',
    '[1]',
    "it's",
    '',
    String.raw`C:\new`,
    'line\nbreak',
    'print("a", "b")',
    '- [ ] todo',
    '// c',
    '24" wide',
    'a "b" c, "d": 1',
    'https://rook.test/a?b=c',
    'a@rook.test',
    '2026-11-16T08:00:00Z',
    '“x”, ‘y’',
    '/* c */ d',
    '// ...',
    'x::y',
    '0b1, true, null',
    '1, z',
    'a" + "b',
    '@type',
  ),
  fc.string({ maxLength: 8 }),
  fc.string({ unit: 'binary', maxLength: 4 }),
);
const key = fc.constantFrom('summary', 'todos', 'text', 'path', 'content', 'a', 'b c', 'x-y', '__proto__');
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    text,
    fc.integer({ min: -50, max: 500 }),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(key, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
}));
const document = fc.oneof(
  fc.array(value, { maxLength: 3 }),
  fc.dictionary(key, value, { maxKeys: 4, noNullPrototype: true }),
);

/** Where the signs of a JSON text stand that are not inside its strings. */
function signPlaces(json: string): readonly number[] {
  return [...json.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]/gs)].flatMap(({ index, 0: found }) =>
    found.length > 1 ? [index, index + found.length - 1] : [index],
  );
}

const OTHER_SIGN = new Map(
  ['{[', '[{', '}]', ']}', ',:', ':,', `"'`].map((pair) => [pair.charAt(0), pair.charAt(1)]),
);
const CURLED_SIGN = new Map(
  ['"“', ',，', ':=', '{(', '}…', '[(', ']…'].map((pair) => [pair.charAt(0), pair.charAt(1)]),
);
type Damage = 'drop' | 'double' | 'change' | 'curl';

function damage(json: string, at: number, kind: Damage): string {
  const sign = json.charAt(at);
  const changed = (kind === 'curl' ? CURLED_SIGN : OTHER_SIGN).get(sign) ?? sign;
  const instead = kind === 'drop' ? '' : kind === 'double' ? sign + sign : changed;
  return json.slice(0, at) + instead + json.slice(at + 1);
}

/** Spaces behind a mark that is missing cannot be told from those between signs; all else must be the same. */
function said(given: unknown): string {
  return JSON.stringify(given, (_key, item: unknown) => (typeof item === 'string' ? item.trimStart() : item));
}

function isProper(json: string): boolean {
  try {
    JSON.parse(json);
    return true;
  } catch {
    return false;
  }
}

it(
  'C-14 never calls a text complete of which one sign was damaged, unless it says what it said before',
  () => {
    let mended = 0;
    const judge = (made: unknown, place: number, indent: number, kind: Damage) => {
      const json = JSON.stringify(made, null, indent);
      const places = signPlaces(json);
      const at = places[place % places.length] ?? 0;
      const damaged = damage(json, at, kind);
      if (isProper(damaged)) return;
      const read = readJson(damaged);
      if (read.complete) mended += 1;
      expect(said(read.complete ? read.value : made), damaged).toBe(said(made));
    };
    const kinds = fc.constantFrom('drop', 'double', 'change', 'curl');
    fc.assert(fc.property(document, fc.nat(), fc.constantFrom(0, 2), kinds, judge), OPTIONS);
    expect(mended).toBeGreaterThan(RUNS / 20);
  },
  HANGS_AFTER,
);

const SIGNS = Array.from('{}[]",:\'\\+-.0123456789truefalsn xyz\n\t/*#`“”=(…，：');
const RUNS_OF_SIGNS =
  '```|```json\n|<think>|</think>|"a":|"summary": "|//|/*|*/|\\u00e9|\\ud83d|😀|\ud800|   |True|null|"|"""|{"summary":|"todos":[|\ufeff|\u0000';
const piece = fc.constantFrom(...SIGNS, ...RUNS_OF_SIGNS.split('|'));
const junk = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''));
const mutated = fc
  .tuple(
    document,
    fc.array(fc.tuple(fc.nat(), fc.nat({ max: 5 }), fc.oneof(piece, fc.constant(''))), { maxLength: 6 }),
  )
  .map(([made, changes]) => {
    let json = JSON.stringify(made);
    for (const [at, length, instead] of changes) {
      const place = at % (json.length + 1);
      json = json.slice(0, place) + instead + json.slice(place + length);
    }
    return json;
  });

/** What is wrong with what was read of a text; empty when nothing is. */
function faultsOf(given: string): readonly string[] {
  const cut = readReply(given, { finishReason: 'length' });
  const faults = cut.complete ? ['a reply that ended for its length is complete'] : [];
  for (const { value: read, problems, complete } of [readReply(given), cut, readJson(given)]) {
    const isCertain = problems.every(({ certain }) => certain);
    const isOdd = problems.some(({ code }) => code === 'duplicate_key' || code === 'lone_surrogate');
    if (typeof JSON.stringify(read) !== 'string') faults.push('the value cannot be written');
    if (problems.length > 310) faults.push('too many problems');
    if (complete && !isCertain) faults.push('complete although not certain');
    if (!complete && isCertain && !isOdd) faults.push('incomplete, and nobody says why');
  }
  return faults;
}

it(
  'C-35 reads whatever is written: never throws, and says why when it is not all',
  () => {
    fc.assert(
      fc.property(fc.oneof(junk, mutated), (given) => {
        expect(faultsOf(given)).toEqual([]);
      }),
      OPTIONS,
    );
  },
  HANGS_AFTER,
);
