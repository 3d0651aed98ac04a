import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';

import { makeSandbox } from './sandbox.ts';
import { closeBrowser, hasBrowser, openPage, startWorkbench } from './web-rook.ts';
import { PATIENT, SOON } from './web-wire.ts';

afterAll(closeBrowser);

const themeOf = async (page: Page): Promise<unknown> =>
  page.evaluate(`document.documentElement.getAttribute('data-theme')`);

/** The tour has an address of its own, for which the browser keeps nothing yet. */
async function takeTour(page: Page, home: string): Promise<void> {
  await page.getByRole('button', { name: 'Take the tour' }).click();
  await page.waitForURL(({ host }) => host !== new URL(home).host);
  await page.getByRole('region', { name: 'Tour' }).waitFor();
}

it.skipIf(!hasBrowser)(
  'Q-10 the page has the theme that the setting says, and the tour has it too',
  async () => {
    const { url } = await startWorkbench(makeSandbox(), { env: { ROOK_UI_THEME: 'dark' } });
    const page = await openPage(url, { colorScheme: 'light' });
    await expect.poll(async () => themeOf(page), SOON).toBe('dark');
    await page.getByRole('button', { name: /^Theme: dark/u }).waitFor();
    await takeTour(page, url);
    await expect.poll(async () => themeOf(page), SOON).toBe('dark');
    await page.reload();
    await expect.poll(async () => themeOf(page), SOON).toBe('dark');
  },
  PATIENT,
);

it.skipIf(!hasBrowser)(
  'Q-10 what a person picks counts over the setting, after a reload and in the tour too',
  async () => {
    const { url } = await startWorkbench(makeSandbox(), { env: { ROOK_UI_THEME: 'light' } });
    const page = await openPage(url, { colorScheme: 'light' });
    await page.getByRole('button', { name: /^Theme: light/u }).click();
    expect(await themeOf(page)).toBe('dark');
    await page.reload();
    await page.getByRole('button', { name: /^Theme: dark/u }).waitFor();
    expect(await themeOf(page)).toBe('dark');
    await takeTour(page, url);
    await expect.poll(async () => themeOf(page), SOON).toBe('dark');
  },
  PATIENT,
);
