import { succeed } from '@rook/contract';
import { expect, it } from 'vitest';

import { createFakeSecrets } from '../fakes/fake-secrets.ts';
import { failedCases } from './failed-cases.ts';
import { secretsSuite, type KeptSecrets } from './secrets-suite.ts';

function fakeState(): () => KeptSecrets {
  const secrets = createFakeSecrets();
  return () => ({ ...secrets, atRest: async () => [] });
}

it('N-07 the suite of secrets is passed by the fake', async () => {
  expect(await failedCases(secretsSuite, fakeState)).toEqual([]);
});

/** Each is given what a fake gives, and the text of all values as it would lie on a disk. */
const twins: readonly (readonly [string, () => () => KeptSecrets])[] = [
  ['stores in clear', () => keepingText((text) => text)],
  ['only codes what it stores', () => keepingText((text) => btoa(text))],
  ['forgets on restart', () => () => fakeState()()],
  [
    'returns the value of another name',
    () => {
      const open = fakeState();
      return () => ({ ...open(), get: async () => open().get('a') });
    },
  ],
  [
    'does not tell capitals apart',
    () => {
      const secrets = fakeState()();
      return () => ({
        ...secrets,
        get: async (name) => secrets.get(name.toLowerCase()),
        set: async (name, value) => secrets.set(name.toLowerCase(), value),
      });
    },
  ],
  [
    'trims values',
    () => {
      const secrets = fakeState()();
      return () => ({ ...secrets, set: async (name, value) => secrets.set(name, value.trim()) });
    },
  ],
  [
    'keeps what was removed',
    () => {
      const secrets = fakeState()();
      return () => ({ ...secrets, remove: async () => succeed(undefined) });
    },
  ],
  [
    'lets the last of several writers win',
    () => {
      let all = new Map<string, string>();
      return () => ({
        ...fakeState()(),
        get: async (name) => succeed(all.get(name) ?? null),
        list: async () => succeed([...all.keys()].toSorted()),
        set: async (name, value) => {
          const before = new Map(all);
          await Promise.resolve();
          all = before.set(name, value);
          return succeed(undefined);
        },
        remove: async (name) => {
          all.delete(name);
          return succeed(undefined);
        },
      });
    },
  ],
];

it.each(twins)('N-07 the suite of secrets rejects an adapter that %s', async (_title, createState) => {
  expect(await failedCases(secretsSuite, createState)).not.toEqual([]);
});

function keepingText(code: (text: string) => string): () => KeptSecrets {
  const secrets = createFakeSecrets();
  const disk: Uint8Array[] = [];
  return () => ({
    ...secrets,
    atRest: async () => disk,
    set: async (name, value) => {
      // What is not Latin cannot be coded so, and the canary of the suite is.
      if (/^[ -~]*$/.test(value)) disk.push(new TextEncoder().encode(code(value)));
      return secrets.set(name, value);
    },
  });
}
