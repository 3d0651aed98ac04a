import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { rook } from '@rook/contract';
import { afterAll, expect, it } from 'vitest';

import { answerInput, given, journalFiles, lastAnswer, runCommand, say, untilTurns } from './chat-rook.ts';
import { startEditor, type RunningEditor } from './start-editor.ts';

const PATIENT = 180_000;
const SOON = { timeout: PATIENT / 2, interval: 100 };
const FOLDER = '.rook';
/** What would act if anything in it were more than text. */
const HOSTILE =
  'write [a link](command:workbench.action.closeWindow) <img src=x onerror=alert(1)> $(zap) **bold** www.example.com `code`';
const room = await startEditor(rook);

afterAll(async () => room?.close(), PATIENT);

const poem = (editor: RunningEditor): string => join(editor.workspace, 'poem.txt');
const lensesIn = ({ page }: RunningEditor) => page.locator('.editor-group-container .codelens-decoration');

async function write(editor: RunningEditor, prompt: string, lines: string): Promise<void> {
  editor.script([
    [{ call: { name: 'read_file', input: { path: 'poem.txt' } } }],
    [{ call: { name: 'write_to_file', input: { path: 'poem.txt', content: lines } } }],
    [{ text: 'Done.' }],
  ]);
  await say(editor, `@rook ${prompt}`);
  await lastAnswer(editor).getByRole('button', { name: 'Yes', exact: true }).last().click();
  const read = () => (existsSync(poem(editor)) ? readFileSync(poem(editor), 'utf8') : null);
  await expect.poll(read, SOON).toBe(lines);
}

/** The journal in which this was said. */
function fileWith(editor: RunningEditor, text: string): string {
  return journalFiles(editor, FOLDER).find((name) => readFileSync(name, 'utf8').includes(text)) ?? '';
}

it.skipIf(room === null)(
  'H-34 says nothing over the lines and under the mouse, unless somebody wants it',
  async () => {
    const editor = given(room);
    await write(editor, HOSTILE, 'roses are red\nviolets are blue\n');
    await untilTurns(editor, FOLDER, 1);
    await editor.ask({ open: poem(editor) });
    await editor.page.locator('.editor-group-container').getByText('roses are red').first().waitFor();
    expect(await editor.ask({ lenses: poem(editor) })).toEqual([]);
    expect(await lensesIn(editor).count()).toBe(0);
  },
  PATIENT,
);

it.skipIf(room === null)(
  'H-34 says over the lines of a turn what they are for, as text that does nothing; a click says all of it',
  async () => {
    const editor = given(room);
    await editor.ask({ setting: 'rook.why.codeLens', value: true });
    const lens = lensesIn(editor).getByText('Rook: ');
    await lens.waitFor();
    expect(await lensesIn(editor).count()).toBe(1);
    const text = await lensesIn(editor).innerText();
    expect(text.replaceAll('\u00A0', ' ')).toMatch(
      /^Rook: “write \[a link\]\(command:workbench\.action\.closeWindow\) .*…” · t0001 · \d{4}-\d{2}-\d{2}$/u,
    );
    expect(await lensesIn(editor).locator('img, .codicon').count()).toBe(0);
    await lens.click();
    const dialog = editor.page.locator('.monaco-dialog-box');
    await dialog.getByText('poem.txt:1').waitFor();
    await dialog.getByText('<img src=x onerror=alert(1)>').waitFor();
    await editor.page.keyboard.press('Escape');
  },
  PATIENT,
);

