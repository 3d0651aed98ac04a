import { afterAll, beforeAll, expect, it } from 'vitest';

import { sendRaw, startStage, takeKeyOf, visit, type ServerStage } from './server-stage.ts';

const ENDPOINT = 'a token of the test that other programs know';

let stage: ServerStage;
beforeAll(async () => {
  stage = await startStage({
    endpointToken: ENDPOINT,
    limits: { callBytes: 2000, blobBytes: 5000 },
  });
});
afterAll(async () => {
  await stage.server.close();
});

const own = (): string[] => [`host: 127.0.0.1:${stage.server.port}`];
const keyed = (): string[] => [...own(), `x-rook-key: ${stage.key}`];
const statusOf = (answer: string): number => Number(answer.split(' ')[1]);
const lastWhy = (): unknown => stage.log.at(-1)?.fields['why'];
interface CallInit {
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
}

const call = async (init: CallInit = {}, name = 'about'): Promise<Response> =>
  fetch(`${stage.base}/api/call/${name}`, {
    method: 'POST',
    body: '{}',
    ...init,
    headers: { 'content-type': 'application/json', 'x-rook-key': stage.key, ...init.headers },
  });

it('answers a page that was let in, under both of its names', async () => {
  expect((await call()).status).toBe(200);
  const named = [`host: localhost:${stage.server.port}`, `origin: http://localhost:${stage.server.port}`];
  const answer = await visit(stage, 'POST /api/token HTTP/1.1', [
    ...named,
    `x-rook-key: ${stage.key}`,
    'sec-fetch-site: same-origin',
    'content-length: 0',
  ]);
  expect(statusOf(answer)).toBe(200);
});

it.each([
  ['the name of another place', () => ['host: evil.example']],
  ['another name with the port', () => [`host: evil.example:${stage.server.port}`]],
  ['no port', () => ['host: 127.0.0.1']],
  ['another port', () => ['host: 127.0.0.1:1']],
  ['a name that only begins right', () => [`host: 127.0.0.1:${stage.server.port}.evil.example`]],
  ['no name', () => ['host:']],
  ['another address of this machine', () => [`host: [::1]:${stage.server.port}`]],
])('refuses a visitor who looked for %s, with a good key too', async (_title, headers) => {
  const before = stage.log.length;
  const answer = await visit(stage, 'GET /api/events HTTP/1.1', [...headers(), `x-rook-key: ${stage.key}`]);
  expect(statusOf(answer)).toBe(403);
  expect(answer).toContain('origin_refused');
  expect(stage.log.length).toBe(before + 1);
  expect(lastWhy()).toContain('own name');
});

it('refuses two names in one visit', async () => {
  const answer = await visit(stage, 'GET / HTTP/1.1', [...own(), 'host: evil.example']);
  expect([400, 403]).toContain(statusOf(answer));
});

it.each([
  ['another page', () => ['origin: https://evil.example']],
  ['a page of another port', () => ['origin: http://127.0.0.1:1']],
  ['a page without a place', () => ['origin: null']],
  ['a page under the other name', () => [`origin: http://localhost:${stage.server.port}`]],
  ['two places at once', () => [1, 2].map(() => `origin: http://127.0.0.1:${stage.server.port}`)],
  ['another site, as its browser says', () => ['sec-fetch-site: cross-site']],
  ['another port, as its browser says', () => ['sec-fetch-site: same-site']],
])('refuses %s, with a good key too', async (_title, headers) => {
  for (const line of ['GET / HTTP/1.1', 'GET /api/events HTTP/1.1', 'POST /api/key HTTP/1.1']) {
    const answer = await visit(stage, line, [...keyed(), ...headers()]);
    expect(statusOf(answer), line).toBe(403);
    expect(answer.toLowerCase()).not.toContain('access-control');
  }
});

const arriving = ['sec-fetch-site: same-site', 'sec-fetch-mode: navigate', 'sec-fetch-dest: document'];

it('Q-12 lets a person come from another port of this machine to the bare page', async () => {
  // This stage has no page to show; that none was found means that the door was open.
  expect(statusOf(await visit(stage, 'GET / HTTP/1.1', [...own(), ...arriving]))).toBe(404);
});

