import type { WorkbenchEvent } from '@rook/contract';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { CHROMIUM, listAxeViolations, startViewBrowser, type ViewBrowser } from './browser.ts';
import {
  askingTurn,
  batchTurn,
  messageId,
  plainTurn,
  SESSION,
  structuredTurn,
  truncatedTurn,
  turnId,
  type SampleDraft,
} from './sample-entries.ts';

const START_MS = 180_000;
// A browser on a machine that does other things too is slow.
vi.setConfig({ testTimeout: START_MS });
const isMissing = CHROMIUM === undefined;
if (isMissing)
  process.stderr.write('No Chromium here: the tests of the conversation in a browser do not run.\n');

let browser: ViewBrowser | undefined;
beforeAll(async () => {
  if (!isMissing) browser = await startViewBrowser();
}, START_MS);
afterAll(async () => browser?.close(), START_MS);

async function open(
  drafts: readonly SampleDraft[],
  options: { readonly isNew?: boolean } = {},
): Promise<Page> {
  if (browser === undefined) throw new Error('There is no browser.');
  const { page } = await browser.open();
  await page.evaluate(([all, isNew]) => globalThis.page.showSession(all, isNew), [
    drafts,
    options.isNew === true,
  ] as const);
  return page;
}

async function write(page: Page, drafts: readonly SampleDraft[]): Promise<void> {
  await page.evaluate((all) => globalThis.page.write(all), drafts);
}

async function tell(page: Page, events: readonly WorkbenchEvent[]): Promise<void> {
  await page.evaluate((all) => globalThis.page.tell(all), events);
}

async function sent(page: Page): Promise<readonly unknown[]> {
  return page.evaluate(() => globalThis.page.calls('session_send'));
}

/** Of the second turn. */
function commandRun(id: string, text: string): readonly SampleDraft[] {
  return [
    { event_type: 'command_started', command_id: id, turn_id: turnId(2), command: text, cwd: '.' },
    {
      event_type: 'command_ended',
      command_id: id,
      turn_id: turnId(2),
      exit_code: 0,
      signal: null,
      timed_out: false,
      output: `printed by ${text}`,
      timing_ms: 5,
    },
  ];
}

/** The number of the first question on the page. */
async function firstShown(page: Page): Promise<number> {
  const words = await page.locator('.question-text').first().textContent();
  return Number(words?.replace('Question ', ''));
}

function textDelta(number: number, text: string): WorkbenchEvent {
  return { type: 'delta', delta: { type: 'text', session_id: SESSION, turn_id: turnId(number), text } };
}

it.skipIf(isMissing)(
  'A-11 A-12 shows the question at once, then the answer as it comes, then what was settled',
  async () => {
    const page = await open([], { isNew: true });
    await page.getByText('A new session').waitFor();
    await page.evaluate(() => globalThis.page.send('Question 1', 'msg-1763244000001-a1'));
    await page.locator('.question-text', { hasText: 'Question 1' }).waitFor();
    await page.getByText('Sending…').waitFor();
    const turn = plainTurn(1, 'It is **done** now.');
    await write(page, turn.slice(0, 2));
    await page.getByText(/^(?:Thinking|Working)\.\.\.$/u).waitFor();
    await tell(page, [
      {
        type: 'delta',
        delta: { type: 'thinking', session_id: SESSION, turn_id: turnId(1), text: 'Let me see.' },
      },
      textDelta(1, 'I look at'),
    ]);
    await page.locator('.live-answer .md', { hasText: 'I look at' }).waitFor();
    await tell(page, [textDelta(1, ' the file **now')]);
    await page.locator('.live-answer strong', { hasText: 'now' }).waitFor();
    expect(await page.locator('.thinking').getAttribute('open')).toBeNull();
    await write(page, turn.slice(2));
    await page.locator('.answer-body strong', { hasText: 'done' }).waitFor();
    expect(await page.locator('.live-answer').count()).toBe(0);
    expect(await page.locator('article').count()).toBe(1);
  },
);

it.skipIf(isMissing)('Q-08 A-20 shows the status that is told, and which call runs', async () => {
  const page = await open(plainTurn(1).slice(0, 4));
  await page.getByText('Calling read_file...').waitFor();
  await tell(page, [
    {
      type: 'delta',
      delta: { type: 'status', session_id: SESSION, turn_id: turnId(1), text: 'The model writes a call.' },
    },
  ]);
  await page.getByText('The model writes a call.').waitFor();
  expect(await page.locator('.running .numbers').textContent()).toMatch(/^\d+(?: s|:\d\d)$/u);
});

