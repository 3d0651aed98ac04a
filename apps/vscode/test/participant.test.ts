import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { rook, type EntryOf } from '@rook/contract';
import type { Locator } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';

import {
  entriesIn,
  given,
  journalFiles,
  lastAnswer,
  press,
  runCommand,
  say,
  turnOf,
  written,
} from './chat-rook.ts';
import { startEditor, type RunningEditor } from './start-editor.ts';

const PATIENT = 180_000;
const FOLDER = '.rook';
const room = await startEditor(rook);

afterAll(async () => room?.close(), PATIENT);

function callsOf(editor: RunningEditor, turn: EntryOf<'turn'>): readonly EntryOf<'tool_call'>[] {
  return written(editor, FOLDER, 'tool_call').filter(
    (call) => call.session_id === turn.session_id && call.turn_id === turn.turn_id,
  );
}

/** All that the model was given for its last answer. */
function lastAsked(editor: RunningEditor): string {
  return JSON.stringify(editor.log().findLast(({ asked }) => asked !== undefined));
}

function thumb(editor: RunningEditor): Locator {
  return lastAnswer(editor).getByRole('button', { name: /^Helpful/u });
}

it.skipIf(room === null)(
  'I-21 says what is missing where there is no turn to tag',
  async () => {
    const editor = given(room);
    await runCommand(editor, 'Rook: Tag Last Chat Turn');
    await editor.page
      .getByText('No chat turn to tag. Start a conversation with @rook first.')
      .first()
      .waitFor();
    expect(journalFiles(editor, FOLDER)).toEqual([]);
  },
  PATIENT,
);

it.skipIf(room === null)(
  'I-29 makes the folder of the journals where it is missing',
  async () => {
    const editor = given(room);
    await runCommand(editor, 'Rook: Open Chat Journal Folder');
    await expect
      .poll(() => existsSync(join(editor.workspace, FOLDER, 'chats')), { timeout: PATIENT / 2 })
      .toBe(true);
    await editor.page.locator('.explorer-folders-view').getByText('chats').waitFor();
    expect(await editor.page.locator('.monaco-dialog-box').count()).toBe(0);
    expect(journalFiles(editor, FOLDER)).toEqual([]);
  },
  PATIENT,
);

it.skipIf(room === null)(
  'B-04 a tool that fails does not end the turn: the model is told, and it is written down',
  async () => {
    const editor = given(room);
    await editor.ask({ setting: 'rook.tools.namespaces', value: ['ck3_'] });
    editor.script([[{ call: { name: 'ck3_fail', input: { a: 1 } } }], [{ text: 'It broke, I go on.' }]]);
    await say(editor, '@rook use the broken tool');
    await press(editor, 'Yes');
    await lastAnswer(editor).getByText('It broke, I go on.').waitFor();
    const turn = await turnOf(editor, FOLDER, 'use the broken tool');
    expect(turn).toMatchObject({ status: 'completed', tool_call_count: 1 });
    const [call] = callsOf(editor, turn);
    expect(call).toMatchObject({ tool: { name: 'ck3_fail', input: { a: 1 } }, result: { ok: false } });
    expect(call?.result.error).toContain('the tool broke');
    expect(lastAsked(editor)).toContain(String.raw`{\"error\":`);
    expect(lastAsked(editor)).toContain('the tool broke');
    expect(await lastAnswer(editor).innerText()).not.toContain('The journal cannot be written');
  },
  PATIENT,
);

it.skipIf(room === null)(
  'B-06 stopped in the middle of an answer, the model stops too, and the turn is written down',
  async () => {
    const editor = given(room);
    editor.script([[{ text: 'I begin.' }, { hangs: true }]]);
    await say(editor, '@rook tell a long story');
    await lastAnswer(editor).getByText('I begin.').waitFor();
    expect(editor.log()).not.toContainEqual({ cancelled: true });
    await editor.ask({ command: 'workbench.action.chat.cancel' });
    const turn = await turnOf(editor, FOLDER, 'tell a long story');
    expect(turn).toMatchObject({ status: 'cancelled', assistant: { text: 'I begin.' } });
    await expect.poll(() => editor.log(), { timeout: PATIENT / 2 }).toContainEqual({ cancelled: true });
  },
  PATIENT,
);

