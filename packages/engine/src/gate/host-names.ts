/** The host of an address as rules spell it: in ASCII and small letters, without port, brackets and a dot at its end. */
export function hostOf(url: string): string | null {
  const hostname = URL.parse(url)?.hostname ?? '';
  return hostname === '' ? null : hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

/** A host as a person writes it, `*` for any characters, in the spelling of `hostOf`; null when it is no host. */
export function readHost(text: string): string | null {
  const isAddress = /^[0-9a-f]*:[0-9a-f:.]*:[0-9a-f:.]*$/i.test(text);
  const url = URL.parse(isAddress ? `https://[${text}]/` : `https://${text}/`);
  if (url === null || url.port !== '' || url.username !== '' || url.pathname !== '/') return null;
  const isPlain = url.search === '' && url.hash === '' && !/[:/@?#\\\s]/.test(isAddress ? '' : text);
  return isPlain ? hostOf(url.href) : null;
}
