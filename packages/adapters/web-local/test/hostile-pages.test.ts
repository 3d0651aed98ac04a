import { once } from 'node:events';
import { createServer } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';

import type { Result } from '@rook/contract';
import type { WebAnswer, WebLimits } from '@rook/engine';
import { expect, it } from 'vitest';

import { createLocalWeb } from '../src/create-local-web.ts';
import { openPageServer, PUBLIC, type Handler } from './page-server.ts';

const limits: WebLimits = {
  maxBytes: 100_000,
  timeoutMilliseconds: 60_000,
  signal: new AbortController().signal,
};

async function fetchFrom(handle: Handler, some: Partial<WebLimits> = {}): Promise<Result<WebAnswer>> {
  const server = await openPageServer(handle);
  const answer = await server.web.fetch(server.address('/a/page'), { ...limits, ...some });
  await server.close();
  return answer;
}

function send(headers: Readonly<Record<string, string>>, body: string | Uint8Array, status = 200): Handler {
  return (_request, response) => response.writeHead(status, headers).end(body);
}

async function textOf(headers: Readonly<Record<string, string>>, body: string | Uint8Array): Promise<string> {
  const answer = await fetchFrom(send(headers, body));
  if (!answer.ok) return answer.error.code;
  return answer.value.kind === 'page' ? answer.value.text : answer.value.location;
}

const PLAIN = 'text/plain';
const packed = [
  ['gzip', gzipSync],
  ['x-gzip', gzipSync],
  ['br', brotliCompressSync],
  ['deflate', deflateSync],
  ['deflate', deflateRawSync],
] as const;

it.each(packed)('D-02 unpacks %s, and a bomb of it only to the limit', async (encoding, pack) => {
  const headers = { 'content-type': PLAIN, 'content-encoding': encoding };
  expect(await textOf(headers, pack(Buffer.from('hällo')))).toBe('hällo');
  const bomb = await fetchFrom(send(headers, pack(Buffer.alloc(50_000_000, 'x'))));
  expect(bomb).toMatchObject({ ok: true, value: { cut: true, text: 'x'.repeat(100_000) } });
});

it('D-02 refuses what it cannot unpack', async () => {
  const headers = { 'content-type': PLAIN, 'content-encoding': 'gzip' };
  const whole = gzipSync('x'.repeat(1000));
  expect(await textOf(headers, 'no gzip')).toBe('web_failed');
  expect(await textOf(headers, whole.subarray(0, whole.length - 9))).toBe('web_failed');
  expect(await textOf({ ...headers, 'content-encoding': 'gzip, gzip' }, gzipSync(whole))).toBe('web_failed');
  expect(await textOf({ ...headers, 'content-encoding': 'zstd' }, 'x')).toBe('web_failed');
  expect(await textOf(headers, '')).toBe('');
});

it('D-02 closes the connection when nobody waits, when time is up and when the limit is reached', async () => {
  const closed: string[] = [];
  const { promise: begun, resolve: begin } = Promise.withResolvers<undefined>();
  const server = await openPageServer((request, response) => {
    response.writeHead(200, { 'content-type': PLAIN });
    const more = () => {
      while (request.url === '/endless' && !response.destroyed && response.write('x'.repeat(1000)));
    };
    response.on('drain', more);
    response.on('close', () => closed.push(request.url ?? ''));
    response.write('begin');
    more();
    if (request.url === '/cancelled') begin(undefined);
  });
  const controller = new AbortController();
  const waiting = server.web.fetch(server.address('/cancelled'), { ...limits, signal: controller.signal });
  await begun;
  controller.abort();
  expect(await waiting).toMatchObject({ error: { code: 'cancelled' } });
  const late = await server.web.fetch(server.address('/late'), { ...limits, timeoutMilliseconds: 100 });
  expect(late).toMatchObject({ error: { code: 'timed_out' } });
  expect(await server.web.fetch(server.address('/endless'), limits)).toMatchObject({ value: { cut: true } });
  await expect
    .poll(() => closed.toSorted(), { timeout: 20_000 })
    .toEqual(['/cancelled', '/endless', '/late']);
  await server.close();
});

