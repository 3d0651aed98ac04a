import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { rook } from '@rook/contract';
import { afterAll, expect, it } from 'vitest';

import { given, lastAnswer, say, written } from './chat-rook.ts';
import { canFreeze, freeze } from './freeze.ts';
import { startEditor, type RunningEditor } from './start-editor.ts';

const PATIENT = 180_000;
const WAIT = { timeout: PATIENT / 2, interval: 100 };
const room = await startEditor(rook, { place: null });

afterAll(async () => room?.close(), PATIENT);

const WRITE = [{ call: { name: 'write_to_file', input: { path: 'new.txt', content: 'new\n' } } }];

/** What the model was told last, as text. */
function told(editor: RunningEditor): string {
  return JSON.stringify(editor.log().findLast(({ asked }) => asked !== undefined));
}

/** Asks in a chat of its own and waits until all of this stands in the answer. */
async function ask(editor: RunningEditor, text: string, answer: readonly string[]): Promise<void> {
  await editor.ask({ command: 'workbench.action.chat.newChat' });
  const wish = { query: `@rook ${text}`, modelSelector: { id: 'scripted-1' }, blockOnResponse: true };
  await editor.ask({ command: 'workbench.action.chat.open', args: [wish] });
  for (const part of answer) await lastAnswer(editor).getByText(part).first().waitFor();
}

/** All that stands in the last answer. */
async function shown(editor: RunningEditor): Promise<string> {
  return lastAnswer(editor).innerText();
}

it.skipIf(room === null)(
  'T-15 I-01 without a folder it talks and says so, the session lies with the user, and a change is refused',
  async () => {
    const editor = given(room);
    editor.script([WRITE, [{ text: 'I can only talk.' }]]);
    await ask(editor, 'write a file', [
      'I can only talk.',
      'No folder is open, so Rook can talk and nothing else.',
    ]);
    expect(told(editor)).toMatch(/no folder|no workspace|no tool/iu);
    const home = { ...editor, workspace: editor.home };
    await expect
      .poll(() => written(home, 'sessions', 'turn').map(({ user }) => user.text), WAIT)
      .toEqual(['write a file']);
    expect(written(home, 'sessions', 'tool_call')).toMatchObject([{ result: { ok: false } }]);
  },
  PATIENT,
);

it.skipIf(room === null)(
  'T-15 I-01 of several folders it works in that of the file that is looked at, and says which',
  async () => {
    const editor = given(room);
    const [first, second] = ['first', 'second_one'].map((name) => join(editor.folder, name));
    for (const folder of [first, second]) mkdirSync(String(folder));
    writeFileSync(join(String(second), 'here.txt'), 'here\n');
    const workspace = join(editor.folder, 'both.code-workspace');
    writeFileSync(workspace, JSON.stringify({ folders: [{ path: 'first' }, { path: 'second_one' }] }));
    // The editor tells extensions of the folders in such a file a while after they began, and now and then not at all.
    const openBoth = async (): Promise<unknown> => {
      await editor.open({ workspace });
      const until = Date.now() + 20_000;
      let folders = await editor.ask({ folders: true });
      while (Array.isArray(folders) && folders.length === 0 && Date.now() < until) {
        await new Promise((resolve) => setTimeout(resolve, 100));
        folders = await editor.ask({ folders: true });
      }
      return folders;
    };
    await expect.poll(openBoth, WAIT).toEqual(['first', 'second_one']);
    editor.script([[{ text: 'Hello.' }]]);
    await ask(editor, 'hello', ['Working in the folder first.']);
    await editor.ask({ open: join(String(second), 'here.txt') });
    await ask(editor, 'and here?', ['Working in the folder second_one.']);
    for (const [folder, text] of [
      [first, 'hello'],
      [second, 'and here?'],
    ])
      await expect
        .poll(
          () =>
            written({ ...editor, workspace: String(folder) }, '.rook', 'turn').map(({ user }) => user.text),
          WAIT,
        )
        .toEqual([text]);
  },
  PATIENT,
);

