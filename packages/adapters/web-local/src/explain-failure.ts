import { rookError, type RookError } from '@rook/contract';

const REASONS = new Map([
  ['ENOTFOUND', 'there is no such host; check its spelling'],
  ['EAI_AGAIN', 'the name could not be looked up; check the network'],
  ['ECONNREFUSED', 'nothing listens there; check the address'],
  ['ECONNRESET', 'the connection broke off; try it again'],
  ['EPIPE', 'the connection broke off; try it again'],
  ['ETIMEDOUT', 'it does not answer; try it again later'],
  ['EHOSTUNREACH', 'there is no way to it; check the network'],
  ['ENETUNREACH', 'there is no way to it; check the network'],
  ['ENETDOWN', 'there is no network'],
  ['EPROTO', 'it does not speak https; try http, or check the port'],
  ['HPE_HEADER_OVERFLOW', 'the headers of its answer are too long'],
]);

const PROXIES = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy'];

/** Why a page could not be fetched, and what to do. Names only the host: the rest of an address may hold a secret. */
export function explainFailure({ host }: URL, error: unknown): RookError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const proxied = PROXIES.some((name) => (process.env[name] ?? '') !== '');
  const note = proxied ? ' A proxy is set, but pages are fetched without one.' : '';
  return rookError('web_failed', `${host} could not be reached: ${reasonOf(code, error)}.${note}`);
}

function reasonOf(code: string, error: unknown): string {
  const known = REASONS.get(code);
  if (known !== undefined) return known;
  if (/CERT|ALTNAME|SELF_SIGNED|UNABLE_TO_|ERR_TLS|ERR_SSL/u.test(code))
    return `its certificate or encryption cannot be trusted (${code})`;
  if (code.startsWith('HPE_')) return `its answer is no valid HTTP (${code})`;
  return code === '' && error instanceof Error ? error.message : code;
}
