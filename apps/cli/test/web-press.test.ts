import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';

import { makeSandbox } from './sandbox.ts';
import { PATIENT } from './web-page.ts';
import { closeBrowser, hasBrowser, openPage, startWorkbench } from './web-rook.ts';

afterAll(closeBrowser);

/** Presses the button of the first page that begins the tour, and lets it go after something happened. */
async function press(
  page: Page,
  meanwhile: (box: { x: number; y: number }) => Promise<unknown>,
): Promise<void> {
  const button = page.getByRole('button', { name: 'Take the tour' });
  await button.waitFor();
  const box = await button.boundingBox();
  if (box === null) throw new Error('The button is not in sight.');
  await page.mouse.move(box.x + 10, box.y + 5);
  await page.mouse.down();
  await meanwhile(box);
  await page.mouse.up();
}

it.skipIf(!hasBrowser)(
  'Q-02 a button that moves between press and release is pressed, and one from which the mouse is drawn away is not',
  async () => {
    const { url } = await startWorkbench(makeSandbox());
    const page = await openPage(url);
    const { host } = new URL(url);
    await press(page, async ({ x, y }) => page.mouse.move(x + 10, y + 300, { steps: 5 }));
    await page.locator('.composer-text').waitFor();
    expect(new URL(page.url()).host).toBe(host);
    await press(page, async () => page.addStyleTag({ content: 'body { translate: 0 120px }' }));
    await page.waitForURL((now) => now.host !== host);
  },
  PATIENT,
);