it('D-02 says that an answer broke off', async () => {
  const answer = await fetchFrom((_request, response) => {
    response.writeHead(200, { 'content-type': PLAIN, 'content-length': '1000' });
    response.write('begin', () => response.destroy());
  });
  expect(answer.ok ? '' : `${answer.error.code}: ${answer.error.message}`).toMatch(
    /^web_failed: .*broke off/u,
  );
});

it.each([
  ['no HTTP at all', 'SSH-2.0-OpenSSH\r\n'],
  ['another protocol', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'],
  ['headers without end', `HTTP/1.1 200 OK\r\n${'a: b\r\n'.repeat(20_000)}`],
])('D-02 refuses an answer of %s', async (_what, bytes) => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.end(bytes);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const web = createLocalWeb({ resolve: async () => [PUBLIC], route: () => '127.0.0.1' });
  const answer = await web.fetch(`http://stage.example:${port}/`, limits);
  server.close();
  expect(answer).toMatchObject({ ok: false, error: { code: 'web_failed' } });
});

it('D-02 reads the charset from the mark, the header, the page, or by trying', async () => {
  const latin = Buffer.from('h\u00e4llo', 'latin1');
  const page = (head: string) => Buffer.concat([Buffer.from(head), latin]);
  expect(await textOf({ 'content-type': 'text/plain; charset=iso-8859-1' }, latin)).toBe('hällo');
  expect(await textOf({ 'content-type': 'text/plain; charset="utf-8"' }, 'hällo')).toBe('hällo');
  expect(await textOf({ 'content-type': PLAIN }, latin)).toBe('hällo');
  expect(await textOf({ 'content-type': 'text/plain; charset=klingon' }, 'hällo')).toBe('hällo');
  expect(await textOf({ 'content-type': 'text/html' }, page('<meta charset=latin1>'))).toBe('hällo');
  expect(
    await textOf({ 'content-type': 'text/xml' }, page('<?xml version="1.0" encoding="latin1"?>')),
  ).toMatch(/hällo$/u);
  const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('hällo', 'utf16le')]);
  expect(await textOf({ 'content-type': PLAIN }, wide)).toBe('hällo');
});

it('D-02 leaves a character out that the limit cut in two', async () => {
  const answer = await fetchFrom(send({ 'content-type': PLAIN }, 'ab\u{1F319}'), { maxBytes: 4 });
  expect(answer).toMatchObject({ value: { text: 'ab', cut: true } });
});

it('D-02 shows text without a media type, and refuses what only claims to be text', async () => {
  expect(await textOf({}, 'just text')).toBe('just text');
  expect(await textOf({}, '<!doctype html><p>a <b>page</b>')).toBe('a page');
  expect(await textOf({}, Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0]))).toBe('binary_file');
  expect(await textOf({ 'content-type': PLAIN }, Buffer.from([0x50, 0x4b, 0, 0]))).toBe('binary_file');
  expect(await textOf({ 'content-type': 'application/pdf' }, '%PDF')).toBe('binary_file');
  expect(await textOf({ 'content-type': 'application/vnd.api+json' }, '{"a":1}')).toBe('{"a":1}');
});

it.each([
  ['https://other.example/x y', 'https://other.example/x%20y'],
  ['//other.example/', 'http://other.example/'],
  ['http://127.0.0.1/', 'http://127.0.0.1/'],
  ['file:///etc/passwd', 'file:///etc/passwd'],
])('D-02 tells that %s is where it leads, and goes nowhere', async (location, expected) => {
  const answer = await fetchFrom(send({ location }, '', 301));
  expect(answer).toEqual({ ok: true, value: { kind: 'redirect', status: 301, location: expected } });
});

it('D-02 takes a redirect without a place for a page, and one to nowhere for a failure', async () => {
  expect(await fetchFrom(send({ 'content-type': PLAIN }, 'gone', 302))).toMatchObject({
    value: { kind: 'page', status: 302 },
  });
  expect(await fetchFrom(send({ location: 'http://[' }, '', 302))).toMatchObject({
    error: { code: 'web_failed' },
  });
});