it.skipIf(room === null)(
  'A-06 A-05 an error of the model is shown, and the turn is written down as failed',
  async () => {
    const editor = given(room);
    editor.script([[{ text: 'I try.' }, { error: 'the model broke' }]]);
    await say(editor, '@rook fail please');
    const turn = await turnOf(editor, FOLDER, 'fail please');
    await lastAnswer(editor)
      .getByText(/⚠️ Error: /u)
      .first()
      .waitFor();
    expect(await lastAnswer(editor).innerText()).toContain('the model broke');
    expect(turn).toMatchObject({ status: 'failed' });
    expect(turn.error?.message).toContain('the model broke');
  },
  PATIENT,
);

it.skipIf(room === null)(
  'B-32 a model that calls tools without end is stopped, and that is explained',
  async () => {
    const editor = given(room);
    mkdirSync(editor.home, { recursive: true });
    writeFileSync(join(editor.home, 'settings.json'), JSON.stringify({ 'turn.maxRounds': 3 }));
    const names = ['a', 'b', 'c', 'd', 'e'];
    for (const name of names) mkdirSync(join(editor.workspace, name));
    editor.script(names.map((path) => [{ call: { name: 'list_files', input: { path } } }]));
    await say(editor, '@rook never stop');
    const turn = await turnOf(editor, FOLDER, 'never stop');
    expect(turn.tool_call_count).toBe(3);
    await lastAnswer(editor).getByText('rounds of tool calls').first().waitFor();
    writeFileSync(join(editor.home, 'settings.json'), '{}');
  },
  PATIENT,
);

it.skipIf(room === null)(
  'E-24 shows what would be written and asks; a yes writes it, and Rewind takes it back',
  async () => {
    const editor = given(room);
    const path = join(editor.workspace, 'poem.txt');
    editor.script([
      [{ call: { name: 'write_to_file', input: { path: 'poem.txt', content: 'roses are red\n' } } }],
      [{ text: 'It is written.' }],
    ]);
    await say(editor, '@rook write a poem');
    await lastAnswer(editor).getByText('roses are red').first().waitFor();
    expect(existsSync(path)).toBe(false);
    await press(editor, 'Yes');
    await turnOf(editor, FOLDER, 'write a poem');
    expect(readFileSync(path, 'utf8')).toBe('roses are red\n');
    await press(editor, 'Rewind');
    const dialog = editor.page.locator('.monaco-dialog-box');
    await dialog.getByText('Rewind 1 file?').waitFor();
    await dialog.getByRole('button', { name: 'Rewind', exact: true }).click();
    await expect.poll(() => existsSync(path), { timeout: PATIENT / 2 }).toBe(false);
    await expect
      .poll(() => written(editor, FOLDER, 'change_set_applied').map(({ kind }) => kind), {
        timeout: PATIENT / 2,
      })
      .toEqual(expect.arrayContaining(['edit', 'rewind']));
    const questions = written(editor, FOLDER, 'approval_requested').map(({ question }) => question);
    expect(questions.filter((question) => question.includes('poem.txt'))).toHaveLength(1);
  },
  PATIENT,
);

