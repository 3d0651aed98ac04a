import { expect, it } from 'vitest';

import { createPathPattern, createPatternTest } from './path-patterns.ts';

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
