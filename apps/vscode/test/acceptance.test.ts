import { readFileSync } from 'node:fs';

import { ck3raven } from '@rook/contract';
import { afterAll, expect, it } from 'vitest';

import {
  answerInput,
  entriesIn,
  given,
  journalFiles,
  lastAnswer,
  runCommand,
  say,
  untilTurns,
  written,
} from './chat-rook.ts';
import { startEditor } from './start-editor.ts';

const PATIENT = 180_000;
const FOLDER = '.ck3raven';
const room = await startEditor(ck3raven);

afterAll(async () => room?.close(), PATIENT);

it.skipIf(room === null)(
  'T-10 A-01 1: @ck3raven hello is answered, typed as a person types it',
  async () => {
    const editor = given(room);
    editor.script([[{ text: 'Hello ' }, { text: 'traveller.' }]]);
    await editor.page.locator('.interactive-session .monaco-editor').last().click();
    await editor.page.keyboard.type('@ck3raven hello');
    await editor.page.keyboard.press('Escape');
    await editor.page.keyboard.press('Enter');
    await lastAnswer(editor).getByText('Hello traveller.').waitFor();
    await editor.page.getByText('CK3 Raven', { exact: true }).first().waitFor();
    await untilTurns(editor, FOLDER, 1);
    expect(await lastAnswer(editor).innerText()).toContain('CK3 Raven');
  },
  PATIENT,
);

it.skipIf(room === null)(
  'T-10 I-01 2: after one message the journal has session_start and turn',
  () => {
    const editor = given(room);
    const [file = ''] = journalFiles(editor, FOLDER);
    expect(file).toMatch(/\.ck3raven\/chats\/\d{4}-\d{2}-\d{2}\/session_ck3raven-\d{8}-[0-9a-f]{8}\.jsonl$/u);
    const entries = entriesIn(file);
    expect(entries[0]).toMatchObject({
      schema_version: 1,
      event_type: 'session_start',
      chat_surface: 'vscode.chat',
      participant: 'ck3raven',
      workspace: { name: 'workspace', trusted: true },
    });
    const [turn] = written(editor, FOLDER, 'turn');
    expect(turn).toMatchObject({
      turn_id: 't0001',
      user: { text: 'hello' },
      assistant: { text: 'Hello traveller.' },
      tool_call_count: 0,
    });
  },
  PATIENT,
);

it.skipIf(room === null)(
  'T-10 I-03 3: a second message only adds to the file: the old bytes are its beginning',
  async () => {
    const editor = given(room);
    const [file = ''] = journalFiles(editor, FOLDER);
    const before = readFileSync(file);
    editor.script([[{ text: 'Again.' }]]);
    await say(editor, '@ck3raven and again', false);
    await untilTurns(editor, FOLDER, 2);
    expect(journalFiles(editor, FOLDER)).toEqual([file]);
    expect(readFileSync(file).subarray(0, before.length).equals(before)).toBe(true);
  },
  PATIENT,
);

it.skipIf(room === null)(
  'T-10 I-08 4: a tool call is written down with its clean name, its input and its output',
  async () => {
    const editor = given(room);
    editor.script([
      [{ text: 'I look.' }, { call: { name: 'mcp_ck3_lens_abc_ck3_look', input: { trait: 'brave' } } }],
      [{ text: 'It is there.' }],
    ]);
    await say(editor, '@ck3raven search for the brave trait', false);
    await editor.page.getByRole('button', { name: 'Yes', exact: true }).last().click();
    await untilTurns(editor, FOLDER, 3);
    const [call] = written(editor, FOLDER, 'tool_call');
    expect(call).toMatchObject({
      turn_id: 't0003',
      tool: { name: 'ck3_look', input: { trait: 'brave' } },
      result: { ok: true },
    });
    expect(JSON.stringify(call?.result.reply)).toContain('mcp_ck3_lens_abc_ck3_look says');
    expect(editor.log().find(({ tool }) => tool !== undefined)).toEqual({
      tool: 'mcp_ck3_lens_abc_ck3_look',
      input: { trait: 'brave' },
    });
  },
  PATIENT,
);

it.skipIf(room === null)(
  'B-09 offers only tools of the allowed namespaces, and none that only has one inside its name',
  () => {
    const asked = given(room)
      .log()
      .filter(({ tools }) => Array.isArray(tools));
    expect(asked.at(-1)?.['tools']).toEqual(['ck3_echo', 'ck3_fail', 'mcp_ck3_lens_abc_ck3_look']);
  },
  PATIENT,
);

