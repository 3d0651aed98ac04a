import { fail, rookError, succeed, type Connection, type Result } from '@rook/contract';

/**
 * Refuses an address that cannot work or must not be used. A key over plain http can be read by everybody on the
 * way, and there is no switch for it: a tunnel to this machine, or https, is the way.
 */
export function checkAddress(connection: Connection, hasKey: boolean): Result<void> {
  const { name, provider, baseUrl } = connection;
  if (baseUrl === undefined) {
    if (provider !== 'openai-compatible') return succeed(undefined);
    const sentence = `The connection "${name}" needs the address of its server: a base URL such as http://127.0.0.1:11434/v1.`;
    return fail(rookError('invalid_value', sentence));
  }
  if (!hasKey || provider === 'scripted' || !isPlainAndFar(baseUrl)) return succeed(undefined);
  const sentence = `The connection "${name}" would send its key to ${baseUrl} without encryption, where everybody on the way can read it; use https, or a tunnel to 127.0.0.1.`;
  return fail(rookError('insecure_address', sentence));
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
