import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIPv6, type LookupFunction } from 'node:net';

const HEADERS = {
  'user-agent': 'Rook/0.1 (reads one page for a person)',
  accept: 'text/html,application/xhtml+xml,text/*;q=0.9,application/json;q=0.9,*/*;q=0.1',
  'accept-encoding': 'gzip, br, deflate',
  'accept-language': 'en,*;q=0.5',
  connection: 'close',
};

/** Asks for a page at one of these addresses and no other, with the host's name in the request and in the handshake. */
export async function sendRequest(
  url: URL,
  addresses: readonly string[],
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const options = { agent: false, headers: HEADERS, lookup: pinTo(addresses), signal };
  const sent = url.protocol === 'https:' ? requestHttps(url, options) : requestHttp(url, options);
  sent.on('response', resolve);
  sent.on('error', reject);
  sent.on('upgrade', (_answer, socket) => {
    socket.destroy();
    reject(new Error('it answered in another protocol'));
  });
  sent.end();
  return promise;
}

/** Stands where a connection would look the name up again, when another address might be given. */
function pinTo(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_host, options, tell) => {
    const [first] = found;
    if (options.all === true) tell(null, found);
    else if (first === undefined) tell(new Error('there is no address'), '', 4);
    else tell(null, first.address, first.family);
  };
}
