import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { createHttpClient } from '@rook/client';
import {
  messageIdSchema,
  sessionIdSchema,
  turnIdSchema,
  type EntryDraft,
  type Workbench,
} from '@rook/contract';
import * as fc from 'fast-check';
import type { Page, Route } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';

import { entriesOf, journalLines, playing, saying } from './ask-rook.ts';
import { makeSession } from './make-session.ts';
import { valueAt } from './read-output.ts';
import { makeSandbox, type Sandbox } from './sandbox.ts';
import { PATIENT, POLL } from './web-page.ts';
import { closeBrowser, hasBrowser, openPage, say, settled, startWorkbench } from './web-rook.ts';

afterAll(closeBrowser);

const talking = { default: saying('Hello, you.') };

/** Carries every call to its end and loses so many of the answers. */
function losing(sandbox: Sandbox, port: number, count: number): Workbench {
  const key = readFileSync(join(sandbox.rookHome, 'endpoints', `${port}.token`), 'utf8');
  let left = count;
  return createHttpClient({
    baseUrl: `http://127.0.0.1:${port}`,
    key: () => key,
    fetch: async (input, init) => {
      const answer = await fetch(input, init);
      left -= 1;
      if (left >= 0) throw new TypeError('The answer was lost.');
      return answer;
    },
  });
}

it(
  'Q-03 a first message whose answers were lost begins one session and one turn, however often it is sent',
  async () => {
    const sandbox = makeSandbox();
    const { port } = await startWorkbench(sandbox, { env: playing(sandbox, talking) });
    let sent = 0;
    const losses = fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(losses, fc.boolean(), async (lost, isChosen) => {
        sent += 1;
        const id = messageIdSchema.parse(`msg-${Date.now()}-${sent}`);
        const message = { type: 'message_send', message_id: id, text: `Message ${sent}` } as const;
        const mode = { type: 'mode_set', mode: 'safe' } as const;
        const found = new Set<string>();
        for (const count of [...lost, 0]) {
          const page = losing(sandbox, port, count);
          if (isChosen) await page.call('session_send', { session: null, begins: id, command: mode });
          const answer = await page.call('session_send', { session: null, command: message });
          if (answer.ok) found.add(answer.value.session);
        }
        expect(found.size).toBe(1);
      }),
      { numRuns: 12 },
    );
    const list = await losing(sandbox, port, 0).call('session_list', {});
    expect(list.ok ? list.value.sessions.length : 0).toBe(sent);
    await expect.poll(() => entriesOf(journalLines(sandbox), 'turn').length, { timeout: 30_000 }).toBe(sent);
    const said = entriesOf(journalLines(sandbox), 'message_admitted').map((entry) => valueAt(entry, 'text'));
    expect(new Set(said).size).toBe(sent);
    expect(said).toHaveLength(sent);
  },
  PATIENT,
);

/** Lets the next calls that send arrive, and loses their answers. */
async function loseAnswers(page: Page, count: number): Promise<void> {
  let left = count;
  await page.route('**/api/call/session_send', async (route: Route) => {
    left -= 1;
    if (left < 0) return route.continue();
    await route.fetch();
    return route.abort('connectionreset');
  });
}

it.skipIf(!hasBrowser)(
  'Q-03 a first message whose answer was lost is sent again from the page, and is there once',
  async () => {
    const sandbox = makeSandbox();
    const { url } = await startWorkbench(sandbox, { env: playing(sandbox, talking) });
    const page = await openPage(url);
    await page.locator('.composer-text').waitFor();
    // The client itself tries twice.
    await loseAnswers(page, 2);
    await say(page, 'Only once');
    await page.locator('.composer-note[role="alert"]').waitFor();
    expect(await page.locator('.composer-text').inputValue()).toBe('Only once');
    await page.locator('.composer-text').press('Enter');
    await settled(page);
    expect(await page.locator('[data-turn]').count()).toBe(1);
    expect(entriesOf(journalLines(sandbox), 'session_start')).toHaveLength(1);
    expect(entriesOf(journalLines(sandbox), 'message_admitted')).toHaveLength(1);
  },
  PATIENT,
);

