import { Agent as PlainAgent } from 'node:http';
import { Agent as SecureAgent } from 'node:https';

import { sendRequest } from './send-request.ts';
import { trustSystemCertificates } from './trust-system-certificates.ts';

/**
 * The connections to providers: kept open between calls, through the proxy that the environment names (`HTTPS_PROXY`,
 * `HTTP_PROXY`, `NO_PROXY`, in either case), trusting what Node and, where that is not enough, the system trusts.
 */
export interface Sockets {
  /** As the client libraries want it. Follows no redirect, tries nothing twice and sets no time limit. */
  readonly fetch: typeof globalThis.fetch;
  /** Closes what is open; what is under way breaks off. */
  close(): void;
}

export function createSockets(environment: Readonly<Record<string, string | undefined>>): Sockets {
  const settings = { keepAlive: true, proxyEnv: pickProxy(environment) };
  const agents = { plain: new PlainAgent(settings), secure: new SecureAgent(settings) };
  return {
    fetch: async (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input);
      const agent = url.protocol === 'https:' ? agents.secure : agents.plain;
      try {
        return await sendRequest(url, init ?? {}, agent);
      } catch (error) {
        // The handshake failed, so nothing of the request has gone out; it goes out once, below.
        if (!(await trustSystemCertificates(error))) throw error;
        return sendRequest(url, init ?? {}, agent);
      }
    },
    close: () => {
      agents.plain.destroy();
      agents.secure.destroy();
    },
  };
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
