import { shortenName } from './shorten.ts';
/** Says why an address of the web needs a question; null when it is a plain one. */
export function judgeAddress(text: string): string | null {
  // Some programs make several addresses of brackets, also of other protocols.
  if (/[{}[\]\\\s]/u.test(text)) return `${shortenName(text)} can stand for several addresses`;
  const scheme = /^([A-Za-z][\w+.-]*):\/\//u.exec(text)?.[1]?.toLowerCase();
  if (scheme !== undefined && scheme !== 'http' && scheme !== 'https')
    return `${shortenName(text)} is read with the protocol ${shortenName(scheme)}`;
  const host = hostOf(scheme === undefined ? `http://${text}` : text);
  if (host === null) return `${shortenName(text)} is no address of the web`;
  if (scheme === undefined && !/^[\w.-]+(?::\d{1,5})?(?:[/?#]|$)/u.test(text))
    return `${shortenName(text)} is no plain address`;
  if (scheme === undefined && GUESSED.test(host))
    return `${shortenName(text)} may be read with another protocol`;
  return isMetadata(host) ? `${shortenName(host)} gives out keys of the machine` : null;
}

/** By the first name of a host some programs guess the protocol. */
const GUESSED = /^(?:ftp|dict|ldap|imap|smtp|pop3)\./u;

function hostOf(address: string): string | null {
  const url = URL.parse(address);
  if (url === null || url.hostname === '' || url.username !== '' || url.password !== '') return null;
  return url.hostname.toLowerCase();
}

const METADATA_HOSTS: ReadonlySet<string> = new Set(['100.100.100.200', '168.63.129.16', '192.0.0.192']);

/** Where clouds tell a machine its own keys. */
function isMetadata(host: string): boolean {
  return (
    host.startsWith('169.254.') ||
    /^(?:metadata|instance-data)(?:\.|$)/u.test(host) ||
    METADATA_HOSTS.has(host)
  );
}

/** The name in this folder that a download is saved under; null where it is not plain. */
export function nameDownload(address: string, withQuery: boolean): string | null {
  const url = URL.parse(/^[A-Za-z][\w+.-]*:\/\//u.test(address) ? address : `http://${address}`);
  if (url === null || url.pathname.includes('%') || address.includes('..')) return null;
  // Older versions of curl take what stands behind the last slash of all of it.
  if (!withQuery && /[/\\]/u.test(url.search + url.hash)) return null;
  const last = url.pathname.split('/').at(-1) ?? '';
  const name = last === '' && withQuery ? 'index.html' : last;
  return name === '' ? null : `${name}${withQuery ? url.search : ''}`;
}
