import { expect, it } from 'vitest';

import { createProtectedTest } from './protected-paths.ts';

it.each([
  ['e\u0301.txt', '\u00E9.txt'],
  ['\u00E9.txt', 'e\u0301.txt'],
  ['caf\u00E9/**', 'cafe\u0301/a.txt'],
  ['\u017Fecret.txt', 'secret.txt'],
  ['\u03BB\u03CC\u03B3\u03BF\u03C2.txt', '\u039B\u038C\u0393\u039F\u03A3.txt'],
  ['\uFB01le.txt', 'FILE.txt'],
  ['stra\u00DFe.txt', 'STRASSE.txt'],
  ['\u212Aey.txt', 'key.txt'],
  ['.GIT/**', '.git/config'],
  ['.git/**', '.GIT/config'],
])('H-24 the pattern %j protects %j, which is one file on many disks', (pattern, path) => {
  expect(createProtectedTest([pattern])(path)).toBe(true);
});

it('H-24 leaves other names alone', () => {
  const isProtected = createProtectedTest(['e\u0301.txt', 'stra\u00DFe.txt', '[A-C]?.md']);
  expect(['e.txt', 'strase.txt', 'dd.md'].filter(isProtected)).toEqual([]);
  expect(isProtected('bx.md')).toBe(true);
});