it.skipIf(!hasBrowser)(
  'Q-03 a page that was reloaded while its first message was on the way sends it again without doubling it',
  async () => {
    const sandbox = makeSandbox();
    const { url } = await startWorkbench(sandbox, { env: playing(sandbox, talking) });
    const page = await openPage(url);
    await page.locator('.composer-text').waitFor();
    const arrived = Promise.withResolvers<undefined>();
    let isFirst = true;
    await page.route('**/api/call/session_send', async (route) => {
      if (!isFirst) return route.continue();
      isFirst = false;
      await route.fetch();
      // No answer ever comes to this page.
      arrived.resolve(undefined);
      return undefined;
    });
    await page.locator('.composer-text').fill('Only once');
    // What is typed is kept as soon as the page knows of which workspace it is.
    const kept = async () =>
      String(await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })'));
    await expect.poll(kept, { timeout: 30_000 }).toContain('Only once');
    await page.locator('.composer-text').press('Enter');
    await arrived.promise;
    await page.reload();
    await page.getByText('it cannot arrive twice').waitFor();
    await page.locator('.composer-text').press('Enter');
    await settled(page);
    expect(await page.locator('.composer-text').inputValue()).toBe('');
    expect(entriesOf(journalLines(sandbox), 'session_start')).toHaveLength(1);
    expect(entriesOf(journalLines(sandbox), 'turn')).toHaveLength(1);
  },
  PATIENT,
);

it.skipIf(!hasBrowser)(
  'Q-03 a message that is sent before the page knows its workspace stays in the field until it can be kept',
  async () => {
    const sandbox = makeSandbox();
    const { url } = await startWorkbench(sandbox, { env: playing(sandbox, talking) });
    const page = await openPage(url);
    await page.locator('.composer-text').waitFor();
    const known = Promise.withResolvers<undefined>();
    await page.route('**/api/call/about', async (route) => {
      await known.promise;
      await route.continue().catch(() => undefined);
    });
    await page.reload();
    await page.locator('.composer-text').fill('Not lost');
    await page.locator('.composer-text').press('Enter');
    await page.getByRole('button', { name: /^Send/u, disabled: true }).waitFor();
    expect(await page.locator('.composer-text').inputValue()).toBe('Not lost');
    expect(entriesOf(journalLines(sandbox), 'message_admitted')).toHaveLength(0);
    known.resolve(undefined);
    await settled(page);
    expect(await page.locator('.composer-text').inputValue()).toBe('');
    expect(entriesOf(journalLines(sandbox), 'message_admitted')).toHaveLength(1);
  },
  PATIENT,
);

const MEGABYTES_6 = 6_000_000;

function turnOf(text: string): readonly EntryDraft[] {
  const turn = turnIdSchema.parse('t0001');
  const message = messageIdSchema.parse('msg-1-a');
  const answer = { user: { text: 'words' }, assistant: { text: 'Much.' }, tool_call_count: 0 };
  return [
    { event_type: 'message_admitted', message_id: message, text },
    { event_type: 'turn_started', turn_id: turn, message_id: message },
    { event_type: 'turn', turn_id: turn, ...answer, status: 'completed' },
  ];
}

