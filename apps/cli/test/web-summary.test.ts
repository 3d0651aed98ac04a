import { join } from 'node:path';

import type { Reply } from '@rook/contract';
import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';

import { entriesOf, journalLines } from './ask-rook.ts';
import { govern } from './intent-rook.ts';
import { makeSandbox, place } from './sandbox.ts';
import { closeBrowser, hasBrowser, say, settled } from './web-rook.ts';
import { GOES_ON, openWired, PATIENT, replying, SOON, STRUCTURED, type WiredPage } from './web-wire.ts';

afterAll(closeBrowser);

const TODOS = [{ text: 'Write one' }, { text: 'Write two' }, { text: 'Write three' }];

/** One file of the plan. */
function stepOf(number: number): Partial<Reply> {
  return {
    summary: `File ${number} is there.`,
    todos: TODOS,
    fileChanges: [{ path: `${number}.txt`, content: `${number}\n`, todoIndex: number - 1 }],
    nextSteps: [{ html: '▶ Continue', inputText: 'continue' }],
  };
}

const ALLOWED = { ...STRUCTURED, ROOK_MODE: 'allow' };

it.skipIf(!hasBrowser)(
  'F-05 marks the todo that a change completes, and counts it',
  async () => {
    const { page } = await openWired(
      { steps: [replying({ ...stepOf(2), summary: 'The second one first.' })] },
      { env: STRUCTURED },
    );
    await page.getByRole('tab', { name: /^Todos/u }).click();
    await say(page, 'Write three files');
    await page.getByRole('button', { name: 'Apply', exact: true }).waitFor();
    const todos = page.getByRole('tabpanel', { name: /^Todos/u }).getByRole('listitem');
    await expect.poll(async () => todos.count(), SOON).toBe(3);
    const done = async (): Promise<readonly (string | null)[]> =>
      Promise.all((await todos.all()).map(async (todo) => todo.getAttribute('data-done')));
    expect(await done()).toEqual(['false', 'false', 'false']);
    await page.getByText('todo 0/3').first().waitFor();
    await page.getByRole('button', { name: 'Apply', exact: true }).click();
    await settled(page);
    await page.getByText('todo 1/3').first().waitFor();
    expect(await done()).toEqual(['false', 'true', 'false']);
    await page.reload();
    await page.getByText('todo 1/3').first().waitFor();
  },
  PATIENT,
);

it.skipIf(!hasBrowser)(
  'F-07 shows beside the input how far a plan is, as long as something of it is left',
  async () => {
    const { page } = await openWired(
      { steps: [1, 2, 3].map((number) => replying(stepOf(number))) },
      { env: ALLOWED },
    );
    const bar = page.getByRole('progressbar');
    for (const number of [1, 2]) {
      await say(page, number === 1 ? 'Write three files' : 'continue');
      await settled(page, number);
      await page.getByText(`todo ${number}/3`).first().waitFor();
      await expect.poll(async () => bar.first().getAttribute('value'), SOON).toBe(String(number));
    }
    await say(page, 'continue');
    await settled(page, 3);
    await page.locator('.auto-continue').waitFor({ state: 'detached' });
  },
  PATIENT,
);

it.skipIf(!hasBrowser)(
  'F-09 a next step is written into the input and not sent',
  async () => {
    const { page, wire, sandbox } = await openWired({ steps: [replying(stepOf(1))] }, { env: ALLOWED });
    await say(page, 'Write three files');
    await settled(page);
    await page.getByRole('button', { name: '▶ Continue' }).click();
    const input = page.locator('.composer-text');
    await expect.poll(async () => input.inputValue(), SOON).toBe('continue');
    await page.locator('.composer-text:focus').waitFor();
    expect(wire.received).toHaveLength(1);
    expect(entriesOf(journalLines(sandbox), 'message_admitted')).toHaveLength(1);
  },
  PATIENT,
);

