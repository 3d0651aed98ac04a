import { getCACertificates, setDefaultCACertificates } from 'node:tls';

import { readField, readText } from '../read-field.ts';

const UNTRUSTED: ReadonlySet<string> = new Set([
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
]);

let hasTrusted = false;

/**
 * When a connection failed because its authority is unknown: trusts the system's authorities too, for the whole
 * process, and says that it is worth another try. Reading them takes a quarter of a second on some machines, so it
 * is done only when somebody needs them.
 */
export async function trustSystemCertificates(failure: unknown): Promise<boolean> {
  if (hasTrusted || !UNTRUSTED.has(readText(readField(failure, 'code')) ?? '')) return false;
  hasTrusted = true;
  setDefaultCACertificates([...getCACertificates('default'), ...getCACertificates('system')]);
  return Promise.resolve(true);
}
