import { AsyncEntry, findCredentialsAsync } from '@napi-rs/keyring';
import { fail, rookError, succeed, type Result } from '@rook/contract';

import type { Keychain } from './keychain.ts';

/** A keychain that asks the user first may take a while; one that does not answer at all must not stop Rook. */
const ANSWER_MILLISECONDS = 30_000;
const PROBE_MILLISECONDS = 3000;

/**
 * Keychain on macOS, the Credential Manager on Windows, the Secret Service on Linux: not the kernel's keyring, which
 * forgets with a restart. A failure says why it does not work.
 */
export async function openSystemKeychain(service: string): Promise<Result<Keychain>> {
  const entry = (name: string) => new AsyncEntry(service, name, { linux: { store: 'secret-service' } });
  const probe = await within(PROBE_MILLISECONDS, async (signal) => entry('probe').getPassword(signal));
  if (!probe.ok) return probe;
  return succeed({
    get: async (name) =>
      within(ANSWER_MILLISECONDS, async (signal) => (await entry(name).getPassword(signal)) ?? null),
    set: async (name, value) =>
      within(ANSWER_MILLISECONDS, async (signal) => entry(name).setPassword(value, signal)),
    remove: async (name) =>
      within(ANSWER_MILLISECONDS, async (signal) => {
        await entry(name).deletePassword(signal);
      }),
    list: async () =>
      within(ANSWER_MILLISECONDS, async (signal) => {
        const found = await findCredentialsAsync(service, undefined, signal);
        return found.map(({ account }) => account).toSorted();
      }),
  });
}

async function within<Value>(
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Result<Value>> {
  const late = new AbortController();
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    late.abort();
    reject(new Error(`it did not answer within ${milliseconds / 1000} seconds`));
  }, milliseconds);
  try {
    return succeed(await Promise.race([work(late.signal), promise]));
  } catch (error) {
    const reason = error instanceof Error ? error.message.replaceAll(/\s+/g, ' ') : String(error);
    return fail(rookError('not_readable', reason));
  } finally {
    clearTimeout(timer);
  }
}
