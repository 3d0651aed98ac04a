import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { messageIdSchema, turnIdSchema, type EntryDraft } from '@rook/contract';
import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';

import { playing, saying } from './ask-rook.ts';
import { makeSession } from './make-session.ts';
import { makeSandbox } from './sandbox.ts';
import { closeBrowser, hasBrowser, openPage, startWorkbench } from './web-rook.ts';

afterAll(closeBrowser);

const PATIENT = 180_000;
const SOON = { timeout: 30_000 };
const TURNS = 900;
/** The turns that have the word, the first of them far above what is loaded. */
const NEEDLES: ReadonlySet<number> = new Set([3, 450, 890]);

function turnOf(number: number): readonly EntryDraft[] {
  const turn = turnIdSchema.parse(`t${String(number).padStart(4, '0')}`);
  const message = messageIdSchema.parse(`msg-${number}-a`);
  const text = `Question ${number}`;
  const long = 'A line of an answer.\n\n'.repeat(number === 450 ? 60 : 2);
  const answer = NEEDLES.has(number) ? `${long}The NEEDLE of ${number}.` : `${long}Answer ${number}.`;
  return [
    { event_type: 'message_admitted', message_id: message, text },
    { event_type: 'turn_started', turn_id: turn, message_id: message },
    {
      event_type: 'turn',
      turn_id: turn,
      user: { text },
      assistant: { text: answer },
      tool_call_count: 0,
      status: 'completed',
    },
  ];
}

async function openLong(options: Parameters<typeof openPage>[1] = {}): Promise<Page> {
  const sandbox = makeSandbox();
  const drafts = Array.from({ length: TURNS }, (_unused, index) => turnOf(index + 1)).flat();
  const session = await makeSession(sandbox, { title: 'Long', drafts });
  const { url } = await startWorkbench(sandbox, { env: playing(sandbox, { default: saying('More.') }) });
  const page = await openPage(url, options);
  await page.locator('.composer-text').waitFor();
  await page.evaluate(`location.hash = '#/session/${session}'`);
  await page.getByText(`Answer ${TURNS}.`).waitFor();
  return page;
}

const bar = (page: Page) => page.getByRole('search', { name: 'Find in this session' });
const state = (page: Page) => bar(page).getByRole('status');

/** The words are drawn, and not outside of what is in sight. */
async function seeWords(page: Page, words: string): Promise<void> {
  await expect
    .poll(
      async () => {
        const box = await page.locator('.turn-scroll').boundingBox();
        const at = await page
          .locator('.turn-list')
          .getByText(words)
          .boundingBox({ timeout: 500 })
          .catch(() => null);
        return box !== null && at !== null && at.y >= box.y && at.y + at.height <= box.y + box.height;
      },
      { timeout: 60_000 },
    )
    .toBe(true);
}

/** Whether one types in the bar. */
async function isIn(page: Page): Promise<unknown> {
  return page.evaluate("document.activeElement?.closest('.find-bar') !== null");
}

/** How many places are marked: all of them, and those of the turn that was gone to. */
async function countMarks(page: Page): Promise<unknown> {
  return page.evaluate(
    "['rook-found', 'rook-found-current'].map((name) => CSS.highlights.get(name)?.size ?? 0)",
  );
}

it.skipIf(!hasBrowser)(
  'Q-02 finds words in the whole of a long session, also in turns that were not loaded',
  async () => {
    const page = await openLong();
    await page.keyboard.press('ControlOrMeta+f');
    await page.keyboard.type('needle');
    // It begins with the last one above what is in sight.
    await expect.poll(async () => state(page).textContent(), SOON).toBe('3 of 3 turns');
    await seeWords(page, 'The NEEDLE of 890.');
    await expect.poll(async () => countMarks(page), SOON).toEqual([0, 1]);
    await page.keyboard.press('Enter');
    await expect.poll(async () => state(page).textContent(), SOON).toBe('1 of 3 turns');
    await seeWords(page, 'The NEEDLE of 3.');
    await page.keyboard.press('Enter');
    // Its turn is longer than the page; the words are shown, and not its beginning.
    await seeWords(page, 'The NEEDLE of 450.');
    await page.keyboard.press('Shift+Enter');
    await seeWords(page, 'The NEEDLE of 3.');
    expect(await isIn(page)).toBe(true);
    expect(await page.locator('[data-turn]').count()).toBeLessThan(100);
    await page.keyboard.press('Escape');
    expect(await bar(page).count()).toBe(0);
    expect(await countMarks(page)).toEqual([0, 0]);
    // Who goes on with the keyboard is at the turn that was found.
    expect(await page.evaluate("document.activeElement?.getAttribute('data-turn')")).toBe('msg-3-a');
  },
  PATIENT,
);

it.skipIf(!hasBrowser)(
  'Q-02 says what was not found, lets the browser find too, and is reached by name and by keys on a narrow page',
  async () => {
    const page = await openLong({ viewport: { width: 360, height: 740 } });
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('find in this');
    await page.keyboard.press('Enter');
    await bar(page).waitFor();
    await bar(page).getByRole('textbox').fill('no such words');
    await expect.poll(async () => state(page).textContent(), SOON).toBe('Nothing found');
    const box = await bar(page).boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? Infinity)).toBeLessThanOrEqual(360);
    // The first press is the page's, the second one is left to the browser.
    await page.evaluate(`globalThis.taken = [];
      addEventListener('keydown', (event) => {
        if (event.key === 'f') setTimeout(() => taken.push(event.defaultPrevented));
      }, { capture: true })`);
    await page.locator('.turn-scroll').focus();
    await page.keyboard.press('ControlOrMeta+f');
    await expect.poll(async () => page.evaluate('taken'), SOON).toEqual([true]);
    await expect.poll(async () => isIn(page), SOON).toBe(true);
    await page.keyboard.press('ControlOrMeta+f');
    await expect.poll(async () => page.evaluate('taken'), SOON).toEqual([true, false]);
    await page.evaluate(readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
    const wrong = await page.evaluate(
      "axe.run('.find-bar').then(({ violations }) => violations.map(({ id }) => id))",
    );
    expect(wrong).toEqual([]);
  },
  PATIENT,
);
