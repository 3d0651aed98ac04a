import { TOUR_STEPS } from '@rook/contract';
import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';

import { makeSandbox } from './sandbox.ts';
import { closeBrowser, hasBrowser, openPage, startWorkbench } from './web-rook.ts';

afterAll(closeBrowser);

const PATIENT = 180_000;
const LOADED = 60_000;
const POLL = { timeout: LOADED };

const panel = (page: Page) => page.getByRole('region', { name: 'Tour' });
const count = (page: Page, done: number) =>
  panel(page).getByText(`${done}/${TOUR_STEPS.length}`, { exact: true }).waitFor();

/** A page of a person who has no key and takes the tour from the first page. */
async function takeTour(options: Parameters<typeof openPage>[1] = {}): Promise<Page> {
  const sandbox = makeSandbox();
  const { url } = await startWorkbench(sandbox);
  const page = await openPage(url, options);
  page.setDefaultTimeout(LOADED);
  await page.getByRole('button', { name: 'Take the tour' }).click();
  await count(page, 0);
  expect(new URL(page.url()).host).not.toBe(new URL(url).host);
  return page;
}

/** Sends what the step offers, with the keyboard alone. */
async function sendStep(page: Page): Promise<void> {
  const send = panel(page).getByRole('button', { name: 'Send it' });
  await send.waitFor();
  await send.press('Enter');
}

/** Answers what is asked with a letter, until the turn asks no more. */
async function answerYes(page: Page): Promise<void> {
  const question = page.locator('[data-asks]').first();
  await question.waitFor();
  const block = await question.elementHandle();
  await page.getByRole('button', { name: 'Go to the question' }).press('Enter');
  await page.locator('[data-asks]:focus').waitFor();
  await page.keyboard.press('y');
  // Another question may stand there by then.
  await block?.waitForElementState('hidden');
}

/** From a line of a file to the turn that wrote it. */
async function askWhy(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'What to do' }).fill('why is this');
  await page.keyboard.press('Enter');
  const why = page.getByRole('dialog', { name: 'Why is this line here?' });
  await why.getByLabel('File').fill('price');
  await page.getByRole('option', { name: 'src/price.js' }).waitFor();
  await page.keyboard.press('Enter');
  const line = why.getByRole('article', { name: 'Line 1: The assistant' });
  await line.getByText('INT-001 A till that counts right').waitFor();
  await line.getByRole('button', { name: 'Go to its turn' }).press('Enter');
  await why.waitFor({ state: 'detached' });
  await page.locator('[data-turn]:focus').getByText('Say at the top of src/price.js').waitFor();
}

it.skipIf(!hasBrowser)(
  'Q-12 a person without a key takes the whole tour in the browser, and comes home',
  async () => {
    const page = await takeTour();
    // A refused write, and the message typed by way of the field below.
    await panel(page).getByRole('button', { name: 'Write it below' }).click();
    await page.keyboard.press('Enter');
    await count(page, 1);
    await sendStep(page);
    await count(page, 2);
    await sendStep(page);
    await answerYes(page);
    await count(page, 3);
    await page.locator('.turn-list').getByText('✓ You said yes once').waitFor();
    await sendStep(page);
    await count(page, 4);
    await panel(page).getByRole('button', { name: 'Save the file as a colleague' }).press('Enter');
    await panel(page).getByText('A colleague saved src/price.js.').waitFor();
    // A reload forgets nothing of it.
    await page.reload();
    await count(page, 4);
    await sendStep(page);
    await count(page, 5);
    await sendStep(page);
    await count(page, 6);
    await sendStep(page);
    await answerYes(page);
    // Each run of the tests is asked for by itself.
    await expect
      .poll(async () => {
        if (await page.locator('[data-asks]').first().isVisible()) await answerYes(page);
        return panel(page).getByText('7/9').isVisible();
      }, POLL)
      .toBe(true);
    await panel(page).getByRole('button', { name: 'Take the newest change back' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Take the newest change back' });
    await dialog.getByText('src/discount.js').first().waitFor();
    await dialog.getByRole('button', { name: 'Rewind' }).press('Enter');
    await count(page, 8);
    const rewound = page.getByRole('article', { name: 'Took back 1 file: src/discount.js' });
    await rewound.waitFor();
    expect(await rewound.innerText()).not.toMatch(/sha256:|cs-\d/u);
    await askWhy(page);
    await page.reload();
    await count(page, 8);
    await panel(page).getByRole('button', { name: 'Verify the chain' }).press('Enter');
    await count(page, 9);
    await panel(page)
      .getByText(/^Verified: \d+ lines/u)
      .waitFor();
    await panel(page).getByRole('button', { name: 'Leave, and connect a model' }).press('Enter');
    await page.getByText('No model is connected').waitFor();
    await page.getByRole('form', { name: 'Connect a model' }).locator('input[type=password]:focus').waitFor();
  },
  PATIENT,
);
