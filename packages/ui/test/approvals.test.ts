import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { CHROMIUM, listAxeViolations, startViewBrowser, type ViewBrowser } from './browser.ts';
import {
  askingTurn,
  plainTurn,
  SESSION,
  structuredTurn,
  turnId,
  type SampleDraft,
} from './sample-entries.ts';

const START_MS = 180_000;
// A browser on a machine that does other things too is slow.
vi.setConfig({ testTimeout: START_MS });
const isMissing = CHROMIUM === undefined;
if (isMissing) process.stderr.write('No Chromium here: the tests of approvals in a browser do not run.\n');

let browser: ViewBrowser | undefined;
beforeAll(async () => {
  if (!isMissing) browser = await startViewBrowser();
}, START_MS);
afterAll(async () => browser?.close(), START_MS);

async function open(
  drafts: readonly SampleDraft[],
  size: { readonly width?: number; readonly height?: number } = {},
): Promise<Page> {
  if (browser === undefined) throw new Error('There is no browser.');
  const { page } = await browser.open(size);
  await page.evaluate((all) => globalThis.page.showSession(all), drafts);
  await page.getByText('Change src/greet.ts?').first().waitFor();
  return page;
}

async function answers(page: Page): Promise<unknown> {
  return page.evaluate(() => globalThis.page.calls('session_send'));
}

const answered: SampleDraft = {
  event_type: 'approval_answered',
  approval_id: 'ap-1',
  answer: 'yes',
  scope: 'session',
  by: 'user',
};

it.skipIf(isMissing)(
  'H-24 E-24 y says yes for as long as was chosen, and the focus is not lost',
  async () => {
    const page = await open(askingTurn(1));
    await page.getByRole('radio', { name: 'in this session' }).check();
    await page.getByText('every other edit of src/greet.ts in this session').waitFor();
    await page.locator('.approval').focus();
    await page.keyboard.press('y');
    expect(await answers(page)).toMatchObject([
      { command: { type: 'approval_answer', approval_id: 'ap-1', answer: 'yes', scope: 'session' } },
    ]);
    expect(await page.evaluate(() => document.activeElement?.className)).toContain('approval');
    await page.keyboard.press('y');
    expect(await answers(page)).toHaveLength(1);
    await page.evaluate((entry) => globalThis.page.write([entry]), answered);
    await page.getByText('✓ You said yes for this session').waitFor();
  },
);

it.skipIf(isMissing)('H-24 e says no with a reason, and letters in the reason answer nothing', async () => {
  const page = await open(askingTurn(1));
  await page.keyboard.press('e');
  const field = page.getByLabel('Say no, because');
  await field.waitFor();
  await page.keyboard.type('yes, in any other file');
  expect(await answers(page)).toEqual([]);
  await page.keyboard.press('Enter');
  expect(await answers(page)).toMatchObject([
    { command: { answer: 'no', reason: 'yes, in any other file' } },
  ]);
});

it.skipIf(isMissing)('H-24 n says no; of several questions the letters answer the oldest', async () => {
  const page = await open([...askingTurn(1), ...askingTurn(2)]);
  await page.keyboard.press('n');
  expect(await answers(page)).toMatchObject([{ command: { approval_id: 'ap-1', answer: 'no' } }]);
});

it.skipIf(isMissing)('H-24 what came live takes the place of the preview that lost its secrets', async () => {
  const page = await open(askingTurn(1));
  const text = '--- a/.env\n+++ b/.env\n@@ -1 +1 @@\n-old\n+live preview\n';
  await page.evaluate(([event]) => globalThis.page.tell([event]), [
    {
      type: 'delta',
      delta: { type: 'preview', session_id: SESSION, turn_id: turnId(1), approval_id: 'ap-1', text },
    },
  ] as const);
  await page.getByText('live preview').waitFor();
  await page.getByText('is not kept').waitFor();
  expect(await page.getByText('Never empty').count()).toBe(0);
});

