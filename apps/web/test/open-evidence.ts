import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, vi } from 'vitest';

import { browserPath, openBrowser } from './open-browser.ts';
import { servePage, type ServedPage } from './serve-page.ts';

export const FIRST = 'rook-20261116-00000001';
export const PATIENCE = { timeout: 15_000 };

/** Opens a page whose first session did a lot; it has the address that is given, or that of this session. */
export type OpenEvidence = (options?: BrowserContextOptions, where?: string) => Promise<Page>;

/** For a file of tests: one browser, closed at its end. A test whose page complained has failed. */
export function prepareEvidence(): OpenEvidence {
  // A loaded machine is slow; what never comes fails long before this.
  vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });
  const faults: string[] = [];
  const opened = Promise.withResolvers<readonly [Browser, ServedPage]>();
  beforeAll(async () => {
    if (browserPath !== undefined) opened.resolve(await Promise.all([openBrowser(), servePage()]));
  });
  afterEach(async () => {
    if (browserPath === undefined) return;
    const [browser] = await opened.promise;
    await Promise.all(browser.contexts().map((context) => context.close()));
    const told = faults.splice(0);
    if (told.length > 0) throw new Error(`The page told of faults: ${told.join('; ')}`);
  });
  afterAll(async () => {
    if (browserPath === undefined) return;
    const [browser, served] = await opened.promise;
    await browser.close();
    await served.stop();
  });
  return async (options = {}, where = `?evidence#/session/${FIRST}`) => {
    const [browser, served] = await opened.promise;
    return openPage(browser, faults, { options, address: served.address + where });
  };
}

interface Opening {
  readonly options: BrowserContextOptions;
  readonly address: string;
}

async function openPage(browser: Browser, faults: string[], { options, address }: Opening): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1400, height: 860 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE.timeout);
  page.on('pageerror', ({ message }) => faults.push(message));
  page.on('console', (line) => {
    if (line.type() === 'error' || line.type() === 'warning') faults.push(line.text());
  });
  await page.goto(address);
  await page.getByRole('textbox', { name: 'Message' }).waitFor();
  return page;
}

export function tab(page: Page, name: string): Locator {
  return page.getByRole('tab', { name: new RegExp(`^${name}`, 'u') });
}

export function change(page: Page, id: string): Locator {
  return page.locator(`[data-change="${id}"]`);
}

export function dialog(page: Page, name: string): Locator {
  return page.getByRole('dialog', { name });
}

export async function openRewind(page: Page, id: string): Promise<void> {
  await page
    .locator('.change-set')
    .filter({ has: change(page, id) })
    .getByRole('button', { name: /^(?:◀ Rewind|▶ Forward)/u })
    .click();
  await dialog(page, 'Rewind').getByText('Takes back').waitFor();
}
