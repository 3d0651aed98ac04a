import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { Script } from '@rook/contract';
import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';

import { entriesOf, journalLines } from './ask-rook.ts';
import { makeSandbox, place } from './sandbox.ts';
import { closeBrowser, hasBrowser, say, settled } from './web-rook.ts';
import { GOES_ON, openWired, PATIENT, replying, STALL, STRUCTURED, wordsOf } from './web-wire.ts';

afterAll(closeBrowser);

/** A picture of one point. */
const POINT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

async function attachImage(page: Page): Promise<void> {
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'tower.png', mimeType: 'image/png', buffer: POINT });
  await page.locator('.composer img').waitFor();
}

const seen = {
  default: { events: [{ kind: 'text' as const, text: 'A point.' }], usage: { input: 900, output: 100 } },
};

it.skipIf(!hasBrowser)(
  'A-17 an image goes at once to the model that sees, and nothing is planned for it',
  async () => {
    const env = { ROOK_MODEL: 'grok-3', ROOK_VISION_MODEL: 'grok-4', ROOK_FAST_MODEL: 'grok-3-mini' };
    const sandbox = makeSandbox();
    place(join(sandbox.workspace, 'one.txt'), 'this is one\n');
    const { page, wire } = await openWired(seen, { env, sandbox });
    await say(page, 'Who are you?');
    await settled(page);
    await attachImage(page);
    await page.locator('.composer-text').pressSequentially('What is it? @one');
    await page.getByRole('option', { name: /one/u }).first().click();
    await page.locator('.composer-text').press('Enter');
    await settled(page, 2);
    const asked = wire.received.map(({ body }) => [
      /"model":"([^"]+)"/u.exec(body)?.[1],
      body.includes('data:image/png;base64,'),
    ]);
    expect(asked).toEqual([
      ['grok-3', false],
      ['grok-4', true],
    ]);
    await page.getByRole('img', { name: 'Attached image' }).waitFor();
    expect(await wordsOf(page)).not.toContain('Planning');
  },
  PATIENT,
);

it.skipIf(!hasBrowser)(
  'A-22 says what a turn took and cost, with its images',
  async () => {
    const { page } = await openWired(seen);
    await attachImage(page);
    await say(page, 'What is it?');
    await settled(page);
    // 900 of 3 dollars and 100 of 15 dollars for a million.
    expect(await page.locator('.status-bar').innerText()).toContain('1,000 tokens · $0.0042 with 1 image');
    await page.locator('header').getByText('<$0.01').first().waitFor();
  },
  PATIENT,
);

const WAITS = 'while [ ! -f go ]; do sleep 0.1; done';
const calling: Partial<Script> = {
  steps: [
    {
      match: { toolResult: false },
      answer: {
        events: [
          { kind: 'text', text: 'I will wait for it.' },
          { kind: 'tool_call', name: 'execute_command', input: { command: WAITS } },
        ],
      },
    },
  ],
  default: { events: [{ kind: 'text', text: 'It came.' }] },
};

it.skipIf(!hasBrowser)(
  'A-20 says which tool is called while it runs',
  async () => {
    const { page, sandbox } = await openWired(calling, { env: { ROOK_MODE: 'allow' } });
    await say(page, 'Wait for it');
    await page.locator('.running').getByText('Calling execute_command...', { exact: true }).waitFor();
    place(join(sandbox.workspace, 'go'), '');
    await settled(page);
    expect(await page.getByText('Calling execute_command...').count()).toBe(0);
    expect(entriesOf(journalLines(sandbox), 'tool_call')).toMatchObject([{ result: { ok: true } }]);
  },
  PATIENT,
);

it.skipIf(!hasBrowser)(
  'Q-08 says what the engine tells of the turn, in the place where it says that it runs',
  async () => {
    const { page, wire } = await openWired({
      steps: [{ answer: { events: [{ kind: 'error', status: 429, retryAfterSeconds: 3 }] } }],
      default: { events: [{ kind: 'text', text: 'Now I can.' }] },
    });
    await say(page, 'Hello');
    await page.locator('.running-words', { hasText: /again/iu }).waitFor();
    await settled(page);
    await page.locator('.turn-list').getByText('Now I can.').waitFor();
    expect(wire.received).toHaveLength(2);
  },
  PATIENT,
);

