import { fail, rookError, succeed, type Result } from '@rook/contract';
import type { Web, WebAnswer, WebLimits } from '@rook/engine';

import { decodeText } from './decode-text.ts';
import { explainFailure } from './explain-failure.ts';
import { guessMediaType, hasNul, readMediaType, type MediaType } from './media-type.ts';
import { readAddress } from './read-address.ts';
import { readBody } from './read-body.ts';
import type { HtmlText } from './read-html.ts';
import { resolveHost, type Resolve } from './resolve-host.ts';
import { sendRequest } from './send-request.ts';

/** For tests alone, which have no public address: who answers to a name, and where a public address leads. */
export interface WebSeams {
  readonly resolve?: Resolve;
  readonly route?: (address: string) => string;
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Pages of the web, fetched by this machine. A name is resolved here and once, every address must be public, and the
 * connection goes to what was judged. That cannot be kept through a proxy, which resolves for itself, so none is used,
 * and a failure says so where one is set. Nothing is sent along: no cookie, no key, no page that led here.
 */
export function createLocalWeb(seams: WebSeams = {}): Web {
  return {
    fetch: async (text, limits) => {
      const url = readAddress(text);
      if (!url.ok) return url;
      const late = AbortSignal.timeout(limits.timeoutMilliseconds);
      const signal = AbortSignal.any([limits.signal, late]);
      try {
        return await raceWith(signal, fetchPage(url.value, seams, { ...limits, signal }));
      } catch (error) {
        if (limits.signal.aborted)
          return fail(rookError('cancelled', `${url.value.host} was not waited for.`));
        if (late.aborted) return fail(timedOut(url.value, limits));
        return fail(explainFailure(url.value, error));
      }
    },
  };
}

/** Looking a name up cannot be ended, so it is left alone. */
async function raceWith<Value>(signal: AbortSignal, work: Promise<Value>): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = () => reject(new Error('stopped'));
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', stop);
    // Whoever lost the race is not waited for, and fails silently.
    work.catch(() => undefined);
    promise.catch(() => undefined);
  }
}

function timedOut({ host }: URL, { timeoutMilliseconds }: WebLimits): ReturnType<typeof rookError> {
  return rookError(
    'timed_out',
    `${host} did not answer in full within ${timeoutMilliseconds / 1000} s; try it later.`,
  );
}

async function fetchPage(
  url: URL,
  { resolve, route }: WebSeams,
  limits: WebLimits,
): Promise<Result<WebAnswer>> {
  limits.signal.throwIfAborted();
  const addresses = await resolveHost(url, resolve);
  if (!addresses.ok) return addresses;
  limits.signal.throwIfAborted();
  const routed = route === undefined ? addresses.value : addresses.value.map((address) => route(address));
  const answer = await sendRequest(url, routed, limits.signal);
  try {
    const status = answer.statusCode ?? 0;
    const { location } = answer.headers;
    if (REDIRECTS.has(status) && location !== undefined) return readRedirect(url, status, location);
    const told = readMediaType(answer.headers['content-type']);
    if (told?.isText === false) return fail(notText(url, told));
    const body = await readBody(answer, url.host, limits.maxBytes);
    if (!body.ok) return body;
    const type = told ?? guessMediaType(body.value.bytes);
    if (!type.isText || (type.charset === null && hasNul(body.value.bytes))) return fail(notText(url, type));
    const { text, cut: isPart } = await readText(body.value.bytes, type, url);
    const cut = body.value.cut || isPart || text.length > limits.maxBytes;
    return succeed({ kind: 'page', status, mediaType: type.name, text: text.slice(0, limits.maxBytes), cut });
  } finally {
    answer.destroy();
  }
}

/** Headers are read byte by byte; what servers write into them is UTF-8. */
function readRedirect(url: URL, status: number, header: string): Result<WebAnswer> {
  const location = URL.parse(Buffer.from(header, 'latin1').toString('utf8'), url.href);
  if (location !== null) return succeed({ kind: 'redirect', status, location: location.href });
  return fail(
    rookError('web_failed', `${url.host} leads on to an address that cannot be read; try another.`),
  );
}

function notText({ host }: URL, { name }: MediaType): ReturnType<typeof rookError> {
  return rookError(
    'binary_file',
    `The answer of ${host} is ${name}, not text, so it is not shown; look for a page instead.`,
  );
}

async function readText(bytes: Uint8Array, type: MediaType, url: URL): Promise<HtmlText> {
  const text = decodeText(bytes, type);
  if (!type.isHtml) return { text, cut: false };
  const { readHtml } = await import('./read-html.ts');
  return readHtml(text, url);
}
