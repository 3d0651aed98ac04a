import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { rook, type EntryOf } from '@rook/contract';
import { contentHash } from '@rook/engine';
import { afterAll, expect, it } from 'vitest';

import { given, lastAnswer, press, say, turnOf, written } from './chat-rook.ts';
import { startEditor, type RunningEditor } from './start-editor.ts';

const PATIENT = 180_000;
const FOLDER = '.rook';
const room = await startEditor(rook);

afterAll(async () => room?.close(), PATIENT);

const hashOf = (text: string): string => contentHash(new TextEncoder().encode(text));
const read = (path: string) => [{ call: { name: 'read_file', input: { path } } }];
const write = (path: string, content: string) => [
  { call: { name: 'write_to_file', input: { path, content } } },
];

/** Waits until the editor shows this text of a file. */
async function untilShown(editor: RunningEditor, path: string, shown: object): Promise<void> {
  await expect
    .poll(async () => editor.ask({ document: path }), { timeout: PATIENT / 2 })
    .toMatchObject(shown);
}

function setsOf(editor: RunningEditor, path: string): readonly EntryOf<'change_set_applied'>[] {
  return written(editor, FOLDER, 'change_set_applied').filter(({ files }) =>
    files.some((file) => file.path === path),
  );
}

it.skipIf(room === null)(
  'E-25 an edit of an open file is saved, and joins the undo of the editor',
  async () => {
    const editor = given(room);
    const path = join(editor.workspace, 'open.txt');
    writeFileSync(path, 'one\r\ntwo\r\n');
    await editor.ask({ open: path });
    await untilShown(editor, path, { text: 'one\r\ntwo\r\n', isDirty: false });
    editor.script([read('open.txt'), write('open.txt', 'one\r\n2\r\n'), [{ text: 'Changed.' }]]);
    await say(editor, '@rook change the open file');
    await press(editor, 'Yes');
    await turnOf(editor, FOLDER, 'change the open file');
    expect(readFileSync(path, 'utf8')).toBe('one\r\n2\r\n');
    await untilShown(editor, path, { text: 'one\r\n2\r\n', isDirty: false });
    const [set] = setsOf(editor, 'open.txt');
    expect(set?.files).toMatchObject([{ after_hash: hashOf('one\r\n2\r\n'), added: 1, removed: 1 }]);
    expect(set?.files[0]?.planned_hash).toBeUndefined();
    await editor.ask({ open: path });
    await editor.ask({ command: 'undo' });
    await untilShown(editor, path, { text: 'one\r\ntwo\r\n', isDirty: true });
    // What the person undid is not saved yet, and nothing is lost by that.
    expect(readFileSync(path, 'utf8')).toBe('one\r\n2\r\n');
    await editor.ask({ command: 'workbench.action.files.save' });
    await expect.poll(() => readFileSync(path, 'utf8'), { timeout: PATIENT / 2 }).toBe('one\r\ntwo\r\n');
  },
  PATIENT,
);

it.skipIf(room === null)(
  'E-14 what a formatter makes of it on saving is part of the change set, and Rewind brings back the old bytes',
  async () => {
    const editor = given(room);
    const path = join(editor.workspace, 'formatted.txt');
    writeFileSync(path, 'quiet\n');
    await editor.ask({ setting: 'editor.formatOnSave', value: true });
    await editor.ask({ open: path });
    await untilShown(editor, path, { text: 'quiet\n', isDirty: false });
    editor.script([
      read('formatted.txt'),
      write('formatted.txt', 'louder\n'),
      write('formatted.txt', 'again\n'),
      [{ text: 'I stop.' }],
    ]);
    await say(editor, '@rook speak up');
    await press(editor, 'Yes');
    const turn = await turnOf(editor, FOLDER, 'speak up');
    expect(readFileSync(path, 'utf8')).toBe('LOUDER\n');
    const [set] = setsOf(editor, 'formatted.txt');
    expect(set?.files).toMatchObject([
      {
        before_hash: hashOf('quiet\n'),
        planned_hash: hashOf('louder\n'),
        after_hash: hashOf('LOUDER\n'),
        hunks: [{ start: 1, removed: 1, added: 1 }],
      },
    ]);
    const calls = written(editor, FOLDER, 'tool_call').filter(
      (call) => call.session_id === turn.session_id && call.turn_id === turn.turn_id,
    );
    const told = calls.filter(({ tool }) => tool.name === 'write_to_file').map(({ result }) => result);
    expect(JSON.stringify(told[0])).toContain('The editor formatted it on saving');
    expect(told[1]).toMatchObject({ ok: false });
    await press(editor, 'Rewind');
    const dialog = editor.page.locator('.monaco-dialog-box');
    await dialog.getByRole('button', { name: 'Rewind', exact: true }).click();
    await expect.poll(() => readFileSync(path, 'utf8'), { timeout: PATIENT / 2 }).toBe('quiet\n');
    await untilShown(editor, path, { text: 'quiet\n', isDirty: false });
    await editor.ask({ setting: 'editor.formatOnSave', value: false });
    expect(await lastAnswer(editor).innerText()).not.toContain('⚠️');
  },
  PATIENT,
);
