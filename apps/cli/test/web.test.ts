import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Script } from '@rook/contract';
import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';

import { entriesOf, journalLines, playing, saying } from './ask-rook.ts';
import { runRook } from './run-rook.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';
import { closeBrowser, hasBrowser, openPage, say, settled, startWired } from './web-rook.ts';

afterAll(closeBrowser);

const PATIENT = 180_000;

const editing: Partial<Script> = {
  steps: [
    {
      match: { lastUser: 'change', toolResult: false },
      repeat: 'always',
      answer: { events: [{ kind: 'tool_call', name: 'read_file', input: { path: 'a.txt' } }] },
    },
    {
      match: { toolResult: 'read_file' },
      repeat: 'always',
      answer: {
        events: [
          {
            kind: 'tool_call',
            name: 'edit',
            input: { path: 'a.txt', edits: [{ search: 'hello', replace: 'hello, world' }] },
          },
        ],
      },
    },
  ],
  default: saying('That is **done** now.'),
};

function makeWorkspace(): Sandbox {
  const sandbox = makeSandbox();
  place(join(sandbox.workspace, 'a.txt'), 'hello\n');
  return sandbox;
}

/** All that the conversation says, without what only time changes. */
async function readConversation(page: Page): Promise<string> {
  const text = await page.locator('.turn-list').innerText();
  return text.replaceAll(/\s+/gu, ' ').trim();
}

it.skipIf(!hasBrowser)(
  'A-25 Q-05 shows after a reload what it showed before',
  async () => {
    const sandbox = makeWorkspace();
    const { url } = await startWired(sandbox, {
      env: playing(sandbox, { default: saying('Hello, **you**.') }),
    });
    const page = await openPage(url);
    await say(page, 'Who are you?');
    await settled(page);
    const before = await readConversation(page);
    expect(before).toContain('Who are you?');
    expect(before).toContain('Hello, you.');
    // The token is gone from the address, and the key lets the page in again.
    expect(page.url()).not.toContain('token');
    await page.reload();
    await settled(page);
    expect(await readConversation(page)).toBe(before);
  },
  PATIENT,
);

it.skipIf(!hasBrowser)(
  'N-11 E-24 asks with the exact change, is answered by a key, and writes what was shown',
  async () => {
    const sandbox = makeWorkspace();
    const { url } = await startWired(sandbox, { env: playing(sandbox, editing) });
    const page = await openPage(url);
    await say(page, 'Please change it');
    await page.getByRole('button', { name: /^Yes/u }).waitFor();
    expect(await readConversation(page)).toContain('hello, world');
    expect(readFileSync(join(sandbox.workspace, 'a.txt'), 'utf8')).toBe('hello\n');
    await page.getByRole('button', { name: /^Yes/u }).focus();
    await page.keyboard.press('y');
    await settled(page);
    expect(readFileSync(join(sandbox.workspace, 'a.txt'), 'utf8')).toBe('hello, world\n');
    expect(entriesOf(journalLines(sandbox), 'approval_answered')).toMatchObject([
      { answer: 'yes', scope: 'once' },
    ]);
  },
  PATIENT,
);

it.skipIf(!hasBrowser)(
  'A-25 keeps two tabs and a terminal on one session in step',
  async () => {
    const sandbox = makeWorkspace();
    const env = playing(sandbox, { default: saying('Yes.') });
    const first = await startWired(sandbox, { env });
    const page = await openPage(first.url);
    await say(page, 'From the first tab');
    await settled(page);
    const [id = ''] = /rook-\d{8}-[0-9a-f]{8}/u.exec(page.url()) ?? [];
    const other = await page.context().newPage();
    // A tab of its own has a storage of its own; the first one gives it a token.
    const answer = await page.evaluate(async () => {
      const key = sessionStorage.getItem('rook.key') ?? '';
      const given = await fetch('/api/token', {
        method: 'POST',
        headers: { 'x-rook-key': key, 'content-type': 'application/json' },
        body: '{}',
      });
      return given.text();
    });
    const [, token = ''] = /"token":"([^"]+)"/u.exec(answer) ?? [];
    await other.goto(`http://127.0.0.1:${first.port}/#token=${token}`);
    await other.getByText('From the first tab').first().click();
    await other.locator('.turn-list').getByText('From the first tab').waitFor();
    const asked = await runRook(sandbox, ['ask', '--session', id, 'From the terminal'], { env });
    expect(asked.code).toBe(0);
    for (const one of [page, other]) await one.locator('.turn-list').getByText('From the terminal').waitFor();
    await settled(other, 2);
    await settled(page, 2);
    expect(await readConversation(other)).toBe(await readConversation(page));
  },
  PATIENT,
);

it.skipIf(!hasBrowser)(
  'A-25 heals under an open page when the server is killed and started again',
  async () => {
    const sandbox = makeWorkspace();
    const env = playing(sandbox, { default: saying('Still here.') });
    const first = await startWired(sandbox, { env });
    const page = await openPage(first.url);
    await say(page, 'One');
    await settled(page);
    await first.kill();
    await page.getByText('The server is gone').waitFor();
    expect(await readConversation(page)).toContain('Still here.');
    await startWired(sandbox, { env, port: first.port });
    await page.getByText('The server is gone').waitFor({ state: 'detached' });
    await say(page, 'Two');
    await settled(page, 2);
    expect(entriesOf(journalLines(sandbox), 'turn')).toHaveLength(2);
  },
  PATIENT,
);

const HOSTILE = [
  '<script>window.hurt = 1</script>',
  '<img src=x onerror="window.hurt = 1">',
  '[click](javascript:window.hurt=1)',
  '<svg/onload=window.hurt=1>',
  '<iframe src="javascript:parent.hurt=1"></iframe>',
  '![x](https://example.invalid/tracking.png)',
  '```mermaid\ngraph TD; A["<img src=x onerror=window.hurt=1>"]-->B; click A "javascript:window.hurt=1"\n```',
];

it.skipIf(!hasBrowser)(
  'A-24 text of a model that would run code stays text, and reaches nobody',
  async () => {
    const sandbox = makeWorkspace();
    const script = {
      default: { events: [{ kind: 'text' as const, text: `${HOSTILE.join('\n\n')}\n\nthe end` }] },
    };
    const { url, port } = await startWired(sandbox, { env: playing(sandbox, script) });
    const page = await openPage(url);
    const reached: string[] = [];
    page.on('request', (request) => {
      const address = new URL(request.url());
      if (address.protocol.startsWith('http') && address.host !== `127.0.0.1:${port}`)
        reached.push(request.url());
    });
    await say(page, 'Hurt me');
    await settled(page);
    for (const link of await page.locator('.turn-list').getByRole('link').all())
      await link.click({ trial: true });
    expect(await page.evaluate(() => 'hurt' in globalThis)).toBe(false);
    expect(reached).toEqual([]);
  },
  PATIENT,
);

it.skipIf(!hasBrowser)(
  'Q-12 says what to do where no model is connected, and keeps what was typed',
  async () => {
    const sandbox = makeWorkspace();
    const { url } = await startWired(sandbox);
    const page = await openPage(url);
    await page
      .getByText(/connection/iu)
      .first()
      .waitFor();
    await say(page, 'Hello?');
    await expect.poll(async () => page.locator('.composer-text').inputValue()).toBe('Hello?');
    expect(existsSync(join(sandbox.workspace, '.rook', 'chats'))).toBe(false);
  },
  PATIENT,
);