it.skipIf(room === null)(
  'T-15 in a virtual folder it talks and says what it cannot',
  async () => {
    const editor = given(room);
    await editor.open({ folder: 'rook-test:/far' });
    editor.script([[{ text: 'Hello from afar.' }]]);
    await ask(editor, 'hello', [
      'Hello from afar.',
      'Rook cannot work in a virtual folder, so it can talk and nothing else.',
    ]);
    expect(await shown(editor)).not.toContain('Error');
  },
  PATIENT,
);

it.skipIf(room === null || !canFreeze)(
  'T-15 I-14 in a folder that cannot be written the answer comes and says that it is not written down',
  async () => {
    const editor = given(room);
    const folder = join(editor.folder, 'frozen');
    mkdirSync(folder);
    freeze(folder, true);
    try {
      await editor.open({ folder });
      editor.script([WRITE, [{ text: 'I say it all the same.' }]]);
      await ask(editor, 'write a file', [
        'I say it all the same.',
        'Nothing can be written down here, so Rook can talk and nothing else',
        `The folder ${join(folder, '.rook')} could not be made`,
      ]);
      expect(existsSync(join(folder, 'new.txt'))).toBe(false);
    } finally {
      freeze(folder, false);
    }
  },
  PATIENT,
);

it.skipIf(room === null)(
  'S-10 what is set in the editor takes effect, and what a folder brings along only tightens it',
  async () => {
    const editor = given(room);
    await editor.open({ folder: editor.workspace });
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    for (const name of names) mkdirSync(join(editor.workspace, name), { recursive: true });
    const rounds = async (text: string): Promise<number | undefined> => {
      editor.script(names.map((path) => [{ call: { name: 'list_files', input: { path } } }]));
      await say(editor, `@rook ${text}`);
      const find = () => written(editor, '.rook', 'turn').find(({ user }) => user.text === text);
      await expect.poll(find, WAIT).toBeDefined();
      return find()?.tool_call_count;
    };
    await editor.ask({ setting: 'rook.turn.maxRounds', value: 4 });
    expect(await rounds('until I say stop')).toBe(4);
    const inFolder = async (value: number): Promise<void> => {
      await editor.ask({ setting: 'rook.turn.maxRounds', value, isOfFolder: true });
    };
    await inFolder(9);
    expect(await rounds('the folder wants more')).toBe(4);
    await inFolder(2);
    expect(readFileSync(join(editor.workspace, '.vscode', 'settings.json'), 'utf8')).toContain('maxRounds');
    expect(await rounds('the folder wants less')).toBe(2);
  },
  PATIENT,
);

it.skipIf(room === null)(
  'S-10 a wrong value in the settings of the editor refuses work and names the setting',
  async () => {
    const editor = given(room);
    await editor.ask({ setting: 'rook.mode', value: 'saef' });
    await say(editor, '@rook hello');
    await lastAnswer(editor)
      .getByText('VS Code settings: mode takes one of safe, ask, allow; "saef" is not.')
      .first()
      .waitFor();
    expect(await shown(editor)).toContain('⚠️ Error: ');
    await editor.ask({ setting: 'rook.mode' });
  },
  PATIENT,
);

it.skipIf(room === null)(
  'T-15 in a folder that is not trusted it reads, and says why it changes nothing',
  async () => {
    const editor = given(await startEditor(rook, { isWary: true }));
    try {
      writeFileSync(join(editor.workspace, 'notes.txt'), 'what stands here\n');
      editor.script([
        [{ call: { name: 'read_file', input: { path: 'notes.txt' } } }],
        WRITE,
        [{ text: 'I only read it.' }],
      ]);
      await ask(editor, 'read and write', [
        'I only read it.',
        'You do not trust this folder, so Rook only reads in it: nothing is changed and nothing is run.',
      ]);
      await expect.poll(() => written(editor, '.rook', 'tool_call').length, WAIT).toBe(2);
      expect(written(editor, '.rook', 'tool_call')).toMatchObject([
        { tool: { name: 'read_file' }, result: { ok: true } },
        { tool: { name: 'write_to_file' }, result: { ok: false } },
      ]);
      expect(written(editor, '.rook', 'session_start')).toMatchObject([{ workspace: { trusted: false } }]);
      expect(existsSync(join(editor.workspace, 'new.txt'))).toBe(false);
    } finally {
      await editor.close();
    }
  },
  PATIENT,
);
