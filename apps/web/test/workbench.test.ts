import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';

import { browserPath, openBrowser } from './open-browser.ts';
import { servePage, type ServedPage } from './serve-page.ts';

const FIRST = '#/session/rook-20261116-00000001';
const PATIENCE = { timeout: 15_000 };
const RUNNING = '#/session/rook-20261116-00000002';

// A loaded machine is slow; what never comes fails long before this.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const isBlind = browserPath === undefined;
let browser: Browser | null = null;
let served: ServedPage | null = null;
const faults: string[] = [];

if (isBlind) process.stderr.write('SKIPPED: no browser was found, so nobody looked at the page.\n');

beforeAll(async () => {
  if (isBlind) return;
  [browser, served] = await Promise.all([openBrowser(), servePage()]);
});

afterEach(async () => {
  await Promise.all((browser?.contexts() ?? []).map((context) => context.close()));
  const told = faults.splice(0);
  if (told.length > 0) throw new Error(`The page told faults: ${told.join('\n')}`);
});

afterAll(async () => {
  await browser?.close();
  await served?.stop();
});

/** A fresh page of a person who was never here, wide enough for three columns. */
async function open(where = '', options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser?.newContext({ viewport: { width: 1400, height: 860 }, ...options });
  const page = await context?.newPage();
  if (page === undefined || served === null) throw new Error('There is no browser.');
  page.setDefaultTimeout(15_000);
  page.on('pageerror', ({ message }) => faults.push(message));
  page.on('console', (line) => {
    if (line.type() === 'error' || line.type() === 'warning') faults.push(line.text());
  });
  await page.goto(served.address + where);
  await page
    .getByRole('textbox', { name: 'Message' })
    .or(page.getByText(/no such session|could not be shown/u))
    .waitFor();
  return page;
}

const field = (page: Page) => page.getByRole('textbox', { name: 'Message' });
const row = (page: Page, title: string) => page.getByRole('link', { name: title });
const hits = (page: Page) => page.locator('.hit');
const countSent = async (page: Page): Promise<unknown> => page.evaluate('fake.sent.length');
const readSent = async (page: Page): Promise<string> => page.evaluate('JSON.stringify(fake.sent)');

test.skipIf(isBlind)('Q-16 folds three columns to one, and each stays in reach', async () => {
  const page = await open(FIRST);
  const left = page.getByRole('complementary', { name: 'Sessions' });
  const right = page.getByRole('complementary', { name: 'Evidence' });
  expect(await Promise.all([left.isVisible(), right.isVisible()])).toEqual([true, true]);
  await page.setViewportSize({ width: 1000, height: 760 });
  await right.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Show the evidence' }).click();
  await page.getByRole('dialog', { name: 'Evidence' }).waitFor();
  await page.keyboard.press('Escape');
  for (const width of [600, 360]) {
    await page.setViewportSize({ width, height: 700 });
    await left.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Show the sessions' }).click();
    const drawer = page.getByRole('dialog', { name: 'Sessions' });
    await drawer.getByRole('link', { name: 'Find what leaks' }).click();
    await drawer.waitFor({ state: 'detached' });
    await page.getByRole('heading', { level: 1, name: 'Find what leaks' }).waitFor();
    const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
    expect(overflow, `the page is not wider than ${width} px`).toBeLessThanOrEqual(0);
    await page.goBack();
  }
});

test.skipIf(isBlind)('Q-16 groups the sessions and says which ones ask and work', async () => {
  const page = await open();
  const names = await page.locator('.session-group h2').allTextContents();
  expect(names).toEqual(['Today', 'Yesterday', 'Earlier'].filter((name) => names.includes(name)));
  expect(names.length).toBeGreaterThan(1);
  expect(await row(page, 'Add type hints').textContent()).toContain('asks you');
  expect(await row(page, 'Fix the login').textContent()).toContain('works');
  expect(await row(page, 'A parser').textContent()).toContain('later');
});

test.skipIf(isBlind)('Q-16 renames, archives and deletes, and each can be undone', async () => {
  const page = await open();
  await row(page, 'Find what leaks').focus();
  await page.keyboard.press('F2');
  await page.keyboard.type('Find the leak');
  await page.keyboard.press('Enter');
  await row(page, 'Find the leak').waitFor();
  await row(page, 'Find the leak').focus();
  await page.keyboard.press('Delete');
  await row(page, 'Find the leak').waitFor({ state: 'detached' });
  await page.locator('.session-link:focus').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await row(page, 'Find the leak').waitFor();
  await row(page, 'Find the leak').hover();
  await page.getByRole('button', { name: 'More for Find the leak' }).click();
  await page.getByRole('menuitem', { name: 'Archive' }).click();
  await row(page, 'Find the leak').waitFor({ state: 'detached' });
  await page.getByRole('tab', { name: 'Archived' }).click();
  await row(page, 'Find the leak').waitFor();
  await row(page, 'An old question').waitFor();
  await row(page, 'Find the leak').focus();
  await page.keyboard.press('Delete');
  await page.getByRole('tab', { name: 'Trash' }).click();
  await page.getByRole('button', { name: 'Bring back' }).click();
  await page.getByText('The trash is empty').waitFor();
  expect(await page.getByRole('button', { name: 'Bring back' }).count()).toBe(0);
});

