import { chmodSync, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import type { Script } from '@rook/contract';
import type { Locator, Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';

import { entriesOf, journalLines, playing } from './ask-rook.ts';
import { PLAIN } from './command-rook.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';
import { editing, PATIENT, POLL, shownTab, step, tab, working } from './web-page.ts';
import { closeBrowser, hasBrowser, openPage, say, settled, startWired } from './web-rook.ts';

afterAll(closeBrowser);

const TEXT = 'one\ntwo\nthree\nfour\nfive\nsix\nseven\n';

const textFile = ({ workspace }: Sandbox): string => join(workspace, 'text.txt');
const readText = (sandbox: Sandbox): string => readFileSync(textFile(sandbox), 'utf8');
const row = (page: Page, number: number): Locator =>
  page.locator('.change-set').filter({ hasText: `Change #${number} ` });
const preview = (page: Page): Locator => page.getByRole('dialog', { name: 'Rewind' });
const run = (page: Page): Locator => preview(page).getByRole('button', { name: /^Rewind/u });

/** A page of a workspace with one file, where nothing is asked. */
async function open(sandbox: Sandbox, script: Partial<Script>): Promise<Page> {
  place(textFile(sandbox), TEXT);
  place(sandbox.userFile, '{"model.prices": {"scripted": {"input": 10, "output": 10}}}');
  const env = { ...playing(sandbox, script), ...PLAIN, ROOK_MODE: 'allow' };
  const { url } = await startWired(sandbox, { env });
  return openPage(url);
}

/** Says these words, one after the other, and waits for the end of each turn. */
async function work(page: Page, ...words: readonly string[]): Promise<void> {
  for (const [index, text] of words.entries()) {
    await say(page, text);
    await settled(page, index + 1);
  }
}

async function openRewind(page: Page, number: number): Promise<void> {
  await row(page, number)
    .getByRole('button', { name: `◀ Rewind change #${number}` })
    .click();
  await preview(page).getByText('Takes back').waitFor();
}

it.skipIf(!hasBrowser)(
  'E-15 E-16 rewinds one file of a change set, and leaves the others as they are',
  async () => {
    const sandbox = makeSandbox();
    const fileChanges = ['one.txt', 'two.txt'].map((path) => ({ path, content: `${path}\n` }));
    const page = await open(sandbox, working(step('make', 'apply_changes', { fileChanges })));
    await work(page, 'make two files');
    const [one, two] = ['one.txt', 'two.txt'].map((path) => join(sandbox.workspace, path));
    await row(page, 1).locator('.change-line').click();
    const files = row(page, 1).getByRole('list', { name: 'Files' }).getByRole('listitem');
    await files.filter({ hasText: 'one.txt' }).getByRole('button', { name: 'Rewind only this' }).click();
    await preview(page).getByText('one.txt').first().waitFor();
    expect(await preview(page).innerText()).not.toContain('two.txt');
    await run(page).click();
    await page.getByText('Rewound 1 file.').waitFor();
    expect([one, two].map((path) => existsSync(path ?? ''))).toEqual([false, true]);
    await files.filter({ hasText: 'one.txt' }).getByText('rewound').waitFor();
    await page.getByRole('article', { name: 'Took back 1 file: one.txt' }).waitFor();
    await files.filter({ hasText: 'two.txt' }).getByText('made').waitFor();
    expect(entriesOf(journalLines(sandbox), 'change_set_applied')).toMatchObject([
      { kind: 'edit' },
      { kind: 'rewind', files: [{ path: 'one.txt' }] },
    ]);
  },
  PATIENT,
);

it.skipIf(!hasBrowser)(
  'E-15 lists each change set with its number, files, lines, cost and age, and rewinds it from its row',
  async () => {
    const sandbox = makeSandbox();
    const steps = [
      step('make', 'write_to_file', { path: 'new.txt', content: 'a\nb\n' }),
      ...editing('change', 'text.txt', 'two', 'TWO'),
    ];
    const page = await open(sandbox, working(...steps));
    await work(page, 'make a file', 'change the text');
    await row(page, 2).waitFor();
    expect(await row(page, 2).locator('.change-head').innerText()).toMatch(
      /^● Change #2 - 1 file \(\+1 -1\) - \$0\.\d\d - \d+[smh] ago$/u,
    );
    expect(await row(page, 1).locator('.change-head').innerText()).toMatch(
      /^○ Change #1 - 1 file \(\+2 -0\) - \$0\.\d\d - \d+[smh] ago$/u,
    );
    await openRewind(page, 1);
    expect(existsSync(join(sandbox.workspace, 'new.txt'))).toBe(true);
    await run(page).click();
    await page.getByText('Rewound 1 file.').waitFor();
    expect(existsSync(join(sandbox.workspace, 'new.txt'))).toBe(false);
    expect(readText(sandbox)).toBe(TEXT.replace('two', 'TWO'));
    await row(page, 1).getByText('rewound', { exact: true }).first().waitFor();
    await row(page, 3).getByRole('button', { name: '▶ Forward change #3' }).click();
    await page
      .getByRole('dialog', { name: 'Forward' })
      .getByRole('button', { name: /^Forward/u })
      .click();
    await expect.poll(() => existsSync(join(sandbox.workspace, 'new.txt')), POLL).toBe(true);
  },
  PATIENT,
);

it.skipIf(!hasBrowser || process.platform === 'win32')(
  'E-16 shows permissions that a command gave to a file, and gives back the old ones',
  async () => {
    const sandbox = makeSandbox();
    const page = await open(
      sandbox,
      working(step('run it', 'execute_command', { command: 'chmod 700 text.txt' })),
    );
    chmodSync(textFile(sandbox), 0o644);
    await work(page, 'run it');
    await row(page, 1).locator('.change-line').click();
    await row(page, 1).getByText('permissions 644 → 700').waitFor();
    await openRewind(page, 1);
    await preview(page).getByText('permissions 700 → 644').waitFor();
    await run(page).click();
    await page.getByText('Rewound 1 file.').waitFor();
    expect(statSync(textFile(sandbox)).mode & 0o777).toBe(0o644);
  },
  PATIENT,
);

it.skipIf(!hasBrowser)(
  'E-15 shows the diff of a change set in one column and side by side',
  async () => {
    const sandbox = makeSandbox();
    const page = await open(sandbox, working(...editing('change', 'text.txt', 'two', 'TWO')));
    await work(page, 'change the text');
    await row(page, 1).locator('.change-line').click();
    await row(page, 1).getByRole('button', { name: 'Show the diff' }).click();
    const shown = page.getByRole('dialog', { name: 'Changes of turn 1' });
    const table = shown.locator('.diff-file table');
    await table.waitFor();
    const line = table.locator('tr').filter({ hasText: /TWO/u });
    expect(await line.innerText()).not.toContain('two');
    await shown.getByRole('button', { name: 'Side by side', exact: true }).click();
    await shown.getByRole('button', { name: 'Show in one column' }).waitFor();
    expect(await line.innerText()).toContain('two');
  },
  PATIENT,
);

it.skipIf(!hasBrowser)(
  'E-15 shows what stands on a change before it is rewound, and takes it along only when that was chosen',
  async () => {
    const sandbox = makeSandbox();
    const steps = [
      ...editing('second', 'text.txt', 'TWO', 'TWO and more'),
      ...editing('first', 'text.txt', 'two', 'TWO'),
    ];
    const page = await open(sandbox, working(...steps));
    await work(page, 'the first', 'the second');
    await row(page, 2).waitFor();
    await openRewind(page, 1);
    await preview(page).getByText('1 later change set stands on it.').waitFor();
    expect(await run(page).isDisabled()).toBe(true);
    expect(readText(sandbox)).toContain('TWO and more');
    await preview(page).getByRole('checkbox', { name: 'Take back 1 later change set too' }).check();
    await preview(page).getByText('and with it 1 later change set').waitFor();
    await run(page).click();
    await preview(page).waitFor({ state: 'detached' });
    await expect.poll(() => readText(sandbox), POLL).toBe(TEXT);
  },
  PATIENT,
);

it.skipIf(!hasBrowser)(
  'E-24 shows where a person changed the same line since, and writes nothing over it',
  async () => {
    const sandbox = makeSandbox();
    const page = await open(sandbox, working(...editing('change', 'text.txt', 'two', 'TWO')));
    await work(page, 'change the text');
    const mine = TEXT.replace('two', 'two, as I want it');
    place(textFile(sandbox), mine);
    await openRewind(page, 1);
    await preview(page).getByText('There now, from line 2').waitFor();
    expect(await preview(page).locator('.conflict pre').allTextContents()).toEqual([
      expect.stringContaining('two, as I want it'),
      expect.stringContaining('two'),
    ]);
    expect(await run(page).isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    expect(readText(sandbox)).toBe(mine);
  },
  PATIENT,
);

it.skipIf(!hasBrowser)(
  'E-24 keeps what a person wrote elsewhere in the file, and shows anew what changed after the look',
  async () => {
    const sandbox = makeSandbox();
    const page = await open(sandbox, working(...editing('change', 'text.txt', 'two', 'TWO')));
    await work(page, 'change the text');
    await openRewind(page, 1);
    place(textFile(sandbox), `${readText(sandbox)}mine\n`);
    await run(page).click();
    await preview(page).getByText('Something changed since this was shown. Nothing was written.').waitFor();
    expect(readText(sandbox)).toBe(`${TEXT.replace('two', 'TWO')}mine\n`);
    await preview(page).getByText('merged with what was changed since').waitFor();
    await run(page).click();
    await page.getByText('Rewound 1 file.').waitFor();
    expect(readText(sandbox)).toBe(`${TEXT}mine\n`);
  },
  PATIENT,
);

it.skipIf(!hasBrowser)(
  'E-15 shows what a command changed, and rewinds it',
  async () => {
    const sandbox = makeSandbox();
    const command = 'echo made > made.txt && echo changed > text.txt';
    const page = await open(sandbox, working(step('run', 'execute_command', { command })));
    await work(page, 'run it');
    await page.locator('.turn-list').getByText('changed by the command').waitFor();
    await row(page, 1).getByText('by a command').waitFor();
    expect(await row(page, 1).locator('.change-head').innerText()).toContain('Change #1 - 2 files (+2 -7)');
    await openRewind(page, 1);
    await run(page).click();
    await page.getByText('Rewound 2 files.').waitFor();
    expect([existsSync(join(sandbox.workspace, 'made.txt')), readText(sandbox)]).toEqual([false, TEXT]);
    expect(entriesOf(journalLines(sandbox), 'change_set_applied')).toMatchObject([
      { kind: 'by_command' },
      { kind: 'rewind' },
    ]);
    await tab(page, 'Commands').click();
    await shownTab(page).getByRole('button', { name: 'What it changed' }).click();
    await row(page, 1).getByText('rewound', { exact: true }).first().waitFor();
  },
  PATIENT,
);
