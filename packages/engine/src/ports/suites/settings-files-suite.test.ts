import { succeed } from '@rook/contract';
import { expect, it } from 'vitest';

import { createFakeSettingsFiles } from '../fakes/fake-settings-files.ts';
import type { SettingsFiles } from '../settings-files.ts';
import { failedCases } from './failed-cases.ts';
import { settingsFilesSuite } from './settings-files-suite.ts';

function fakeState(): () => SettingsFiles {
  const files = createFakeSettingsFiles();
  return () => files;
}

it('is passed by the fake', async () => {
  expect(await failedCases(settingsFilesSuite, fakeState)).toEqual([]);
});

const twins: readonly (readonly [string, (files: SettingsFiles) => SettingsFiles])[] = [
  ['forgets what it wrote', (files) => ({ ...files, read: async () => succeed(null) })],
  [
    'reads a missing file as empty text',
    (files) => ({
      ...files,
      read: async (scope) => {
        const read = await files.read(scope);
        return read.ok ? succeed(read.value ?? '') : read;
      },
    }),
  ],
  [
    'normalises line ends',
    (files) => ({
      ...files,
      read: async (scope) => {
        const read = await files.read(scope);
        return read.ok ? succeed(read.value?.replaceAll('\r\n', '\n') ?? null) : read;
      },
    }),
  ],
  [
    'writes although the change was refused',
    (files) => ({
      ...files,
      update: async (scope, change) => {
        const changed = change(null);
        await files.update(scope, () => succeed(changed.ok ? changed.value : ''));
        return changed.ok ? succeed(undefined) : changed;
      },
    }),
  ],
  [
    'keeps one file for both scopes',
    (files) => ({
      path: () => files.path('user'),
      read: async () => files.read('user'),
      update: async (_scope, change) => files.update('user', change),
    }),
  ],
  [
    'reads before others have written',
    (files) => ({
      ...files,
      update: async (scope, change) => {
        const early = await files.read(scope);
        await Promise.resolve();
        const changed = change(early.ok ? early.value : null);
        return changed.ok ? files.update(scope, () => changed) : changed;
      },
    }),
  ],
];

it.each(twins)('rejects an adapter that %s', async (_title, breakIt) => {
  const failed = await failedCases(settingsFilesSuite, () => {
    const open = fakeState();
    return () => breakIt(open());
  });
  expect(failed).not.toEqual([]);
});