test.skipIf(isBlind)('Q-16 searches everything and marks what was found', async () => {
  const page = await open();
  await page.keyboard.press('Control+Shift+F');
  await page.keyboard.type('parser');
  await hits(page).first().waitFor();
  expect(await hits(page).count()).toBe(1);
  expect(await hits(page).first().locator('mark').textContent()).toBe('parser');
  await hits(page).first().click();
  await page.getByRole('heading', { level: 1, name: 'A parser for the old format' }).waitFor();
  await page.getByRole('searchbox').fill('no such words');
  await page.getByText('Nothing found').waitFor();
});

test.skipIf(isBlind)('A-10 sends with Enter and becomes the session that began', async () => {
  const page = await open();
  await page.keyboard.type('Add a test');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('for greet');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Add a test' }).waitFor();
  expect(page.url()).toContain('#/session/rook-');
  expect(await field(page).inputValue()).toBe('');
  expect(await readSent(page)).toContain(String.raw`"text":"Add a test\nfor greet"`);
  await page.keyboard.press('ArrowUp');
  expect(await field(page).inputValue()).toBe('Add a test\nfor greet');
});

test.skipIf(isBlind)('A-10 queues, steers and stops while a turn runs', async () => {
  const page = await open(RUNNING);
  await page.getByText('sends after this turn').waitFor();
  await page.keyboard.type('Then the tests');
  await page.keyboard.press('Enter');
  await page.getByText('1 message waits').waitFor();
  await page.keyboard.type('Use the other file');
  await page.keyboard.press('Control+Enter');
  await expect.poll(async () => countSent(page), PATIENCE).toBe(2);
  expect(await readSent(page)).toMatch(/Then the tests"\}.*Use the other file","steer":true/u);
  await page.keyboard.press('Escape');
  await page.getByText('sends after this turn').waitFor({ state: 'detached' });
  expect(await readSent(page)).toContain('turn_cancel');
});

test.skipIf(isBlind)('A-10 keeps what was typed over a reload and over a failure', async () => {
  const page = await open(FIRST);
  await page.keyboard.type('Half a thought');
  await page.reload();
  await expect.poll(async () => field(page).inputValue(), PATIENCE).toBe('Half a thought');
  await page.evaluate("fake.breakCalls(['session_send'], 'The disk is full.')");
  await page.keyboard.press('Enter');
  await page.getByText('The disk is full. Your message is kept here.').waitFor();
  expect(await field(page).inputValue()).toBe('Half a thought');
  await row(page, 'Find what leaks').click();
  await page.getByRole('heading', { level: 1, name: 'Find what leaks' }).waitFor();
  expect(await field(page).inputValue()).toBe('');
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Add type hints' }).waitFor();
  expect(await field(page).inputValue()).toBe('Half a thought');
});

test.skipIf(isBlind)('A-10 brings back what was being sent when the page was closed', async () => {
  const page = await open(FIRST);
  await page.evaluate(`{
    const { call } = fake;
    fake.call = (name, input) => {
      if (name !== 'session_send') return call(name, input);
      sessionStorage.setItem('lost', input.command.message_id);
      return new Promise(() => undefined);
    };
  }`);
  await page.keyboard.type('On its way');
  await page.keyboard.press('Enter');
  await expect.poll(async () => page.evaluate("sessionStorage.getItem('lost')"), PATIENCE).not.toBeNull();
  expect(await field(page).inputValue()).toBe('');
  const lost = await page.evaluate<string>("sessionStorage.getItem('lost')");
  await page.reload();
  await page.getByText('This was being sent when the page was closed.').waitFor();
  expect(await field(page).inputValue()).toBe('On its way');
  await field(page).press('Enter');
  await expect.poll(async () => countSent(page), PATIENCE).toBe(1);
  expect(await readSent(page)).toContain(`"message_id":"${lost}"`);
  expect(await field(page).inputValue()).toBe('');
  await page.getByText('This was being sent').waitFor({ state: 'detached' });
});