it.skipIf(room === null)(
  'H-34 says of the line under the mouse which turn wrote it, what was asked for and who allowed it, and nothing in that acts',
  async () => {
    const editor = given(room);
    const { page } = editor;
    await editor.ask({ setting: 'rook.why.hover', value: true });
    const hover = page.locator('.monaco-hover:visible').filter({ hasText: 'The assistant wrote' });
    // An editor that was busy when the mouse came does not ask again until it comes again.
    const comeToLine = async (): Promise<boolean> => {
      await page.mouse.move(1, 1);
      await page.locator('.editor-group-container .view-line').getByText('violets').hover();
      return hover.waitFor({ timeout: 5000 }).then(
        () => true,
        () => false,
      );
    };
    await expect.poll(comeToLine, { timeout: PATIENT }).toBe(true);
    const text = (await hover.innerText()).replaceAll('\u00A0', ' ');
    expect(text).toContain(HOSTILE);
    expect(text).toMatch(/The assistant wrote lines 1 to 2 on [-\d]+, turn t0001 of rook-/u);
    expect(text).toContain('Allowed by a person, asked in');
    expect(await hover.locator('img, .codicon-zap, code').count()).toBe(0);
    const links = await Promise.all(
      (await hover.locator('a').all()).map((link) => link.getAttribute('data-href')),
    );
    expect(links).toEqual([expect.stringMatching(/^command:rook\.why\?/u)]);
    await hover.getByText('Why is this line here?').click();
    await page.locator('.monaco-dialog-box').getByText('poem.txt:2').waitFor();
    await page.keyboard.press('Escape');
  },
  PATIENT,
);

it.skipIf(room === null)(
  'H-34 follows a change while it is looked at, and goes when it is not wanted any more',
  async () => {
    const editor = given(room);
    await write(editor, 'make it longer', 'roses are red\nviolets are blue\nand so are you\n');
    await untilTurns(editor, FOLDER, 2);
    await lensesIn(editor).getByText('make it longer').waitFor();
    const lenses = await editor.ask({ lenses: poem(editor) });
    expect(lenses).toMatchObject([{ line: 1 }, { line: 3 }]);
    await editor.ask({ setting: 'rook.why.codeLens', value: false });
    await expect.poll(async () => lensesIn(editor).count(), SOON).toBe(0);
    expect(await editor.ask({ lenses: poem(editor) })).toEqual([]);
  },
  PATIENT,
);

it.skipIf(room === null)(
  'I-26 what was found is a link that opens the journal at the line, and so does the list for the keyboard',
  async () => {
    const editor = given(room);
    const { page } = editor;
    const file = fileWith(editor, 'so are you');
    await runCommand(editor, 'Rook: Search Chat Journal');
    await answerInput(editor, 'e.g., brave trait, conflict, todo', 'SO ARE YOU');
    await page.locator('.quick-input-title').getByText('result(s) for').waitFor();
    await expect.poll(async () => editor.ask({ output: true }), SOON).toMatch(/ {3}File: .*\n$/u);
    const shown = String(await editor.ask({ output: true }));
    const lines = [...shown.matchAll(/ {3}File: (?<path>.*):(?<line>\d+)/gu)].map(({ groups }) => ({
      path: groups?.['path'],
      line: Number(groups?.['line']),
    }));
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.every(({ path }) => path === file)).toBe(true);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(async () => editor.ask({ active: true }), SOON).toEqual(lines[1]);
    const text = readFileSync(file, 'utf8').split('\n')[(lines[1]?.line ?? 0) - 1];
    expect(text).toContain('so are you');
    // What was printed last is in sight.
    const last = lines.at(-1);
    await page
      .locator('.panel :is(.detected-link, .detected-link-active)')
      .filter({ hasText: `.jsonl:${last?.line}` })
      .click({ modifiers: ['Control'] });
    await expect.poll(async () => editor.ask({ active: true }), SOON).toEqual(last);
  },
  PATIENT,
);

it.skipIf(room === null)(
  'H-34 stands there again after a restart, before anybody asks for anything',
  async () => {
    const editor = given(room);
    await editor.ask({ setting: 'rook.why.codeLens', value: true });
    await editor.ask({ open: poem(editor) });
    await lensesIn(editor).first().waitFor();
    await editor.killExtensions();
    await expect.poll(async () => editor.ask({ lenses: poem(editor) }), SOON).toHaveLength(2);
  },
  PATIENT,
);
