import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { chromium, type Browser, type Page } from 'playwright-core';

import { makeScene, MESSAGES, type Scene, type SceneKind } from './screenshots/scene.ts';

const ROOT = join(import.meta.dirname, '..');
const IMAGES = join(ROOT, 'docs', 'images');
const LAUNCHER = join(ROOT, 'apps', 'cli', 'bin', 'rook.cjs');
const CHROMIUM =
  [
    process.env['ROOK_CHROMIUM'] ?? '',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ].find((path) => path !== '' && existsSync(path)) ?? '';
const WIDE = { width: 1400, height: 900 };
const NARROW = { width: 360, height: 740 };

/** Takes the pictures of the documents anew, from the page as it is now: a scripted session, and the tour. */
if (CHROMIUM === '') {
  process.stdout.write('There is no Chromium on this machine; ROOK_CHROMIUM can name one.\n');
  process.exitCode = 1;
} else {
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    await inScene({ model: 'native' }, browser, takeSession);
    await inScene({ model: 'structured' }, browser, takeBatch);
    await inScene({}, browser, takeTour);
  } finally {
    await browser.close();
  }
}

async function inScene(
  kind: SceneKind,
  browser: Browser,
  play: (page: Page) => Promise<void>,
): Promise<void> {
  const scene = makeScene(kind);
  const server = startServer(scene);
  try {
    const page = await browser.newPage({ viewport: WIDE, colorScheme: 'light', reducedMotion: 'reduce' });
    page.setDefaultTimeout(60_000);
    await page.goto(await server.url);
    await play(page);
    await page.close();
  } finally {
    await server.end();
    scene.remove();
  }
}

interface Server {
  readonly url: Promise<string>;
  end(): Promise<void>;
}

function startServer({ workspace, env }: Scene): Server {
  const words = [LAUNCHER, 'open', '--no-open', '--json', '--port', '0'];
  const child = spawn(process.execPath, words, { cwd: workspace, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const url = Promise.withResolvers<string>();
  const ended = Promise.withResolvers<undefined>();
  child.stdout.once('data', (piece: Buffer) =>
    url.resolve(/"url":"([^"]+)"/u.exec(piece.toString())?.[1] ?? ''),
  );
  child.once('close', () => {
    url.reject(new Error('The server ended.'));
    ended.resolve(undefined);
  });
  return {
    url: url.promise,
    end: async () => {
      child.kill('SIGINT');
      await ended.promise;
    },
  };
}

/** Three sessions, of which the last one has changed files for an intent and run the tests. */
async function takeSession(page: Page): Promise<void> {
  for (const words of [MESSAGES.readme, MESSAGES.tests]) {
    await say(page, words);
    await page.getByRole('button', { name: 'New session' }).first().click();
    await page.getByRole('heading', { name: /^What should be done/u }).waitFor();
  }
  await workOnFirst(page);
  await page.getByRole('tab', { name: /^Changes/u }).click();
  await say(page, MESSAGES.hours);
  await send(page, MESSAGES.version);
  await page.locator('[data-asks]').waitFor();
  await takeAll(page, 'question');
  await sayYes(page);
  await settled(page, MESSAGES.version);
  await say(page, MESSAGES.discount);
  await send(page, MESSAGES.run);
  await sayYes(page);
  await settled(page, MESSAGES.run);
  await takeAll(page, 'workbench');
}

/** Commands of a reply, run one after the other while the model looks on. */
async function takeBatch(page: Page): Promise<void> {
  await workOnFirst(page);
  await page.getByRole('tab', { name: /^Commands/u }).click();
  await say(page, MESSAGES.check);
  await page.getByRole('button', { name: 'Run 3 cmds' }).click();
  await page.getByRole('region', { name: 'Commands of this turn' }).getByText('Command 2/3 ✗').waitFor();
  await page.locator('[data-asks]').waitFor();
  await takeAll(page, 'batch');
}

/** The first page of a person who has no key, and the tour after its first step. */
async function takeTour(page: Page): Promise<void> {
  const start = page.getByRole('button', { name: 'Take the tour' });
  await page.getByRole('form', { name: 'Connect a model' }).waitFor();
  await take(page, 'first-light');
  await start.click();
  const tour = page.getByRole('region', { name: 'Tour' });
  const next = tour.getByRole('button', { name: 'Send it' });
  await next.click();
  await tour.getByText('1/9', { exact: true }).waitFor();
  await next.waitFor();
  await takeAll(page, 'tour');
}

/** In a governed workspace whatever does more than read is done for an intent. */
async function workOnFirst(page: Page): Promise<void> {
  await page.getByRole('tab', { name: /^Governance/u }).click();
  await page.getByRole('button', { name: 'Work on this' }).first().click();
  await page.getByText('active here').waitFor();
}

/** Light, dark, and dark on a narrow screen. */
async function takeAll(page: Page, name: string): Promise<void> {
  await take(page, `${name}-light`);
  await page.emulateMedia({ colorScheme: 'dark' });
  await take(page, `${name}-dark`);
  await page.setViewportSize(NARROW);
  await take(page, `${name}-narrow`);
  await page.setViewportSize(WIDE);
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Words that say what just happened, and the pointer, are no part of the picture. */
async function take(page: Page, name: string): Promise<void> {
  await page.mouse.move(0, 0);
  await page.locator('.toast').first().waitFor({ state: 'detached' });
  // The list finds its place anew after another size; two frames later it stands.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  const path = join(IMAGES, `${name}.png`);
  await page.screenshot({ path, animations: 'disabled', caret: 'hide' });
  process.stdout.write(`wrote docs/images/${name}.png\n`);
}

async function sayYes(page: Page): Promise<void> {
  await page
    .locator('.turn-list')
    .getByRole('button', { name: /^(?:Yes|Run Once)/u })
    .click();
}

async function send(page: Page, words: string): Promise<void> {
  await page.locator('.composer-text').fill(words);
  await page.locator('.composer-text').press('Enter');
}

async function say(page: Page, words: string): Promise<void> {
  await send(page, words);
  await settled(page, words);
}

/** The turn of these words is over. */
async function settled(page: Page, words: string): Promise<void> {
  await page.locator('[data-turn][data-status="completed"]', { hasText: words }).waitFor();
  await page.getByRole('button', { name: 'Stop the turn' }).waitFor({ state: 'detached' });
}
