import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';

import { browserPath } from './open-browser.ts';
import { change, dialog, FIRST, prepareEvidence, openRewind, PATIENCE, tab } from './open-evidence.ts';

const open = prepareEvidence();

test.skipIf(browserPath === undefined)(
  'D-17 marks what the model has seen and what changed since, opens, attaches and shows its history',
  async () => {
    const page = await open();
    await tab(page, 'Files').click();
    await page.getByText('4 files seen, 2 changed since').waitFor();
    const rows = page.locator('.file-row');
    expect(await rows.nth(0).textContent()).toMatch(/parse-old-format\.ts.*lines 1–40, 88–120.*stale/u);
    expect(await rows.nth(1).textContent()).toMatch(/release-notes\.md.*gone/u);
    await page.getByRole('button', { name: /^greet\.ts/u }).click();
    await dialog(page, 'src/greet.ts').getByText('export const two = 2;').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'What to do with src/greet.ts' }).click();
    await page.getByRole('menuitem', { name: 'Attach to the message' }).click();
    await expect
      .poll(async () => page.getByRole('textbox', { name: 'Message' }).inputValue(), PATIENCE)
      .toContain('@src/greet.ts');
    await page.getByRole('button', { name: 'What to do with src/greet.ts' }).click();
    await page.getByRole('menuitem', { name: 'Show its history' }).click();
    await page.getByText('Only src/greet.ts').waitFor();
    await expect.poll(async () => page.locator('[data-change]').count(), PATIENCE).toBe(2);
  },
);

test.skipIf(browserPath === undefined)(
  'H-34 makes, edits, confirms and switches intents, and says what is wrong',
  async () => {
    const page = await open();
    await tab(page, 'Governance').click();
    await page.getByText('no intent is active here: nothing but reading is allowed').waitFor();
    await page.getByRole('button', { name: 'New intent …' }).click();
    const form = dialog(page, 'New intent');
    await form.getByRole('button', { name: 'Make the intent' }).click();
    await form.getByText('Say in a few words what the work is for.').waitFor();
    await form.getByLabel('What the work is for').fill('A faster parser');
    await form.getByLabel('Files it may change').fill('src/parser/**\n\ntests/**');
    await form.getByLabel('Done when').fill('It is twice as fast.');
    await form.getByRole('button', { name: 'Make the intent' }).click();
    await form.waitFor({ state: 'detached' });
    const made = page.locator('.intent').filter({ hasText: 'INT-004' });
    await made.getByRole('button', { name: 'Work on this' }).click();
    await made.getByText('active here').waitFor();
    expect(await made.textContent()).toContain('src/parser/**tests/**');
    await made.getByRole('button', { name: 'What to do with INT-004' }).click();
    await page.getByRole('menuitem', { name: 'Edit …' }).click();
    await dialog(page, 'Edit INT-004').getByLabel('Constraints').fill('No new dependency.');
    await dialog(page, 'Edit INT-004').getByRole('button', { name: 'Save' }).click();
    await made.getByText('No new dependency.').waitFor();
    const draft = page.locator('.intent').filter({ hasText: 'INT-003' });
    await draft.getByRole('button', { name: 'Confirm' }).click();
    await draft.getByRole('button', { name: 'Work on this' }).waitFor();
  },
);

test.skipIf(browserPath === undefined)('H-35 changes the status of an intent', async () => {
  const page = await open();
  await tab(page, 'Governance').click();
  await page.getByRole('button', { name: 'What to do with INT-001' }).click();
  await page.getByRole('menuitem', { name: 'Mark as completed' }).click();
  await page.locator('.intent').filter({ hasText: 'INT-001' }).getByText('completed').waitFor();
  expect(await page.locator('.intent').filter({ hasText: 'INT-001' }).textContent()).not.toContain(
    'in progress',
  );
});

test.skipIf(browserPath === undefined)(
  'R-07 says that the ledger cannot be written, and that the file of intents cannot be read',
  async () => {
    const page = await open();
    await page.evaluate(`fake.append('${FIRST}', 'ledger_changed', {
    degraded: true,
    error: { code: 'ledger_unavailable', kind: 'error', message: 'The disk is full.', retryable: true },
  })`);
    await page.evaluate(
      `fake.spoilIntents('Line 4 of active_intents.yaml is no YAML: a list was expected.')`,
    );
    await tab(page, 'Governance').click();
    await page.getByText('The ledger cannot be written: The disk is full.').first().waitFor();
    await page.getByText('Line 4 of active_intents.yaml is no YAML: a list was expected.').waitFor();
    expect(await page.getByRole('button', { name: 'New intent …' }).count()).toBe(0);
  },
);

test.skipIf(browserPath === undefined)('R-07 verifies the chain and says what that means', async () => {
  const page = await open();
  await tab(page, 'Record').click();
  await page.getByRole('button', { name: 'Verify the chain' }).click();
  await page.getByText('The chain holds').waitFor();
  await page.getByText('so nothing was cut off').waitFor();
  expect(await page.locator('.verification').textContent()).toContain('each linked to the one before it');
});

