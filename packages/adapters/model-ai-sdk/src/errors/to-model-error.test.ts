import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { HttpFailure } from './http-failure.ts';
import { readRetryAfter } from './read-retry-after.ts';
import { showForeignText } from './show-foreign-text.ts';
import { toModelError, type FailureContext } from './to-model-error.ts';

const KEY = 'not-a-real-key-0042';
const context: FailureContext = {
  connection: 'work',
  model: 'claude-opus-4-6',
  host: 'api.example.com',
  key: KEY,
  phase: 'here',
  cancelled: false,
  now: Date.UTC(2026, 10, 16),
};

const PHASES = ['here', 'sent', 'refused', 'answering'] as const;

const http = (status: number, body: unknown, headers: Record<string, string> = {}): HttpFailure =>
  new HttpFailure(
    status,
    new Map(Object.entries(headers)),
    typeof body === 'string' ? body : JSON.stringify(body),
  );
const system = (code: string): Error => Object.assign(new Error(`it failed: ${code}`), { code });
const library = (name: string, fields: object = {}, cause?: unknown): Error =>
  Object.assign(new Error('Failed to process successful response', { cause }), { name, ...fields });

it.each([
  [
    '529',
    http(529, { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }),
    'model_overloaded',
  ],
  ['503', http(503, ''), 'model_overloaded'],
  ['429', http(429, { error: { message: 'slow down', type: 'rate_limit_error' } }), 'model_rate_limited'],
  [
    '429 for money',
    http(429, { error: { code: 'insufficient_quota', message: 'quota' } }),
    'model_no_credit',
  ],
  ['no credit', http(400, { error: { message: 'Your credit balance is too low' } }), 'model_no_credit'],
  ['402', http(402, { error: { message: 'Payment required: add funds' } }), 'model_no_credit'],
  ['402 without a word', http(402, ''), 'model_no_credit'],
  ['403 for money', http(403, { error: { message: 'Your team has run out of credits' } }), 'model_no_credit'],
  [
    '429 at Gemini',
    http(429, {
      error: {
        code: 429,
        status: 'RESOURCE_EXHAUSTED',
        message: 'You exceeded your current quota, please check your plan and billing details.',
      },
    }),
    'model_rate_limited',
  ],
  ['429 for a day', http(429, { error: { message: 'Quota exceeded for today' } }), 'model_rate_limited'],
  [
    '403 for a country',
    http(403, {
      error: {
        message: 'Country, region, or territory not supported',
        code: 'unsupported_country_region_territory',
      },
    }),
    'model_refused',
  ],
  ['500', http(500, { error: { message: 'oops' } }), 'model_failed'],
  ['502 with a page', http(502, '<html><body>Bad Gateway</body></html>'), 'model_failed'],
  ['401', http(401, { error: { message: 'Incorrect API key provided' } }), 'model_bad_key'],
  ['403', http(403, 'nope'), 'model_bad_key'],
  [
    'a bad key at Google',
    http(400, [{ error: { message: 'API key not valid. Pass a valid API key.' } }]),
    'model_bad_key',
  ],
  ['a bad key at xAI', http(400, { code: 'x', error: 'Incorrect API key provided: xx' }), 'model_bad_key'],
  ['404', http(404, { error: { message: 'model: claude-9', type: 'not_found_error' } }), 'model_unknown'],
  [
    'an unknown deployment',
    http(404, { error: { code: 'DeploymentNotFound', message: 'x' } }),
    'model_unknown',
  ],
  ['400', http(400, { error: { message: 'max_tokens: must be lower' } }), 'model_bad_request'],
  ['422', http(422, { detail: 'no' }), 'model_bad_request'],
  [
    'too long at OpenAI',
    http(400, { error: { code: 'context_length_exceeded', message: 'x' } }),
    'model_too_long',
  ],
  [
    'too long at Anthropic',
    http(400, { error: { message: 'prompt is too long: 9 tokens > 8' } }),
    'model_too_long',
  ],
  [
    'too long at Google',
    http(400, { error: { message: 'The input token count (9) exceeds the maximum' } }),
    'model_too_long',
  ],
  ['413', http(413, 'Request Entity Too Large'), 'model_too_long'],
  ['filtered at Azure', http(400, { error: { code: 'content_filter', message: 'x' } }), 'model_refused'],
  ['408', http(408, ''), 'timed_out'],
  ['a redirect', http(301, '', { location: 'https://other.example' }), 'model_no_connection'],
  [
    'a page',
    http(200, '<!doctype html><title>Login</title>', { 'content-type': 'text/html' }),
    'model_bad_answer',
  ],
  ['a page for 404', http(404, '<html>nginx</html>'), 'model_bad_answer'],
  ['a page for 403', http(403, '<html>Access denied by your company</html>'), 'model_bad_answer'],
  ['JSON instead of a stream', http(200, '{"ok":true}'), 'model_bad_answer'],
  ['a proxy that wants a login', http(407, ''), 'model_unreachable'],
  ['ECONNREFUSED', system('ECONNREFUSED'), 'model_unreachable'],
  ['ENOTFOUND', system('ENOTFOUND'), 'model_unreachable'],
  ['EAI_AGAIN wrapped', library('AI_APICallError', {}, system('EAI_AGAIN')), 'model_unreachable'],
  ['both addresses refused', new AggregateError([system('ECONNREFUSED')]), 'model_unreachable'],
  ['a proxy that fails', system('ERR_PROXY_TUNNEL'), 'model_unreachable'],
  ['a certificate', system('SELF_SIGNED_CERT_IN_CHAIN'), 'model_certificate'],
  ['an old certificate', system('CERT_HAS_EXPIRED'), 'model_certificate'],
  ['another name', system('ERR_TLS_CERT_ALTNAME_INVALID'), 'model_certificate'],
  ['no HTTP', system('HPE_INVALID_CONSTANT'), 'model_bad_answer'],
  ['no JSON', library('AI_JSONParseError'), 'model_bad_answer'],
  ['another shape', library('AI_TypeValidationError'), 'model_bad_answer'],
  [
    'a status of the library',
    library('AI_APICallError', { statusCode: 529, responseBody: '{}' }),
    'model_overloaded',
  ],
  ['told inside the stream', { type: 'overloaded_error', message: 'Overloaded' }, 'model_overloaded'],
  ['told with a number', { message: 'busy', code: 503 }, 'model_overloaded'],
  ['told with a word', { message: 'The server had an error', type: 'server_error' }, 'model_failed'],
  ['nothing', undefined, 'model_bad_answer'],
])('C-04 %s becomes one typed failure', (_case, failure, code) => {
  const error = toModelError(failure, context);
  expect(error.code).toBe(code);
  expect(error.message).toMatch(/work|claude-opus-4-6/u);
  expect(error.message).toMatch(/api\.example\.com/u);
});