it.skipIf(isMissing)(
  'A-13 A-14 A-22 a structured answer stands in its order, and is done when all was run',
  async () => {
    const page = await open(structuredTurn(1));
    await page.locator('.status-word', { hasText: 'Pending' }).waitFor();
    const shown = (await page.locator('article').textContent()) ?? '';
    const order = [
      'have type hints now',
      'What changed',
      'File changes',
      'Commands',
      'Step 1',
      'What was done',
      'Pending',
    ];
    const places = order.map((words) => shown.lastIndexOf(words));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(places[0]).toBeGreaterThan(0);
    expect(shown).toContain('✓ 1 applied');
    expect(shown).toContain('38,016 tokens · $0.14');
    await page.locator('.code-keyword', { hasText: 'const' }).first().waitFor();

    await page.getByRole('button', { name: 'Run 2 cmds' }).click();
    const both = [{ command: 'npm test' }, { command: 'npm run lint' }];
    await expect
      .poll(async () => sent(page))
      .toMatchObject([{ command: { type: 'batch_run', commands: both } }]);
    await write(page, [
      { event_type: 'message_admitted', message_id: messageId(2), text: 'Run 2 commands' },
      { event_type: 'turn_started', turn_id: turnId(2), message_id: messageId(2) },
      ...commandRun('c-1', 'npm test'),
      ...commandRun('c-2', 'npm run lint'),
    ]);
    await page.locator('article').first().locator('.status-word', { hasText: 'Done' }).waitFor();
    await page.locator('.reply-commands').getByText('printed by npm test').waitFor();
  },
);

it.skipIf(isMissing)('F-09 a next step fills the input and sends nothing', async () => {
  const page = await open(structuredTurn(1));
  await page.getByRole('button', { name: 'Step 2' }).click();
  expect(await page.evaluate(() => globalThis.page.composed())).toEqual(['do step 2']);
  expect(await sent(page)).toEqual([]);
});

it.skipIf(isMissing)(
  'E-11 E-26 C-17 C-18 a reply that was cut says so; Retry asks again, Continue accepts',
  async () => {
    const page = await open(truncatedTurn(1));
    await page
      .getByText('Recovered: 8 todo(s), 1 next step(s), 1 command(s). The content below may be incomplete.')
      .waitFor();
    await page.getByText('NO changes have been applied.').waitFor();
    const run = page.getByRole('button', { name: '▶ Run', exact: true });
    expect(await run.isDisabled()).toBe(true);
    const banner = page.getByRole('region', { name: 'The reply was not whole' });
    await banner.getByRole('button', { name: 'Retry' }).click();
    await expect
      .poll(async () => sent(page))
      .toMatchObject([{ command: { type: 'message_send', text: 'Rewrite the parser' } }]);
    await banner.getByRole('button', { name: 'Continue' }).click();
    await banner.waitFor({ state: 'detached' });
    expect(await sent(page)).toHaveLength(1);
  },
);

it.skipIf(isMissing)('F-15 F-16 F-17 the summary bar stands while the summary is out of sight', async () => {
  const long = Array.from({ length: 120 }, (_, line) => `Line ${line}.`).join('\n\n');
  const longer = { sections: [{ heading: 'Long', content: long }] };
  const drafts = structuredTurn(1).map((draft): SampleDraft =>
    draft.event_type === 'reply_read' ? Object.assign({}, draft, longer) : draft,
  );
  const page = await open(drafts);
  const bar = page.getByRole('region', { name: 'Summary of the last answer' });
  await bar.waitFor();
  expect(await bar.getByRole('button', { name: /^Step/u }).count()).toBe(3);
  await bar.getByRole('button', { name: 'See details ↑' }).click();
  await bar.waitFor({ state: 'detached' });
  await page.locator('.turn-scroll').hover();
  await page.mouse.wheel(0, 20_000);
  await bar.getByRole('button', { name: 'Step 1' }).click();
  expect(await page.evaluate(() => globalThis.page.composed())).toEqual(['do step 1']);
  await bar.waitFor({ state: 'detached' });
});

