import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';

import { openBrowser } from './open-browser.ts';
import { servePage } from './serve-page.ts';

/** A browser on a page whose first session did a lot. */
export interface EvidencePages {
  open(options?: BrowserContextOptions, where?: string): Promise<Page>;
  /** Closes what a test opened, and gives what the page complained about. */
  clear(): Promise<readonly string[]>;
  stop(): Promise<void>;
}

export const FIRST = 'rook-20261116-00000001';
export const PATIENCE = { timeout: 15_000 };

export async function openEvidence(): Promise<EvidencePages> {
  const [browser, served] = await Promise.all([openBrowser(), servePage()]);
  const faults: string[] = [];
  return {
    open: async (options = {}, where = `?evidence#/session/${FIRST}`) =>
      openPage(browser, faults, { options, address: served.address + where }),
    clear: async () => {
      await Promise.all(browser.contexts().map((context) => context.close()));
      return faults.splice(0);
    },
    stop: async () => {
      await browser.close();
      await served.stop();
    },
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
  await change(page, id).click();
  await page.getByRole('button', { name: 'Rewind …' }).click();
  await dialog(page, 'Rewind').getByText('Takes back').waitFor();
}
