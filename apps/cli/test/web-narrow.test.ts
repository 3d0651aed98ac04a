import { afterAll, expect, it } from 'vitest';

import { closeBrowser, hasBrowser, say, settled } from './web-rook.ts';
import { openWired, PATIENT, replyAnswer, SOON } from './web-wire.ts';

afterAll(closeBrowser);

const NARROW = { viewport: { width: 360, height: 740 }, hasTouch: true } as const;

/** Whether all of the words are there to be read. */
const IS_WHOLE = `(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)(document.querySelector('.header-cost'))`;

it.skipIf(!hasBrowser)(
  'C-22 says on a narrow screen too what the session cost and what is left of the purse',
  async () => {
    const { page } = await openWired(
      { default: replyAnswer('Yes.') },
      { env: { ROOK_BUDGET_DAY: '25' }, context: NARROW },
    );
    const cost = page.locator('.header-cost');
    await cost.getByText('$25.00 left today').waitFor();
    await say(page, 'What does it cost?');
    await settled(page);
    await expect.poll(async () => cost.innerText(), SOON).toMatch(/^\$0\.[1-9]\d · \$24\.\d\d left today$/u);
    expect(await cost.isVisible()).toBe(true);
    expect(await page.evaluate(IS_WHOLE)).toBe(true);
    const [title, words, end] = await Promise.all(
      ['.header-title', '.header-cost', '.header-end'].map(async (name) => page.locator(name).boundingBox()),
    );
    // Below the title, and not under the buttons.
    expect(words?.y).toBeGreaterThanOrEqual((title?.y ?? Infinity) + (title?.height ?? 0) - 1);
    expect((words?.x ?? Infinity) + (words?.width ?? 0)).toBeLessThanOrEqual(end?.x ?? 0);
  },
  PATIENT,
);

it.skipIf(!hasBrowser)(
  'Q-16 Q-18 searches all sessions by its keys where their column is not beside the page',
  async () => {
    const { page } = await openWired({ default: replyAnswer('The tower is tall.') }, { context: NARROW });
    await say(page, 'Is the castle tall?');
    await settled(page);
    const search = page.getByRole('searchbox', { name: 'Search all sessions' });
    const isFocused = async (): Promise<unknown> =>
      page.evaluate(`document.activeElement?.getAttribute('type') === 'search'`);
    await page.keyboard.press('Control+Shift+F');
    await expect.poll(isFocused, SOON).toBe(true);
    await page.keyboard.type('castle');
    await page.locator('.hit', { hasText: 'castle' }).first().click();
    await search.waitFor({ state: 'detached' });
    // On a wide screen the column comes back for it.
    await page.setViewportSize({ width: 1400, height: 900 });
    await search.waitFor();
    await page.keyboard.press('Control+b');
    await search.waitFor({ state: 'detached' });
    await page.keyboard.press('Control+Shift+F');
    await expect.poll(isFocused, SOON).toBe(true);
  },
  PATIENT,
);