it.skipIf(isMissing)(
  'G-09 G-13 G-16 a batch shows how far it is, what was printed and what is left',
  async () => {
    const drafts = batchTurn(1);
    const page = await open(drafts.slice(0, 4));
    const panel = page.getByRole('region', { name: 'CLI Execution' });
    const flow = page.getByRole('region', { name: 'Commands of this turn' });
    await panel.getByRole('heading', { name: '🖥️ CLI Execution' }).waitFor();
    await panel.getByText('0/3').waitFor();
    await tell(page, [
      {
        type: 'delta',
        delta: {
          type: 'command_output',
          session_id: SESSION,
          turn_id: turnId(1),
          command_id: 'c-1-1',
          stream: 'stdout',
          text: '\u001B[31mred words\u001B[0m and <b>plain</b> ones',
        },
      },
    ]);
    await flow.locator('.ansi-red', { hasText: 'red words' }).waitFor();
    await flow.getByText('and <b>plain</b> ones').waitFor();
    await write(page, drafts.slice(4));
    await flow.getByText('Progress: ✓ 1 succeeded, ✗ 1 failed').waitFor();
    await flow.getByText('Command 2/3 ✗').waitFor();
    await flow.getByText('Not run: npm run lint').waitFor();
    await panel.getByText('Not run: npm run lint').waitFor();
    expect(await panel.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('67');
    await panel.getByRole('button', { name: 'Close the summary of the commands' }).click();
    await panel.waitFor({ state: 'detached' });
  },
);

it.skipIf(isMissing)('Q-20 says when the session was deleted under the page', async () => {
  const page = await open(plainTurn(1));
  await page.locator('article').waitFor();
  await tell(page, [{ type: 'gone' }]);
  await page.getByText('The session is not here').waitFor();
  expect(await page.locator('article').count()).toBe(0);
});

it.skipIf(isMissing)(
  'A-25 Q-07 5,000 turns: only what is in sight is on the page, and older ones come when one scrolls',
  async () => {
    const page = await open([]);
    await page.evaluate((template) => {
      globalThis.page.showMany(template, 5000);
    }, plainTurn(1));
    await page.getByText('Question 5000', { exact: true }).waitFor();
    expect(await page.locator('article').count()).toBeLessThan(40);
    const scroller = page.locator('.turn-scroll');
    await scroller.hover();
    while ((await firstShown(page)) > 4900) await page.mouse.wheel(0, -3000);
    expect(await page.evaluate(() => globalThis.page.calls('session_read').length)).toBeGreaterThan(1);
    expect(await page.locator('article').count()).toBeLessThan(40);
    await page.getByRole('button', { name: 'newest' }).click();
    await page.getByText('Question 5000', { exact: true }).waitFor();
  },
);

it.skipIf(isMissing)('A-15 stays at the end while text comes, unless the reader scrolled away', async () => {
  const page = await open([...plainTurn(1), ...plainTurn(2), ...plainTurn(3), ...plainTurn(4).slice(0, 2)]);
  await page.getByText(/^(?:Thinking|Working)\.\.\.$/u).waitFor();
  const gap = async (): Promise<number> =>
    page.locator('.turn-scroll').evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight);
  await tell(page, [textDelta(4, 'A line.\n\n'.repeat(80))]);
  await page.locator('.live-answer p').nth(79).waitFor();
  await expect.poll(gap).toBeLessThan(4);
  await page.locator('.turn-scroll').hover();
  await page.mouse.wheel(0, -900);
  await page.getByRole('button', { name: 'newest' }).waitFor();
  const before = await page.locator('.turn-scroll').evaluate((box) => box.scrollTop);
  await tell(page, [textDelta(4, 'More.\n\n'.repeat(40))]);
  await page.locator('.live-answer p').nth(119).waitFor();
  expect(await page.locator('.turn-scroll').evaluate((box) => box.scrollTop)).toBe(before);
  await page.getByRole('button', { name: 'newest' }).click();
  await expect.poll(gap).toBeLessThan(4);
});

it.skipIf(isMissing)('Q-07 an activity opens in place, and letters lead from turn to turn', async () => {
  const page = await open([...plainTurn(1), ...plainTurn(2)]);
  await page.locator('article').nth(1).waitFor();
  await page.keyboard.press('k');
  await expect
    .poll(async () => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toContain('Question 2');
  await page.keyboard.press('k');
  await expect
    .poll(async () => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toContain('Question 1');
  await page.keyboard.press('o');
  await page.getByText('export function greet() {}').waitFor();
});

it.skipIf(isMissing)(
  'Q-09 the conversation has no fault that axe finds, in light and dark, wide and narrow',
  async () => {
    const drafts = [
      ...plainTurn(1),
      ...structuredTurn(2),
      ...batchTurn(3),
      ...truncatedTurn(4),
      ...askingTurn(5),
    ];
    for (const theme of ['light', 'dark'] as const)
      for (const width of [1000, 360]) {
        const opened = await browser?.open({ theme, width, height: 3000 });
        if (opened === undefined) throw new Error('There is no browser.');
        await opened.page.evaluate((all) => globalThis.page.showSession(all), drafts);
        await opened.page.getByText('Change src/greet.ts?').first().waitFor();
        expect(await listAxeViolations(opened.page), `${theme} ${width}`).toEqual([]);
        const overflow = await opened.page.evaluate(() => document.documentElement.scrollWidth);
        expect(overflow).toBeLessThanOrEqual(width);
        expect(opened.seen).toEqual([]);
      }
  },
);
