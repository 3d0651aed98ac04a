import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';

import { entriesOf, journalLines } from './ask-rook.ts';
import { closeBrowser, hasBrowser, say, settled } from './web-rook.ts';
import { openWired, PATIENT, replyAnswer, replying, SOON, STRUCTURED, wordsOf } from './web-wire.ts';

afterAll(closeBrowser);

/** Cut off behind its parts, in the middle of the section that comes last. */
const BROKEN = `${JSON.stringify({
  summary: 'I planned the work.',
  todos: Array.from({ length: 8 }, (_unused, index) => ({ text: `Step ${index + 1}` })),
  nextSteps: [{ html: '▶ Continue', inputText: 'continue' }],
  commands: [{ command: 'npm test', description: 'Runs the tests' }],
}).slice(0, -1)},"sections":[{"heading":"How","content":"It goes on`;

const banner = (page: Page) => page.getByRole('region', { name: 'The reply was not whole' });

async function openBroken(times = 1, ...more: Parameters<typeof replying>[0][]) {
  const opened = await openWired(
    {
      steps: [
        ...Array.from({ length: times }, () => ({ answer: replyAnswer(BROKEN, 'length') })),
        ...more.map((reply) => replying(reply, { repeat: 'always' })),
      ],
    },
    { env: STRUCTURED },
  );
  await say(opened.page, 'Plan the work');
  await banner(opened.page).waitFor();
  return opened;
}

it.skipIf(!hasBrowser)(
  'C-17 says what was recovered of a reply that was not whole, and offers Retry and Continue',
  async () => {
    const { page } = await openBroken();
    const words = (await banner(page).innerText()).replaceAll(/\s+/gu, ' ');
    expect(words).toContain('⚠️ AI response had errors - Recovery succeeded!');
    expect(words).toContain(
      'Recovered: 8 todo(s), 1 next step(s), 1 command(s). The content below may be incomplete.',
    );
    await banner(page).getByRole('button', { name: '🔄 Retry', exact: true }).waitFor();
    await banner(page).getByRole('button', { name: '✓ Continue', exact: true }).waitFor();
    await page.locator('.reply-summary', { hasText: 'I planned the work.' }).waitFor();
    await page.getByText('Step 8').first().waitFor();
    // What was not whole runs nothing.
    expect(await page.getByRole('button', { name: '▶ Run', exact: true }).isDisabled()).toBe(true);
  },
  PATIENT,
);

it.skipIf(!hasBrowser)(
  'C-18 Continue accepts what was recovered and asks nothing; Retry asks the same again',
  async () => {
    const { page, wire, sandbox } = await openBroken(2, { summary: 'This time whole.' });
    await banner(page).getByRole('button', { name: '✓ Continue' }).click();
    await banner(page).waitFor({ state: 'detached' });
    await page.locator('.reply-summary', { hasText: 'I planned the work.' }).waitFor();
    expect(wire.received).toHaveLength(1);
    // What was put away stays away.
    await page.reload();
    await page.locator('.reply-summary', { hasText: 'I planned the work.' }).waitFor();
    expect(await banner(page).count()).toBe(0);
    await say(page, 'Plan the rest');
    await banner(page).getByRole('button', { name: '🔄 Retry' }).click();
    await settled(page);
    await page.locator('.reply-summary', { hasText: 'This time whole.' }).waitFor();
    expect(wire.received).toHaveLength(3);
    expect(entriesOf(journalLines(sandbox), 'message_admitted')).toMatchObject([
      { text: 'Plan the work' },
      { text: 'Plan the rest' },
      { text: 'Plan the rest' },
    ]);
  },
  PATIENT,
);

it.skipIf(!hasBrowser)(
  'C-19 where nothing could be recovered there is the error, and Retry alone',
  async () => {
    const { page, wire } = await openWired(
      { steps: [{ answer: replyAnswer('{"sum', 'length') }, replying({ summary: 'Now whole.' })] },
      { env: STRUCTURED },
    );
    await say(page, 'Plan the work');
    const error = page.getByRole('region', { name: 'The reply was cut off' });
    await error.getByText('Response was truncated! NO changes have been applied.').waitFor();
    expect(await banner(page).count()).toBe(0);
    expect(await page.getByRole('button', { name: /Continue/u }).count()).toBe(0);
    expect(await error.getByRole('button').allInnerTexts()).toEqual(['Retry']);
    await error.getByRole('button', { name: /Retry/u }).click();
    await page.locator('.reply-summary', { hasText: 'Now whole.' }).waitFor();
    await expect.poll(() => wire.received.length, SOON).toBe(2);
  },
  PATIENT,
);

/** Three files are whole, the fourth was being written. */
const CUT = `${JSON.stringify({
  summary: 'I split the module.',
  fileChanges: ['one.ts', 'two.ts', 'three.ts'].map((path) => ({
    path,
    content: `export const x = '${path}';\n`,
  })),
}).slice(0, -2)},{"path":"four.ts","content":"export const`;

it.skipIf(!hasBrowser)(
  'E-11 says how many changes of a reply that was cut off are blocked, and that none was applied',
  async () => {
    const { page, sandbox } = await openWired(
      { default: replyAnswer(CUT, 'length') },
      { env: { ...STRUCTURED, ROOK_MODE: 'allow' } },
    );
    await say(page, 'Split it');
    await page
      .getByText(
        '🚫 BLOCKED: 3 file change(s) from truncated response. The response was cut off mid-stream. NO changes have been applied.',
      )
      .waitFor();
    expect(existsSync(join(sandbox.workspace, 'one.ts'))).toBe(false);
    expect(entriesOf(journalLines(sandbox), 'tool_call_requested')).toHaveLength(0);
  },
  PATIENT,
);

it.skipIf(!hasBrowser)(
  'E-26 shows the changes of a reply that was cut off, lets nobody apply them, and offers Retry',
  async () => {
    const { page, sandbox } = await openWired(
      {
        steps: [
          { answer: replyAnswer(CUT, 'length') },
          replying({
            summary: 'Whole now.',
            fileChanges: [{ path: 'one.ts', content: 'export const x = 1;\n' }],
          }),
        ],
      },
      { env: { ...STRUCTURED, ROOK_MODE: 'allow' } },
    );
    await say(page, 'Split it');
    const files = page.locator('.reply-files li');
    await files.first().waitFor();
    expect(await files.locator('code').allInnerTexts()).toEqual(['one.ts', 'two.ts', 'three.ts']);
    const apply = page.getByRole('button', { name: /^Apply/u });
    expect(await apply.allInnerTexts()).toEqual(['Apply all 3 files']);
    expect(await apply.isDisabled()).toBe(true);
    expect(await wordsOf(page)).toContain('Nothing was written, and nothing was run.');
    expect(existsSync(join(sandbox.workspace, 'one.ts'))).toBe(false);
    await page.getByRole('button', { name: /Retry/u }).last().click();
    await settled(page);
    expect(existsSync(join(sandbox.workspace, 'one.ts'))).toBe(true);
    expect(existsSync(join(sandbox.workspace, 'two.ts'))).toBe(false);
  },
  PATIENT,
);
