import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { CHROMIUM, startViewBrowser, type ViewBrowser } from './browser.ts';
import { plainTurn, structuredTurn, truncatedTurn, type SampleDraft } from './sample-entries.ts';

const START_MS = 180_000;
vi.setConfig({ testTimeout: START_MS });
const isMissing = CHROMIUM === undefined;

let browser: ViewBrowser | undefined;
beforeAll(async () => {
  if (!isMissing) browser = await startViewBrowser();
}, START_MS);
afterAll(async () => browser?.close(), START_MS);

async function show(page: Page, drafts: readonly SampleDraft[]): Promise<void> {
  await page.evaluate((all) => globalThis.page.showSession(all, false), drafts);
}

async function open(drafts: readonly SampleDraft[]): Promise<Page> {
  if (browser === undefined) throw new Error('There is no browser.');
  const { page } = await browser.open();
  await show(page, drafts);
  return page;
}

/** An answer whose summary is far above its end. */
function longAnswer(): readonly SampleDraft[] {
  const content = Array.from({ length: 120 }, (_, line) => `Line ${line}.`).join('\n\n');
  return structuredTurn(1).map((draft): SampleDraft =>
    draft.event_type === 'reply_read'
      ? Object.assign({}, draft, { sections: [{ heading: 'Long', content }] })
      : draft,
  );
}

const bar = (page: Page) => page.getByRole('region', { name: 'Summary of the last answer' });

it.skipIf(isMissing)('F-18 A-23 a new message and another session put the summary bar away', async () => {
  const page = await open(longAnswer());
  await bar(page).waitFor();
  await page.evaluate((all) => globalThis.page.write(all), plainTurn(2));
  await bar(page).waitFor({ state: 'detached' });
  await show(page, longAnswer());
  await bar(page).waitFor();
  await show(page, plainTurn(1));
  await bar(page).waitFor({ state: 'detached' });
  expect(await page.locator('[data-status="running"]').count()).toBe(0);
});

it.skipIf(isMissing)(
  'C-19 a reply of which nothing could be saved offers Retry and nothing else',
  async () => {
    const nothing = { summary: '', todos: [], commands: [], next_steps: [], sections: [], file_changes: [] };
    const drafts = truncatedTurn(1).map((draft): SampleDraft =>
      draft.event_type === 'reply_read' ? Object.assign({}, draft, nothing) : draft,
    );
    const page = await open(drafts);
    const retry = page.getByRole('button', { name: /Retry/u });
    await retry.first().waitFor();
    expect(await page.getByRole('button', { name: /Continue/u }).count()).toBe(0);
    await retry.first().click();
    const sent = await page.evaluate(() => globalThis.page.calls('session_send'));
    expect(sent).toMatchObject([{ command: { type: 'message_send', text: 'Rewrite the parser' } }]);
  },
);
