import { fail, rookError, succeed, type Result, type RookError } from '@rook/contract';

import type { Web, WebAnswer, WebLimits } from '../web.ts';

/** `silent` never answers. */
export type FakePage = WebAnswer | RookError | 'silent';

export interface FakeWeb extends Web {
  /** What was asked for and not refused, in order. */
  readonly fetched: readonly string[];
}

/** A web of the pages that are given, by their address. */
export function createFakeWeb(pages: ReadonlyMap<string, FakePage> = new Map()): FakeWeb {
  const fetched: string[] = [];
  return {
    fetched,
    fetch: async (text, limits) => {
      const refusal = refuse(text);
      if (refusal !== null) return fail(refusal);
      if (limits.signal.aborted) return fail(rookError('cancelled', 'The page was not waited for.'));
      fetched.push(text);
      const page = pages.get(text);
      if (page === undefined) return fail(rookError('web_failed', `${text} could not be reached.`));
      if (page === 'silent') return waitInVain(limits);
      if ('code' in page) return fail(page);
      if (page.kind === 'redirect') return succeed(page);
      const cut = page.cut || page.text.length > limits.maxBytes;
      return succeed({ ...page, text: page.text.slice(0, limits.maxBytes), cut });
    },
  };
}

const PRIVATE =
  /^(?:localhost|0\.|10\.|127\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.|192\.168\.|\[(?:::|f[cde]))/u;

function refuse(text: string): RookError | null {
  const url = URL.parse(text);
  if (url === null) return rookError('invalid_input', 'This is no web address.');
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return rookError('invalid_input', 'Only http and https are fetched.');
  if (url.username !== '' || url.password !== '')
    return rookError('invalid_input', 'The address holds a user or a password.');
  return PRIVATE.test(url.hostname) ? rookError('private_address', `${url.hostname} is not public.`) : null;
}

async function waitInVain({ signal, timeoutMilliseconds }: WebLimits): Promise<Result<never>> {
  const ended = AbortSignal.any([signal, AbortSignal.timeout(timeoutMilliseconds)]);
  await new Promise<void>((resolve) => {
    ended.addEventListener('abort', () => resolve(), { once: true });
  });
  return fail(
    signal.aborted
      ? rookError('cancelled', 'The page was not waited for.')
      : rookError('timed_out', 'The page did not come in time.'),
  );
}
