import { createHash } from 'node:crypto';

import { fail, rookError, succeed, type Result } from '@rook/contract';
import type { OwnFile, Secrets } from '@rook/engine';

import { createEncryptedSecrets } from './encrypted-secrets.ts';
import { findKeychain } from './find-keychain.ts';
import type { Keychain } from './keychain.ts';
import { nameMachine } from './name-machine.ts';

export interface LocalSecretsSetup {
  /** `auto` takes the keychain where one works, and the file elsewhere. */
  readonly place: 'auto' | 'keychain' | 'file';
  /** The user's own folder; another one has other keys, in the keychain too. */
  readonly home: string;
  readonly file: OwnFile;
  readonly keyFile: OwnFile;
}

/** The secrets of this user on this machine. */
export async function openLocalSecrets(setup: LocalSecretsSetup): Promise<Result<Secrets>> {
  const encrypted = createEncryptedSecrets({ ...setup, machine: await nameMachine() });
  if (setup.place === 'file') return succeed(encrypted);
  const mark = createHash('sha256').update(setup.home).digest('hex').slice(0, 8);
  const keychain = await findKeychain(`rook-${mark}`);
  if (keychain.ok) return succeed(joinSecrets(keychain.value, encrypted));
  if (setup.place === 'auto') {
    return succeed({
      ...encrypted,
      place: `${encrypted.place}, because no keychain of the system works here`,
    });
  }
  const advice = 'set secrets.place to auto to use an encrypted file instead';
  const sentence = `The keychain of this system does not work here: ${keychain.error.message}; ${advice}.`;
  return fail(rookError('secrets_unreadable', sentence));
}

/**
 * New values go to the keychain. The file may hold some from a time when there was none; it counts first, because
 * what goes to the keychain is taken out of the file.
 */
export function joinSecrets(keychain: Keychain, encrypted: Secrets): Secrets {
  return {
    place: 'the keychain of this system',
    get: async (name) => {
      const inFile = await encrypted.get(name);
      if (!inFile.ok || inFile.value !== null) return inFile;
      const value = await keychain.get(name);
      return value.ok ? value : broken(value.error.message);
    },
    set: async (name, value) => {
      const kept = await keychain.set(name, value);
      const read = kept.ok ? await keychain.get(name) : kept;
      // A keychain that refuses, or that changes what it is given (some have a limit), is not relied on.
      const trusted = read.ok && read.value === value;
      return trusted ? encrypted.remove(name) : encrypted.set(name, value);
    },
    remove: async (name) => {
      const [inFile, inKeychain] = [await encrypted.remove(name), await keychain.remove(name)];
      if (!inFile.ok) return inFile;
      return inKeychain.ok ? succeed(undefined) : broken(inKeychain.error.message);
    },
    list: async () => {
      const [inFile, inKeychain] = [await encrypted.list(), await keychain.list()];
      if (!inFile.ok) return inFile;
      if (!inKeychain.ok) return broken(inKeychain.error.message);
      return succeed([...new Set([...inFile.value, ...inKeychain.value])].toSorted());
    },
  };
}

function broken(reason: string): Result<never> {
  const sentence = `The keychain of this system does not answer: ${reason}; unlock it and try again.`;
  return fail(rookError('secrets_unreadable', sentence));
}