it.skipIf(!hasBrowser)(
  'Q-07 a turn is one card: it thinks, it works, it says for how long, and what was called lies in it',
  async () => {
    const sandbox = makeSandbox();
    place(join(sandbox.workspace, 'a.txt'), 'hello\n');
    const { page } = await openWired(
      {
        steps: [
          {
            match: { toolResult: false },
            answer: {
              events: [
                { kind: 'text', text: 'I look.' },
                { kind: 'tool_call', name: 'read_file', input: { path: 'a.txt' } },
              ],
            },
          },
        ],
        default: { events: [STALL] },
      },
      { sandbox },
    );
    await say(page, 'Look at it');
    const card = page.locator('[data-turn]');
    const words = card.locator('.running-words');
    const line = card.locator('.activity', { hasText: 'read' });
    await line.getByText('✓').waitFor();
    expect(await line.locator('svg.activity-icon').count()).toBe(1);
    await expect.poll(async () => words.innerText(), { timeout: 30_000 }).toBe('Working...');
    await expect.poll(async () => words.innerText(), { timeout: 30_000 }).toBe('Thinking...');
    expect(await card.locator('.running .numbers').innerText()).toMatch(/^(?:\d+ s|\d:\d\d)$/u);
    expect(await card.count()).toBe(1);
    await page.keyboard.press('Escape');
    await page.getByText('Stopped. What was done before stays done.').waitFor();
    expect(await words.count()).toBe(0);
  },
  PATIENT,
);

const HURTS = [
  '<img src=x onerror="globalThis.hurt = 1">',
  '<script>globalThis.hurt = 1</script>',
  '[here](javascript:globalThis.hurt=1)',
  '<svg onload=globalThis.hurt=1></svg>',
].join('\n\n');

it.skipIf(!hasBrowser)(
  'A-24 what a model puts into each part of a reply, and what a command prints, stays words',
  async () => {
    const sandbox = makeSandbox();
    place(join(sandbox.workspace, 'hurt.html'), HURTS);
    const { page, workbench } = await openWired(
      {
        steps: [
          GOES_ON,
          replying({
            summary: `Summary ${HURTS}`,
            sections: [{ heading: `<img src=x onerror="globalThis.hurt=1">`, content: HURTS }],
            commands: [{ command: 'cat hurt.html', description: '<img src=x onerror="globalThis.hurt=1">' }],
            nextSteps: [
              {
                html: '🚀 <b onclick="globalThis.hurt=1">Go</b><img src=x onerror="globalThis.hurt=1">',
                inputText: 'go',
              },
            ],
          }),
          replying({ summary: 'Read.' }),
        ],
      },
      { env: STRUCTURED, sandbox },
    );
    await say(page, 'Hurt me');
    await settled(page);
    await page.getByRole('button', { name: '▶ Run', exact: true }).click();
    await settled(page, 2);
    await page.locator('.turn-list').getByText('<svg onload=globalThis.hurt=1>').first().waitFor();
    await page.getByRole('button', { name: '🚀 Go' }).click();
    expect(await page.locator('.composer-text').inputValue()).toBe('go');
    expect(await page.evaluate(`'hurt' in globalThis`)).toBe(false);
    const made: unknown = await page.evaluate(
      `document.querySelectorAll('.turn-list :is(script, iframe, [onerror], [onclick], [onload], a[href^="javascript"], img)').length`,
    );
    expect(made).toBe(0);
    const policy =
      (await fetch(`http://127.0.0.1:${workbench.port}/`)).headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/script-src[^;]*unsafe/u);
    expect(existsSync(join(sandbox.workspace, 'hurt.html'))).toBe(true);
  },
  PATIENT,
);