it.skipIf(isMissing)('H-24 a question that counts no more says why and offers no answer', async () => {
  const page = await open(askingTurn(1));
  await page.evaluate(() =>
    globalThis.page.write([
      { event_type: 'approval_voided', approval_id: 'ap-1', reason: 'The file changed meanwhile.' },
    ]),
  );
  await page.getByText('No longer asked: The file changed meanwhile.').waitFor();
  expect(await page.getByRole('button', { name: 'Yes' }).count()).toBe(0);
});

it.skipIf(isMissing)(
  'F-05 F-07 the panels list all open questions and the todos, without a fault',
  async () => {
    const page = await open([...structuredTurn(1), ...plainTurn(2), ...askingTurn(3)]);
    await page.evaluate((all) => globalThis.page.showPanels(all), [...structuredTurn(1), ...askingTurn(3)]);
    await page.getByText('todo 1/2').waitFor();
    expect(await page.locator('.todos li[data-done=true]').innerText()).toContain('greet');
    expect(await page.locator('.approval').count()).toBe(1);
    expect(await listAxeViolations(page)).toEqual([]);
  },
);

it.skipIf(isMissing)('F-14 goes on by itself while todos are open, until something asks', async () => {
  const page = await open([...askingTurn(1), answered, ...structuredTurn(2)]);
  await page.getByRole('button', { name: 'Auto-continue' }).click();
  await expect
    .poll(async () => answers(page))
    .toMatchObject([{ command: { type: 'message_send', text: 'continue' } }]);
  await page.evaluate((all) => globalThis.page.write(all), askingTurn(3));
  await page.getByRole('button', { name: 'Auto-continue' }).waitFor();
  expect(await answers(page)).toHaveLength(1);
});

/** How far below the top of the view the first question begins, and how high the view is. */
async function placeOf(page: Page): Promise<{ readonly top: number; readonly height: number }> {
  return page.evaluate(() => {
    const box = document.querySelector('.turn-scroll')?.getBoundingClientRect();
    const block = document.querySelector('[data-asks]')?.getBoundingClientRect();
    return { top: (block?.top ?? -Infinity) - (box?.top ?? 0), height: box?.height ?? 0 };
  });
}

it.skipIf(isMissing)(
  'H-24 of a question that is taller than a narrow page the beginning is shown',
  async () => {
    const rows = Array.from(
      { length: 60 },
      (_, row) => `+const value${row} = compute(${row}, 'some words');\n`,
    );
    const preview = `--- a/a.ts\n+++ b/a.ts\n@@ -0,0 +1,60 @@\n${rows.join('')}`;
    const tall = askingTurn(3).map((draft): SampleDraft =>
      draft.event_type === 'approval_requested' ? Object.assign({}, draft, { preview }) : draft,
    );
    const isAtTop = async (): Promise<boolean> => {
      const { top, height } = await placeOf(page);
      return top >= 0 && top < height / 3;
    };
    const page = await open([...plainTurn(1), ...plainTurn(2), ...tall], { width: 360, height: 600 });
    await expect.poll(isAtTop, { timeout: 20_000 }).toBe(true);
    await page.getByRole('button', { name: 'No, because …' }).click();
    await page.getByLabel('Say no, because').waitFor();
    await page.keyboard.type('not so');
    expect(await isAtTop()).toBe(false);
    const widths = await page.evaluate(() => {
      const [row] = document.querySelectorAll('.diff-table tr[data-kind=added]');
      const text = row?.querySelector('.diff-text')?.getBoundingClientRect().width ?? 0;
      return text / (row?.getBoundingClientRect().width ?? 1);
    });
    expect(widths).toBeGreaterThan(0.85);
  },
);

it.skipIf(isMissing)('H-24 a message that a question keeps back leads to the question', async () => {
  const page = await open(askingTurn(1));
  await page.evaluate(() => {
    globalThis.page.refuseNext(
      'approval_needed',
      'A turn of this session waits for an answer; `rook approval list` shows the question. Answer it first.',
    );
    globalThis.page.send('Go on', 'msg-1763244000009-a9');
  });
  await page.getByText('Answer the question above first.').waitFor();
  expect(await page.getByText('rook approval list').count()).toBe(0);
  await page.getByRole('button', { name: 'Show the question' }).click();
  expect(await page.evaluate(() => document.activeElement?.hasAttribute('data-asks'))).toBe(true);
});
