import { looksAssigned, looksLikeSession } from './redact-judge.ts';
import { GIVEN, type SecretPlace, type SecretRule } from './secret-rules-shape.ts';

/** Secrets that the headers of a request or an answer carry. */
export const headerRules: readonly SecretRule[] = [
  {
    id: 'bearer-token',
    anchors: ['bearer'],
    ignoreCase: true,
    pattern: /([A-Za-z]{6}(?:\s{1,4}|%20|\+|:\s?|=)["']?)[\w.~+/-]{16,200}={0,2}/uy,
    tail: /[\w.~+/=-]{0,65536}/uy,
    accept: (value) =>
      /[0-9]/u.test(value) && looksAssigned({ value, quoted: true, password: false, environment: false }),
    caught: [
      'Authorization: Bearer {alnum:40}',
      "-H 'authorization: bearer {hex:40}'",
      '"Authorization":"Bearer {word:64}"',
    ],
    passed: [
      'Bearer authentication',
      'the bearer of this letter',
      'Authorization: Bearer ${token}',
      'Bearer <token>',
      'Bearer YOUR_ACCESS{dash:1}TOKEN_2_HERE',
      'bearer_format_of_version_2_tokens',
    ],
  },
  {
    id: 'basic-auth',
    anchors: ['basic '],
    ignoreCase: true,
    pattern: /([A-Za-z]{5} {1,3})[A-Za-z0-9+/]{8,1000}={0,2}(?![\w+/-])/uy,
    accept: (secret) => /^[\x20-\x7e]+:[\x20-\x7e]{3,}$/u.test(decodeBase64(secret)),
    caught: ['Authorization: Basic {basic:1}', 'proxy-authorization: basic {basic:2}'],
    passed: ['Basic authentication', 'basic understanding of types', 'Authorization: Basic <credentials>'],
  },
  {
    id: 'authorization',
    anchors: ['authorization'],
    ignoreCase: true,
    anywhere: true,
    named: true,
    pattern: new RegExp(
      `(${GIVEN}(?:(?!bearer|basic)[a-z][\\w-]{1,20} {1,3})?)[\\w.~+/-]{16,200}={0,2}`,
      'iuy',
    ),
    tail: /[\w.~+/=-]*/uy,
    accept: (value) =>
      /[0-9]/u.test(value) && looksAssigned({ value, quoted: true, password: false, environment: false }),
    caught: [
      'Authorization: token {alnum:40}',
      'authorization: {hex:40}',
      '"Authorization": "ApiKey {word:43}"',
      'Proxy-Authorization: Negotiate {alnum:60}',
      "req.setHeader('Authorization', '{alnum:32}')",
    ],
    passed: [
      'Authorization: token <token>',
      'Authorization: required',
      'authorization: AuthorizationService2',
      'const authorization = request.headers.authorization2;',
      'Authorization: ${token}',
      'Authorization: Digest username="bob", realm="x"',
    ],
  },
  {
    id: 'cookie',
    anchors: ['cookie'],
    ignoreCase: true,
    anywhere: true,
    pattern: new RegExp(`cookies?(?:${GIVEN}| {1,3}["']?)[^\\r\\n"'\`\\\\]{8,4000}`, 'iuy'),
    inside: /((?<![\w.%-])[\w.-]{1,64}=)[^\s;,"'\\=&()]{8,2000}={0,2}(?![^\s;,])/gu,
    accept: acceptCookie,
    caught: [
      'Cookie: session={alnum:32}; theme=dark',
      'Set-Cookie: sid={hex:32}; Path=/; HttpOnly',
      'Cookie: lang=en; PHPSESSID={lower:26}',
      '"cookie":"a=b; auth_token={word:43}"',
      'Set-Cookie: session_id={uuid:1}; Secure',
      'Cookie: opaque={alnum:40}',
      'document.cookie = "sid={alnum:24}"',
    ],
    passed: [
      'Set-Cookie: theme=dark; Path=/; Max-Age=31536000; Expires=Thu, 01 Jan 2026 00:00:00 GMT',
      'Cookie: session=<session-id>',
      'Cookie: session=${session.id}',
      'Cookie: _ga=GA1.2.1234567890.1700000000; lang=en-US',
      'const cookie = parseCookie(request.headers.cookie2);',
      'cookie: { name: "session", maxAge: 3600000 }',
      'Set-Cookie: session=deleted; expires=Thu, 01 Jan 1970 00:00:00 GMT',
      'Cookie: consent=2026-02-03T04:05:06Z; version=1.2.3-beta.4',
      'cookies accepted=everything-on-this-page',
    ],
  },
];

function acceptCookie(value: string, { kept }: SecretPlace): boolean {
  const name = kept.slice(0, -1);
  if (PUBLIC_COOKIE.test(name)) return false;
  return looksLikeSession(value, SESSION_COOKIE.test(name));
}

const PUBLIC_COOKIE =
  /^_ga|^_g[cid]|^_fb|^_hj|^utm|^__utm|^_pk_|^amp_|^ajs_|csrf|xsrf|consent|^expires$|^etag$/iu;
const SESSION_COOKIE = /sess|sid$|^sid|token|auth|jwt|login|remember|credential|sso|secret|^id$|_id$/iu;

function decodeBase64(text: string): string {
  try {
    return atob(text);
  } catch {
    return '';
  }
}
