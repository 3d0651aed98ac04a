import { fail, rookError, succeed } from '@rook/contract';
import { createFakeOwnFile, createFakeSecrets, failedCases, secretsSuite } from '@rook/engine/testing';
import { expect, it } from 'vitest';

import type { Keychain } from './keychain.ts';
import { joinSecrets, openLocalSecrets } from './open-local-secrets.ts';

const locked = fail(rookError('not_readable', 'it is locked'));
const brokenKeychain: Keychain = {
  get: async () => locked,
  set: async () => locked,
  remove: async () => locked,
  list: async () => locked,
};

it('N-07 the keychain beside the file passes the suite of secrets', async () => {
  const failed = await failedCases(secretsSuite, () => {
    const [keychain, file] = [createFakeSecrets(), createFakeSecrets()];
    return () => ({ ...joinSecrets(keychain, file), atRest: async () => [] });
  });
  expect(failed).toEqual([]);
});

it('N-07 a keychain that keeps something else than it was given is not relied on', async () => {
  const [keychain, file] = [createFakeSecrets(), createFakeSecrets()];
  const cutting: Keychain = {
    ...keychain,
    set: async (name, value) => keychain.set(name, value.slice(0, 3)),
  };
  const secrets = joinSecrets(cutting, file);
  expect(await secrets.set('a', 'long value')).toEqual({ ok: true, value: undefined });
  expect(await secrets.get('a')).toEqual({ ok: true, value: 'long value' });
  expect(await file.get('a')).toEqual({ ok: true, value: 'long value' });
});

it('N-07 a key from a time without keychain is found, and moves to the keychain when it is set again', async () => {
  const [keychain, file] = [createFakeSecrets(), createFakeSecrets(new Map([['a', 'old']]))];
  const secrets = joinSecrets(keychain, file);
  expect(await secrets.get('a')).toEqual({ ok: true, value: 'old' });
  await secrets.set('a', 'changed');
  expect(await file.list()).toEqual(succeed([]));
  expect(await secrets.get('a')).toEqual({ ok: true, value: 'changed' });
});

it('N-07 a keychain that is locked is said, and a key in the file still counts', async () => {
  const file = createFakeSecrets(new Map([['a', 'value']]));
  const secrets = joinSecrets(brokenKeychain, file);
  expect(await secrets.get('a')).toEqual({ ok: true, value: 'value' });
  expect(await secrets.get('b')).toMatchObject({ ok: false, error: { code: 'secrets_unreadable' } });
  expect(JSON.stringify(await secrets.remove('a'))).toContain('it is locked');
});

it('N-07 opens the file where it is asked for, without a look at the keychain', async () => {
  const opened = await openLocalSecrets({
    place: 'file',
    home: '/nowhere',
    file: createFakeOwnFile('/nowhere/credentials.enc'),
    keyFile: createFakeOwnFile('/nowhere/credentials.key'),
  });
  expect(opened).toMatchObject({
    ok: true,
    value: { place: 'an encrypted file (/nowhere/credentials.enc)' },
  });
});