it.skipIf(!hasBrowser)(
  'F-14 goes on by itself until a question is asked, and stops there',
  async () => {
    const { page, sandbox } = await openWired(
      { steps: [1, 2, 3].map((number) => replying(stepOf(number))) },
      { env: STRUCTURED },
    );
    const apply = page.getByRole('button', { name: 'Apply', exact: true });
    const toggle = page.locator('.auto-continue').getByRole('button');
    await say(page, 'Write three files');
    await apply.click();
    await settled(page);
    await toggle.getByText('Auto-continue').click();
    await apply.waitFor();
    await toggle.getByText('Auto-continue').waitFor();
    await apply.click();
    await settled(page, 2);
    expect(entriesOf(journalLines(sandbox), 'message_admitted')).toMatchObject([
      { text: 'Write three files' },
      { text: 'continue' },
    ]);
  },
  PATIENT,
);

const WAITS = { command: 'while [ ! -f go ]; do sleep 0.1; done' };

it.skipIf(!hasBrowser)(
  'F-14 can be paused between two steps, and goes on when it is resumed',
  async () => {
    const { page, sandbox } = await openWired(
      {
        steps: [
          GOES_ON,
          replying(stepOf(1)),
          replying({ ...stepOf(2), commands: [WAITS] }),
          replying(stepOf(3)),
        ],
      },
      { env: ALLOWED },
    );
    const toggle = page.locator('.auto-continue').getByRole('button');
    const said = () => entriesOf(journalLines(sandbox), 'message_admitted');
    await say(page, 'Write three files');
    await settled(page);
    await toggle.getByText('Auto-continue').click();
    // The second step runs a command that waits.
    await page.locator('[data-status="running"]').waitFor();
    await toggle.getByText('Pause').click();
    place(join(sandbox.workspace, 'go'), '');
    await settled(page, 2);
    await page.getByText('todo 2/3').first().waitFor();
    await toggle.getByText('Auto-continue').waitFor();
    expect(said()).toHaveLength(2);
    await toggle.click();
    await settled(page, 3);
    await page.locator('.auto-continue').waitFor({ state: 'detached' });
    expect(said()).toHaveLength(3);
  },
  PATIENT,
);

it.skipIf(!hasBrowser)(
  'F-14 carries a plan to its end without a hand where nothing asks',
  async () => {
    const { page, sandbox } = await openWired(
      { steps: [1, 2, 3].map((number) => replying(stepOf(number))) },
      { env: ALLOWED },
    );
    await say(page, 'Write three files');
    await settled(page);
    await page.locator('.auto-continue').getByText('Auto-continue').click();
    await settled(page, 3);
    await page.locator('.auto-continue').waitFor({ state: 'detached' });
    const said = entriesOf(journalLines(sandbox), 'message_admitted');
    expect(said).toMatchObject([{ text: 'Write three files' }, { text: 'continue' }, { text: 'continue' }]);
  },
  PATIENT,
);

it.skipIf(!hasBrowser)(
  'F-14 A-14 stops at a step that a policy refused, says so, and the status bar counts it',
  async () => {
    const sandbox = makeSandbox();
    govern(sandbox);
    const { page, wire } = await openWired(
      {
        steps: [
          { ...replying({ summary: 'A plan.', todos: TODOS }) },
          replying(stepOf(1), { repeat: 'always' }),
        ],
      },
      { sandbox, env: ALLOWED },
    );
    await say(page, 'Plan three files');
    await settled(page);
    await page.locator('.auto-continue').getByText('Auto-continue').click();
    await settled(page, 2);
    await page.getByText('Stopped: something was refused or failed.').waitFor();
    await page.locator('[data-turn]').last().locator('.status-bar').getByText('⊘ 1 refused').waitFor();
    // Whoever wants to go on all the same is told again, and nothing is sent.
    await page.locator('.auto-continue').getByRole('button').click();
    await page.getByText('Stopped: something was refused or failed.').waitFor();
    await page.locator('.auto-continue').getByRole('button', { name: 'Auto-continue' }).waitFor();
    expect(entriesOf(journalLines(sandbox), 'tool_call_refused')).toMatchObject([
      { error: { code: 'no_intent' } },
    ]);
    expect(entriesOf(journalLines(sandbox), 'message_admitted')).toHaveLength(2);
    expect(wire.received).toHaveLength(2);
  },
  PATIENT,
);

const LONG: Partial<Reply> = {
  summary: `The **parser** was rewritten. ${'It took its time. '.repeat(20)}`,
  sections: [
    {
      heading: 'Long',
      content: Array.from({ length: 120 }, (_unused, line) => `Line ${line}.`).join('\n\n'),
    },
  ],
  nextSteps: [1, 2, 3, 4, 5].map((step) => ({ html: `Step ${step}`, inputText: `do step ${step}` })),
};

