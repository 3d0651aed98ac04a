import { join } from 'node:path';

import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';

import { playing, saying } from './ask-rook.ts';
import { makeSandbox, place } from './sandbox.ts';
import { PATIENT, POLL } from './web-page.ts';
import { closeBrowser, hasBrowser, openPage, startWorkbench } from './web-rook.ts';

afterAll(closeBrowser);

/** A page over two files, where no answer about what is typed comes before it is let. */
async function openHeld(): Promise<{ readonly page: Page; readonly letCome: () => void }> {
  const sandbox = makeSandbox();
  place(join(sandbox.workspace, 'a.txt'), 'first of all\n');
  place(join(sandbox.workspace, 'src', 'greet.ts'), 'export const greeting = "hello";\n');
  const { url } = await startWorkbench(sandbox, { env: playing(sandbox, { default: saying('Yes.') }) });
  const page = await openPage(url);
  await page.locator('.composer-text').waitFor();
  const { promise: isLet, resolve: letCome } = Promise.withResolvers<undefined>();
  await page.route('**/api/call/file_find', async (route) => {
    if (route.request().postData()?.includes('"text":""') !== true) await isLet;
    await route.continue();
  });
  return { page, letCome: () => letCome(undefined) };
}

it.skipIf(!hasBrowser)(
  'H-34 who types a name and Enter before it is found gets that file, and not the first of the old list',
  async () => {
    const { page, letCome } = await openHeld();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'What to do' }).fill('why is this');
    const known = page.waitForResponse('**/api/call/file_find');
    await page.keyboard.press('Enter');
    const why = page.getByRole('dialog', { name: 'Why is this line here?' });
    const name = why.getByRole('combobox', { name: 'File' });
    // The list that will be old.
    await known;
    await name.fill('greet');
    await page.getByRole('option').first().getByText('a.txt').waitFor();
    await page.keyboard.press('Enter');
    letCome();
    await why.getByRole('list', { name: 'Why src/greet.ts says what it says' }).waitFor();
    await page.getByRole('option').first().waitFor({ state: 'detached' });
    expect(await name.inputValue()).toBe('src/greet.ts');
  },
  PATIENT,
);

it.skipIf(!hasBrowser)(
  'A-17 who types a name behind @ and Enter before it is found gets that file, and sends nothing',
  async () => {
    const { page, letCome } = await openHeld();
    const message = page.locator('.composer-text');
    await message.pressSequentially('What is @');
    await page.getByRole('option').first().getByText('a.txt').waitFor();
    await message.pressSequentially('greet');
    await message.press('Enter');
    letCome();
    await expect.poll(async () => message.inputValue(), POLL).toBe('What is @src/greet.ts ');
  },
  PATIENT,
);

const LATE_FRAMES = `{
  const draw = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (run) => window.setTimeout(() => draw(run), 300);
}`;

it.skipIf(!hasBrowser)(
  'A-17 what is typed behind a chosen name stands there in its order, however late the page is drawn',
  async () => {
    const { page, letCome } = await openHeld();
    letCome();
    const message = page.locator('.composer-text');
    await message.pressSequentially('@greet');
    const option = page.getByRole('option', { name: 'greet' });
    await option.waitFor();
    await page.evaluate(LATE_FRAMES);
    await option.click();
    await message.pressSequentially('says what?', { delay: 60 });
    expect(await message.inputValue()).toBe('@src/greet.ts says what?');
  },
  PATIENT,
);
