import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { startServer } from '../src/index.ts';
import { startStage, visit, type ServerStage } from './server-stage.ts';

const SCRIPT = 'export const answer = 42;\n'.repeat(100);
const folder = mkdtempSync(join(tmpdir(), 'rook-page-'));

let stage: ServerStage;
beforeAll(async () => {
  const page = join(folder, 'page');
  mkdirSync(join(page, 'assets'), { recursive: true });
  writeFileSync(join(folder, 'secret.txt'), 'not for pages');
  writeFileSync(join(page, 'index.html'), '<!doctype html><title>Größe</title>');
  writeFileSync(join(page, 'assets/main-ABCDEF23.js'), SCRIPT);
  writeFileSync(join(page, 'assets/style.css'), 'p{}');
  writeFileSync(join(page, 'assets/style.css.gz'), gzipSync('made{}'));
  writeFileSync(join(page, 'icon.png'), Uint8Array.of(137, 80, 78, 71));
  symlinkSync(join(folder, 'secret.txt'), join(page, 'link.txt'));
  stage = await startStage({ uiFolder: page });
  writeFileSync(join(page, 'later.txt'), 'came later');
});
afterAll(async () => {
  await stage.server.close();
  rmSync(folder, { recursive: true, force: true });
});

const get = async (path: string, encoding = 'identity'): Promise<Response> =>
  fetch(`${stage.base}${path}`, { headers: { 'accept-encoding': encoding } });

it('serves the page with right types, without a key', async () => {
  const page = await get('/');
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(page.headers.get('cache-control')).toBe('no-cache');
  expect(await page.text()).toContain('Größe');
  const types = await Promise.all(
    ['/index.html', '/assets/style.css', '/icon.png'].map(async (path) =>
      (await get(path)).headers.get('content-type'),
    ),
  );
  expect(types).toEqual(['text/html; charset=utf-8', 'text/css; charset=utf-8', 'image/png']);
});

it('lets browsers keep what has a hash in its name', async () => {
  const script = await get('/assets/main-ABCDEF23.js');
  expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect((await get('/assets/style.css')).headers.get('cache-control')).toBe('no-cache');
});

it.each(['br', 'gzip', 'gzip, deflate, br', 'identity', 'br;q=0, gzip;q=0'])(
  'sends text as %s',
  async (encoding) => {
    for (let count = 0; count < 2; count += 1) {
      const response = await get('/assets/main-ABCDEF23.js', encoding);
      const sent = response.headers.get('content-encoding');
      expect(sent).toBe(/br(?!;q=0)/u.test(encoding) ? 'br' : /gzip(?!;q=0)/u.test(encoding) ? 'gzip' : null);
      expect(response.headers.get('vary')).toBe('accept-encoding');
      expect(await response.text()).toBe(SCRIPT);
    }
  },
);

it('takes what was packed at the build', async () => {
  expect(await (await get('/assets/style.css', 'gzip')).text()).toBe('made{}');
  expect((await get('/assets/style.css.gz')).status).toBe(404);
  expect((await get('/icon.png', 'br')).headers.get('content-encoding')).toBe(null);
});

it('serves nothing that was not there at the start, no link and no folder', async () => {
  for (const path of ['/later.txt', '/link.txt', '/assets', '/assets/', '/secret.txt', '/constructor']) {
    expect((await get(path)).status, path).toBe(404);
  }
});

it('tells of a file without sending it', async () => {
  const head = await visit(stage, 'HEAD /index.html HTTP/1.1', [`host: 127.0.0.1:${stage.server.port}`]);
  expect(head).toMatch(/^HTTP\/1\.1 200/u);
  expect(head).not.toContain('doctype');
});

it('says what to do where the page is not built', async () => {
  const options = { ...stage.options, port: 0 };
  expect(await startServer({ ...options, uiFolder: join(folder, 'none') })).toMatchObject({
    ok: false,
    error: { code: 'not_readable' },
  });
  expect(await startServer({ ...options, uiFolder: folder })).toMatchObject({
    ok: false,
    error: { code: 'not_found' },
  });
});