const bar = (page: Page) => page.getByRole('region', { name: 'Summary of the last answer' });

async function openLong(next: Partial<Reply> = { summary: 'Short.' }): Promise<WiredPage> {
  const opened = await openWired({ steps: [replying(LONG), replying(next)] }, { env: STRUCTURED });
  await say(opened.page, 'Rewrite the parser');
  await settled(opened.page);
  await bar(opened.page).waitFor();
  return opened;
}

async function scrollBy(page: Page, pixels: number): Promise<void> {
  await page.locator('.turn-scroll').hover();
  await page.mouse.wheel(0, pixels);
}

it.skipIf(!hasBrowser)(
  'F-15 the bar slides up when the summary leaves the view, and goes when it is back',
  async () => {
    const { page } = await openLong();
    const motion: unknown = await page.evaluate(
      `getComputedStyle(document.querySelector('.summary-bar')).animationName`,
    );
    expect(motion).toBe('slide-up');
    await scrollBy(page, -100_000);
    await bar(page).waitFor({ state: 'detached' });
    await scrollBy(page, 100_000);
    await bar(page).waitFor();
  },
  PATIENT,
);

it.skipIf(!hasBrowser)(
  'F-16 the bar holds a short summary, three next steps, the way to the answer and the way to close it',
  async () => {
    const { page } = await openLong();
    const words = (await bar(page).locator('p').innerText()).trim();
    expect(words).toMatch(/^✓ The parser was rewritten\. .*…$/u);
    expect(words.length).toBeLessThan(130);
    expect(await bar(page).getByRole('button').allInnerTexts()).toEqual([
      'Step 1',
      'Step 2',
      'Step 3',
      'See details ↑',
      '',
    ]);
    await bar(page).getByRole('button', { name: 'Hide the summary' }).waitFor();
  },
  PATIENT,
);

it.skipIf(!hasBrowser)(
  'F-17 a step of the bar fills the input, See details leads to the answer, and ✕ hides it for good',
  async () => {
    const { page, wire } = await openLong(LONG);
    await bar(page).getByRole('button', { name: 'See details ↑' }).click();
    await bar(page).waitFor({ state: 'detached' });
    await page.locator('.reply-summary').waitFor();
    await expect
      .poll(
        async () =>
          page.evaluate(`document.querySelector('.reply-summary').getBoundingClientRect().top >= 0`),
        SOON,
      )
      .toBe(true);
    await scrollBy(page, 100_000);
    await bar(page).getByRole('button', { name: 'Hide the summary' }).click();
    await bar(page).waitFor({ state: 'detached' });
    await scrollBy(page, -100_000);
    await page.locator('.reply-summary').waitFor();
    await scrollBy(page, 100_000);
    await page.getByText('Line 119.').waitFor();
    expect(await bar(page).count()).toBe(0);
    await page.reload();
    await page.getByText('Line 119.').waitFor();
    // What is out of sight is known a frame after it was drawn.
    await page.evaluate(
      'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))',
    );
    expect(await bar(page).count()).toBe(0);

    // The next response has a bar of its own, and a step of it hides it as well.
    await say(page, 'And once more');
    await bar(page).getByRole('button', { name: 'Step 2' }).click();
    await bar(page).waitFor({ state: 'detached' });
    expect(await page.locator('.composer-text').inputValue()).toBe('do step 2');
    expect(wire.received).toHaveLength(2);
  },
  PATIENT,
);

it.skipIf(!hasBrowser)(
  'F-18 a new message and another session put the bar away',
  async () => {
    const { page } = await openLong();
    await page.getByRole('button', { name: 'New session' }).first().click();
    await bar(page).waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: /^What should be done/u }).waitFor();
    await page.locator('.session-link').first().click();
    await bar(page).waitFor();
    await say(page, 'And now something short');
    await bar(page).waitFor({ state: 'detached' });
    await settled(page, 1);
    await page.getByText('Short.').waitFor();
    expect(await bar(page).count()).toBe(0);
  },
  PATIENT,
);
