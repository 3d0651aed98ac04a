import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';

import { entriesOf, journalLines, playing, saying, stalling } from './ask-rook.ts';
import { valueAt } from './read-output.ts';
import { makeSandbox, type Sandbox } from './sandbox.ts';
import {
  closeBrowser,
  hasBrowser,
  openPage,
  say,
  startWorkbench,
  type RunningWorkbench,
} from './web-rook.ts';

afterAll(closeBrowser);

const PATIENT = 180_000;
const POLL = { timeout: 60_000 };
const LEFT = 'This message waits for your word';

interface Interrupted {
  readonly sandbox: Sandbox;
  readonly page: Page;
  readonly server: RunningWorkbench;
}

/** A page whose server died while a turn ran and three messages waited, and is there again. */
async function interrupt(): Promise<Interrupted> {
  const sandbox = makeSandbox();
  const first = await startWorkbench(sandbox, { env: playing(sandbox, stalling('It stands still')) });
  const page = await openPage(first.url);
  await say(page, 'First');
  await page.locator('[data-turn][data-status="running"]').waitFor();
  for (const [place, words] of ['Second', 'Third', 'Fourth'].entries()) {
    await say(page, words);
    await page.getByText('Waits for its turn.').nth(place).waitFor();
  }
  await first.kill();
  const env = playing(sandbox, { default: saying('Done.') });
  const server = await startWorkbench(sandbox, { env, port: first.port });
  await page.getByRole('region', { name: LEFT }).nth(2).waitFor();
  return { sandbox, page, server };
}

/** What was said in the order in which it was begun, with how it ended. */
function begun(sandbox: Sandbox): readonly unknown[] {
  return entriesOf(journalLines(sandbox), 'turn').map((entry) => [
    valueAt(valueAt(entry, 'user'), 'text'),
    valueAt(entry, 'status'),
  ]);
}

it.skipIf(!hasBrowser)(
  'B-27 what waited when the server died is taken up with one action, in its order and once',
  async () => {
    const { sandbox, page } = await interrupt();
    // Nothing begins by itself: what ended the server may do it again.
    expect(entriesOf(journalLines(sandbox), 'turn_started')).toHaveLength(1);
    await page.getByRole('button', { name: 'Send all 3 in order' }).click();
    await page.locator('[data-turn][data-status="completed"]').nth(2).waitFor();
    expect(begun(sandbox)).toEqual([
      ['First', 'crashed'],
      ['Second', 'completed'],
      ['Third', 'completed'],
      ['Fourth', 'completed'],
    ]);
    expect(entriesOf(journalLines(sandbox), 'message_admitted')).toHaveLength(4);
    expect(await page.locator('[data-turn]').count()).toBe(4);
    expect(await page.getByRole('region', { name: LEFT }).count()).toBe(0);
  },
  PATIENT,
);

it.skipIf(!hasBrowser)(
  'B-27 B-33 one that waited is sent alone or removed, and the others stay over a reload and another message',
  async () => {
    const { sandbox, page } = await interrupt();
    const card = (words: string) => page.locator('[data-turn]').filter({ hasText: words });
    const [remove, removed] = [
      card('Third').getByRole('button', { name: 'Remove' }),
      card('Third').getByText('Removed before it was begun.'),
    ];
    // The block is drawn anew when the page hears from the new server, and a click between is pressed again.
    await expect
      .poll(async () => {
        if (!(await removed.isVisible())) await remove.click({ timeout: 5000 }).catch(() => undefined);
        return removed.isVisible();
      }, POLL)
      .toBe(true);
    await say(page, 'Another');
    await page.locator('[data-turn][data-status="completed"]').first().waitFor();
    await page.reload();
    await page.getByRole('region', { name: LEFT }).nth(1).waitFor();
    await card('Fourth').getByRole('button', { name: 'Send now' }).click();
    await page.locator('[data-turn][data-status="completed"]').nth(1).waitFor();
    expect(begun(sandbox)).toEqual([
      ['First', 'crashed'],
      ['Third', 'cancelled'],
      ['Another', 'completed'],
      ['Fourth', 'completed'],
    ]);
    await card('Second').getByRole('button', { name: 'Send now' }).waitFor();
    expect(entriesOf(journalLines(sandbox), 'message_admitted')).toHaveLength(5);
  },
  PATIENT,
);

it.skipIf(!hasBrowser)(
  'B-33 a message is taken out of the queue while a turn runs, and the turn goes on',
  async () => {
    const sandbox = makeSandbox();
    const { url } = await startWorkbench(sandbox, { env: playing(sandbox, stalling('It stands still')) });
    const page = await openPage(url);
    await say(page, 'First');
    await page.locator('[data-turn][data-status="running"]').waitFor();
    await say(page, 'Second');
    await page.locator('[data-status="waiting"]').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('Removed before it was begun.').waitFor();
    expect(await page.locator('[data-turn][data-status="running"]').count()).toBe(1);
    expect(begun(sandbox)).toEqual([['Second', 'cancelled']]);
  },
  PATIENT,
);
