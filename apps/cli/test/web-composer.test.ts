import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Script } from '@rook/contract';
import type { Locator, Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';

import { entriesOf, journalLines, playing, saying } from './ask-rook.ts';
import { govern } from './intent-rook.ts';
import { listAt, textAt, valueAt } from './read-output.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';
import { PATIENT, POLL, step, working } from './web-page.ts';
import { closeBrowser, hasBrowser, openPage, say, settled, startWorkbench } from './web-rook.ts';

afterAll(closeBrowser);

const field = (page: Page): Locator => page.locator('.composer-text');
const admitted = (sandbox: Sandbox) => entriesOf(journalLines(sandbox), 'message_admitted');
const wordsOf = (sandbox: Sandbox): readonly string[] =>
  admitted(sandbox).map((entry) => textAt(entry, 'text'));

async function open(sandbox: Sandbox, script: Partial<Script>, env = {}): Promise<Page> {
  const { url } = await startWorkbench(sandbox, { env: { ...playing(sandbox, script), ...env } });
  const page = await openPage(url);
  await field(page).waitFor();
  return page;
}

const talking: Partial<Script> = { default: saying('Yes.') };

it.skipIf(!hasBrowser)(
  'A-10 takes several lines, and brings back with arrows what was sent before',
  async () => {
    const sandbox = makeSandbox();
    const page = await open(sandbox, talking);
    await field(page).pressSequentially('one');
    await page.keyboard.press('Shift+Enter');
    await field(page).pressSequentially('two');
    await page.keyboard.press('Enter');
    await settled(page);
    await say(page, 'three');
    await settled(page, 2);
    expect(wordsOf(sandbox)).toEqual(['one\ntwo', 'three']);
    await field(page).focus();
    await page.keyboard.press('ArrowUp');
    expect(await field(page).inputValue()).toBe('three');
    await page.keyboard.press('ArrowUp');
    expect(await field(page).inputValue()).toBe('one\ntwo');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await settled(page, 3);
    expect(wordsOf(sandbox).at(-1)).toBe('three');
  },
  PATIENT,
);

/** The smallest picture there is. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

/** As the browser tells the page of a picture that is pasted or dropped. */
const GIVE = `(element, { pixel, way, name, tail }) => {
  const bytes = Uint8Array.from(atob(pixel), (letter) => letter.charCodeAt(0));
  const data = new DataTransfer();
  data.items.add(new File([bytes, tail], name, { type: 'image/png' }));
  const options = { bubbles: true, cancelable: true };
  element.dispatchEvent(
    way === 'paste'
      ? new ClipboardEvent('paste', { ...options, clipboardData: data })
      : new DragEvent('drop', { ...options, dataTransfer: data }),
  );
}`;

async function give(page: Page, way: 'paste' | 'drop', name: string, tail: string): Promise<void> {
  const given = JSON.stringify({ pixel: PIXEL, way, name, tail });
  await page.evaluate(`(${GIVE})(document.querySelector('.composer-text'), ${given})`);
}

it.skipIf(!hasBrowser)(
  'A-17 takes pictures by paste, by drop and from the disk, and files by @, and the model gets them',
  async () => {
    const sandbox = makeSandbox();
    place(join(sandbox.workspace, 'src', 'greet.ts'), 'export const greeting = "hello";\n');
    place(join(sandbox.folder, 'third.png'), Buffer.concat([Buffer.from(PIXEL, 'base64'), Buffer.from('y')]));
    const seen = { match: { image: true, lastUser: 'hello' }, answer: saying('I see them.') };
    const page = await open(sandbox, { steps: [seen], default: saying('I see nothing.') });
    await give(page, 'paste', 'first.png', '');
    await give(page, 'drop', 'second.png', 'x');
    await page.locator('input[type=file]').setInputFiles(join(sandbox.folder, 'third.png'));
    await expect
      .poll(async () => page.getByRole('list', { name: 'Attached images' }).locator('li').count(), POLL)
      .toBe(3);
    await page.getByRole('list', { name: 'Attached images' }).getByRole('button').first().click();
    await field(page).focus();
    await field(page).pressSequentially('What is @gre');
    await page.getByRole('option', { name: /greet\.ts/u }).waitFor();
    await page.keyboard.press('Enter');
    expect(await field(page).inputValue()).toContain('@src/greet.ts');
    await page.keyboard.press('Enter');
    await settled(page);
    await page.locator('.turn-list').getByText('I see them.').waitFor();
    expect(await page.locator('.question-images img').count()).toBe(2);
    const [message] = admitted(sandbox);
    expect(listAt(message, 'images')).toHaveLength(2);
    expect(valueAt(message, 'files')).toEqual(['src/greet.ts']);
  },
  PATIENT,
);

async function pick(page: Page, picker: string, option: RegExp): Promise<void> {
  await page
    .locator('.composer-pickers')
    .getByRole('combobox', { name: new RegExp(`^${picker}:`, 'u') })
    .click();
  await page.getByRole('option', { name: option }).click();
}

it.skipIf(!hasBrowser)(
  'A-10 picks the model and the mode before the first message, and changes them in the session',
  async () => {
    const sandbox = makeSandbox();
    const script: Partial<Script> = {
      steps: [
        { match: { model: 'small' }, repeat: 'always', answer: saying('I am small.') },
        step('write', 'write_to_file', { path: 'a.txt', content: 'a' }),
      ],
      default: saying('I am big.'),
    };
    place(join(sandbox.folder, 'script.json'), JSON.stringify({ version: 1, ...script }));
    const models = { main: 'big', fast: 'small' };
    const file = join(sandbox.folder, 'script.json');
    const connections = [{ name: 'two', provider: 'scripted', script: file, models }];
    place(sandbox.userFile, JSON.stringify({ connections }));
    const first = await startWorkbench(sandbox);
    const page = await openPage(first.url);
    await field(page).waitFor();
    await pick(page, 'Mode', /^Safe/u);
    await say(page, 'write it');
    await settled(page);
    await page.locator('.turn-list').getByText('I am big.').waitFor();
    expect(existsSync(join(sandbox.workspace, 'a.txt'))).toBe(false);
    // Nobody holds the session any more, and it is still safe.
    await first.stop();
    await page.getByText('The server is gone').waitFor();
    await startWorkbench(sandbox, { port: first.port });
    await page.getByText('The server is gone').waitFor({ state: 'detached' });
    await page.locator('.header').getByRole('combobox', { name: 'Mode: Safe' }).waitFor();
    await pick(page, 'Model', /^small/u);
    await pick(page, 'Mode', /^Allow/u);
    await say(page, 'who is it?');
    await settled(page, 2);
    await page.locator('.turn-list').getByText('I am small.').waitFor();
    await pick(page, 'Model', /^big/u);
    await say(page, 'write it now');
    await settled(page, 3);
    expect(readFileSync(join(sandbox.workspace, 'a.txt'), 'utf8')).toBe('a');
  },
  PATIENT,
);

it.skipIf(!hasBrowser)(
  'H-34 picks an intent at the composer; without one nothing is written, and the header shows it',
  async () => {
    const sandbox = makeSandbox();
    govern(sandbox);
    const script = working(step('write', 'write_to_file', { path: 'src/auth/a.ts', content: 'a' }));
    const page = await open(sandbox, script, { ROOK_MODE: 'allow' });
    await page.locator('.composer-pickers').getByText('No intent').waitFor();
    await say(page, 'write it');
    await settled(page);
    await page.locator('.turn-list').getByText('refused by policy').first().waitFor();
    await pick(page, 'Intent', /INT-001/u);
    await page.locator('.header').getByText('INT-001 JWT Authentication Migration').waitFor();
    await say(page, 'write it now');
    await settled(page, 2);
    expect(readFileSync(join(sandbox.workspace, 'src', 'auth', 'a.ts'), 'utf8')).toBe('a');
    expect(entriesOf(journalLines(sandbox), 'intent_selected')).toMatchObject([{ intent_id: 'INT-001' }]);
  },
  PATIENT,
);

it.skipIf(!hasBrowser)(
  'A-10 says what the session cost and what is left of the purse, and refuses before it is overdrawn',
  async () => {
    const sandbox = makeSandbox();
    place(
      sandbox.userFile,
      '{"model.prices": {"scripted": {"input": 1000, "output": 1000}}, "model.maxOutputTokens": 1000, "budget.day": 14.5}',
    );
    const dear = { default: { ...saying('Dear.'), usage: { input: 12_000, output: 500 } } };
    const page = await open(sandbox, dear);
    await page.locator('.header').getByText('$14.50 left today').waitFor();
    await say(page, 'one');
    await settled(page);
    await page.locator('.header').getByText('$12.50 · $2.00 left today').waitFor();
    await say(page, 'two');
    await page
      .locator('[data-turn][data-status="failed"]')
      .getByText(/budget|limit/u)
      .first()
      .waitFor();
    await page.locator('.header').getByText('$12.50 · $2.00 left today').waitFor();
    expect(entriesOf(journalLines(sandbox), 'answer_received')).toHaveLength(1);
  },
  PATIENT,
);

const SENTENCE = 'It goes on and on. ';
const slowly: Partial<Script> = {
  steps: [
    {
      match: { turn: 1 },
      answer: {
        events: [{ kind: 'text', text: SENTENCE.repeat(200), pieceLength: 6, delayMilliseconds: 25 }],
      },
    },
  ],
  default: saying('Here I am.'),
};

it.skipIf(!hasBrowser)(
  'A-10 queues a message behind the turn that runs, stops the turn, and goes on with the message',
  async () => {
    const sandbox = makeSandbox();
    const page = await open(sandbox, slowly);
    await say(page, 'first');
    await page.locator('.turn-list').getByText(SENTENCE.trim()).first().waitFor();
    await say(page, 'second');
    await page.locator('.composer-note').getByText('1 message waits').waitFor();
    await page.locator('[data-turn][data-status="waiting"]').getByText('second').waitFor();
    expect(entriesOf(journalLines(sandbox), 'turn')).toHaveLength(0);
    await page.keyboard.press('Escape');
    await page.locator('[data-turn][data-status="cancelled"]').getByText('Stopped.').first().waitFor();
    await settled(page);
    await page.locator('.turn-list').getByText('Here I am.').waitFor();
    expect(entriesOf(journalLines(sandbox), 'turn')).toMatchObject([
      { status: 'cancelled' },
      { status: 'completed' },
    ]);
  },
  PATIENT,
);

it.skipIf(!hasBrowser)(
  'A-10 steers the turn that runs: the model reads it at its next step, in the same turn',
  async () => {
    const sandbox = makeSandbox();
    place(join(sandbox.workspace, 'a.txt'), 'a\n');
    const script: Partial<Script> = {
      steps: [
        { match: { lastUser: 'rather in French' }, answer: saying('Bonjour.') },
        step('hello', 'execute_command', { command: 'while [ ! -e go ]; do sleep 0.05; done' }),
      ],
      default: saying('Hello.'),
    };
    const env = { ROOK_MODE: 'allow', ROOK_COMMANDS_SANDBOX: 'off', ROOK_COMMANDS_LOGIN_SHELL: 'false' };
    const page = await open(sandbox, script, env);
    await say(page, 'say hello');
    await page.locator('.turn-list').getByText('… runs').first().waitFor();
    await field(page).fill('rather in French');
    await field(page).press('Control+Enter');
    await page.locator('.steering').getByText('rather in French').waitFor();
    place(join(sandbox.workspace, 'go'), '');
    await settled(page);
    await page.locator('.turn-list').getByText('Bonjour.').waitFor();
    expect(entriesOf(journalLines(sandbox), 'turn')).toHaveLength(1);
  },
  PATIENT,
);

it.skipIf(!hasBrowser)(
  'A-10 puts a question back to edit and resend it, and asks it again as it was',
  async () => {
    const sandbox = makeSandbox();
    const failing: Partial<Script> = {
      steps: [{ answer: { events: [{ kind: 'error', status: 400, message: 'That is not understood.' }] } }],
      default: saying('Now it works.'),
    };
    const page = await open(sandbox, failing);
    await say(page, 'first words');
    const failed = page.locator('[data-turn][data-status="failed"]');
    await failed.getByText('That is not understood.').first().waitFor();
    await failed.locator('.needs-you').getByRole('button', { name: 'Retry' }).click();
    await settled(page);
    await page.locator('[data-turn]').last().hover();
    await page.locator('[data-turn]').last().getByRole('button', { name: 'Edit and resend' }).click();
    await expect.poll(async () => field(page).inputValue(), POLL).toBe('first words');
    await field(page).focus();
    await page.keyboard.press('End');
    await field(page).pressSequentially(', better');
    await page.keyboard.press('Enter');
    await settled(page, 2);
    expect(wordsOf(sandbox)).toEqual(['first words', 'first words', 'first words, better']);
  },
  PATIENT,
);
