import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { createPathPattern, createPatternTest, expandBraces, splitNames } from './path-patterns.ts';

const CASES: readonly (readonly [pattern: string, path: string, fits: boolean])[] = [
  ['vendor', 'vendor/a.ts', true],
  ['vendor', 'src/vendor/a.ts', true],
  ['vendor', 'vendors/a.ts', false],
  ['vendor/', 'vendor/a.ts', true],
  ['/vendor', 'src/vendor', false],
  ['./docs/*.md', 'docs/a.md', true],
  ['docs/*.md', 'docs/deep/a.md', false],
  ['docs/**/*.md', 'docs/a.md', true],
  ['docs/**/*.md', 'docs/x/y/a.md', true],
  ['**/*.lock', 'a/b/yarn.lock', true],
  ['*.{png,jp{e,}g}', 'img/a.jpeg', true],
  ['*.{png,jp{e,}g}', 'img/a.jpg', true],
  ['*.{png,jp{e,}g}', 'img/a.gif', false],
  ['a?c', 'a😀c', true],
  ['[!a-c]x', 'dx', true],
  ['[!a-c]x', 'bx', false],
  ['[]]', ']', true],
  ['[a', '[a', true],
  [String.raw`\*`, '*', true],
  [String.raw`\*`, 'x', false],
  ['.hidden*', '.hidden-file', true],
  ['*', '.hidden', true],
  ['', 'a', false],
];

it.each(CASES)('B-16 knows whether %j fits %j: %j', (pattern, path, fits) => {
  expect(createPatternTest([pattern])(path)).toBe(fits);
});

it('B-16 matches patterns that were written to hang it', () => {
  const name = 'a'.repeat(250);
  expect(createPatternTest([`${'*a'.repeat(100)}*b`])(name)).toBe(false);
  expect(createPatternTest([`${'*a'.repeat(100)}*`])(name)).toBe(true);
  const deep = Array.from({ length: 300 }, () => 'a');
  expect(
    createPathPattern([...Array.from({ length: 100 }, () => ['**', 'a']).flat(), 'b']).matches(deep),
  ).toBe(false);
  expect(createPatternTest(['{a,b}'.repeat(40)])('x')).toBe(false);
});

/** Each pattern for itself. */
const fitsAlone = (text: string, tried: string): boolean =>
  expandBraces(text).some((one) => {
    const names = splitNames(one.replace(/^\.\//, ''));
    const whole = [...(one.includes('/') ? names : ['**', ...names]), '**'];
    return names.length > 0 && tried !== '' && createPathPattern(whole).matches(splitNames(tried));
  });

it('B-16 patterns that are looked up fit what they fit one by one', () => {
  const part = fc.constantFrom('a', 'b', '.git', '**', '*', 'a*', '?', '[ab]', '{a,b}', String.raw`\\a`);
  const pattern = fc
    .tuple(
      fc.constantFrom('', './', '/'),
      fc.array(part, { minLength: 1, maxLength: 4 }),
      fc.constantFrom('', '/'),
    )
    .map(([start, parts, end]) => `${start}${parts.join('/')}${end}`);
  const path = fc
    .array(fc.constantFrom('a', 'b', 'ab', '.git'), { maxLength: 4 })
    .map((names) => names.join('/'));
  fc.assert(
    fc.property(fc.array(pattern, { maxLength: 3 }), path, (patterns, tried) => {
      expect(createPatternTest(patterns)(tried)).toBe(patterns.some((one) => fitsAlone(one, tried)));
    }),
    { numRuns: 3000 },
  );
});
