import { expect, it } from 'vitest';

import { isDoubtful } from './disk-clock.ts';

it('E-16 trusts no file that a disk which tells whole seconds calls changed so shortly before', () => {
  const looked = 1_000_000_700;
  expect(isDoubtful(looked, looked)).toBe(true);
  expect(isDoubtful(looked - 1, looked)).toBe(false);
  expect(isDoubtful(1_000_000_000, looked)).toBe(true);
  expect(isDoubtful(999_999_000, looked)).toBe(true);
  expect(isDoubtful(999_998_000, looked)).toBe(false);
});
