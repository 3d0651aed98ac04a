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
 * Asked before a connection is opened. What it gives is asked when that one failed: if its authority is unknown, the
 * system's authorities are trusted too, for the whole process, and whoever began before that may try once more.
 * Reading them takes a quarter of a second on some machines, so it is done once, and only when somebody needs them.
 */
export function watchTrust(): (failure: unknown) => boolean {
  const knewAll = hasTrusted;
  return (failure) => {
    if (knewAll || !UNTRUSTED.has(readText(readField(failure, 'code')) ?? '')) return false;
    if (!hasTrusted) {
      hasTrusted = true;
      setDefaultCACertificates([...getCACertificates('default'), ...getCACertificates('system')]);
    }
    return true;
  };
}