it.skipIf(room === null)(
  'B-30 what was said beside a call stays with it, and its result comes back as content',
  () => {
    const asked = given(room)
      .log()
      .filter(({ asked: messages }) => messages !== undefined);
    const text = JSON.stringify(asked.at(-1));
    expect(text).toContain('SYSTEM: You are ck3raven.');
    expect(text.indexOf('I look.')).toBeGreaterThan(0);
    expect(text.indexOf('mcp_ck3_lens_abc_ck3_look')).toBeGreaterThan(text.indexOf('I look.'));
    expect(text).toContain('mcp_ck3_lens_abc_ck3_look says');
  },
  PATIENT,
);

it.skipIf(room === null)(
  'T-10 I-20 I-23 5: tags the last turn, with a tag of the list and one that was typed',
  async () => {
    const editor = given(room);
    await runCommand(editor, 'CK3 Raven: Tag Last Chat Turn');
    const input = editor.page.locator('.quick-input-widget input[type=text], .quick-input-box input').first();
    await input.fill('bug');
    await editor.page.keyboard.press('ArrowDown');
    await editor.page.keyboard.press('Space');
    await input.fill('my own tag');
    await editor.page.keyboard.press('Enter');
    await editor.page
      .locator('.quick-input-widget input[placeholder="Optional context for this tag"]')
      .fill('seen twice');
    await editor.page.keyboard.press('Enter');
    await editor.page
      .getByText(/^Tagged turn t0003 with: /u)
      .first()
      .waitFor();
    const [tag] = written(editor, FOLDER, 'tag');
    expect(tag).toMatchObject({ turn_id: 't0003', note: 'seen twice' });
    expect([...(tag?.tags ?? [])].toSorted()).toEqual(['bug', 'my own tag']);
  },
  PATIENT,
);

it.skipIf(room === null)(
  'T-10 I-24 6: makes an action of the last turn',
  async () => {
    const editor = given(room);
    await runCommand(editor, 'CK3 Raven: Create Action from Last Turn');
    await answerInput(editor, 'e.g., Fix brave trait conflict', 'Fix the brave trait');
    await answerInput(editor, 'Steps to complete, context, etc.', 'Look at both mods.');
    await editor.page.locator('.quick-input-title').getByText('Action Tags').waitFor();
    await editor.page.keyboard.press('Enter');
    await editor.page.getByText('Created action a0001: Fix the brave trait').first().waitFor();
    expect(written(editor, FOLDER, 'action')).toMatchObject([
      {
        action_id: 'a0001',
        turn_id: 't0003',
        title: 'Fix the brave trait',
        details: 'Look at both mods.',
        status: 'open',
      },
    ]);
  },
  PATIENT,
);

it.skipIf(room === null)(
  'T-10 I-26 7: search prints where a word stands',
  async () => {
    const editor = given(room);
    await runCommand(editor, 'CK3 Raven: Search Chat Journal');
    await answerInput(editor, 'e.g., brave trait, conflict, todo', 'BRAVE');
    await expect
      .poll(async () => editor.ask({ output: true }), { timeout: PATIENT / 2 })
      .toMatch(/Searching for: "BRAVE"\n={60}\n\nFound \d+ result\(s\):\n[^]*File: /u);
    const shown = await editor.ask({ output: true });
    expect(shown).toMatch(/={60}\n\nFound \d+ result\(s\):\n/u);
    expect(shown).toMatch(
      /📅 \d{4}-\d{2}-\d{2} \| Session: ck3raven-\d{8}-[0-9a-f]{8}\n {3}Type: turn \| Turn: t0003\n {3}Match: .*brave.*\n {3}File: .*\.jsonl:\d+/u,
    );
  },
  PATIENT,
);

it.skipIf(room === null)(
  'T-10 R-01 R-03 R-05 8: diagnose warns of recorders that are installed, and is written down',
  async () => {
    const editor = given(room);
    await editor.ask({
      setting: 'ck3raven.chatJournal.knownChatRecorderExtensions',
      value: ['rook-test.companion', 'nobody.nothing'],
    });
    await runCommand(editor, 'CK3 Raven: Run Diagnostics');
    const shown = editor.page.locator('.output-view-content, .panel .view-lines').first();
    await shown.getByText('✅ Participant: Registered').waitFor();
    await shown.getByText('✅ Journal: Writable').waitFor();
    await shown.getByText('✅ MCP Tools: Registered').waitFor();
    await shown.getByText('⚠️ Potential Conflicts Detected:').waitFor();
    await shown.getByText('- rook-test.companion').waitFor();
    await shown.getByText('Health check complete.').waitFor();
    expect(written(editor, FOLDER, 'health').at(-1)?.checks).toMatchObject({
      participant_registered: true,
      journal_writable: true,
      mcp_tools_registered: true,
      known_conflicts: ['rook-test.companion'],
    });
    expect(journalFiles(editor, FOLDER)).toHaveLength(1);
  },
  PATIENT,
);
