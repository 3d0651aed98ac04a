import { hash } from 'node:crypto';
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { messageIdSchema, turnIdSchema, type EntryDraft, type Script } from '@rook/contract';
import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';

import { entriesOf, journalLines, linesOf } from './ask-rook.ts';
import { makeSession, sessionFile } from './make-session.ts';
import { textAt } from './read-output.ts';
import { runRook } from './run-rook.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';
import { closeBrowser, hasBrowser, say, settled } from './web-rook.ts';
import { openWired, PATIENT, sessionOf, SOON, STALL, wordsOf } from './web-wire.ts';

afterAll(closeBrowser);

const saysSome = { default: { events: [{ kind: 'text' as const, text: 'Half of the answer' }, STALL] } };

it.skipIf(!hasBrowser)(
  'A-23 another session shows nothing of the turn that runs in this one, and it is all there on the way back',
  async () => {
    const { page } = await openWired(saysSome);
    await say(page, 'Never ends');
    await page.locator('.live-answer', { hasText: 'Half of the answer' }).waitFor();
    await page.getByRole('button', { name: 'New session' }).first().click();
    await page.getByRole('heading', { name: /^What should be done/u }).waitFor();
    expect(await page.locator('.live-answer, .running, .summary-bar, [data-turn]').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Send', exact: true }).count()).toBe(1);
    await page.locator('.session-link').first().click();
    await page.locator('.live-answer', { hasText: 'Half of the answer' }).waitFor();
    await page.locator('.running').waitFor();
    expect(await page.locator('[data-turn]').count()).toBe(1);
  },
  PATIENT,
);

it.skipIf(!hasBrowser)(
  'A-25 who comes in the middle of an answer sees it from its beginning',
  async () => {
    const { page } = await openWired(saysSome);
    await say(page, 'Never ends');
    await page.locator('.live-answer', { hasText: 'Half of the answer' }).waitFor();
    await page.reload();
    await page.locator('.live-answer', { hasText: 'Half of the answer' }).waitFor();
    await page.locator('.running').waitFor();
    expect((await wordsOf(page)).split('Half of the answer')).toHaveLength(2);
  },
  PATIENT,
);

/** Reads a file and says the same words before it and behind it. */
const repeating: Partial<Script> = {
  steps: [
    {
      match: { turn: 1, toolResult: false },
      answer: {
        events: [
          { kind: 'text', text: 'I look at it.' },
          { kind: 'tool_call', name: 'read_file', input: { path: 'a.txt' } },
        ],
      },
    },
    {
      match: { turn: 1, toolResult: 'read_file' },
      answer: {
        events: [
          { kind: 'text', text: 'I look at it.' },
          { kind: 'tool_call', name: 'list_files', input: { path: '.' } },
        ],
      },
    },
  ],
  default: { events: [{ kind: 'text', text: 'I look at it.' }] },
};

function makeWorkspace(): Sandbox {
  const sandbox = makeSandbox();
  place(join(sandbox.workspace, 'a.txt'), 'hello\n');
  return sandbox;
}

/** What the page says of a session: who said what, and what was called for it. */
async function messagesOf(page: Page): Promise<readonly string[]> {
  const told: string[] = [];
  for (const turn of await page.locator('[data-turn]').all()) {
    told.push(`you: ${await turn.locator('.question-text').innerText()}`);
    for (const verb of await turn.locator('.activity-verb').allInnerTexts()) told.push(`call: ${verb}`);
    for (const text of await turn.locator('.answer-body .md').allInnerTexts())
      told.push(`rook: ${text.trim()}`);
  }
  return told;
}

it.skipIf(!hasBrowser)(
  'B-21 each answer of a turn is a message of its own, and none overwrites another',
  async () => {
    const { page, sandbox } = await openWired(repeating, { sandbox: makeWorkspace() });
    await say(page, 'Look at a.txt');
    await settled(page);
    const said = 'rook: I look at it.';
    const all = ['you: Look at a.txt', 'call: read', 'call: list', said, said, said];
    expect(await messagesOf(page)).toEqual(all);
    expect(entriesOf(journalLines(sandbox), 'answer_received')).toHaveLength(3);
  },
  PATIENT,
);

/** Keeps how often the words stood on the page at most. */
const COUNT_WORDS = `
  globalThis.most = 0;
  new MutationObserver(() => {
    const text = document.querySelector('.turn-list')?.textContent ?? '';
    globalThis.most = Math.max(globalThis.most, text.split('One, two and three.').length - 1);
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
`;

it.skipIf(!hasBrowser)(
  'B-22 what came in pieces and then as a whole stands once, and so does what is told again',
  async () => {
    const text = 'One, two and three.';
    const { page } = await openWired({
      default: { events: [{ kind: 'text', text, pieceLength: 4, delayMilliseconds: 50 }] },
    });
    await page.evaluate(COUNT_WORDS);
    await say(page, 'Count');
    await settled(page);
    const once = ['you: Count', `rook: ${text}`];
    await expect.poll(async () => messagesOf(page), SOON).toEqual(once);
    expect(await page.evaluate('globalThis.most')).toBe(1);
    await page.reload();
    await settled(page);
    expect(await messagesOf(page)).toEqual(once);
    // The same words once more are another message.
    await say(page, 'Count');
    await settled(page, 2);
    await expect.poll(async () => messagesOf(page), SOON).toEqual([...once, ...once]);
  },
  PATIENT,
);

it.skipIf(!hasBrowser)(
  'A-26 the page and the terminal tell the same of one session, whoever sent what',
  async () => {
    const { page, sandbox, env } = await openWired(repeating, { sandbox: makeWorkspace() });
    await say(page, 'Look at a.txt');
    await settled(page);
    const session = sessionOf(page);
    const asked = await runRook(sandbox, ['ask', '--session', session, 'And once more'], { env });
    expect(asked, asked.stderr).toMatchObject({ code: 0, stdout: 'I look at it.\n' });
    await settled(page, 2);
    const { stdout } = await runRook(sandbox, ['session', 'show', session], { env });
    expect(await messagesOf(page)).toEqual(messagesShown(stdout));
    expect(messagesShown(stdout)).toHaveLength(8);
  },
  PATIENT,
);

/** The same of what `rook session show` prints. */
function messagesShown(text: string): readonly string[] {
  const [calls, shown]: [string[], string[]] = [[], []];
  for (const entry of text.split(/^#\d+ [\d:]+ {2}/mu)) {
    const [, name] = /^tool_call {2}\w+ (\w+?)_files? ok/u.exec(entry) ?? [];
    if (name !== undefined) calls.push(`call: ${name}`);
    const [, question = '', answer = ''] = /^turn .*\n {4}you: (.*)\n {4}rook: ([^]*)$/u.exec(entry) ?? [];
    if (question === '') continue;
    const said = answer.split(/\n\s*\n/u).map((part) => part.trim());
    shown.push(`you: ${question}`);
    shown.push(...calls.splice(0));
    shown.push(...said.filter((part) => part !== '').map((part) => `rook: ${part}`));
  }
  return shown;
}

const TURN = turnIdSchema.parse('t0001');
const MESSAGE = messageIdSchema.parse('msg-1-a');
const read = (path: string) => ({ name: 'read_file', input: { path } });

function around(...inner: readonly EntryDraft[]): readonly EntryDraft[] {
  return [
    { event_type: 'message_admitted', message_id: MESSAGE, text: 'Look' },
    { event_type: 'turn_started', turn_id: TURN, message_id: MESSAGE },
    ...inner,
    {
      event_type: 'turn',
      turn_id: TURN,
      user: { text: 'Look' },
      assistant: { text: 'Seen.' },
      tool_call_count: inner.length,
      status: 'completed',
    },
  ];
}

async function openSession(drafts: readonly EntryDraft[]): Promise<Page> {
  const sandbox = makeSandbox();
  await makeSession(sandbox, { title: 'Made', drafts });
  const { page } = await openWired({}, { sandbox });
  await page.locator('.session-link').first().click();
  await settled(page);
  return page;
}

it.skipIf(!hasBrowser)(
  'B-23 a result that nothing announced is shown as a call of its own, and said to be one',
  async () => {
    const page = await openSession(
      around({
        event_type: 'tool_call',
        turn_id: TURN,
        tool_use_id: 'lost',
        tool: read('lost.txt'),
        result: { ok: true, reply: 'what it says' },
        timing_ms: 5,
      }),
    );
    await page.locator('.activity', { hasText: 'lost.txt' }).getByRole('button').first().click();
    await page.getByText('The result came without a beginning.').waitFor();
    await page.getByText('what it says').waitFor();
    expect(await messagesOf(page)).toEqual(['you: Look', 'call: read', 'rook: Seen.']);
  },
  PATIENT,
);

const asked = (id: string, parent?: string): EntryDraft => ({
  event_type: 'tool_call_requested',
  turn_id: TURN,
  tool_use_id: id,
  ...(parent === undefined ? {} : { parent_tool_use_id: parent }),
  tool: read(`${id}.txt`),
  round: 1,
});

it.skipIf(!hasBrowser)(
  'B-24 a call lies as deep as the calls that it is a part of',
  async () => {
    const page = await openSession(
      around(asked('outer'), asked('inner', 'outer'), asked('core', 'inner'), asked('other')),
    );
    const places: unknown = await page.evaluate(
      `[...document.querySelectorAll('.activity')].map((line) => line.getBoundingClientRect().left)`,
    );
    const lefts = Array.isArray(places) ? places.map(Number) : [];
    const [first = 0] = lefts;
    expect(lefts.map((left) => left - first)).toEqual([0, 16, 32, 0]);
  },
  PATIENT,
);

it.skipIf(!hasBrowser)(
  'Q-06 an entry of a kind that this version does not know is counted, and the rest is shown',
  async () => {
    const sandbox = makeSandbox();
    const session = await makeSession(sandbox, { title: 'Made', drafts: around() });
    const file = sessionFile(sandbox, session);
    const [last = ''] = linesOf(readFileSync(file, 'utf8')).slice(-1);
    const known: unknown = JSON.parse(last);
    const later = Object.assign({}, known, {
      event_type: 'from_the_future',
      event_id: textAt(known, 'event_id').replace(/.$/u, (digit) => (digit === 'f' ? '0' : 'f')),
      seq: linesOf(readFileSync(file, 'utf8')).length,
      prev: hash('sha256', last, 'hex'),
    });
    appendFileSync(file, `${JSON.stringify(later)}\n`);
    const { page } = await openWired(
      { default: { events: [{ kind: 'text', text: 'Still.' }] } },
      { sandbox },
    );
    await page.locator('.session-link').first().click();
    await settled(page);
    await page.getByText('1 entry is of a kind that this version does not know.').waitFor();
    await say(page, 'Does it go on?');
    await settled(page, 2);
    expect(await messagesOf(page)).toEqual([
      'you: Look',
      'rook: Seen.',
      'you: Does it go on?',
      'rook: Still.',
    ]);
  },
  PATIENT,
);

it.skipIf(!hasBrowser)(
  'Q-20 a session that is not loaded yet is a skeleton, and one that is not there is explained',
  async () => {
    const sandbox = makeSandbox();
    const session = await makeSession(sandbox, { title: 'Made', drafts: around() });
    const { page } = await openWired({}, { sandbox });
    await page.locator('.session-link').first().waitFor();
    const held = Promise.withResolvers<undefined>();
    await page.route('**/api/**', async (route) => {
      if (
        route.request().url().includes('session_read') ||
        (route.request().postData() ?? '').includes(session)
      )
        await held.promise;
      await route.continue();
    });
    await page.locator('.session-link').first().click();
    await page.locator('.skeleton').first().waitFor();
    expect(await page.locator('[data-turn]').count()).toBe(0);
    held.resolve(undefined);
    await settled(page);
    await expect.poll(async () => page.locator('.skeleton').count()).toBe(0);
    await page.evaluate(`location.hash = '#/session/rook-20200101-00000000'`);
    await page.getByText('There is no such session').waitFor();
    await page.getByRole('button', { name: 'New session' }).last().click();
    await page.getByRole('heading', { name: /^What should be done/u }).waitFor();
  },
  PATIENT,
);
