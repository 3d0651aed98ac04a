import { fail, rookError, succeed, type Result } from '@rook/contract';

const MOST_CHARACTERS = 8192;

/** Ports above 1023 that browsers refuse, because what listens there could take a request for its own commands. */
const REFUSED_PORTS: ReadonlySet<number> = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697,
  10080,
]);

/**
 * Reads an address. http and https only, without user and password, and on ports where web servers are: 80, 443, and
 * those above 1023 that browsers allow. The parser writes numbers as a plain address, whatever their spelling.
 */
export function readAddress(text: string): Result<URL> {
  const url = text.length > MOST_CHARACTERS ? null : URL.parse(text);
  if (url === null) {
    return refuse(
      'This is no web address; give one such as https://example.com/page, of at most 8192 characters.',
    );
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return refuse(`Addresses that begin with ${url.protocol} are not fetched; give one with https or http.`);
  }
  if (url.username !== '' || url.password !== '') {
    return refuse(`The address of ${url.host} holds a user or a password; give it without.`);
  }
  const port = Number(url.port);
  const isUsual = url.port === '' || port === 80 || port === 443 || (port > 1023 && !REFUSED_PORTS.has(port));
  if (!isUsual) return refuse(`Port ${port} is not one of web servers; give an address without it.`);
  url.hash = '';
  return succeed(url);
}

function refuse(sentence: string): Result<never> {
  return fail(rookError('invalid_input', sentence));
}
