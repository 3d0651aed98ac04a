import { join } from 'node:path';

import type { Locator, Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';

import { findFaults } from './axe-page.ts';
import { govern } from './intent-rook.ts';
import { makeSandbox, place } from './sandbox.ts';
import { shownTab, step, tab, working } from './web-page.ts';
import { closeBrowser, hasBrowser, openPage, say, settled, startWorkbench } from './web-rook.ts';
import { openWired, PATIENT, type WiredPage } from './web-wire.ts';

afterAll(closeBrowser);

const WIDE = { width: 1400, height: 900 };
const NARROW = { width: 360, height: 740 };
/** A whole page takes axe seconds, and each of these looks at several. */
const LONG = 2 * PATIENT;

it.skipIf(!hasBrowser)(
  'Q-12 the first page, the form for a model and the tour hold WCAG 2.2 AA, wide and narrow',
  async () => {
    const { url } = await startWorkbench(makeSandbox());
    const page = await openPage(url);
    for (const viewport of [NARROW, WIDE]) {
      await page.setViewportSize(viewport);
      await page.getByRole('button', { name: 'Take the tour' }).waitFor();
      expect(await findFaults(page), `the first page at ${viewport.width}`).toEqual([]);
    }
    await page.getByRole('button', { name: 'Take the tour' }).click();
    const tour = page.getByRole('region', { name: 'Tour' });
    await tour.getByRole('button', { name: 'Send it' }).click();
    await settled(page);
    for (const viewport of [NARROW, WIDE]) {
      await page.setViewportSize(viewport);
      await tour.waitFor();
      expect(await findFaults(page), `the tour at ${viewport.width}`).toEqual([]);
    }
  },
  LONG,
);

/** A governed session that has written a file for an intent. */
async function openGoverned(): Promise<WiredPage> {
  const sandbox = makeSandbox();
  govern(sandbox);
  place(sandbox.workspaceFile, '{"sessions.labels": ["later", "billing"]}');
  place(join(sandbox.workspace, 'src', 'auth', 'a.ts'), 'export const before = 1;\n');
  const write = step('Write it', 'write_to_file', {
    path: 'src/auth/b.ts',
    content: 'export const b = 1;\n',
  });
  const wired = await openWired(working(write), { sandbox, env: { ROOK_MODE: 'allow' } });
  const { page } = wired;
  await tab(page, 'Governance').click();
  const intent = shownTab(page).locator('.intent').filter({ hasText: 'INT-001' });
  await intent.getByRole('button', { name: 'Work on this' }).click();
  await intent.getByText('active here').waitFor();
  await say(page, 'Write it');
  await settled(page);
  return wired;
}

/** Looks at what lies over the page, and takes it away again. */
async function findFaultsOver(page: Page, dialog: Locator): Promise<readonly string[]> {
  await dialog.waitFor();
  const faults = await findFaults(page);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  return faults;
}

it.skipIf(!hasBrowser)(
  'Q-16 Q-18 H-34 the intents and their form, labels and shortcuts hold WCAG 2.2 AA',
  async () => {
    const { page } = await openGoverned();
    await tab(page, 'Governance').click();
    await shownTab(page).getByText('active here').waitFor();
    expect(await findFaults(page), 'the intents').toEqual([]);
    await shownTab(page).getByRole('button', { name: 'New intent …' }).click();
    expect(
      await findFaultsOver(page, page.getByRole('dialog', { name: 'New intent' })),
      'the form of an intent',
    ).toEqual([]);
    await page
      .getByRole('button', { name: /^More for/u })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Labels and status …' }).click();
    expect(
      await findFaultsOver(page, page.getByRole('dialog', { name: 'Labels and status' })),
      'labels',
    ).toEqual([]);
    await page.locator('.header-title').click();
    await page.keyboard.press('?');
    expect(await findFaultsOver(page, page.getByRole('dialog', { name: 'Keyboard' })), 'shortcuts').toEqual(
      [],
    );
  },
  LONG,
);

it.skipIf(!hasBrowser)(
  'H-35 Q-16 why a line is there, the record and the drawers of a narrow page hold WCAG 2.2 AA',
  async () => {
    const { page } = await openGoverned();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'What to do' }).fill('why is this');
    await page.keyboard.press('Enter');
    const why = page.getByRole('dialog', { name: 'Why is this line here?' });
    await why.getByLabel('File').fill('auth/b');
    await page.getByRole('option', { name: 'src/auth/b.ts' }).waitFor();
    await page.keyboard.press('Enter');
    await why.getByRole('article').first().waitFor();
    expect(await findFaults(page), 'why a line is there').toEqual([]);
    await why.getByRole('button', { name: 'Close' }).click();
    await why.waitFor({ state: 'detached' });
    await tab(page, 'Record').click();
    expect(await findFaults(page), 'the record').toEqual([]);
    await page.setViewportSize(NARROW);
    await page.getByRole('button', { name: 'Show the sessions' }).click();
    expect(
      await findFaultsOver(page, page.getByRole('dialog', { name: 'Sessions' })),
      'the sessions at 360',
    ).toEqual([]);
    await page.getByRole('button', { name: 'Show the evidence' }).click();
    expect(
      await findFaultsOver(page, page.getByRole('dialog', { name: 'Evidence' })),
      'the evidence at 360',
    ).toEqual([]);
  },
  LONG,
);

it.skipIf(!hasBrowser)(
  'Q-16 the look finds what is wrong with a page',
  async () => {
    const { page } = await openWired({});
    await page.locator('.composer-text').waitFor();
    await page.evaluate(`document.querySelector('.composer-text').removeAttribute('aria-label')`);
    await page.evaluate(`document.querySelector('.composer-text').removeAttribute('placeholder')`);
    expect(await findFaults(page)).toEqual([
      expect.stringMatching(/^light: .*label/u),
      expect.stringMatching(/^dark: .*label/u),
    ]);
  },
  PATIENT,
);
