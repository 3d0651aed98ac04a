import { join } from 'node:path';

import type { Locator, Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';

import { entriesOf, journalLines, playing, saying } from './ask-rook.ts';
import { PLAIN } from './command-rook.ts';
import { runRook } from './run-rook.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';
import { PATIENT, POLL, sessionOf, step, working, yes } from './web-page.ts';
import { closeBrowser, hasBrowser, openPage, say, settled, startWired } from './web-rook.ts';

afterAll(closeBrowser);

const row = (page: Page, title: string): Locator => page.locator('.session-row').filter({ hasText: title });
const changesOf = (sandbox: Sandbox) =>
  entriesOf(journalLines(sandbox), 'session_changed').map((entry) => JSON.stringify(entry));

async function begin(sandbox: Sandbox, words: string): Promise<Page> {
  const { url } = await startWired(sandbox, { env: playing(sandbox, { default: saying('Yes.') }) });
  const page = await openPage(url);
  await say(page, words);
  await settled(page);
  return page;
}

async function choose(page: Page, title: string, deed: string): Promise<void> {
  await page.getByRole('button', { name: `More for ${title}` }).click();
  await page.getByRole('menuitem', { name: deed }).click();
}

it.skipIf(!hasBrowser)(
  'Q-16 gives a session labels and a status, which the list and a terminal show',
  async () => {
    const sandbox = makeSandbox();
    place(sandbox.workspaceFile, '{"sessions.labels": ["later", "billing"]}');
    const page = await begin(sandbox, 'Hello there');
    await choose(page, 'Hello there', 'Labels and status …');
    const form = page.getByRole('dialog', { name: 'Labels and status' });
    await form.getByRole('button', { name: 'billing' }).click();
    await form.getByLabel('Labels, with commas between them').press('End');
    await form.getByLabel('Labels, with commas between them').pressSequentially(', urgent');
    await form.getByRole('combobox', { name: /^Status/u }).click();
    await page.getByRole('option', { name: 'needs review' }).click();
    await form.getByRole('button', { name: 'Save' }).click();
    await form.waitFor({ state: 'detached' });
    await row(page, 'Hello there').getByText('needs review').waitFor();
    for (const label of ['billing', 'urgent']) await row(page, 'Hello there').getByText(label).waitFor();
    const listed = await runRook(sandbox, ['session', 'list', '--json']);
    expect(listed.stdout).toContain('"labels":["billing","urgent"]');
    expect(listed.stdout).toContain('"status":"needs_review"');
  },
  PATIENT,
);

it.skipIf(!hasBrowser)(
  'Q-16 renames, archives and deletes a session, and each can be undone',
  async () => {
    const sandbox = makeSandbox();
    const page = await begin(sandbox, 'Hello there');
    await page.locator('.session-link').focus();
    await page.keyboard.press('F2');
    await page.keyboard.type('A better name');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'A better name' }).waitFor();
    await choose(page, 'A better name', 'Archive');
    await page.getByText('Archived: A better name').waitFor();
    await page.getByRole('tab', { name: 'Archived' }).click();
    await row(page, 'A better name').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Nothing is archived').waitFor();
    await page.getByRole('tab', { name: 'Sessions' }).click();
    await choose(page, 'A better name', 'Delete');
    await page.getByText('No sessions yet').waitFor();
    expect(journalLines(sandbox)).toEqual([]);
    await page.getByRole('tab', { name: 'Trash' }).click();
    await page.getByRole('button', { name: 'Bring back' }).click();
    await page.getByRole('tab', { name: 'Sessions' }).click();
    await page.locator('.session-link').click();
    await page.locator('.turn-list').getByText('Hello there').waitFor();
    expect(changesOf(sandbox).filter((change) => change.includes('"A better name"'))).toHaveLength(1);
    expect(await runRook(sandbox, ['journal', 'verify'])).toMatchObject({ code: 0 });
  },
  PATIENT,
);

it.skipIf(!hasBrowser)(
  'Q-16 takes what a terminal does to a session that the page has just used',
  async () => {
    const sandbox = makeSandbox();
    const page = await begin(sandbox, 'Hello there');
    const session = sessionOf(page);
    // The workbench still holds it, so each is passed on to it.
    for (const words of [
      ['session', 'rename', session, 'Named by hand'],
      ['session', 'label', session, 'typed'],
      ['session', 'status', session, 'done'],
    ]) {
      const ended = await runRook(sandbox, words);
      expect([ended.code, ended.stderr]).toEqual([0, '']);
      await say(page, `After ${words[1] ?? ''}`);
      await page
        .locator('.turn-list')
        .getByText(`After ${words[1] ?? ''}`)
        .waitFor();
    }
    await settled(page, 4);
    await page.getByRole('heading', { name: 'Named by hand' }).waitFor();
    await row(page, 'Named by hand').getByText('typed').waitFor();
    await row(page, 'Named by hand').getByText('done').waitFor();
    expect(await runRook(sandbox, ['session', 'delete', session])).toMatchObject({ code: 0 });
    await page.getByText('No sessions yet').waitFor();
    await page.getByText('There is no such session').waitFor();
    expect(await runRook(sandbox, ['session', 'delete', session, '--undo'])).toMatchObject({ code: 0 });
    await row(page, 'Named by hand').waitFor();
    expect(await runRook(sandbox, ['journal', 'verify'])).toMatchObject({ code: 0 });
  },
  PATIENT,
);

