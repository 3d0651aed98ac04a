import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { hashCall } from './hash-call.ts';

it('H-10 is the same for another order of keys and for other line ends, at any depth', () => {
  const hash = hashCall('edit', { path: 'a.ts', edits: [{ search: 'x\r\ny', replace: 'z' }] });
  expect(hash).toMatch(/^sha256:[0-9a-f]{64}$/);
  expect(hashCall('edit', { edits: [{ replace: 'z', search: 'x\ny' }], path: 'a.ts' })).toBe(hash);
  expect(hashCall('edit', { edits: [{ replace: 'z', search: 'x\ry' }], path: 'a.ts' })).toBe(hash);
});

it('H-10 differs for another tool, path, text or order of a list', () => {
  const input = { path: 'a.ts', list: ['1', '2'] };
  const others = [
    hashCall('edit', input),
    hashCall('write_to_file', input),
    hashCall('edit', { ...input, path: 'b.ts' }),
    hashCall('edit', { ...input, list: ['2', '1'] }),
    hashCall('edit', { ...input, list: ['12'] }),
    hashCall('edit', { path: 'a.ts', list: '1,2' }),
    hashCall('edit', [['path', 'a.ts']]),
    hashCall('edit', { path: 'a.ts' }),
    hashCall('edit', null),
    hashCall('edit', undefined),
  ];
  expect(new Set(others.slice(0, 9)).size).toBe(9);
});

it('H-10 tells any two inputs apart that differ in more than order and line ends', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
      const isSame = normal(one) === normal(other);
      expect(hashCall('edit', one) === hashCall('edit', other)).toBe(isSame);
    }),
  );
});

/** Another way to say when two inputs mean the same. */
function normal(value: unknown): string {
  if (typeof value === 'string')
    return `s${JSON.stringify(value.replaceAll('\r\n', '\n').replaceAll('\r', '\n'))}`;
  if (Array.isArray(value)) return `a[${value.map(normal).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(Object.is(value, -0) ? 0 : value);
  const keys = Object.keys(value).toSorted((a, b) => (a < b ? -1 : 1));
  const found = new Map(Object.entries(value));
  return `o{${keys.map((key) => `${JSON.stringify(key)}:${normal(found.get(key))}`).join(',')}}`;
}
