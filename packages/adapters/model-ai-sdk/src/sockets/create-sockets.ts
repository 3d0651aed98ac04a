import { Agent as PlainAgent } from 'node:http';
import { Agent as SecureAgent } from 'node:https';

import type { Journey } from './journey.ts';
import { sendRequest } from './send-request.ts';
import { watchTrust } from './trust-system-certificates.ts';

/**
 * The connections to providers: kept open between calls, through the proxy that the environment names (`HTTPS_PROXY`,
 * `HTTP_PROXY`, `NO_PROXY`, in either case; never for this machine itself), trusting what Node and, where that is not
 * enough, the system trusts.
 */
export interface Sockets {
  /**
   * As the client libraries want it, for one request, whose journey is written down. Follows no redirect, tries nothing
   * twice and sets no time limit.
   */
  fetchFor(journey: Journey): typeof globalThis.fetch;
  /** Closes what is open; what is under way breaks off. */
  close(): void;
}

export function createSockets(
  environment: Readonly<Record<string, string | undefined>>,
  idleMilliseconds = IDLE_MILLISECONDS,
): Sockets {
  // Counts only between calls; an answer may pause for as long as it likes.
  const kept = { keepAlive: true, timeout: idleMilliseconds };
  const settings = { ...kept, proxyEnv: pickProxy(environment) };
  const outside = { plain: new PlainAgent(settings), secure: new SecureAgent(settings) };
  const inside = { plain: new PlainAgent(kept), secure: new SecureAgent(kept) };
  return {
    fetchFor: (journey) => async (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input);
      const agents = isLoopback(url.hostname) ? inside : outside;
      const agent = url.protocol === 'https:' ? agents.secure : agents.plain;
      const canTryAgain = watchTrust();
      try {
        return await sendRequest(url, init ?? {}, agent, journey);
      } catch (error) {
        // The handshake failed, so nothing of the request has gone out; it goes out once, below.
        if (journey.phase !== 'here' || !canTryAgain(error)) throw error;
        return sendRequest(url, init ?? {}, agent, journey);
      }
    },
    close: () => {
      for (const { plain, secure } of [outside, inside]) {
        plain.destroy();
        secure.destroy();
      }
    },
  };
}

/**
 * A line that nobody used for longer may be dead without a word, behind a firewall or after a sleep; a request that
 * goes into it is lost, waited for and paid.
 */
const IDLE_MILLISECONDS = 60_000;

/** A name as `URL` writes it: numbers are always written out there, and IPv6 stands in brackets. */
function isLoopback(host: string): boolean {
  return /^(?:(?:.+\.)?localhost\.?|127\.\d+\.\d+\.\d+|\[::1\]|\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\])$/iu.test(
    host,
  );
}

const PROXY_NAMES = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy', 'no_proxy'];

/** What is no address is left out: a connection without a proxy says by itself whether it works. */
function pickProxy(environment: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    PROXY_NAMES.flatMap((name) => {
      const value = environment[name]?.trim();
      if (value === undefined || value === '') return [];
      const isList = name.toLowerCase() === 'no_proxy';
      const address = isList || value.includes('://') ? value : `http://${value}`;
      return isList || /^https?:\/\/./iu.test(address) ? [[name, address] as const] : [];
    }),
  );
}
