import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';

import { build } from 'esbuild';

const web = join(import.meta.dirname, '..');
const TYPES: ReadonlyMap<string, string> = new Map([
  ['.js', 'text/javascript'],
  ['.css', 'text/css'],
  ['.html', 'text/html'],
]);

/** The policy that the server gives its page, so that what it forbids fails here too. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' blob: data:; connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export interface ServedPage {
  readonly address: string;
  stop(): Promise<void>;
}

/** Serves the page with a workbench in memory behind it, from this process. */
export async function servePage(): Promise<ServedPage> {
  const files = await bundlePage();
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const path = pathname === '/' ? '/index.html' : pathname;
    const body = files.get(path);
    const type = TYPES.get(extname(path)) ?? 'application/octet-stream';
    const headers = { 'content-type': type, 'content-security-policy': POLICY };
    response.writeHead(body === undefined ? 404 : 200, headers).end(body);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    address: `http://127.0.0.1:${port}/`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
}

async function bundlePage(): Promise<ReadonlyMap<string, string>> {
  const { outputFiles } = await build({
    absWorkingDir: web,
    entryPoints: { main: 'test/programs/fake-page.tsx', styles: 'src/styles.css' },
    outdir: '/',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"development"' },
    write: false,
    logLevel: 'warning',
  });
  const files = new Map(outputFiles.map(({ path, text }) => [path.replaceAll('\\', '/'), text]));
  files.set('/index.html', await readFile(join(web, 'src', 'index.html'), 'utf8'));
  return files;
}
