import { fail, rookError } from '@rook/contract';
import { expect, it } from 'vitest';

import { createIgnoreRules } from './ignore-rules.ts';
import { looksSecret } from './secret-files.ts';

it('B-16 G-06 asks each folder above a path once, however deep it lies', async () => {
  const asked: string[] = [];
  const rules = createIgnoreRules(
    {
      stamp: (path) => {
        asked.push(path);
        return null;
      },
      read: async () => fail(rookError('not_found', 'There is none.')),
    },
    [],
  );
  const levels = 3000;
  const folder = Array.from({ length: levels }, () => 'a').join('/');
  for (const path of [`${folder}/x`, `${folder}/`, `${folder}/y`])
    expect(await rules.isIgnored(path)).toBeNull();
  expect(asked.length).toBeLessThanOrEqual(levels + 2);
  expect(new Set(asked).size).toBe(asked.length);
});

it('E-23 a name that no file system has is still looked at', () => {
  expect(looksSecret(`.env${'.bak'.repeat(5)}`)).toBe(true);
  expect(looksSecret(`.env${'.'.repeat(100_000)}`)).toBe(true);
});