it('C-04 a connection that breaks in the middle is a cut', () => {
  const broken = library('AI_APICallError', { statusCode: 200 }, system('ECONNRESET'));
  expect(toModelError(broken, { ...context, phase: 'answering' })).toMatchObject({
    code: 'model_cut',
    retryable: true,
  });
  expect(toModelError(new Error('closed'), { ...context, phase: 'answering' }).code).toBe('model_cut');
});

it('C-04 the word that people search for is in the sentence', () => {
  const wrapped = library('AI_APICallError', {}, system('ECONNREFUSED'));
  expect(toModelError(wrapped, context).message).toContain('(ECONNREFUSED)');
  expect(toModelError(system('CERT_HAS_EXPIRED'), context).message).toContain('(CERT_HAS_EXPIRED)');
});

it('C-08 whoever cancelled is told so, whatever broke', () => {
  expect(toModelError(system('ECONNRESET'), { ...context, cancelled: true }).code).toBe('cancelled');
});

it('C-08 the wait that the provider asks for is carried on', () => {
  const error = toModelError(http(429, '', { 'retry-after': '3' }), context);
  expect(error).toMatchObject({ retryAfterMilliseconds: 3000, status: 429, retryable: true });
});

it.each([
  [{ 'retry-after': '3' }, 3000],
  [{ 'retry-after': '0.5' }, 500],
  [{ 'retry-after-ms': '1500', 'retry-after': '9' }, 1500],
  [{ 'retry-after': 'Mon, 16 Nov 2026 00:00:05 GMT' }, 5000],
  [{ 'retry-after': 'Sun, 15 Nov 2026 00:00:05 GMT' }, 0],
  [{ 'retry-after': '99999999' }, 86_400_000],
  [{ 'retry-after': '-4' }, undefined],
  [{ 'retry-after': 'soon' }, undefined],
  [{ 'retry-after': '1e9' }, undefined],
  [{}, undefined],
])('C-08 %j asks for %s milliseconds', (headers, wait) => {
  expect(readRetryAfter(new Map(Object.entries(headers)), context.now)).toBe(wait);
});

