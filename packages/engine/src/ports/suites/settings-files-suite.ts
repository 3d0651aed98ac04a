import { fail, rookError, succeed } from '@rook/contract';

import type { SettingsFiles } from '../settings-files.ts';
import type { SuiteCase } from './failed-cases.ts';

/** What every adapter of `SettingsFiles` promises. */
export const settingsFilesSuite: readonly SuiteCase<SettingsFiles>[] = [
  {
    title: 'a file that is not there reads as null',
    check: async (open) => {
      const read = await open().read('user');
      return read.ok && read.value === null ? null : `got ${JSON.stringify(read)}`;
    },
  },
  {
    title: 'what was written is what is read, byte for byte, also by another process',
    check: async (open) => {
      const text = '\uFEFF{ "ui.theme": "nächtlich \u{1F319}" } // ok\r\n';
      await open().update('user', () => succeed(text));
      const read = await open().read('user');
      return read.ok && read.value === text ? null : `got ${JSON.stringify(read)}`;
    },
  },
  {
    title: 'a change that is refused writes nothing and says why',
    check: async (open) => {
      await open().update('user', () => succeed('{"mode":"safe"}'));
      const refused = await open().update('user', () => fail(rookError('invalid_value', 'No.')));
      const read = await open().read('user');
      if (refused.ok || refused.error.code !== 'invalid_value') return 'the refusal was not handed on';
      return read.ok && read.value === '{"mode":"safe"}' ? null : `got ${JSON.stringify(read)}`;
    },
  },
  {
    title: 'the scopes are two files',
    check: async (open) => {
      const files = open();
      await files.update('user', () => succeed('{"mode":"ask"}'));
      await files.update('workspace', () => succeed('{"mode":"safe"}'));
      const [user, workspace] = [await open().read('user'), await open().read('workspace')];
      const right =
        user.ok && workspace.ok && user.value === '{"mode":"ask"}' && workspace.value === '{"mode":"safe"}';
      return right && files.path('user') !== files.path('workspace') ? null : 'one overwrote the other';
    },
  },
  {
    title: 'changes made at the same time are all there afterwards',
    check: async (open) => {
      const words = Array.from({ length: 20 }, (_unused, index) => `w${index};`);
      const done = await Promise.all(
        words.map(async (word) => open().update('user', (text) => succeed((text ?? '') + word))),
      );
      const read = await open().read('user');
      const lost = words.filter((word) => !(read.ok && read.value?.includes(word)));
      const refused = done.filter((result) => !result.ok).length;
      return lost.length === 0 && refused === 0 ? null : `lost ${lost.join(' ')}, refused ${refused}`;
    },
  },
];
