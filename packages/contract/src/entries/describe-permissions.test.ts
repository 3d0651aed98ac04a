import { expect, it } from 'vitest';

import { describePermissions } from './describe-permissions.ts';

it.each([
  ['others', 0o644, 0o755, 'permissions 644 → 755'],
  ['none any more', 0o644, 0, 'permissions 644 → 000'],
  ['some for the first time', 0o7, 0o70, 'permissions 007 → 070'],
  ['some, and nobody knows what it had', undefined, 0o600, 'permissions 600'],
  ['none, because they stayed', 0o644, undefined, null],
])('E-16 says of a file that it got %s', (_what, before, after, text) => {
  expect(describePermissions(before, after)).toBe(text);
});
