import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { rook, type Entry } from '@rook/contract';
import type { Locator } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';

import { ownToolNames } from '../src/own-tools/tool-table.ts';
import { entriesIn, given, journalFiles, lastAnswer, say, written } from './chat-rook.ts';
import { startEditor, type RunningEditor } from './start-editor.ts';

const PATIENT = 180_000;
const FOLDER = '.rook';
const TITLE = 'Calls of other participants';
const room = await startEditor(rook);

afterAll(async () => room?.close(), PATIENT);

/** Uses a tool as another extension would. */
async function use(editor: RunningEditor, tool: string, input: object, name = ''): Promise<string> {
  const told = await editor.ask({ invokeTool: `rook_${tool}`, input, name });
  return Array.isArray(told) ? told.join('\n') : String(told);
}

function dialog({ page }: RunningEditor): Locator {
  return page.locator('.monaco-dialog-box');
}

async function press(editor: RunningEditor, name: string): Promise<void> {
  await dialog(editor).getByRole('button', { name, exact: true }).click();
}

/** The journal of the calls, which is one file. */
function callsFile(editor: RunningEditor): string {
  const files = journalFiles(editor, FOLDER).filter((file) =>
    entriesIn(file).some((entry) => entry.event_type === 'session_changed' && entry.title === TITLE),
  );
  expect(files).toHaveLength(1);
  return files[0] ?? '';
}

/** The entries of the last turn of the calls. */
function lastTurn(editor: RunningEditor): readonly Entry[] {
  const entries = entriesIn(callsFile(editor));
  return entries.slice(entries.findLastIndex(({ event_type: type }) => type === 'message_admitted'));
}

function typesOf(entries: readonly Entry[]): readonly string[] {
  return entries.map(({ event_type: type }) => type);
}

async function verify(editor: RunningEditor): Promise<void> {
  await editor.ask({ command: 'rook.chatJournal.verify' });
  await expect
    .poll(async () => editor.ask({ output: true }), { timeout: PATIENT / 2 })
    .toMatch(/The chain holds in \d+ session\(s\)\./u);
}

