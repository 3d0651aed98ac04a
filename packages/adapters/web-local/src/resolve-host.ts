import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';

import { fail, rookError, succeed, type Result } from '@rook/contract';

import { explainFailure } from './explain-failure.ts';
import { isPublic } from './is-public.ts';

/** The addresses of a host name. */
export type Resolve = (host: string) => Promise<readonly string[]>;

/** Asks the system once; what it answers is what is connected to. One address that is not public refuses them all. */
export async function resolveHost(
  url: URL,
  resolve: Resolve = askSystem,
): Promise<Result<readonly string[]>> {
  const host = url.hostname.replace(/^\[|\]$/gu, '');
  try {
    const addresses = isIP(host) === 0 ? await resolve(host) : [host];
    if (addresses.length === 0)
      return fail(rookError('web_failed', `${host} has no address; check its spelling.`));
    if (addresses.every(isPublic)) return succeed(addresses);
    return fail(
      rookError(
        'private_address',
        `${host} is not on the public internet but on this machine or a local network, which is never reached; give a public address.`,
      ),
    );
  } catch (error) {
    return fail(explainFailure(url, error));
  }
}

async function askSystem(host: string): Promise<readonly string[]> {
  const found = await lookup(host, { all: true });
  return found.map(({ address }) => address);
}
