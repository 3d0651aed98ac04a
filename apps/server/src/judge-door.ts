import type { IncomingMessage } from 'node:http';

import { refuse, type Refusal } from './refusal.ts';

/**
 * Says why a visitor is turned away before anything is read, or null. A page of somewhere else reaches this machine too:
 * its browser tells where it comes from, and under which name it looked for us.
 */
export function judgeDoor(incoming: IncomingMessage, port: number): Refusal | null {
  const host = only(incoming, 'host');
  if (host === null || !OWN_NAMES.some((name) => host === `${name}:${port}`)) {
    return refuse(403, 'origin_refused', 'This server answers only under its own name.');
  }
  const origin = incoming.headersDistinct['origin'];
  if (origin !== undefined && (origin.length !== 1 || origin[0] !== `http://${host}`)) {
    return refuse(403, 'origin_refused', 'Pages of other places may not use this server.');
  }
  const site = incoming.headersDistinct['sec-fetch-site'];
  const isOwn = site === undefined || site.every((value) => value === 'same-origin' || value === 'none');
  if (!isOwn && !isArrival(incoming)) {
    return refuse(403, 'origin_refused', 'Other pages may not use this server.');
  }
  return judgeAddress(incoming);
}

/**
 * A person who goes to the tour, or home from it, comes from another port of this machine. The whole window goes, to the
 * bare page, which is the same for everybody and says nothing; where they came from sees none of it.
 */
function isArrival(incoming: IncomingMessage): boolean {
  return (
    incoming.method === 'GET' &&
    incoming.url === '/' &&
    incoming.headersDistinct['origin'] === undefined &&
    only(incoming, 'sec-fetch-site') === 'same-site' &&
    only(incoming, 'sec-fetch-mode') === 'navigate' &&
    only(incoming, 'sec-fetch-dest') === 'document'
  );
}

const OWN_NAMES = ['127.0.0.1', 'localhost'] as const;
const LONGEST_ADDRESS = 4096;

/** What every address of this server is made of. Nothing in them needs an encoding, so nothing hides in one. */
const PLAIN_PATH = /^\/(?:[A-Za-z0-9_:@~+,=-][A-Za-z0-9._:@~+,=-]*(?:\/|$))*$/u;

function judgeAddress({ method = '', url = '' }: IncomingMessage): Refusal | null {
  const [path = ''] = url.split('?');
  if (url.length > LONGEST_ADDRESS) return refuse(414, 'too_large', 'The address is too long.');
  if (!PLAIN_PATH.test(path)) return refuse(400, 'invalid_input', 'There is no such address.');
  const isApi = path === '/api' || path.startsWith('/api/');
  const allowed = isApi ? ['GET', 'POST'] : ['GET', 'HEAD'];
  if (!allowed.includes(method)) return refuse(405, 'invalid_input', `Here is no way to ${shorten(method)}.`);
  return null;
}

function shorten(method: string): string {
  return method.slice(0, 10);
}

/** The value of a header that stands there once. */
function only(incoming: IncomingMessage, name: string): string | null {
  const values = incoming.headersDistinct[name];
  return values?.length === 1 ? (values[0] ?? null) : null;
}
