import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import axe, { type AxeResults } from 'axe-core';
import { build } from 'esbuild';
import { chromium, type Browser, type Page, type Route } from 'playwright-core';

/** A real browser with the views in it, and what happened there that a test did not do. */
export interface ViewBrowser {
  /** A page of its own; `hasPolicy`: under the content policy that the product has. */
  open(options?: OpenOptions): Promise<WatchedPage>;
  close(): Promise<void>;
}

interface OpenOptions {
  readonly hasPolicy?: boolean;
  readonly width?: number;
  readonly height?: number;
  readonly theme?: 'light' | 'dark';
}

export interface WatchedPage {
  readonly page: Page;
  /** Dialogs, requests to elsewhere, navigations and errors, as sentences. */
  readonly seen: string[];
}

const PLACES = [
  process.env['ROOK_CHROMIUM'] ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

export const CHROMIUM: string | undefined = PLACES.find((path) => path !== '' && existsSync(path));

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Long enough for a slow machine, short enough to name the step that hangs. */
const STEP_MS = 20_000;
const ORIGIN = 'http://rook.test';
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' blob: data:; connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'";

export async function startViewBrowser(): Promise<ViewBrowser> {
  const folder = await mkdtemp(join(tmpdir(), 'rook-views-'));
  await build({
    entryPoints: {
      page: fileURLToPath(new URL('page.tsx', import.meta.url)),
      styles: fileURLToPath(new URL('../src/styles/index.css', import.meta.url)),
    },
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  const browser = await chromium.launch({ executablePath: CHROMIUM ?? '', args: ARGUMENTS });
  return {
    open: async (options = {}) => openPage(browser, folder, options),
    close: async () => {
      await browser.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function openPage(browser: Browser, folder: string, options: OpenOptions): Promise<WatchedPage> {
  const { hasPolicy = true, width = 1000, height = 760, theme = 'light' } = options;
  const context = await browser.newContext({ viewport: { width, height }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const seen: string[] = [];
  page.setDefaultTimeout(STEP_MS);
  await page.route('**/*', async (route) => answer(route, { folder, seen, hasPolicy, theme }));
  page.on('dialog', (dialog) => {
    seen.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('pageerror', (error) => seen.push(`error ${error.message}`));
  await page.goto(`${ORIGIN}/`);
  await page.waitForFunction(() => 'page' in globalThis);
  page.on('framenavigated', (frame) => seen.push(`navigated ${frame.url()}`));
  context.on('page', () => seen.push('opened a window'));
  return { page, seen };
}

interface Answering {
  readonly folder: string;
  readonly seen: string[];
  readonly hasPolicy: boolean;
  readonly theme: string;
}

const TYPES: ReadonlyMap<string, string> = new Map([
  ['.js', 'text/javascript'],
  ['.css', 'text/css'],
]);

async function answer(route: Route, { folder, seen, hasPolicy, theme }: Answering): Promise<void> {
  const url = new URL(route.request().url());
  if (url.origin !== ORIGIN) {
    seen.push(`request ${url.href}`);
    return route.abort();
  }
  if (url.pathname === '/') {
    const body = `<!doctype html><html lang="en" data-theme="${theme}"><head><title>Views</title><link rel="stylesheet" href="/styles.css"></head><body><div id="workbench"></div><script type="module" src="/page.js"></script></body></html>`;
    const headers = hasPolicy ? { 'content-security-policy': POLICY } : {};
    return route.fulfill({ body, contentType: 'text/html', headers });
  }
  const path = join(folder, url.pathname);
  if (!existsSync(path)) {
    if (url.pathname !== '/favicon.ico') seen.push(`request ${url.href}`);
    return route.fulfill({ status: 404, body: '' });
  }
  return route.fulfill({ body: readFileSync(path), contentType: TYPES.get(extname(path)) ?? 'text/plain' });
}

/** What the rules of accessibility find, each with the first place. */
export async function listAxeViolations(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
    const found = await globalThis.axe.run(document, { runOnly: tags });
    return found.violations.map(
      ({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160) ?? ''} (${nodes[0]?.failureSummary ?? ''})`,
    );
  });
}

declare global {
  /** The source makes itself a global of the page. */
  var axe: { run(root: Document, options: { readonly runOnly: string[] }): Promise<AxeResults> };
}
