export interface MediaType {
  /** As in `text/html`, in lower case. */
  readonly name: string;
  readonly charset: string | null;
  readonly isText: boolean;
  readonly isMarkup: boolean;
  readonly isHtml: boolean;
}

const TEXTS: ReadonlySet<string> = new Set(
  'json xml javascript ecmascript x-javascript typescript yaml x-yaml toml sql graphql x-sh x-httpd-php ndjson x-ndjson jsonl json-seq ld+json xhtml+xml x-www-form-urlencoded rtf x-tex x-latex'
    .split(' ')
    .map((name) => `application/${name}`),
);

const MARKUP_START =
  /^\s*(?:<!--[^]*?-->\s*)?<(?:!doctype html|html|head|body|title|div|p|h1|table|script|meta)\b/iu;

/** What a body is by its header; without one, by how it begins. */
export function readMediaType(header: string | undefined): MediaType | null {
  const [name = '', ...parameters] = (header ?? '').split(';').map((part) => part.trim());
  const lower = name.toLowerCase();
  if (!/^[\w.+-]{1,64}\/[\w.+-]{1,64}$/u.test(lower)) return null;
  const charset = parameters
    .map((part) => /^charset\s*=\s*"?([^"]+)"?$/iu.exec(part)?.[1])
    .find((found) => found !== undefined);
  return describe(lower, charset ?? null);
}

export function guessMediaType(bytes: Uint8Array): MediaType {
  if (hasNul(bytes)) return describe('application/octet-stream', null);
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 1024));
  return describe(MARKUP_START.test(start) ? 'text/html' : 'text/plain', null);
}

/** Text has no NUL, but for that of two-byte characters, which begins with a mark. */
export function hasNul(bytes: Uint8Array): boolean {
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  return !isWide && bytes.includes(0);
}

function describe(name: string, charset: string | null): MediaType {
  const isHtml = name === 'text/html' || name === 'application/xhtml+xml';
  const isMarkup = isHtml || name.endsWith('/xml') || name.endsWith('+xml');
  const isText = isMarkup || name.startsWith('text/') || name.endsWith('+json') || TEXTS.has(name);
  return { name, charset, isText, isMarkup, isHtml };
}
