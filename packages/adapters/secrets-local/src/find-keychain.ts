import { fail, rookError, type Result } from '@rook/contract';

import type { Keychain } from './keychain.ts';

/** The keychain of this system, tried; a failure says why there is none. */
export async function findKeychain(service: string): Promise<Result<Keychain>> {
  try {
    // The native module is loaded when it is first needed; it may be missing on this system.
    const { openSystemKeychain } = await import('./system-keychain.ts');
    return await openSystemKeychain(service);
  } catch (error) {
    const reason = error instanceof Error ? error.message.replaceAll(/\s+/g, ' ') : String(error);
    return fail(rookError('not_readable', reason));
  }
}