it('C-04 no failure shows the key, more than a little of a foreign text, or a control character', () => {
  const bodies = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.json());
  fc.assert(
    fc.property(bodies, bodies, fc.integer({ min: 100, max: 599 }), (before, after, status) => {
      const { message } = toModelError(http(status, `${before}${KEY}${after}`), context);
      expect(message).not.toContain(KEY);
      expect(message.length).toBeLessThan(500);
      expect(message).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    }),
  );
});

it('C-04 nothing that can be thrown breaks the making of a failure', () => {
  fc.assert(
    fc.property(fc.anything(), fc.constantFrom(...PHASES), (failure, phase) => {
      expect(toModelError(failure, { ...context, phase }).message).not.toBe('');
    }),
  );
});

it('C-04 a page is shown as its words', () => {
  const page =
    '<html><head><title>x</title><style>a{}</style></head><body><h1>Sign&nbsp;in</h1>\n<p>please</p>';
  expect(showForeignText(page, KEY)).toBe('Sign&nbsp;in please');
  expect(showForeignText('\u{1F600}'.repeat(300), KEY)).toMatch(/^(?:\u{1F600}){100}…$/u);
});

it('A-24 C-04 what a terminal would obey is shown, wherever the other side puts it', () => {
  expect(showForeignText('slow \u001B]0;pwn\u0007\r\n\u202Edown\u007F\u009B', KEY)).toBe(
    'slow ␛]0;pwn␇ <U+202E>down␡<U+009B>',
  );
});

it.each([
  ['407', http(407, ''), /proxy that wants a login/u],
  [
    'a proxy that refuses',
    Object.assign(system('ERR_PROXY_TUNNEL'), { statusCode: 403 }),
    /proxy lets nothing through.*403/u,
  ],
  [
    'a proxy that is not there',
    Object.assign(system('ECONNREFUSED'), { address: '::1', port: 3128 }),
    /\(ECONNREFUSED at \[::1\]:3128\)/u,
  ],
  [
    'a proxy without a name',
    Object.assign(system('ENOTFOUND'), { hostname: 'proxy.invalid' }),
    /\(ENOTFOUND at proxy\.invalid\)/u,
  ],
  ['a page of a proxy', http(403, '<html>Access denied</html>'), /web page instead.*Access denied/u],
  ['another name', system('ERR_TLS_CERT_ALTNAME_INVALID'), /for another name/u],
  ['an old certificate', system('CERT_HAS_EXPIRED'), /not valid today.*clock/u],
  ['no credit', http(402, ''), /no credit left/u],
  [
    'a country',
    http(403, { error: { message: 'User location is not supported for the API use.' } }),
    /country or region/u,
  ],
])('C-04 the sentence about %s helps', (_case, failure, words) => {
  expect(toModelError(failure, context).message).toMatch(words);
});

it('C-08 what no wait can mend is not worth another try', () => {
  for (const failure of [
    http(407, ''),
    http(402, ''),
    http(429, { error: { code: 'insufficient_quota', message: 'x' } }),
    http(200, '<html>Log in</html>'),
    http(200, { choices: [] }),
  ])
    expect(toModelError(failure, context).retryable).toBe(false);
});

it('C-04 a part of the key is hidden too, in any case and wherever it is cut', () => {
  const spots = fc.nat({ max: KEY.length - 8 });
  fc.assert(
    fc.property(fc.nat({ max: 5000 }), spots, fc.boolean(), (before, from, isLoud) => {
      const part = isLoud ? KEY.slice(from).toUpperCase() : KEY.slice(from);
      const shown = showForeignText(`${'<b>'.repeat(before)}${'.'.repeat(before % 250)}${part}`, KEY);
      const grams = Array.from({ length: shown.length }, (_unused, at) => shown.slice(at, at + 8));
      expect(grams.filter((gram) => gram.length === 8 && KEY.includes(gram.toLowerCase()))).toEqual([]);
    }),
  );
  expect(showForeignText(`bad key ${KEY}${KEY}, ${KEY.slice(3)}!`, KEY)).toBe('bad key [key], [key]!');
});