it.skipIf(room === null)(
  'B-07 the editor offers our tools to others, and one that reads answers with what a model would be shown',
  async () => {
    const editor = given(room);
    expect(await editor.ask({ tools: true })).toEqual(expect.arrayContaining([...ownToolNames(rook)]));
    writeFileSync(join(editor.workspace, 'notes.txt'), 'the first line\n');
    const text = await use(editor, 'read_file', { path: 'notes.txt' });
    expect(text).toMatch(/^### notes\.txt \[MD5: [0-9a-f]{32}\]/u);
    expect(text).toContain('the first line');
    expect(await dialog(editor).count()).toBe(0);
  },
  PATIENT,
);

it.skipIf(room === null)(
  'I-01 B-13 such a call is written down before, between and after, in a session of its own, and the chain holds',
  async () => {
    const editor = given(room);
    const turn = lastTurn(editor);
    const wanted = [
      'message_admitted',
      'turn_started',
      'answer_received',
      'tool_call_requested',
      'tool_call_allowed',
      'tool_call',
      'answer_received',
      'turn',
    ];
    expect(typesOf(turn).filter((type) => wanted.includes(type))).toEqual(wanted);
    expect(turn.find(({ event_type: type }) => type === 'tool_call')).toMatchObject({
      tool: { name: 'read_file', input: { path: 'notes.txt' } },
      result: { ok: true },
    });
    expect(turn.find(({ event_type: type }) => type === 'file_shown')).toMatchObject({ path: 'notes.txt' });
    expect(turn.at(-1)).toMatchObject({
      event_type: 'turn',
      status: 'completed',
      user: { text: 'Another participant of the chat calls read_file.' },
      usage: { cost_usd: 0 },
    });
    // Nobody was asked but the gate.
    expect(editor.log().filter(({ asked }) => asked !== undefined)).toEqual([]);
    await verify(editor);
  },
  PATIENT,
);

it.skipIf(room === null)(
  'E-24 a call that writes is asked about once; a no writes nothing, and the caller is told',
  async () => {
    const editor = given(room);
    const path = join(editor.workspace, 'poem.txt');
    const calling = use(editor, 'write_to_file', { path: 'poem.txt', content: 'roses are red\n' });
    await dialog(editor).getByText('+roses are red').first().waitFor();
    expect(await dialog(editor).innerText()).toContain('Another participant of the chat asks: ');
    expect(existsSync(path)).toBe(false);
    await press(editor, 'No');
    expect(JSON.parse(await calling)).toMatchObject({ code: 'rejected', kind: 'denied' });
    expect(existsSync(path)).toBe(false);
    expect(await dialog(editor).count()).toBe(0);
    const turn = lastTurn(editor);
    expect(typesOf(turn)).toEqual(
      expect.arrayContaining(['approval_requested', 'approval_answered', 'tool_call_refused', 'turn']),
    );
    expect(typesOf(turn)).not.toContain('change_set_started');
  },
  PATIENT,
);

it.skipIf(room === null)(
  'E-24 all of the question can be looked at; a yes writes the file, and the change can be rewound',
  async () => {
    const editor = given(room);
    const path = join(editor.workspace, 'poem.txt');
    const lines = Array.from({ length: 60 }, (_line, index) => `verse ${index + 1} of 60`);
    const content = `${lines.join('\n')}\n`;
    const calling = use(editor, 'write_to_file', { path: 'poem.txt', content });
    await dialog(editor).getByText('+verse 1 of 60').first().waitFor();
    expect(await dialog(editor).innerText()).not.toContain('verse 60 of 60');
    await press(editor, 'Show All of It');
    const toast = editor.page.locator('.notifications-toasts .notification-list-item').last();
    await toast.getByText('Another participant of the chat asks: ').waitFor();
    expect(existsSync(path)).toBe(false);
    await editor.page.locator('.editor-group-container').getByText('+verse 1 of 60').first().waitFor();
    await toast.getByRole('button', { name: 'Yes', exact: true }).click();
    expect(await calling).toContain('poem.txt');
    expect(readFileSync(path, 'utf8')).toBe(content);
    const applied = lastTurn(editor).find((entry) => entry.event_type === 'change_set_applied');
    expect(applied).toMatchObject({ kind: 'edit', files: [{ path: 'poem.txt' }] });
    const why = await use(editor, 'explain_lines', { path: 'poem.txt', start: 2 });
    expect(why).toContain('Line 2: The assistant wrote it at ');
    expect(why).toContain('Asked for: Another participant of the chat calls write_to_file.');
    expect(why).toContain('Allowed by: approval ap-');
    if (applied?.event_type !== 'change_set_applied') throw new Error('Nothing was applied.');
    const { session_id: session, change_set_id: changeSet } = applied;
    const rewinding = editor.ask({ command: 'rook.rewind', args: [{ session, changeSet }] });
    await dialog(editor).getByText('Rewind 1 file?').waitFor();
    await press(editor, 'Rewind');
    await rewinding;
    await expect.poll(() => existsSync(path), { timeout: PATIENT / 2 }).toBe(false);
    await verify(editor);
  },
  PATIENT,
);

it.skipIf(room === null)(
  'B-15 input that is not valid, and what is not there, are told in a sentence',
  async () => {
    const editor = given(room);
    const invalid = await use(editor, 'read_file', { path: 7 });
    expect(JSON.parse(invalid)).toMatchObject({ code: 'invalid_input' });
    expect(invalid).toContain('The input of read_file is not valid: path: ');
    const missing = await use(editor, 'read_file', { path: 'nowhere.txt' });
    expect(JSON.parse(missing)).toMatchObject({ code: 'not_found' });
    expect(lastTurn(editor).at(-1)).toMatchObject({ event_type: 'turn', status: 'completed' });
  },
  PATIENT,
);

it.skipIf(room === null)(
  'B-13 several at once are each answered with their own result, one after the other in one session',
  async () => {
    const editor = given(room);
    const names = ['one', 'two', 'three', 'four'];
    for (const name of names) writeFileSync(join(editor.workspace, `${name}.txt`), `I am ${name}.\n`);
    const texts = await Promise.all(
      names.map(async (name) => use(editor, 'read_file', { path: `${name}.txt` })),
    );
    for (const [index, name] of names.entries()) expect(texts[index]).toContain(`I am ${name}.`);
    const types = typesOf(entriesIn(callsFile(editor))).filter(
      (type) => type === 'message_admitted' || type === 'turn',
    );
    expect(types.length % 2).toBe(0);
    for (const [index, type] of types.entries())
      expect(type).toBe(index % 2 === 0 ? 'message_admitted' : 'turn');
    expect(await use(editor, 'search_sessions', { query: 'roses' })).toContain('«roses»');
  },
  PATIENT,
);

it.skipIf(room === null)(
  'B-06 who cancels while a person is asked is let go, and so is who waits behind; nothing is written',
  async () => {
    const editor = given(room);
    const path = join(editor.workspace, 'late.txt');
    const first = use(editor, 'write_to_file', { path: 'late.txt', content: 'late\n' }, 'first');
    const firstEnd = first.then(String, String);
    await dialog(editor).getByText('+late').first().waitFor();
    const second = use(editor, 'read_file', { path: 'notes.txt' }, 'second');
    const secondEnd = second.then(String, String);
    const before = typesOf(entriesIn(callsFile(editor))).filter((type) => type === 'message_admitted').length;
    await expect.poll(async () => editor.ask({ cancel: 'second' }), { timeout: PATIENT / 2 }).toBe(true);
    expect(await secondEnd).toContain('Cancel');
    expect(await editor.ask({ cancel: 'first' })).toBe(true);
    expect(await firstEnd).toContain('Cancel');
    await expect
      .poll(() => lastTurn(editor).at(-1), { timeout: PATIENT / 2 })
      .toMatchObject({ event_type: 'turn', status: 'cancelled' });
    // Too late: the question is not open any more.
    await press(editor, 'Yes');
    await editor.page
      .getByText(/is not open any more/u)
      .first()
      .waitFor();
    expect(existsSync(path)).toBe(false);
    expect(await use(editor, 'read_file', { path: 'notes.txt' })).toContain('the first line');
    const admitted = typesOf(entriesIn(callsFile(editor))).filter((type) => type === 'message_admitted');
    expect(admitted).toHaveLength(before + 1);
  },
  PATIENT,
);

it.skipIf(room === null)(
  'B-09 our own participant has each of our tools once, and none of them under the name for others',
  async () => {
    const editor = given(room);
    editor.script([[{ text: 'I have my tools.' }]]);
    await say(editor, '@rook which tools do you have');
    await lastAnswer(editor).getByText('I have my tools.').waitFor();
    const tools = editor.log().findLast(({ asked }) => asked !== undefined)?.['tools'];
    expect(tools).toEqual(expect.arrayContaining(['read_file', 'write_to_file', 'rook_echo']));
    for (const name of ownToolNames(rook)) expect(tools).not.toContain(name);
    expect(new Set(Array.isArray(tools) ? tools : []).size).toBe(Array.isArray(tools) ? tools.length : -1);
  },
  PATIENT,
);

it.skipIf(room === null)(
  'E-24 called in a chat, the editor asks nothing of its own, and the gate asks once',
  async () => {
    const editor = given(room);
    await say(editor, `use rook_read_file ${JSON.stringify({ path: 'notes.txt' })}`);
    await lastAnswer(editor).getByText('the first line').first().waitFor();
    const path = join(editor.workspace, 'chat.txt');
    await say(
      editor,
      `use rook_write_to_file ${JSON.stringify({ path: 'chat.txt', content: 'from a chat' })}`,
    );
    await dialog(editor).getByText('+from a chat').first().waitFor();
    await press(editor, 'Yes');
    await lastAnswer(editor).getByText('chat.txt: applied').first().waitFor();
    expect(readFileSync(path, 'utf8')).toBe('from a chat');
    expect(
      await lastAnswer(editor)
        .getByRole('button', { name: /^(?:Allow|Continue)/u })
        .count(),
    ).toBe(0);
    expect(typesOf(lastTurn(editor)).filter((type) => type === 'approval_requested')).toHaveLength(1);
  },
  PATIENT,
);

it.skipIf(room === null)(
  'A-08 a journal that was deleted meanwhile is begun anew',
  async () => {
    const editor = given(room);
    const old = callsFile(editor);
    rmSync(old);
    expect(await use(editor, 'read_file', { path: 'notes.txt' })).toContain('the first line');
    expect(callsFile(editor)).not.toBe(old);
    expect(existsSync(old)).toBe(false);
  },
  PATIENT,
);

it.skipIf(room === null)(
  'H-09 in a governed workspace nothing is changed without an intent, and the caller is told what to do',
  async () => {
    const editor = given(room);
    mkdirSync(join(editor.workspace, '.orchestration'));
    writeFileSync(
      join(editor.workspace, '.orchestration', 'active_intents.yaml'),
      "active_intents:\n  - {id: INT-001, name: Poems, status: IN_PROGRESS, owned_scope: ['poems/**']}\n",
    );
    const input = { path: 'poems/a.txt', content: 'a\n' };
    await expect
      .poll(async () => use(editor, 'delete_file', { path: 'notes.txt' }), { timeout: PATIENT / 2 })
      .toContain('No active intent selected. Call select_active_intent first.');
    expect(existsSync(join(editor.workspace, 'notes.txt'))).toBe(true);
    expect(await use(editor, 'select_active_intent', { intent_id: 'INT-001' })).toContain(
      'Active intent set to INT-001.',
    );
    expect(JSON.parse(await use(editor, 'delete_file', { path: 'notes.txt' }))).toMatchObject({
      code: 'out_of_scope',
    });
    // What lies in the scope of an intent that a person wrote needs no question, as in every session.
    expect(await use(editor, 'write_to_file', input)).toContain('poems/a.txt: applied');
    expect(written(editor, FOLDER, 'change_set_applied').at(-1)).toMatchObject({ intent_id: 'INT-001' });
    await verify(editor);
  },
  PATIENT,
);