test.skipIf(isBlind)(
  'A-10 says how long a message may be before it is sent, and sends nothing unseen',
  async () => {
    const page = await open(FIRST);
    await field(page).fill('\u200B\uFEFF');
    await field(page).press('Enter');
    await field(page).fill('a'.repeat(1_000_001));
    await page.getByText('A message may have 1,000,000 characters').waitFor();
    await field(page).press('Enter');
    expect(await page.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true);
    expect(await countSent(page)).toBe(0);
  },
);

test.skipIf(isBlind)('A-10 completes names of files, and the message takes them along', async () => {
  const page = await open(FIRST);
  await page.keyboard.type('Look at @log');
  await page.getByRole('option', { name: 'check-password.ts' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.getByRole('option', { name: 'login-page.tsx', selected: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('listbox', { name: 'Files' }).waitFor({ state: 'detached' });
  expect(await field(page).inputValue()).toBe('Look at @src/login/login-page.tsx ');
  await page.keyboard.press('Enter');
  await expect.poll(async () => countSent(page), PATIENCE).toBe(1);
  expect(await readSent(page)).toContain('"files":["src/login/login-page.tsx"]');
});

test.skipIf(isBlind)('A-17 attaches an image, shows it and sends its hash', async () => {
  const page = await open(FIRST);
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Attach a file or an image' }).click(),
  ]);
  const pixel =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  await chooser.setFiles({ name: 'dot.png', mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') });
  await page.getByRole('img', { name: 'dot.png' }).waitFor();
  await field(page).press('Enter');
  await expect.poll(async () => countSent(page), PATIENCE).toBe(1);
  expect(await readSent(page)).toMatch(
    /"images":\[\{"blob":"sha256:[0-9a-f]{64}","media_type":"image\/png"\}\]/u,
  );
});

test.skipIf(isBlind)('A-17 takes an image that is pasted or dropped, and no other bytes', async () => {
  const page = await open(FIRST);
  await page.evaluate(giveFile('image/png', 'ClipboardEvent', 'pasted.png'));
  await page.evaluate(giveFile('image/webp', 'DragEvent', 'dropped-here.webp'));
  await page.getByRole('img', { name: 'dropped-here.webp' }).waitFor();
  await page.getByRole('button', { name: 'Remove pasted.png' }).click();
  await page.getByRole('img', { name: 'pasted.png' }).waitFor({ state: 'detached' });
  await page.evaluate(giveFile('application/pdf', 'DragEvent', 'a.pdf'));
  await page.getByText('a.pdf is neither text nor a PNG, JPEG, GIF or WebP image').waitFor();
  expect(await page.locator('.image-thumb').count()).toBe(1);
});

test.skipIf(isBlind)('A-25 leaves words where a view breaks, and the rest of the page works', async () => {
  const page = await open('?broken');
  await page.getByText('The field for messages could not be shown').waitFor();
  await page.getByText('Your session and your files are not touched by it').waitFor();
  await row(page, 'Find what leaks').click();
  await page.getByRole('heading', { level: 1, name: 'Find what leaks' }).waitFor();
  expect(faults.splice(0).length).toBeGreaterThan(0);
});

test.skipIf(isBlind)('A-10 tells a new session its mode before its first message', async () => {
  const page = await open();
  await page.getByRole('combobox', { name: 'Mode: Ask' }).click();
  await page.getByRole('option', { name: 'Safe' }).click();
  await page.getByRole('combobox', { name: 'Mode: Safe' }).waitFor();
  await page.getByRole('combobox', { name: 'Model' }).click();
  await page.getByRole('option', { name: 'claude-haiku' }).click();
  await field(page).fill('Look around');
  await field(page).press('Enter');
  await expect.poll(async () => countSent(page), PATIENCE).toBe(2);
  expect(await readSent(page)).toMatch(/mode_set.*safe.*Look around.*"model":"claude-haiku-4-5"/u);
});

test.skipIf(isBlind)('A-10 puts a message back above what was typed, and that can be undone', async () => {
  const page = await open(FIRST);
  await page.keyboard.type('The first');
  await page.keyboard.press('Enter');
  await expect.poll(async () => countSent(page), PATIENCE).toBe(1);
  await page.keyboard.type('Half a thought');
  await page.getByRole('button', { name: 'Edit and resend' }).click();
  await expect.poll(async () => field(page).inputValue(), PATIENCE).toBe('The first\nHalf a thought');
  await page.getByRole('button', { name: 'Undo' }).click();
  expect(await field(page).inputValue()).toBe('Half a thought');
});

test.skipIf(isBlind)('Q-18 does everything with the keyboard and says how', async () => {
  const page = await open(FIRST);
  await page.keyboard.press('Control+k');
  await page.locator('.palette input:focus').waitFor(); // It is loaded a moment after the page.
  await page.keyboard.type('dark');
  await page.keyboard.press('Enter');
  await page.locator('html[data-theme="dark"]').waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.type('c is a letter here?');
  expect(await field(page).inputValue()).toBe('c is a letter here?');
  await field(page).evaluate('document.activeElement.blur()');
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard' }).getByText('Next turn').waitFor();
  await page.keyboard.press('c');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('heading', { level: 1, name: 'Add type hints' }).waitFor();
  await field(page).evaluate('document.activeElement.blur()');
  await page.keyboard.press('c');
  await page.getByRole('heading', { level: 1, name: 'New session' }).waitFor();
  await page.locator('.composer-text:focus').waitFor();
  expect(page.url()).toMatch(/#\/$/u);
  await page.reload();
  await page.locator('html[data-theme="dark"]').waitFor();
});

test.skipIf(isBlind)('Q-20 is never blank: no session, no server, no model', async () => {
  const page = await open('#/session/rook-20261116-0000ffff');
  await page.getByText('There is no such session').waitFor();
  await page.getByRole('main').getByRole('button', { name: 'New session' }).click();
  await field(page).waitFor();
  await page.evaluate('fake.setLink(false)');
  await page.getByText('The server is gone. What you see is kept and read-only').waitFor();
  await row(page, 'Find what leaks').waitFor();
  await page.evaluate('fake.setLink(true)');
  await page.getByText('The server is gone').waitFor({ state: 'detached' });
  const unconnected = await open('?none');
  await unconnected.getByText('No model is connected').waitFor();
  const empty = await open('?empty');
  await empty.getByText('No sessions yet').waitFor();
  expect(await empty.locator('.session-row').count()).toBe(0);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.skipIf(isBlind)(`Q-16 holds WCAG 2.2 AA in ${colorScheme}`, async () => {
    const page = await open(RUNNING, { colorScheme, reducedMotion: 'reduce' });
    await page.locator(`html[data-theme="${colorScheme}"]`).waitFor();
    expect(await findViolations(page), 'a session').toEqual([]);
    await page.getByRole('searchbox').fill('tests');
    await hits(page).first().waitFor();
    expect(await findViolations(page), 'a search').toEqual([]);
    await page.getByRole('searchbox').fill('');
    await row(page, 'Find what leaks').focus();
    await page.keyboard.press('Delete');
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    await page.evaluate('fake.setLink(false)');
    await page.getByText('The server is gone').waitFor();
    expect(await findViolations(page), 'a message and a banner').toEqual([]);
    await page.keyboard.press('Control+k');
    await page.getByRole('option').first().waitFor();
    expect(await findViolations(page), 'the palette').toEqual([]);
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 360, height: 700 });
    await page.getByRole('button', { name: 'Show the sessions' }).click();
    await page.getByRole('dialog', { name: 'Sessions' }).waitFor();
    expect(await findViolations(page), 'a drawer').toEqual([]);
  });
}

test.skipIf(isBlind)('Q-16 moves nothing for who asked for stillness', async () => {
  const page = await open(RUNNING, { reducedMotion: 'reduce' });
  const motion = await page.evaluate(
    'getComputedStyle(document.documentElement).getPropertyValue("--motion")',
  );
  expect(motion).toBe('0s linear');
  const counts = await page.evaluate(
    "getComputedStyle(document.querySelector('.session-mark[data-meaning=running]')).animationIterationCount",
  );
  expect(counts).toBe('1');
});

/** What a browser does when a file is pasted into the field, or dropped upon it. */
function giveFile(type: string, event: 'ClipboardEvent' | 'DragEvent', name: string): string {
  return `{
    const data = new DataTransfer();
    data.items.add(new File([new Uint8Array([0, ${name.length}])], '${name}', { type: '${type}' }));
    const options = { bubbles: true, cancelable: true, clipboardData: data, dataTransfer: data };
    const given = new ${event}('${event === 'DragEvent' ? 'drop' : 'paste'}', options);
    document.querySelector('.composer-text').dispatchEvent(given);
  }`;
}

/** The policy of the page lets no script in; what the browser itself evaluates is not the page's. */
async function findViolations(page: Page): Promise<readonly string[]> {
  const countMoving = "document.getAnimations().filter(({ playState }) => playState === 'running').length";
  await expect.poll(async () => page.evaluate(countMoving), PATIENCE).toBe(0);
  await page.evaluate(axe.source);
  const found: unknown = await page.evaluate(`axe
    .run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })
    .then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => [id, html.slice(0, 160), failureSummary].join(' | '))))`);
  return Array.isArray(found) ? found.map(String) : [String(found)];
}
