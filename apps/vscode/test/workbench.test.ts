import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { rook, type EntryOf } from '@rook/contract';
import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';

import { given, lastAnswer, runCommand, say, untilTurns, written } from './chat-rook.ts';
import { startEditor, type RunningEditor } from './start-editor.ts';

const PATIENT = 180_000;
const SOON = { timeout: PATIENT / 2, interval: 100 };
const FOLDER = '.rook';
const room = await startEditor(rook);

afterAll(async () => room?.close(), PATIENT);

/** Opens the workbench as a person does whose window runs in a browser: by the address that is offered to copy. */
async function copyAddress(editor: RunningEditor): Promise<string> {
  const { page } = editor;
  await editor.ask({ command: 'notifications.clearAll' });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate("navigator.clipboard.writeText('')");
  await runCommand(editor, 'Rook: Open the Workbench');
  const toast = page
    .locator('.notification-toast')
    .filter({ hasText: 'the workbench answers only as 127.0.0.1:' });
  await toast.getByRole('button', { name: 'Copy Address' }).click();
  const read = async (): Promise<unknown> => page.evaluate('navigator.clipboard.readText()');
  await expect.poll(read, SOON).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]{43}$/u);
  return String(await read());
}

/** In a browser of its own, as far as pages can tell: nothing of the editor's page is known there. */
async function openPage({ page }: RunningEditor, address: string): Promise<Page> {
  const opened = await page.context().browser()?.newPage();
  if (opened === undefined) throw new Error('The browser is gone.');
  opened.setDefaultTimeout(PATIENT / 2);
  await opened.goto(address);
  await opened.getByRole('textbox', { name: 'Message' }).waitFor();
  return opened;
}

/** Takes back the last change that the page shows, after a look. */
async function rewindIn(page: Page): Promise<void> {
  await page.bringToFront();
  await page.setViewportSize({ width: 1400, height: 860 });
  await page.getByRole('tab', { name: /^Changes/u }).click();
  await page
    .locator('.change-set')
    .getByRole('button', { name: /^◀ Rewind/u })
    .first()
    .click();
  const preview = page.getByRole('dialog', { name: 'Rewind' });
  await preview.getByRole('button', { name: 'Rewind 1 file' }).click();
  await page.getByText('Rewound 1 file.').waitFor();
}

function writing(path: string, answer: string): Parameters<RunningEditor['script']>[0] {
  return [[{ call: { name: 'write_to_file', input: { path, content: `${path}\n` } } }], [{ text: answer }]];
}

const NOT_MEANT = { events: [{ kind: 'text', text: 'I was not meant.' }] };

interface End {
  readonly code: number | null;
  readonly said: string;
}

/** The real command line, as the same person runs it in a terminal beside the editor. */
async function runRook(editor: RunningEditor, words: readonly string[]): Promise<End> {
  const script = join(editor.home, 'own-script.json');
  writeFileSync(script, JSON.stringify({ version: 1, steps: [], default: NOT_MEANT }));
  const program = join(import.meta.dirname, '..', '..', 'cli', 'bin', 'rook.cjs');
  const child = spawn(process.execPath, [program, ...words], {
    cwd: editor.workspace,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      HOME: join(editor.home, '..'),
      ROOK_HOME: editor.home,
      ROOK_PROVIDER: 'scripted',
      ROOK_MODEL: 'scripted',
      ROOK_SCRIPT: script,
      NO_COLOR: '1',
    },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (piece: string) => {
      said += piece;
    });
  const { promise, resolve } = Promise.withResolvers<End>();
  child.on('close', (code) => resolve({ code, said }));
  return promise;
}

/** The question about this file, once it is asked. */
async function untilAsked(editor: RunningEditor, path: string): Promise<EntryOf<'approval_requested'>> {
  const find = () =>
    written(editor, FOLDER, 'approval_requested').find(({ question }) => question.includes(path));
  await expect.poll(find, SOON).toBeDefined();
  const asked = find();
  if (asked === undefined) throw new Error('The question is gone.');
  return asked;
}

it.skipIf(room === null)(
  'Q-03 nothing listens before a session is taken; then a file that only the user reads lets others in',
  async () => {
    const editor = given(room);
    const folder = join(editor.home, 'endpoints');
    await runCommand(editor, 'Rook: Verify the Chat Journal');
    await expect.poll(async () => editor.ask({ output: true }), SOON).toContain('The chain holds in 0');
    expect(existsSync(folder)).toBe(false);
    editor.script([[{ text: 'Hello from the chat.' }]]);
    await say(editor, '@rook greet me');
    await untilTurns(editor, FOLDER, 1);
    const [name = ''] = readdirSync(folder);
    expect(name).toMatch(/^\d+\.token$/u);
    expect(statSync(join(folder, name)).mode % 0o1000).toBe(0o600);
    const answered = await fetch(`http://127.0.0.1:${parseInt(name, 10)}/api/call/session_list`, {
      method: 'POST',
    });
    expect(answered.status).toBe(401);
  },
  PATIENT,
);

