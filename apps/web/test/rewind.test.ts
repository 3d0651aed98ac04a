import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';

import { browserPath } from './open-browser.ts';
import { change, dialog, prepareEvidence, openRewind, PATIENCE, tab } from './open-evidence.ts';

const open = prepareEvidence();

const run = (page: Page) => dialog(page, 'Rewind').getByRole('button', { name: /^Rewind/u });

async function waitUntilOff(page: Page): Promise<void> {
  await expect.poll(async () => run(page).isDisabled(), PATIENCE).toBe(true);
}

test.skipIf(browserPath === undefined)(
  'E-15 lists change sets with what is to be known of them, and opens their files and diffs',
  async () => {
    const page = await open();
    await change(page, 'cs-6').waitFor();
    expect(await tab(page, 'Changes').textContent()).toBe('Changes 6');
    expect(await change(page, 'cs-6').textContent()).toMatch(
      /● Change #6 - 2 files \(\+63 -12\) - \$0\.02 - \d+m ago.*check-password\.ts and 1 more file.*current.*turn 3/u,
    );
    expect(await change(page, 'cs-5').textContent()).toContain('by a command');
    expect(await change(page, 'cs-1').textContent()).toContain('cannot be rewound');
    await change(page, 'cs-6').click();
    await page.getByRole('button', { name: 'Show the diff' }).click();
    const shown = dialog(page, 'Changes of turn 3');
    await shown.getByText('src/greet.test.ts').first().waitFor();
    expect(await shown.locator('.diff').count()).toBe(2);
    await shown.getByRole('button', { name: 'Side by side', exact: true }).click();
    await shown.getByRole('button', { name: 'Show in one column' }).first().waitFor();
    await page.keyboard.press('Escape');
    await shown.waitFor({ state: 'detached' });
  },
);

test.skipIf(browserPath === undefined)(
  'E-15 rewinds after a look, says so, and undoes the rewind',
  async () => {
    const page = await open();
    await openRewind(page, 'cs-6');
    const preview = dialog(page, 'Rewind');
    expect(await preview.textContent()).toContain('Nothing was written.');
    await preview.getByRole('button', { name: 'Rewind 2 files' }).click();
    await preview.waitFor({ state: 'detached' });
    await page.getByText('Rewound 2 files.').waitFor();
    await expect.poll(async () => change(page, 'cs-6').textContent(), PATIENCE).toContain('rewound');
    await tab(page, 'Todos').click();
    await page.getByText('Open again: the change that closed it was rewound.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('The rewind was undone.').waitFor();
    await page.getByText('3 of 4 todos done').waitFor();
  },
);

test.skipIf(browserPath === undefined)('E-15 rewinds one file alone', async () => {
  const page = await open();
  await change(page, 'cs-6').click();
  await page.getByRole('button', { name: 'Rewind only this' }).first().click();
  const preview = dialog(page, 'Rewind');
  await preview.getByText('only src/login/check-password.ts').waitFor();
  await preview.getByRole('button', { name: 'Rewind 1 file' }).click();
  await page.getByText('Rewound 1 file.').waitFor();
  expect(await change(page, 'cs-6').getAttribute('aria-expanded')).toBe('true');
});

test.skipIf(browserPath === undefined)(
  'E-24 takes later change sets along only when that was chosen',
  async () => {
    const page = await open();
    await openRewind(page, 'cs-3');
    await dialog(page, 'Rewind')
      .getByText('1 later change set stands on it. Rewind it too, or first.')
      .waitFor();
    await waitUntilOff(page);
    await page.getByRole('checkbox', { name: 'Take back 1 later change set too' }).check();
    await dialog(page, 'Rewind').getByText('and with it 1 later change set').waitFor();
    await run(page).click();
    await expect.poll(async () => change(page, 'cs-4').textContent(), PATIENCE).toContain('rewound');
    expect(await change(page, 'cs-3').textContent()).toContain('rewound');
  },
);

test.skipIf(browserPath === undefined)(
  'E-24 shows a conflict as what is there now and what would be, and writes nothing',
  async () => {
    const page = await open();
    await openRewind(page, 'cs-2');
    const preview = dialog(page, 'Rewind');
    await preview.getByText('There now, from line 12').waitFor();
    expect(await preview.locator('.conflict pre').allTextContents()).toEqual([
      '<Form title="Sign in">',
      '<Form title="Log in">',
    ]);
    await waitUntilOff(page);
  },
);

test.skipIf(browserPath === undefined)(
  'E-24 leaves out what can never be rewound only when that was chosen',
  async () => {
    const page = await open();
    await openRewind(page, 'cs-5');
    await dialog(page, 'Rewind').getByText('1 file cannot be rewound, so none is.').waitFor();
    await waitUntilOff(page);
    await page.getByRole('checkbox', { name: 'Leave those as they are' }).check();
    await dialog(page, 'Rewind').getByText('These stay as they are').waitFor();
    await dialog(page, 'Rewind').getByRole('button', { name: 'Rewind 2 files' }).click();
    await page.getByText('Rewound 2 files.').waitFor();
    await expect.poll(async () => change(page, 'cs-7').textContent(), PATIENCE).toContain('rewind');
  },
);

test.skipIf(browserPath === undefined)(
  'E-15 shows anew what would happen when something changed since it was shown',
  async () => {
    const page = await open();
    await openRewind(page, 'cs-6');
    await page.evaluate('fake.touch()');
    await run(page).click();
    const preview = dialog(page, 'Rewind');
    await preview.getByText('Something changed since this was shown. Nothing was written.').waitFor();
    await preview.getByText('merged with what was changed since').first().waitFor();
    await run(page).click();
    await page.getByText('Rewound 2 files.').waitFor();
    expect(await preview.count()).toBe(0);
  },
);

test.skipIf(browserPath === undefined)(
  'Q-16 walks through change sets and rewinds with the keyboard, and not while one writes',
  async () => {
    const page = await open();
    await change(page, 'cs-6').waitFor();
    await tab(page, 'Record').click();
    await page.keyboard.press('[');
    await expect.poll(async () => change(page, 'cs-6').getAttribute('aria-expanded'), PATIENCE).toBe('true');
    await page.keyboard.press('[');
    await expect
      .poll(async () => page.evaluate('document.activeElement.dataset.change'), PATIENCE)
      .toBe('cs-5');
    await page.keyboard.press(']');
    await expect
      .poll(async () => page.evaluate('document.activeElement.dataset.change'), PATIENCE)
      .toBe('cs-6');
    await page.getByRole('textbox', { name: 'Message' }).fill('some words');
    await page.keyboard.press('Control+z');
    expect(await dialog(page, 'Rewind').count()).toBe(0);
    await change(page, 'cs-6').focus();
    await page.keyboard.press('Control+z');
    await dialog(page, 'Rewind').getByText('Takes back the change set of turn 3').waitFor();
    await page.keyboard.press('Escape');
    await dialog(page, 'Rewind').waitFor({ state: 'detached' });
    expect(await page.evaluate('document.activeElement.dataset.change')).toBe('cs-6');
  },
);