it.skipIf(room === null)(
  'E-25 does not write under text that is not saved; once it is saved and read again, it does',
  async () => {
    const editor = given(room);
    const path = join(editor.workspace, 'notes.txt');
    writeFileSync(path, 'first\n');
    const read = [{ call: { name: 'read_file', input: { path: 'notes.txt' } } }];
    const write = [{ call: { name: 'write_to_file', input: { path: 'notes.txt', content: 'second\n' } } }];
    await editor.ask({ command: 'workbench.action.quickOpen', args: ['notes.txt'] });
    await editor.page.locator('.quick-input-list .monaco-list-row').getByText('notes.txt').first().click();
    const text = editor.page.locator('.editor-group-container .monaco-editor').first();
    await text.getByText('first').waitFor();
    await text.click();
    await editor.page.keyboard.type('MINE');
    await expect
      .poll(async () => editor.ask({ document: path }), { timeout: PATIENT / 2 })
      .toMatchObject({ isDirty: true });
    editor.script([read, write, [{ text: 'I could not.' }]]);
    await say(editor, '@rook change my notes');
    await lastAnswer(editor).getByText('MINE').waitFor();
    await press(editor, 'Yes');
    const refused = await turnOf(editor, FOLDER, 'change my notes');
    expect(callsOf(editor, refused)).toMatchObject([
      { tool: { name: 'read_file' }, result: { ok: true } },
      { tool: { name: 'write_to_file' }, result: { ok: false } },
    ]);
    expect(callsOf(editor, refused)[1]?.result.error).toContain('not saved');
    expect(JSON.stringify(await editor.ask({ document: path }))).toContain('MINE');
    expect(readFileSync(path, 'utf8')).toBe('first\n');
    await text.click();
    await editor.ask({ command: 'workbench.action.files.save' });
    await expect.poll(() => readFileSync(path, 'utf8'), { timeout: PATIENT / 2 }).toContain('MINE');
    editor.script([read, write, [{ text: 'Now it is.' }]]);
    await say(editor, '@rook change them now');
    await press(editor, 'Yes');
    await turnOf(editor, FOLDER, 'change them now');
    expect(readFileSync(path, 'utf8')).toBe('second\n');
  },
  PATIENT,
);

it.skipIf(room === null)(
  'A-04 what a person thinks of an answer is a tag of its turn',
  async () => {
    const editor = given(room);
    editor.script([[{ text: 'Do you like it?' }]]);
    await say(editor, '@rook please me');
    const turn = await turnOf(editor, FOLDER, 'please me');
    await lastAnswer(editor).hover();
    await thumb(editor).click();
    await expect
      .poll(() => written(editor, FOLDER, 'tag'), { timeout: PATIENT / 2 })
      .toMatchObject([{ session_id: turn.session_id, turn_id: turn.turn_id, tags: ['helpful'] }]);
    expect(editor.logged()).toContain('Received feedback: 1\n');
  },
  PATIENT,
);

it.skipIf(room === null)(
  'B-27 I-03 killed in the middle of an answer, the turn is closed as crashed and the chat goes on',
  async () => {
    const editor = given(room);
    editor.script([[{ text: 'Ready.' }]]);
    await say(editor, '@rook begin');
    const { session_id: session } = await turnOf(editor, FOLDER, 'begin');
    // The thumbs come when the chat itself is done with the answer.
    await thumb(editor).waitFor();
    const file = journalFiles(editor, FOLDER).find((name) => name.includes(session)) ?? '';
    editor.script([[{ text: 'Half of it' }, { hangs: true }]]);
    await say(editor, '@rook be killed', false);
    await lastAnswer(editor).getByText('Half of it').waitFor();
    const before = readFileSync(file);
    await editor.killExtensions();
    editor.script([[{ text: 'I am back.' }]]);
    await say(editor, '@rook go on', false);
    await lastAnswer(editor).getByText('I am back.').waitFor();
    await turnOf(editor, FOLDER, 'go on');
    expect(readFileSync(file).subarray(0, before.length).equals(before)).toBe(true);
    const turns = entriesIn(file).flatMap((entry) => (entry.event_type === 'turn' ? [entry] : []));
    expect(turns.map(({ user, status }) => [user.text, status])).toEqual([
      ['begin', 'completed'],
      ['be killed', 'crashed'],
      ['go on', 'completed'],
    ]);
    await editor.ask({ command: 'rook.chatJournal.verify' });
    await expect
      .poll(async () => editor.ask({ output: true }), { timeout: PATIENT / 2 })
      .toContain('The chain holds');
  },
  PATIENT,
);