it.each([
  ['for anything but the bare page', 'GET /main.js HTTP/1.1', arriving],
  ['for the bare page with words to it', 'GET /?a=b HTTP/1.1', arriving],
  ['for what the engine knows', 'GET /api/events HTTP/1.1', arriving],
  ['with a form', 'POST /api/key HTTP/1.1', arriving],
  ['from another site', 'GET / HTTP/1.1', ['sec-fetch-site: cross-site', ...arriving.slice(1)]],
  ['from two places', 'GET / HTTP/1.1', ['sec-fetch-site: cross-site', ...arriving]],
  ['into a frame', 'GET / HTTP/1.1', [...arriving.slice(0, 2), 'sec-fetch-dest: iframe']],
  [
    'by a script',
    'GET / HTTP/1.1',
    ['sec-fetch-site: same-site', 'sec-fetch-mode: cors', 'sec-fetch-dest: empty'],
  ],
])('lets nobody come from another port %s', async (_title, line, headers) => {
  expect(statusOf(await visit(stage, line, [...keyed(), ...headers]))).toBe(403);
});

it('says nothing that lets another origin in, and answers no question before a visit', async () => {
  const answer = await visit(stage, 'OPTIONS /api/call/about HTTP/1.1', [
    ...own(),
    'access-control-request-method: POST',
    'access-control-request-headers: x-rook-key',
  ]);
  expect(statusOf(answer)).toBe(405);
  const headers = [...(await call()).headers.keys(), ...answer.toLowerCase().split(/[\r\n:]+/u)];
  expect(headers.filter((name) => name.startsWith('access-control'))).toEqual([]);
  expect(headers).not.toContain('set-cookie');
});

it('refuses who has no key, a wrong one, or an empty one', async () => {
  for (const key of ['', 'wrong', stage.key.slice(1), `${stage.key}x`]) {
    const response = await call({ headers: { 'x-rook-key': key } });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ ok: false, error: { code: 'key_refused' } });
  }
  for (const line of [
    'GET /api/events',
    'POST /api/token',
    'GET /api/nothing',
    'GET /api',
    'GET /api/key/',
  ]) {
    expect(statusOf(await visit(stage, `${line} HTTP/1.1`, [...own(), 'content-length: 0'])), line).toBe(401);
  }
  expect(stage.fake.called.every(({ name }) => name === 'about')).toBe(true);
});

it('lets a token in once', async () => {
  const url = stage.server.newUrl();
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]{43}$/u);
  const taken = await Promise.all([takeKeyOf(url), takeKeyOf(url), takeKeyOf(url)]);
  expect(taken.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await takeKeyOf(url)).toMatchObject({ error: { code: 'key_refused' } });
  expect(await takeKeyOf(`${stage.base}/#token=false`)).toMatchObject({ error: { code: 'key_refused' } });
  for (const body of ['{}', '[]', 'null', '{"token":7}', '{"token":""}']) {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${stage.base}/api/key`, { method: 'POST', body, headers });
    expect(response.status, body).toBe(401);
  }
});

it('gives a page that is in a token for another page', async () => {
  const response = await fetch(`${stage.base}/api/token`, {
    method: 'POST',
    headers: { 'x-rook-key': stage.key },
  });
  const body: unknown = await response.json();
  const token = /"token":"([^"]+)"/u.exec(JSON.stringify(body))?.[1] ?? '';
  expect(await takeKeyOf(`${stage.base}/#token=${token}`)).toMatchObject({ ok: true });
});

it('lets programs in that know the token of the endpoint', async () => {
  expect((await call({ headers: { 'x-rook-key': ENDPOINT } })).status).toBe(200);
  expect(await takeKeyOf(`${stage.base}/#token=${ENDPOINT}`)).toMatchObject({
    error: { code: 'key_refused' },
  });
});

it.each([
  '/../../../../etc/passwd',
  '/..',
  '/assets/../../secret',
  '/./index.html',
  '/%2e%2e/%2e%2e/etc/passwd',
  '/%2e%2e%2fetc%2fpasswd',
  '/..%5c..%5cetc',
  '/..\\..\\etc\\passwd',
  '/index.html%00.js',
  '/.env',
  '/assets//../x',
  '//evil.example/',
  'http://evil.example/',
  '*',
  '/%61pi/call/about',
  '/api/call/%61bout',
])('serves nothing under %s', async (path) => {
  const answer = await visit(stage, `GET ${path} HTTP/1.1`, keyed());
  expect(statusOf(answer)).toBe(400);
});

it('refuses bodies of other types, which a form could send', async () => {
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', '']) {
    const response = await call({ headers: { 'content-type': type } });
    expect(response.status, type).toBe(415);
  }
  expect((await call({ headers: { 'content-type': 'Application/JSON; charset=utf-8' } })).status).toBe(200);
  const blob = await fetch(`${stage.base}/api/blobs`, {
    method: 'POST',
    body: 'x',
    headers: { 'content-type': 'application/json', 'x-rook-key': stage.key },
  });
  expect(blob.status).toBe(415);
});