it.skipIf(!hasBrowser)(
  'A-10 a retry of a question that is too long for its entry sends all of it',
  async () => {
    const sandbox = makeSandbox();
    const text = `${'words '.repeat(MEGABYTES_6 / 6)}the very end`;
    const session = await makeSession(sandbox, { drafts: turnOf(text) });
    const { url } = await startWorkbench(sandbox, { env: playing(sandbox, talking) });
    const page = await openPage(url);
    await page.locator('.composer-text').waitFor();
    await page.evaluate(`location.hash = '#/session/${session}'`);
    await settled(page);
    await page.locator('[data-turn]').hover();
    await page.getByRole('button', { name: 'Retry' }).click();
    // What comes of it is a matter of the model's window.
    await page.locator('[data-turn]:not([data-status="running"])').nth(1).waitFor();
    const said = entriesOf(journalLines(sandbox), 'message_admitted').map((entry) => valueAt(entry, 'text'));
    expect(said).toHaveLength(2);
    expect(valueAt(said[1], 'sha256')).toBe(valueAt(said[0], 'sha256'));
    expect(valueAt(said[1], 'byte_len')).toBe(text.length);
  },
  PATIENT,
);

it.skipIf(!hasBrowser)(
  'Q-03 a page that slept while others worked shows all of it when it wakes, each once, and sends what was written',
  async () => {
    const sandbox = makeSandbox();
    const env = playing(sandbox, talking);
    const first = await startWorkbench(sandbox, { env });
    // High enough that all turns are drawn.
    const page = await openPage(first.url, { viewport: { width: 1400, height: 3000 } });
    await say(page, 'Before');
    await settled(page);
    const session = sessionIdSchema.parse(/session\/([^/]+)/u.exec(page.url())?.[1]);
    const wire = await page.context().newCDPSession(page);
    const sleeps = async (isAsleep: boolean): Promise<unknown> =>
      wire.send('Page.setWebLifecycleState', { state: isAsleep ? 'frozen' : 'active' });
    let turns = 1;
    const work = async (): Promise<void> => {
      const id = messageIdSchema.parse(`msg-${Date.now()}-${turns}`);
      turns += 1;
      const command = { type: 'message_send', message_id: id, text: `Meanwhile ${turns}` } as const;
      await losing(sandbox, first.port, 0).call('session_send', { session, command });
      const ended = () => entriesOf(journalLines(sandbox), 'turn').length;
      await expect.poll(ended, { timeout: 30_000 }).toBe(turns);
    };
    await page.locator('.composer-text').fill('Written before');
    await sleeps(true);
    for (let turn = 0; turn < 3; turn += 1) await work();
    await sleeps(false);
    await settled(page, 4);
    await sleeps(true);
    await work();
    // The machine slept so long that its server is another one.
    await first.kill();
    await startWorkbench(sandbox, { env, port: first.port });
    for (let turn = 0; turn < 2; turn += 1) await work();
    await sleeps(false);
    await settled(page, 7);
    await page.locator('.composer-text').press('Enter');
    await settled(page, 8);
    const questions = await page.locator('.question-text').allInnerTexts();
    const meanwhile = [2, 3, 4, 5, 6, 7].map((turn) => `Meanwhile ${turn}`);
    expect(questions).toEqual(['Before', ...meanwhile, 'Written before']);
    expect(entriesOf(journalLines(sandbox), 'turn')).toHaveLength(8);
  },
  PATIENT,
);

it.skipIf(!hasBrowser)(
  'A-10 what is sent while the answer to the message before is awaited goes after it, from the field at once',
  async () => {
    const sandbox = makeSandbox();
    const { url } = await startWorkbench(sandbox, { env: playing(sandbox, talking) });
    const page = await openPage(url);
    await page.locator('.composer-text').waitFor();
    const { promise: isLet, resolve: letCome } = Promise.withResolvers<undefined>();
    await page.route('**/api/call/session_send', async (route) => {
      const response = await route.fetch();
      await isLet;
      await route.fulfill({ response });
    });
    for (const words of ['First', 'Second', 'Third']) {
      await say(page, words);
      await expect.poll(async () => page.locator('.composer-text').inputValue(), POLL).toBe('');
    }
    letCome(undefined);
    await settled(page, 3);
    const said = entriesOf(journalLines(sandbox), 'message_admitted').map((entry) => valueAt(entry, 'text'));
    expect(said).toEqual(['First', 'Second', 'Third']);
  },
  PATIENT,
);
