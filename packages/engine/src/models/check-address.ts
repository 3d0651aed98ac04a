import { createHash } from 'node:crypto';

import { fail, rookError, succeed, type Connection, type Result } from '@rook/contract';

/**
 * Refuses an address that cannot work or must not be used. A key over plain http can be read by everybody on the
 * way, and there is no switch for it: a tunnel to this machine, or https, is the way. Answers the bond of the key,
 * which is kept beside it; null without a key.
 */
export function checkAddress(connection: Connection, key: string | null): Result<string | null> {
  const { name, provider, baseUrl, region } = connection;
  if (provider === 'openai-compatible' && baseUrl === undefined) {
    const sentence = `The connection "${name}" needs the address of its server: a base URL such as http://127.0.0.1:11434/v1.`;
    return fail(rookError('invalid_value', sentence));
  }
  if (provider === 'azure' && baseUrl === undefined && region === undefined) {
    const sentence = `The connection "${name}" needs the address of its resource in Azure: a base URL, or a region such as westeurope.`;
    return fail(rookError('invalid_value', sentence));
  }
  if (key === null || provider === 'scripted') return succeed(null);
  if (baseUrl === undefined || !isPlainAndFar(baseUrl)) return succeed(bondOf(connection, key));
  const sentence = `The connection "${name}" would send its key to ${new URL(baseUrl).origin} without encryption, where everybody on the way can read it; use https, or a tunnel to 127.0.0.1.`;
  return fail(rookError('insecure_address', sentence));
}

/** Where a connection leads: scheme, host and port, or who answers at an address of their own. */
export function destinationOf({ provider, baseUrl, region }: Connection): string {
  if (baseUrl !== undefined) return new URL(baseUrl).origin;
  return provider === 'azure' && region !== undefined ? `${provider}/${region}` : provider;
}

/** Says of one key whom it may be sent to. It holds a hash of the key, so a bond of another key counts for nothing. */
function bondOf(connection: Connection, key: string): string {
  const mark = createHash('sha256').update(key).digest('hex').slice(0, 32);
  return `${mark} ${connection.provider} ${destinationOf(connection)}`;
}

function isPlainAndFar(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol !== 'https:' && !isThisMachine(hostname);
}

/** By what the name is, not by what it resolves to: who answers for a name may change. */
function isThisMachine(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127\.\d+\.\d+\.\d+$/.test(hostname)
  );
}