it.skipIf(room === null)(
  'Q-03 opens the workbench: the page shows the session of the chat; its address works once, and the next one is fresh',
  async () => {
    const editor = given(room);
    const first = await copyAddress(editor);
    const page = await openPage(editor, first);
    await page.getByRole('link', { name: 'greet me' }).click();
    await page.getByText('Hello from the chat.').first().waitFor();
    expect(page.url()).not.toContain('token');
    await page.close();
    const second = await copyAddress(editor);
    expect(new URL(second).port).toBe(new URL(first).port);
    expect(second).not.toBe(first);
    const again = await fetch(new URL('/api/key', first), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: first.split('#token=')[1] }),
    });
    expect(again.status).toBe(401);
    await editor.page.bringToFront();
  },
  PATIENT,
);

it.skipIf(room === null)(
  'N-11 E-15 a question of the chat is answered in the page, the turn of the chat goes on, and the page takes it back',
  async () => {
    const editor = given(room);
    const page = await openPage(editor, await copyAddress(editor));
    await editor.page.bringToFront();
    editor.script(writing('from-page.txt', 'It is written.'));
    await say(editor, '@rook write a file');
    await untilAsked(editor, 'from-page.txt');
    await page.bringToFront();
    await page.getByRole('link', { name: 'write a file' }).click();
    expect(existsSync(join(editor.workspace, 'from-page.txt'))).toBe(false);
    await page.getByRole('button', { name: /^Yes/u }).first().click();
    await untilTurns(editor, FOLDER, 2);
    expect(readFileSync(join(editor.workspace, 'from-page.txt'), 'utf8')).toBe('from-page.txt\n');
    await editor.page.bringToFront();
    await lastAnswer(editor).getByText('It is written.').waitFor();
    // The editor may fold what stands before the answer.
    await lastAnswer(editor).getByText('You said yes.').waitFor({ state: 'attached' });
    await rewindIn(page);
    await expect.poll(() => existsSync(join(editor.workspace, 'from-page.txt')), SOON).toBe(false);
    await page.close();
    await editor.page.bringToFront();
  },
  PATIENT,
);

it.skipIf(room === null)(
  'C-02 a session that begins in the page is answered by a model of the editor',
  async () => {
    const editor = given(room);
    const page = await openPage(editor, await copyAddress(editor));
    editor.script([[{ text: 'Hello, page.' }]]);
    await page.getByRole('textbox', { name: 'Message' }).fill('asked from the page');
    await page.keyboard.press('Enter');
    await page.getByText('Hello, page.').first().waitFor();
    const turn = () =>
      written(editor, FOLDER, 'turn').find(({ user }) => user.text === 'asked from the page');
    await expect.poll(turn, SOON).toMatchObject({ status: 'completed', assistant: { text: 'Hello, page.' } });
    await page.close();
    await editor.page.bringToFront();
  },
  PATIENT,
);

it.skipIf(room === null)(
  'N-11 Q-03 a terminal answers a question of the chat, and asks in a session that the editor holds',
  async () => {
    const editor = given(room);
    editor.script(writing('from-terminal.txt', 'The terminal said yes.'));
    await say(editor, '@rook write another file');
    const first = await untilAsked(editor, 'from-terminal.txt');
    const answered = await runRook(editor, ['approval', 'answer', first.approval_id, 'yes']);
    expect(answered, answered.said).toMatchObject({ code: 0 });
    await lastAnswer(editor).getByText('The terminal said yes.').waitFor();
    expect(existsSync(join(editor.workspace, 'from-terminal.txt'))).toBe(true);

    editor.script([[{ text: 'I begin.' }, { hangs: true }], [{ text: 'Here is the editor.' }]]);
    await say(editor, '@rook take long');
    await lastAnswer(editor).getByText('I begin.').waitFor();
    const admitted = written(editor, FOLDER, 'message_admitted').find(({ text }) => text === 'take long');
    const session = admitted?.session_id ?? '';
    const asking = runRook(editor, ['ask', '--session', session, 'who is there?']);
    const messages = () => written(editor, FOLDER, 'message_admitted').map(({ text }) => text);
    await expect.poll(messages, SOON).toContain('who is there?');
    await editor.ask({ command: 'workbench.action.chat.cancel' });
    const asked = await asking;
    expect(asked, asked.said).toMatchObject({ code: 0 });
    expect(asked.said).toContain('Here is the editor.');
    expect(asked.said).not.toContain('I was not meant.');
    expect(await runRook(editor, ['journal', 'verify'])).toMatchObject({ code: 0 });
  },
  PATIENT,
);

it.skipIf(room === null)(
  'Q-03 what listened is gone with the extension, and so is the token',
  async () => {
    const editor = given(room);
    const [name = ''] = readdirSync(join(editor.home, 'endpoints'));
    const isThere = async (): Promise<boolean> =>
      fetch(`http://127.0.0.1:${parseInt(name, 10)}/`).then(
        () => true,
        () => false,
      );
    expect(await isThere()).toBe(true);
    // The door of the test goes with it.
    await editor.ask({ command: 'workbench.action.reloadWindow' }).catch(() => null);
    await expect.poll(isThere, SOON).toBe(false);
    await expect.poll(() => readFileSync(join(editor.home, 'endpoints', name), 'utf8'), SOON).toBe('');
  },
  PATIENT,
);