it.skipIf(!hasBrowser)(
  'Q-16 searches what was asked, answered, read and printed, and leads to its turn',
  async () => {
    const sandbox = makeSandbox();
    place(join(sandbox.workspace, 'notes.txt'), 'a zebrafish lives here\n');
    const script = working(
      step('run', 'execute_command', { command: 'echo print$((40+2))ed' }),
      step('read', 'read_file', { path: 'notes.txt' }),
    );
    const { url } = await startWired(sandbox, { env: { ...playing(sandbox, script), ...PLAIN } });
    const page = await openPage(url);
    await say(page, 'read the quokka notes');
    await settled(page);
    await say(page, 'and run it');
    await yes(page).click();
    await settled(page, 2);
    const hits = page.locator('.hit');
    for (const [words, turn] of [
      ['quokka', 't0001'],
      ['zebrafish', 't0001'],
      ['print42ed', 't0002'],
    ] as const) {
      await page.getByRole('searchbox').fill(words);
      await hits.first().locator('mark').getByText(words).first().waitFor();
      await hits.first().click();
      await expect.poll(() => page.url(), POLL).toContain(`/${turn}`);
    }
    await page.getByRole('searchbox').fill('no such words anywhere');
    await page.getByText('Nothing found').waitFor();
  },
  PATIENT,
);

it.skipIf(!hasBrowser)(
  'Q-04 an address leads to a session and to a turn of it, and says when there is none',
  async () => {
    const sandbox = makeSandbox();
    const page = await begin(sandbox, 'The first');
    const session = sessionOf(page);
    await say(page, 'The second');
    await settled(page, 2);
    await page.getByRole('button', { name: 'New session' }).click();
    await page.getByText('What should be done in workspace?').waitFor();
    await page.evaluate(`location.hash = '#/session/${session}/t0001'`);
    await page.locator('[data-turn]:focus').getByText('The first').waitFor();
    await page.evaluate(`location.hash = '#/session/rook-20200101-00000000'`);
    await page.getByText('There is no such session').waitFor();
    expect(await page.locator('[data-turn]').count()).toBe(0);
    await page.goBack();
    await page.locator('.turn-list').getByText('The second').waitFor();
  },
  PATIENT,
);

it.skipIf(!hasBrowser)(
  'A-25 Q-16 opens a session in another tab from its menu, by a click with Ctrl or the wheel, and from the palette',
  async () => {
    const sandbox = makeSandbox();
    const page = await begin(sandbox, 'Hello there');
    const session = sessionOf(page);
    const [modifier, middle] = [['Control'], 'middle'] as const;
    const link = row(page, 'Hello there').locator('.session-link');
    const ways = [
      async () => choose(page, 'Hello there', 'Open in another tab'),
      async () => link.click({ modifiers: [...modifier] }),
      async () => link.click({ button: middle }),
      async () => {
        await page.keyboard.press('Control+k');
        await page.getByLabel('What to do').fill('another tab');
        await page.keyboard.press('Enter');
      },
    ];
    for (const open of ways) {
      const opened = page.context().waitForEvent('page');
      await open();
      const tab = await opened;
      await tab.locator('.turn-list').getByText('Hello there').waitFor();
      expect(sessionOf(tab)).toBe(session);
      expect(tab.url()).not.toContain('token');
      await tab.close();
    }
    expect(page.context().pages()).toHaveLength(1);
  },
  PATIENT,
);

it.skipIf(!hasBrowser)(
  'A-25 says that no tab was opened where the server is gone',
  async () => {
    const sandbox = makeSandbox();
    const started = await startWired(sandbox, { env: playing(sandbox, { default: saying('Yes.') }) });
    const page = await openPage(started.url);
    await say(page, 'Hello there');
    await settled(page);
    await started.stop();
    await page.getByText('The server is gone').waitFor();
    await choose(page, 'Hello there', 'Open in another tab');
    await page.locator('.toast').getByText('No tab was opened.').waitFor();
    await expect.poll(() => page.context().pages().length, POLL).toBe(1);
  },
  PATIENT,
);
