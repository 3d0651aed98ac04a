import { once } from 'node:events';
import { createServer } from 'node:net';

import type { WebLimits } from '@rook/engine';
import { expect, it } from 'vitest';

import { createLocalWeb } from '../src/create-local-web.ts';
import { isPublic } from '../src/is-public.ts';
import { openPageServer, PUBLIC } from './page-server.ts';

const limits: WebLimits = {
  maxBytes: 100_000,
  timeoutMilliseconds: 60_000,
  signal: new AbortController().signal,
};

const NOT_PUBLIC =
  '0.0.0.0 0.1.2.3 10.0.0.1 100.64.0.1 100.100.100.200 127.0.0.1 127.255.255.254 169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.192 192.0.2.1 192.88.99.1 192.168.1.1 198.18.0.1 198.19.255.255 198.51.100.7 203.0.113.9 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255 168.63.129.16 :: ::1 ::ffff:127.0.0.1 ::ffff:8.8.8.8 ::127.0.0.1 64:ff9b::7f00:1 64:ff9b:1::1 100::1 fc00::1 fd00:ec2::254 fe80::1 fe80::1%eth0 fec0::1 ff02::1 2001::1 2001:20::1 2001:db8::1 2002:7f00:1:: 3fff::1 5f00::1 4000::1 localhost 1.2.3 0x7f.1 8.8.8.8. 256.1.1.1 2606:4700::1111%lo';

it.each(['', ...NOT_PUBLIC.split(' ')])('D-02 takes %j for an address that is not public', (address) => {
  expect(isPublic(address)).toBe(false);
});

it.each([
  '8.8.8.8',
  '1.1.1.1',
  PUBLIC,
  '172.32.0.1',
  '100.128.0.1',
  '192.169.0.1',
  '2606:4700::1111',
  '2a00:1450::1',
])('D-02 takes %s for a public address', (address) => {
  expect(isPublic(address)).toBe(true);
});

it('D-02 reaches nothing on this machine, and says why', async () => {
  const server = await openPageServer((_request, response) => response.end('inside'));
  const web = createLocalWeb();
  for (const host of ['127.0.0.1', 'localhost', '2130706433', '[::ffff:7f00:1]']) {
    const answer = await web.fetch(server.address('/', host), limits);
    expect(answer).toMatchObject({ ok: false, error: { code: 'private_address', kind: 'denied' } });
  }
  expect(server.connections()).toBe(0);
  await server.close();
});

it('D-02 refuses a name when one of its addresses is not public', async () => {
  const web = createLocalWeb({ resolve: async () => [PUBLIC, '10.0.0.1'] });
  expect(await web.fetch('https://mixed.example/', limits)).toMatchObject({
    error: { code: 'private_address' },
  });
});

it('D-02 asks for a name once and connects to what was judged', async () => {
  const server = await openPageServer((_request, response) => response.end('hi'));
  const asked: string[] = [];
  const routed: string[] = [];
  const web = createLocalWeb({
    // A name that turns to this machine as soon as it was judged.
    resolve: async (host) => (asked.push(host) === 1 ? [PUBLIC] : ['127.0.0.1']),
    route: (address) => {
      routed.push(address);
      return '127.0.0.1';
    },
  });
  expect(await web.fetch(server.address('/a?b=c#d', 'rebound.example'), limits)).toMatchObject({ ok: true });
  expect([asked, routed]).toEqual([['rebound.example'], [PUBLIC]]);
  const [request] = server.requests;
  expect(request?.headers.host).toMatch(/^rebound\.example:\d+$/u);
  expect([request?.method, request?.url]).toEqual(['GET', '/a?b=c']);
  expect(Object.keys(request?.headers ?? {})).not.toContain('cookie');
  await server.close();
});

it('D-02 names the host in the handshake of https', async () => {
  const server = createServer((socket) => {
    socket.once('data', (hello) => {
      heard = hello.toString('latin1');
      socket.destroy();
    });
    socket.on('error', () => undefined);
  });
  let heard = '';
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const web = createLocalWeb({ resolve: async () => [PUBLIC], route: () => '127.0.0.1' });
  const answer = await web.fetch(`https://handshake.example:${port}/`, limits);
  expect(answer).toMatchObject({ ok: false, error: { code: 'web_failed' } });
  expect(heard).toContain('handshake.example');
  server.close();
});

it.each([
  'http://stage.example:22/',
  'http://stage.example:25/',
  'http://stage.example:6000/',
  'http://stage.example:0/',
  'https://stage.example:99999/',
  `https://stage.example/${'long'.repeat(2500)}`,
])('D-02 refuses an address by its port or its length: %s', async (text) => {
  const web = createLocalWeb({ resolve: async () => [PUBLIC], route: () => '127.0.0.1' });
  expect(await web.fetch(text, limits)).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
});

it('D-02 says that nothing listens, and that a proxy is not used', async () => {
  const server = await openPageServer(() => undefined);
  await server.close();
  const before = process.env['HTTPS_PROXY'];
  process.env['HTTPS_PROXY'] = 'http://proxy.example:3128';
  const answer = await server.web.fetch(server.address('/'), limits);
  if (before === undefined) delete process.env['HTTPS_PROXY'];
  else process.env['HTTPS_PROXY'] = before;
  const said = answer.ok ? '' : `${answer.error.code}: ${answer.error.message}`;
  expect(said).toMatch(/^web_failed: .*nothing listens there.*A proxy is set/u);
});

it('D-02 says that there is no such host', async () => {
  const web = createLocalWeb({
    resolve: async () => {
      throw Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' });
    },
  });
  const answer = await web.fetch('https://nowhere.example/secret?key=1', limits);
  expect(answer.ok ? '' : `${answer.error.code}: ${answer.error.message}`).toMatch(
    /^web_failed: nowhere\.example could not be reached: there is no such host; check its spelling\./u,
  );
});

it('D-02 does not wait for a name that is never resolved', async () => {
  const web = createLocalWeb({ resolve: async () => new Promise(() => undefined) });
  const answer = await web.fetch('https://slow.example/', { ...limits, timeoutMilliseconds: 20 });
  expect(answer).toMatchObject({ error: { code: 'timed_out' } });
});
