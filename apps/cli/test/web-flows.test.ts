import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { messageIdSchema, turnIdSchema, type EntryDraft, type Script } from '@rook/contract';
import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';

import { entriesOf, journalLines, playing, saying } from './ask-rook.ts';
import { makeSession } from './make-session.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';
import { closeBrowser, hasBrowser, openPage, say, settled, startWired } from './web-rook.ts';

afterAll(closeBrowser);

const PATIENT = 180_000;

const tab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`, 'u') });

/** A model that writes for some seconds. */
const SENTENCE = 'It goes on and on. ';
const slow: Partial<Script> = {
  default: {
    events: [{ kind: 'text', text: `${SENTENCE.repeat(30)}The end.`, pieceLength: 6, delayMilliseconds: 25 }],
  },
};

it.skipIf(!hasBrowser)(
  'A-25 a reload in the middle of an answer loses nothing of it and begins nothing again',
  async () => {
    const sandbox = makeSandbox();
    const { url } = await startWired(sandbox, { env: playing(sandbox, slow) });
    const page = await openPage(url);
    await say(page, 'Write much');
    await page.locator('.turn-list').getByText(SENTENCE.trim()).first().waitFor();
    await page.reload();
    await page.locator('[data-turn][data-status="running"]').waitFor();
    await page.locator('.turn-list').getByText('The end.').waitFor();
    await settled(page);
    expect(entriesOf(journalLines(sandbox), 'turn')).toHaveLength(1);
    expect(entriesOf(journalLines(sandbox), 'message_admitted')).toHaveLength(1);
  },
  PATIENT,
);

it.skipIf(!hasBrowser)(
  'A-25 works over a slow way',
  async () => {
    const sandbox = makeSandbox();
    const { url } = await startWired(sandbox, { env: playing(sandbox, { default: saying('Slowly.') }) });
    const page = await openPage(url);
    const wire = await page.context().newCDPSession(page);
    await wire.send('Network.enable');
    await wire.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 400,
      downloadThroughput: 40_000,
      uploadThroughput: 20_000,
    });
    await say(page, 'Hello?');
    await settled(page);
    await page.reload();
    await page.locator('.turn-list').getByText('Slowly.').waitFor();
    expect(entriesOf(journalLines(sandbox), 'turn')).toHaveLength(1);
  },
  PATIENT,
);

const TURNS = 5000;

function turnOf(number: number): readonly EntryDraft[] {
  const turn = turnIdSchema.parse(`t${String(number).padStart(4, '0')}`);
  const message = messageIdSchema.parse(`msg-${number}-a`);
  const text = `Question ${number}`;
  return [
    { event_type: 'message_admitted', message_id: message, text },
    { event_type: 'turn_started', turn_id: turn, message_id: message },
    {
      event_type: 'turn',
      turn_id: turn,
      user: { text },
      assistant: { text: `Answer ${number}.` },
      tool_call_count: 0,
      status: 'completed',
    },
  ];
}

/** The number of the first answer that is drawn. */
async function oldestShown(page: Page): Promise<number> {
  const text = await page.locator('.turn-list').innerText();
  return Number(/Answer (\d+)\./u.exec(text)?.[1] ?? Infinity);
}

it.skipIf(!hasBrowser)(
  'A-25 opens a session of 5,000 turns at its end, and loads older ones on the way up',
  async () => {
    const sandbox = makeSandbox();
    const drafts = Array.from({ length: TURNS }, (_unused, index) => turnOf(index + 1)).flat();
    const session = await makeSession(sandbox, { title: 'Long', drafts });
    const { url } = await startWired(sandbox, { env: playing(sandbox, { default: saying('More.') }) });
    const page = await openPage(url);
    await page.locator('.composer-text').waitFor();
    await page.evaluate(`location.hash = '#/session/${session}'`);
    await page.getByText(`Answer ${TURNS}.`).waitFor();
    await page.locator('.turn-scroll').hover();
    await expect
      .poll(
        async () => {
          await page.mouse.wheel(0, -3000);
          return oldestShown(page);
        },
        { timeout: 90_000 },
      )
      .toBeLessThan(TURNS - 60);
    expect(await page.locator('[data-turn]').count()).toBeLessThan(100);
    await say(page, 'And now?');
    await page.locator('.turn-list').getByText('More.').waitFor();
  },
  PATIENT,
);

const editing: Partial<Script> = {
  steps: [
    {
      match: { toolResult: false },
      answer: {
        events: [
          { kind: 'tool_call', name: 'write_to_file', input: { path: 'made.txt', content: 'made\n' } },
        ],
      },
    },
  ],
  default: saying('It is there.'),
};

async function makeFile(sandbox: Sandbox): Promise<Page> {
  const { url } = await startWired(sandbox, { env: playing(sandbox, editing) });
  const page = await openPage(url);
  await say(page, 'Make a file');
  await page.getByRole('button', { name: /^Yes/u }).click();
  await settled(page);
  return page;
}

it.skipIf(!hasBrowser)(
  'E-15 rewinds a change from the page after a look, and makes it again',
  async () => {
    const sandbox = makeSandbox();
    const page = await makeFile(sandbox);
    const file = join(sandbox.workspace, 'made.txt');
    expect(readFileSync(file, 'utf8')).toBe('made\n');
    await tab(page, 'Changes').click();
    await page.getByRole('button', { name: 'Rewind', exact: true }).first().click();
    const preview = page.getByRole('dialog', { name: 'Rewind' });
    await preview.getByText('made.txt').first().waitFor();
    expect(existsSync(file)).toBe(true);
    await preview.getByRole('button', { name: 'Rewind 1 file' }).click();
    await page.getByText('Rewound 1 file.').waitFor();
    expect(existsSync(file)).toBe(false);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('The rewind was undone.').waitFor();
    expect(readFileSync(file, 'utf8')).toBe('made\n');
    await tab(page, 'Record').click();
    await page.getByRole('button', { name: 'Verify the chain' }).click();
    await page.getByText('The chain holds').waitFor();
  },
  PATIENT,
);

it.skipIf(!hasBrowser)(
  'H-34 makes an intent in the page and takes it up, and the file of the intents says so',
  async () => {
    const sandbox = makeSandbox();
    place(join(sandbox.workspace, '.orchestration', 'active_intents.yaml'), 'active_intents: []\n');
    const { url } = await startWired(sandbox, { env: playing(sandbox, { default: saying('Yes.') }) });
    const page = await openPage(url);
    await say(page, 'Hello');
    await settled(page);
    await tab(page, 'Governance').click();
    await page.getByRole('button', { name: 'New intent …' }).click();
    const form = page.getByRole('dialog', { name: 'New intent' });
    await form.getByLabel('What the work is for').fill('A faster parser');
    await form.getByLabel('Files it may change').fill('src/**');
    await form.getByRole('button', { name: 'Make the intent' }).click();
    await form.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Work on this' }).click();
    await page.getByText('active here', { exact: true }).waitFor();
    const text = readFileSync(join(sandbox.workspace, '.orchestration', 'active_intents.yaml'), 'utf8');
    expect(text).toContain('A faster parser');
    expect(entriesOf(journalLines(sandbox), 'intent_selected')).toHaveLength(1);
  },
  PATIENT,
);

it.skipIf(!hasBrowser)(
  'Q-16 finds what was said, deletes a session and brings it back',
  async () => {
    const sandbox = makeSandbox();
    const { url } = await startWired(sandbox, {
      env: playing(sandbox, { default: saying('A rook is a bird.') }),
    });
    const page = await openPage(url);
    await say(page, 'What is a rook?');
    await settled(page);
    await page.getByRole('searchbox').fill('bird');
    await page.getByText('A rook is a bird.').first().waitFor();
    await page.getByRole('searchbox').fill('');
    await page.locator('.session-link').first().focus();
    await page.keyboard.press('Delete');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.locator('.session-link').first().waitFor();
    expect(entriesOf(journalLines(sandbox), 'turn')).toHaveLength(1);
  },
  PATIENT,
);
