import { join } from 'node:path';

import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';

import { entriesOf, journalLines, saying } from './ask-rook.ts';
import { valueAt } from './read-output.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';
import { PATIENT } from './web-page.ts';
import { closeBrowser, hasBrowser, openPage, say, settled, startWorkbench } from './web-rook.ts';

afterAll(closeBrowser);

/** A connection with two models, each of which says which one it is. */
async function openTwo(): Promise<{ readonly page: Page; readonly sandbox: Sandbox }> {
  const sandbox = makeSandbox();
  const script = join(sandbox.folder, 'script.json');
  const small = { match: { model: 'small' }, repeat: 'always', answer: saying('I am small.') };
  place(script, JSON.stringify({ version: 1, steps: [small], default: saying('I am big.') }));
  const models = { main: 'big', fast: 'small' };
  const connections = [{ name: 'two', provider: 'scripted', script, models }];
  place(sandbox.userFile, JSON.stringify({ connections }));
  const { url } = await startWorkbench(sandbox);
  const page = await openPage(url);
  page.setDefaultTimeout(PATIENT / 2);
  return { page, sandbox };
}

const picker = (page: Page, model: string) =>
  page.locator('.composer-pickers').getByRole('combobox', { name: `Model: ${model}` });

async function pickSmall(page: Page): Promise<void> {
  await picker(page, 'big').click();
  await page.getByRole('option', { name: /^small/u }).click();
  await picker(page, 'small').waitFor();
}

const asked = (sandbox: Sandbox): readonly unknown[] =>
  entriesOf(journalLines(sandbox), 'turn_started').map((entry) => valueAt(entry, 'model'));

it.skipIf(!hasBrowser)(
  'A-10 C-18 Retry asks the model that the picker shows, and a reload shows the same one',
  async () => {
    const { page, sandbox } = await openTwo();
    await say(page, 'Who is it?');
    await settled(page);
    await pickSmall(page);
    await page.getByRole('button', { name: 'Retry' }).first().click();
    await settled(page, 2);
    await page.reload();
    await picker(page, 'small').waitFor();
    await page.getByRole('button', { name: 'Retry' }).first().click();
    await settled(page, 3);
    expect(asked(sandbox)).toEqual(['big', 'small', 'small']);
    await page.getByRole('button', { name: 'New session' }).click();
    await picker(page, 'big').waitFor();
    await page.goBack();
    await picker(page, 'small').waitFor();
  },
  PATIENT,
);

it.skipIf(!hasBrowser)(
  'A-10 a model that was picked before the first message stays that of the session, over a reload too',
  async () => {
    const { page, sandbox } = await openTwo();
    await pickSmall(page);
    await say(page, 'Who is it?');
    await settled(page);
    await page.reload();
    await picker(page, 'small').waitFor();
    await say(page, 'And now?');
    await settled(page, 2);
    expect(asked(sandbox)).toEqual(['small', 'small']);
  },
  PATIENT,
);
