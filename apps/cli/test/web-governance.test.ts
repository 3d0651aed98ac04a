import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import type { Script } from '@rook/contract';
import type { Locator, Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';

import { entriesOf, journalLines, playing } from './ask-rook.ts';
import { govern, intentsText } from './intent-rook.ts';
import { changesOf, ledgerOf } from './ledger-rook.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';
import { editing, PATIENT, POLL, shownTab, step, tab, working } from './web-page.ts';
import { closeBrowser, hasBrowser, openPage, say, settled, startWired } from './web-rook.ts';

afterAll(closeBrowser);

const intent = (page: Page, id: string): Locator => shownTab(page).locator('.intent').filter({ hasText: id });
const WRITES = step('write', 'write_to_file', { path: 'src/auth/a.ts', content: 'first\n' });

/** A governed workspace, where nothing is asked. */
async function open(sandbox: Sandbox, script: Partial<Script>): Promise<Page> {
  govern(sandbox);
  const env = { ...playing(sandbox, script), ROOK_MODE: 'allow' };
  const { url } = await startWired(sandbox, { env });
  return openPage(url);
}

async function takeUp(page: Page, id: string): Promise<void> {
  await tab(page, 'Governance').click();
  await intent(page, id).getByRole('button', { name: 'Work on this' }).click();
  await intent(page, id).getByText('active here').waitFor();
}

it.skipIf(!hasBrowser)(
  'H-34 has no intent at first and says so, takes one up by hand, and refuses what lies outside of it',
  async () => {
    const sandbox = makeSandbox();
    const outside = step('outside', 'write_to_file', { path: 'README.md', content: 'no\n' });
    const page = await open(sandbox, working(outside, WRITES));
    await tab(page, 'Governance').click();
    await shownTab(page).getByText('no intent is active here: nothing but reading is allowed').waitFor();
    await say(page, 'write it');
    await settled(page);
    await takeUp(page, 'INT-001');
    await say(page, 'write it now');
    await settled(page, 2);
    await say(page, 'go outside');
    await settled(page, 3);
    await page.locator('.turn-list').getByText('refused by policy').nth(1).waitFor();
    expect(entriesOf(journalLines(sandbox), 'change_set_applied')).toMatchObject([{ intent_id: 'INT-001' }]);
    expect(entriesOf(journalLines(sandbox), 'tool_call_refused')).toMatchObject([
      { error: { code: 'no_intent' } },
      { error: { code: 'out_of_scope' } },
    ]);
    await page.reload();
    await tab(page, 'Governance').click();
    await intent(page, 'INT-001').getByText('active here').waitFor();
  },
  PATIENT,
);

it.skipIf(!hasBrowser)(
  'H-35 edits the status of an intent through its life, and each step is written down',
  async () => {
    const sandbox = makeSandbox();
    const page = await open(sandbox, working(WRITES));
    await takeUpAfterHello(page);
    for (const [deed, word, status] of [
      ['Mark as blocked', 'blocked', 'BLOCKED'],
      ['Mark as in progress', 'in progress', 'IN_PROGRESS'],
      ['Mark as completed', 'completed', 'COMPLETED'],
    ] as const) {
      await page.getByRole('button', { name: 'What to do with INT-001' }).click();
      await page.getByRole('menuitem', { name: deed }).click();
      await intent(page, 'INT-001').locator('.badge').getByText(word, { exact: true }).waitFor();
      expect(intentsText(sandbox)).toContain(`status: ${status}`);
    }
    // The comments of a person stay where they were.
    expect(intentsText(sandbox)).toContain('# the first');
    const logged = entriesOf(journalLines(sandbox), 'intent_changed').map((entry) => JSON.stringify(entry));
    for (const status of ['BLOCKED', 'IN_PROGRESS', 'COMPLETED'])
      expect(logged.some((line) => line.includes(status))).toBe(true);
  },
  PATIENT,
);

it.skipIf(!hasBrowser)(
  'H-34 makes an intent, edits what it says, and confirms one that a model drafted before it counts',
  async () => {
    const sandbox = makeSandbox();
    const page = await open(sandbox, working(WRITES));
    await tab(page, 'Governance').click();
    // A draft is nothing to work on.
    expect(await intent(page, 'INT-002').getByRole('button', { name: 'Work on this' }).count()).toBe(0);
    await intent(page, 'INT-002').getByRole('button', { name: 'Confirm' }).click();
    await intent(page, 'INT-002').getByRole('button', { name: 'Work on this' }).waitFor();
    await page.getByRole('button', { name: 'What to do with INT-001' }).click();
    await page.getByRole('menuitem', { name: 'Edit …' }).click();
    const form = page.getByRole('dialog', { name: 'Edit INT-001' });
    await form.getByLabel('What the work is for').fill('Sign in with tokens');
    await form.getByLabel('Files it may change, one pattern a line').fill('src/auth/**\nsrc/session/**');
    await form.getByLabel('Constraints, one a line').fill('no new dependency\nkeep the old endpoint');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.waitFor({ state: 'detached' });
    await intent(page, 'INT-001').getByText('Sign in with tokens').waitFor();
    await page.getByRole('button', { name: 'New intent …' }).click();
    const made = page.getByRole('dialog', { name: 'New intent' });
    await made.getByRole('button', { name: 'Make the intent' }).click();
    // What is missing is said at its field, and nothing is written.
    await made.getByRole('alert').waitFor();
    expect(intentsText(sandbox)).not.toContain('INT-003');
    await made.getByLabel('What the work is for').fill('Docs');
    await made.getByLabel('Files it may change, one pattern a line').fill('docs/**');
    await made.getByRole('button', { name: 'Make the intent' }).click();
    await made.waitFor({ state: 'detached' });
    await intent(page, 'INT-003').getByText('Docs').waitFor();
    const text = intentsText(sandbox);
    for (const words of [
      '# the first',
      'Sign in with tokens',
      'src/session/**',
      'keep the old endpoint',
      'docs/**',
    ])
      expect(text).toContain(words);
    expect(text).not.toMatch(/draft: true/u);
    await takeUpAfterHello(page);
    await intent(page, 'INT-001').getByText('src/session/**').waitFor();
    await say(page, 'write it');
    await settled(page, 2);
    expect(entriesOf(journalLines(sandbox), 'change_set_applied')).toMatchObject([{ intent_id: 'INT-001' }]);
  },
  PATIENT,
);

it.skipIf(!hasBrowser)(
  'R-07 says why the intents cannot be read, lets nothing be written meanwhile, and reads them again',
  async () => {
    const sandbox = makeSandbox();
    const page = await open(sandbox, working(WRITES));
    await takeUpAfterHello(page);
    const whole = intentsText(sandbox);
    govern(sandbox, `${whole}  - {id: [\n`);
    await page.reload();
    await tab(page, 'Governance').click();
    const banner = shownTab(page).locator('.banner').filter({ hasText: 'active_intents.yaml' });
    await banner.waitFor();
    expect(await shownTab(page).getByRole('button', { name: 'New intent …' }).count()).toBe(0);
    await say(page, 'write it');
    await settled(page, 2);
    await page
      .locator('[data-turn]')
      .last()
      .locator('.activity[data-state="refused"], .activity[data-state="erred"]')
      .waitFor();
    expect(entriesOf(journalLines(sandbox), 'change_set_applied')).toHaveLength(0);
    govern(sandbox, whole);
    await banner.getByRole('button', { name: 'Read again' }).click();
    await banner.waitFor({ state: 'detached' });
    await intent(page, 'INT-001').getByText('active here').waitFor();
    await say(page, 'write it now');
    await settled(page, 3);
    expect(entriesOf(journalLines(sandbox), 'change_set_applied')).toHaveLength(1);
  },
  PATIENT,
);

async function takeUpAfterHello(page: Page): Promise<void> {
  await say(page, 'Hello');
  await settled(page);
  await takeUp(page, 'INT-001');
}

it.skipIf(!hasBrowser)(
  'R-07 says that the trace cannot be written, goes on, and catches up when it can',
  async () => {
    const sandbox = makeSandbox();
    const again = step('again', 'write_to_file', { path: 'src/auth/b.ts', content: 'second\n' });
    const page = await open(sandbox, working(again, WRITES));
    await takeUpAfterHello(page);
    rmSync(ledgerOf(sandbox), { force: true });
    mkdirSync(ledgerOf(sandbox));
    await say(page, 'write it');
    await settled(page, 2);
    await shownTab(page).getByText('The ledger cannot be written:').first().waitFor();
    await shownTab(page)
      .getByText(/^Nothing can be added to/u)
      .waitFor();
    await page.locator('.turn-scroll').getByText('The ledger cannot be written:').first().waitFor();
    rmSync(ledgerOf(sandbox), { recursive: true });
    await say(page, 'write again');
    await settled(page, 3);
    await page.locator('.turn-scroll').getByText('The ledger is written again.').waitFor();
    await expect
      .poll(async () => shownTab(page).getByText('The ledger cannot be written:').count(), POLL)
      .toBe(0);
    expect(changesOf(sandbox)).toHaveLength(2);
    await shownTab(page).getByRole('button', { name: 'The last lines' }).click();
    const trace = shownTab(page).getByRole('list', { name: /^The last lines of the ledger/u });
    await trace.getByText('INT-001').first().waitFor();
    await trace.getByText('write_to_file').first().waitFor();
  },
  PATIENT,
);

it.skipIf(!hasBrowser)(
  'H-34 says of each line why it is there: who wrote it, for what, and in which turn',
  async () => {
    const sandbox = makeSandbox();
    const page = await open(
      sandbox,
      working(...editing('better', 'src/auth/a.ts', 'first', 'better'), WRITES),
    );
    await takeUpAfterHello(page);
    await say(page, 'write it');
    await settled(page, 2);
    const file = join(sandbox.workspace, 'src', 'auth', 'a.ts');
    place(file, `${readFileSync(file, 'utf8')}by hand\n`);
    await tab(page, 'Files').click();
    const ask = async (): Promise<void> => {
      await shownTab(page)
        .getByRole('button', { name: /^a\.ts/u })
        .click();
      await page.getByRole('button', { name: 'Why is it there?' }).click();
    };
    await ask();
    const why = page.getByRole('dialog', { name: 'Why is this line here?' });
    const first = why.getByRole('article', { name: 'Line 1: The assistant' });
    await first.getByText('INT-001 JWT Authentication Migration').waitFor();
    await first.getByText('write it').waitFor();
    await why.getByRole('article', { name: 'Line 2: Somebody outside' }).waitFor();
    // Esc leaves the dialog at once, and does not empty the field first.
    await why.getByRole('combobox', { name: 'File' }).press('Escape');
    await why.waitFor({ state: 'detached' });
    await ask();
    await first.getByRole('button', { name: 'Go to its turn' }).click();
    await page.locator('[data-turn]:focus').getByText('write it').first().waitFor();
    expect(page.url()).toContain('/t0002');
  },
  PATIENT,
);

it.skipIf(!hasBrowser)(
  'D-17 says of each file when the model saw it and whether that still holds; it opens, attaches, and has a history',
  async () => {
    const sandbox = makeSandbox();
    place(join(sandbox.workspace, 'notes', 'plan.txt'), 'one\n');
    const page = await open(sandbox, working(WRITES, step('read', 'read_file', { path: 'notes/plan.txt' })));
    await takeUpAfterHello(page);
    await say(page, 'read it');
    await settled(page, 2);
    await tab(page, 'Files').click();
    const row = shownTab(page).locator('.file-row').filter({ hasText: 'plan.txt' });
    await row.getByText('as shown').waitFor();
    await row.getByText('seen in turn 2').waitFor();
    place(join(sandbox.workspace, 'notes', 'plan.txt'), 'two\n');
    await shownTab(page).getByRole('button', { name: 'Look again' }).click();
    await shownTab(page).getByText('1 file seen, 1 changed since').waitFor();
    await row.getByText('stale', { exact: true }).waitFor();
    await row.getByRole('button', { name: /^plan\.txt/u }).click();
    const shown = page.getByRole('dialog', { name: 'notes/plan.txt' });
    await shown.getByText('two').waitFor();
    await page.keyboard.press('Escape');
    await row.getByRole('button', { name: 'What to do with notes/plan.txt' }).click();
    await page.getByRole('menuitem', { name: 'Attach to the message' }).click();
    await expect
      .poll(async () => page.locator('.composer-text').inputValue(), POLL)
      .toContain('@notes/plan.txt');
    await page.locator('.composer-text').press('Enter');
    await settled(page, 3);
    expect(entriesOf(journalLines(sandbox), 'message_admitted').at(-1)).toMatchObject({
      files: ['notes/plan.txt'],
    });
    await row.getByText('as shown').waitFor();
    await say(page, 'write it');
    await settled(page, 4);
    const written = shownTab(page).locator('.file-row').filter({ hasText: 'a.ts' });
    await written.getByRole('button', { name: 'What to do with src/auth/a.ts' }).click();
    await page.getByRole('menuitem', { name: 'Show its history' }).click();
    await shownTab(page).getByText('Only src/auth/a.ts').waitFor();
    expect(await shownTab(page).locator('.change-set').count()).toBe(1);
  },
  PATIENT,
);