it('refuses what is no JSON, no call and no hash', async () => {
  expect((await call({ body: '{' })).status).toBe(400);
  expect((await call({ body: Uint8Array.of(0x22, 0xff, 0x22) })).status).toBe(400);
  for (const name of ['nothing', 'toString', '__proto__', 'constructor']) {
    expect(await (await call({}, name)).json(), name).toMatchObject({ error: { code: 'invalid_input' } });
  }
  for (const path of ['blobs/sha256:12', 'events?session=x', 'events?after=-2', 'events?after=1e3']) {
    const response = await fetch(`${stage.base}/api/${path}`, { headers: { 'x-rook-key': stage.key } });
    expect(response.status, path).toBe(400);
  }
});

it('refuses a body that is too large, said before or found out', async () => {
  const large = await call({ body: JSON.stringify({ text: 'x'.repeat(3000) }) });
  expect(large.status).toBe(413);
  expect(await large.json()).toMatchObject({ ok: false, error: { code: 'too_large' } });
  const head = ['content-type: application/octet-stream', 'transfer-encoding: chunked', 'connection: close'];
  const chunk = `fa0\r\n${'x'.repeat(4000)}\r\n`;
  const text = ['POST /api/blobs HTTP/1.1', ...keyed(), ...head, '', chunk].join('\r\n');
  expect(statusOf(await sendRaw(stage.server.port, `${text}${chunk}0\r\n\r\n`))).toBe(413);
  const kept = await stage.client.keepBlob(new Uint8Array(5000));
  expect(kept.ok).toBe(true);
  expect(await stage.client.keepBlob(new Uint8Array(5001))).toMatchObject({ error: { code: 'too_large' } });
});

it('gives up on a body that does not come', async () => {
  const hasty = await startStage({ limits: { bodyMilliseconds: 1000 } });
  const { key, log, server } = hasty;
  const text = [
    'POST /api/call/about HTTP/1.1',
    `host: 127.0.0.1:${server.port}`,
    `x-rook-key: ${key}`,
    'content-type: application/json',
    'content-length: 100',
    '',
    '{"half":',
  ].join('\r\n');
  expect(statusOf(await sendRaw(server.port, text))).toBe(408);
  expect(log.at(-1)?.fields['why']).toContain('in time');
  expect(hasty.fake.called).toEqual([]);
  await server.close();
});

it('refuses headers and addresses without end', async () => {
  const long = await visit(stage, 'GET / HTTP/1.1', [...own(), `x-long: ${'x'.repeat(20_000)}`]);
  expect(statusOf(long)).toBe(431);
  const address = await visit(stage, `GET /${'x'.repeat(5000)} HTTP/1.1`, own());
  expect(statusOf(address)).toBe(414);
  expect(statusOf(await sendRaw(stage.server.port, 'this is no HTTP\r\n\r\n'))).toBe(400);
});

it('knows only what it serves by', async () => {
  for (const line of [
    'PUT /',
    'DELETE /api/call/about',
    'POST /',
    'PATCH /api/events',
    'TRACE /',
    'HEAD /api/events',
  ]) {
    expect(statusOf(await visit(stage, `${line} HTTP/1.1`, keyed())), line).toBe(405);
  }
});

it('logs each refusal and never a secret', async () => {
  const token = new URL(stage.server.newUrl()).hash.slice('#token='.length);
  await visit(stage, `GET /${token} HTTP/1.1`, own());
  await visit(stage, `GET /api/events?key=${stage.key} HTTP/1.1`, own());
  await visit(stage, `GET /token=${token}/x HTTP/1.1`, [...own(), `x-rook-key: ${token}`]);
  const text = JSON.stringify(stage.log);
  for (const secret of [token, stage.key, ENDPOINT]) expect(text).not.toContain(secret);
  expect(stage.log.every(({ message }) => message === 'refused')).toBe(true);
  expect(lastWhy()).toBe('There is nothing here.');
});

it('sends what protects a page with everything, refusals too', async () => {
  const answers = [
    await call(),
    await fetch(`${stage.base}/`),
    await call({ headers: { 'x-rook-key': '' } }),
  ];
  for (const { headers } of answers) {
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'; script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/script-src[^;]*unsafe/u);
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
    });
  }
});

it('listens on 127.0.0.1 alone, and says when a port is taken', async () => {
  const { startServer } = await import('../src/index.ts');
  const taken = await startServer({ ...stage.options, port: stage.server.port });
  expect(taken).toMatchObject({ ok: false, error: { code: 'busy' } });
  const others = await Promise.allSettled(
    ['[::1]', '127.0.0.2'].map(async (host) => fetch(`http://${host}:${stage.server.port}/`)),
  );
  expect(others.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});