test.skipIf(browserPath === undefined)(
  'E-24 answers a question in one place, and says which other sessions wait',
  async () => {
    const page = await open();
    await page.evaluate(
      `fake.append('${FIRST}', 'turn_started', { turn_id: 't0009', message_id: 'msg-9-a' })`,
    );
    await page.evaluate(`fake.append('${FIRST}', 'approval_requested', {
    approval_id: 'ap-9', turn_id: 't0009', tool_use_id: 'call-9', question: 'May README.md be changed?',
    preview: '--- a/README.md\\n+++ b/README.md\\n@@ -1 +1 @@\\n-Old\\n+Fresh\\n', scopes: ['once'],
  })`);
    await tab(page, 'Approvals').click();
    expect(await tab(page, 'Approvals').textContent()).toBe('Approvals 1');
    const place = page.locator('.evidence [role=tabpanel]:not([inert])');
    await place.getByText('May README.md be changed?').waitFor();
    await place.getByText('You said yes for this session').waitFor();
    await place.getByRole('button', { name: /^Yes/u }).click();
    await expect
      .poll(async () => page.evaluate('fake.sent.at(-1)?.command.approval_id'), PATIENCE)
      .toBe('ap-9');
  },
);

test.skipIf(browserPath === undefined)(
  'Q-16 tells of a question while the page is hidden, once',
  async () => {
    const page = await open();
    await page.evaluate(`
    globalThis.told = [];
    globalThis.Notification = class { static permission = 'granted'; constructor(title, { body }) { told.push(body); } };
    Object.defineProperty(document, 'hidden', { get: () => true });
  `);
    await page.evaluate(
      `fake.append('${FIRST}', 'turn_started', { turn_id: 't0009', message_id: 'msg-9-a' })`,
    );
    const ask = `fake.append('${FIRST}', 'approval_requested', { approval_id: 'ap-9', turn_id: 't0009', tool_use_id: 'call-9', question: 'May it run?' })`;
    await page.evaluate(ask);
    await page.evaluate(ask);
    await expect.poll(async () => page.evaluate('told'), PATIENCE).toEqual(['May it run?']);
    expect(await page.title()).toMatch(/^\(1\) /u);
  },
);

test.skipIf(browserPath === undefined)('Q-20 says why a tab has nothing, and tries again', async () => {
  const page = await open();
  await change(page, 'cs-6').waitFor();
  await page.evaluate(
    `fake.breakCalls(['session_verify', 'intent_list', 'file_hashes'], 'The disk is asleep.')`,
  );
  await tab(page, 'Governance').click();
  await page.getByText('Reading the intents failed').waitFor();
  await page.evaluate(`fake.breakCalls(['intent_list'], null)`);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('JWT migration').waitFor();
  await tab(page, 'Files').click();
  await page.getByText('What is on the disk could not be read: The disk is asleep.').waitFor();
  expect(await page.locator('.file-row').count()).toBe(4);
});

test.skipIf(browserPath === undefined)('H-34 says why a line is there, and leads to its turn', async () => {
  const page = await open();
  await tab(page, 'Files').click();
  await page.getByRole('button', { name: /^greet\.ts/u }).click();
  await page.getByRole('button', { name: 'Why is it there?' }).click();
  const line = page.getByRole('article', { name: 'Line 1: The assistant' });
  expect(await line.textContent()).toContain('Now with types');
  await line.getByRole('button', { name: 'Go to its turn' }).click();
  await expect.poll(() => page.url(), PATIENCE).toContain('/t0002');
});

test.skipIf(browserPath === undefined)(
  'Q-20 says in each tab what will appear before anything happened',
  async () => {
    const page = await open({}, '');
    const said: string[] = [];
    for (const name of ['Changes', 'Todos', 'Files', 'Approvals', 'Commands', 'Record']) {
      await tab(page, name).click();
      const words = page.locator('.evidence [role=tabpanel]:not([inert]) .empty h2');
      await words.waitFor();
      said.push((await words.textContent()) ?? '');
    }
    expect(said).toEqual([
      'No changes yet',
      'No todos yet',
      'No file was shown yet',
      'Nothing was asked yet',
      'No command was run',
      'Nothing is recorded yet',
    ]);
  },
);

for (const [name, options] of [
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
  ['narrow', { colorScheme: 'light', viewport: { width: 360, height: 740 } }],
] as const) {
  test.skipIf(browserPath === undefined)(`Q-16 has nothing that axe would name, ${name}`, async () => {
    const page = await open({ ...options, reducedMotion: 'reduce' });
    if (name === 'narrow') await page.getByRole('button', { name: 'Show the evidence' }).click();
    await page.evaluate(axe.source);
    for (const known of ['Todos', 'Files', 'Approvals', 'Commands', 'Governance', 'Record', 'Changes']) {
      await tab(page, known).click();
      await expect.poll(async () => page.locator('.evidence [role=tabpanel]').count(), PATIENCE).toBe(1);
      await expect.poll(async () => page.locator('.evidence-skeleton').count(), PATIENCE).toBe(0);
      expect(await findFaults(page), known).toEqual([]);
      const wide = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      expect(wide, `${known} is not wider than the page`).toBeLessThanOrEqual(0);
    }
    await openRewind(page, 'cs-2');
    expect(await findFaults(page), 'the dialog').toEqual([]);
  });
}

/** Looks when nothing moves any more: what fades in has no contrast yet. */
async function findFaults(page: Page): Promise<readonly string[]> {
  const countMoving = "document.getAnimations().filter(({ playState }) => playState === 'running').length";
  await expect.poll(async () => page.evaluate(countMoving), PATIENCE).toBe(0);
  const found: unknown = await page.evaluate(`axe
    .run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })
    .then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => [id, html.slice(0, 160), failureSummary].join(' | '))))`);
  return Array.isArray(found) ? found.map(String) : [String(found)];
}
