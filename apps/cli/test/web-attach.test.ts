import { join } from 'node:path';

import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';

import { entriesOf, journalLines } from './ask-rook.ts';
import { textAt, valueAt } from './read-output.ts';
import { makeSandbox, place } from './sandbox.ts';
import { closeBrowser, hasBrowser, settled } from './web-rook.ts';
import { openWired, PATIENT, SOON, wordsOf } from './web-wire.ts';

afterAll(closeBrowser);

/** As the browser tells the page; true: it would have opened the file itself. */
const GIVE = `({ where, way, name, words }) => {
  const data = new DataTransfer();
  data.items.add(new File([words], name, { type: 'text/plain' }));
  const options = { bubbles: true, cancelable: true };
  return document.querySelector(where).dispatchEvent(
    way === 'paste'
      ? new ClipboardEvent('paste', { ...options, clipboardData: data })
      : new DragEvent(way, { ...options, dataTransfer: data }),
  );
}`;

interface Given {
  readonly where: string;
  readonly way: 'paste' | 'drop' | 'dragover';
  readonly name: string;
  readonly words: string;
}

async function give(page: Page, given: Given): Promise<unknown> {
  return page.evaluate(`(${GIVE})(${JSON.stringify(given)})`);
}

it.skipIf(!hasBrowser)(
  'A-17 a file of the workspace that is dropped goes along under its path, another one with its text',
  async () => {
    const sandbox = makeSandbox();
    place(join(sandbox.workspace, 'src', 'greet.ts'), 'export const greeting = "hello";\n');
    const { page, wire } = await openWired(
      { default: { events: [{ kind: 'text', text: 'Yes.' }] } },
      { sandbox },
    );
    const input = page.locator('.composer-text');
    await input.fill('Compare');
    const own = { name: 'greet.ts', words: 'export const greeting = "hello";\n' };
    expect(await give(page, { where: '.page-conversation', way: 'drop', ...own })).toBe(false);
    await expect.poll(async () => input.inputValue(), SOON).toBe('Compare @src/greet.ts ');
    // The same name and other words: a file from elsewhere.
    const foreign = { name: 'greet.ts', words: 'export const greeting = "ciao";\n' };
    await give(page, { where: '.composer-text', way: 'paste', ...foreign });
    const attached = page.getByRole('list', { name: 'Attached files' }).getByRole('listitem');
    await attached.getByText('greet.ts').waitFor();
    await give(page, { where: '.composer-text', way: 'drop', name: 'notes.txt', words: 'not this one' });
    await attached.getByText('notes.txt').waitFor();
    await page.getByRole('button', { name: 'Remove notes.txt' }).click();
    // What is attached is kept with what was typed.
    await page.reload();
    await expect.poll(async () => attached.count(), SOON).toBe(1);
    await input.press('Enter');
    await settled(page);
    const [message] = entriesOf(journalLines(sandbox), 'message_admitted');
    expect(valueAt(message, 'files')).toEqual(['src/greet.ts']);
    expect(textAt(message, 'text')).toBe(
      'Compare @src/greet.ts \n\nFile greet.ts:\n```\nexport const greeting = "ciao";\n```',
    );
    const body = wire.received[0]?.body ?? '';
    for (const word of ['hello', 'ciao']) expect(body).toContain(word);
    expect(body).not.toContain('not this one');
    expect(await wordsOf(page)).toContain('ciao');
    expect(await attached.count()).toBe(0);
  },
  PATIENT,
);

it.skipIf(!hasBrowser)(
  'A-17 no file that is dropped on the page takes the place of the page',
  async () => {
    const { page } = await openWired({});
    await page.locator('.composer-text').waitFor();
    const file = { name: 'a.txt', words: 'a' };
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').waitFor();
    for (const where of ['[role=dialog]', '.header', '.column', '.evidence', 'body'])
      for (const way of ['dragover', 'drop'] as const)
        expect(await give(page, { where, way, ...file }), `${way} on ${where}`).toBe(false);
    await page.keyboard.press('Escape');
    const attached = page.getByRole('list', { name: 'Attached files' }).getByRole('listitem');
    await expect.poll(async () => attached.count(), SOON).toBe(1);
  },
  PATIENT,
);
