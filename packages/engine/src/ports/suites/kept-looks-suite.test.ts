import { expect, it } from 'vitest';

import { createFakeKeptLooks } from '../fakes/fake-kept-looks.ts';
import type { KeptLooks } from '../kept-looks.ts';
import { failedCases } from './failed-cases.ts';
import { keptLooksSuite } from './kept-looks-suite.ts';

async function failuresOf(alter: (looks: KeptLooks) => KeptLooks): Promise<readonly string[]> {
  return failedCases(keptLooksSuite, () => {
    const looks = alter(createFakeKeptLooks());
    return () => looks;
  });
}

it('is passed by the fake', async () => {
  expect(await failuresOf((looks) => looks)).toEqual([]);
});

const twins: readonly (readonly [string, (looks: KeptLooks) => KeptLooks])[] = [
  [
    'keeps the first piece alone',
    (looks) => ({
      ...looks,
      keep: async (session, command, pieces) => looks.keep(session, command, pieces.slice(0, 1)),
    }),
  ],
  [
    'takes the commands of all sessions for one',
    (looks) => ({
      ...looks,
      load: async (session, command) => (await looks.load(session, command)) ?? looks.load(session, 'c-1'),
    }),
  ],
  ['drops nothing', (looks) => ({ ...looks, drop: async () => undefined })],
  [
    'drops all of a session',
    (looks) => ({
      ...looks,
      drop: async (session) => {
        await looks.drop(session, 'c-1');
        await looks.drop(session, 'c-2');
      },
    }),
  ],
  ['clears nothing', (looks) => ({ ...looks, clear: async () => undefined })],
  ['clears the first alone', (looks) => ({ ...looks, clear: async (session) => looks.drop(session, 'c-1') })],
];

it.each(twins)('rejects a place for looks that %s', async (_title, breakIt) => {
  expect(await failuresOf(breakIt)).not.toEqual([]);
});
