import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parseEntry, type Entry, type EntryOf } from '@rook/contract';
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';

import type { RunningEditor } from './start-editor.ts';

/** For tests that are skipped where there is none. */
export function given(editor: RunningEditor | null): RunningEditor {
  if (editor === null) throw new Error('There is no editor here.');
  return editor;
}

/** Sends a message in a chat of its own, or in the one that is open. */
export async function say(editor: RunningEditor, text: string, isNew = true): Promise<void> {
  if (isNew) await editor.ask({ command: 'workbench.action.chat.newChat' });
  // They lie over the buttons of the chat.
  await editor.ask({ command: 'notifications.clearAll' });
  await editor.ask({ command: 'workbench.action.chat.open', args: [{ query: text }] });
}

/** The last answer in the chat. */
export function lastAnswer({ page }: RunningEditor): Locator {
  return page.locator('.interactive-session .interactive-response').last();
}

/** The files of all sessions of the workspace, in the order of their names. */
export function journalFiles({ workspace }: RunningEditor, folder: string): readonly string[] {
  const chats = join(workspace, folder, 'chats');
  if (!existsSync(chats)) return [];
  return readdirSync(chats, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => join(chats, name));
}

export function entriesIn(file: string): readonly Entry[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line) => {
      const read = parseEntry(JSON.parse(line));
      return read.kind === 'known' ? [read.entry] : [];
    });
}

/** All entries of this type, over all sessions. */
export function written<Type extends Entry['event_type']>(
  editor: RunningEditor,
  folder: string,
  type: Type,
): readonly Extract<Entry, { event_type: Type }>[] {
  const isOf = (entry: Entry): entry is Extract<Entry, { event_type: Type }> => entry.event_type === type;
  return journalFiles(editor, folder).flatMap((file) => entriesIn(file).filter(isOf));
}

const PATIENCE = 60_000;

/** Waits until so many turns were written down. */
export async function untilTurns(editor: RunningEditor, folder: string, count: number): Promise<void> {
  await expect
    .poll(() => written(editor, folder, 'turn').length, { timeout: PATIENCE, interval: 100 })
    .toBe(count);
}

/** Waits until the turn that answers this was written down. */
export async function turnOf(editor: RunningEditor, folder: string, text: string): Promise<EntryOf<'turn'>> {
  const find = (): EntryOf<'turn'> | undefined =>
    written(editor, folder, 'turn').find(({ user }) => user.text === text);
  await expect.poll(find, { timeout: PATIENCE * 1.5, interval: 100 }).toBeDefined();
  const turn = find();
  if (turn === undefined) throw new Error('The turn is gone.');
  return turn;
}

/** Presses a button of the last answer. */
export async function press(editor: RunningEditor, name: string): Promise<void> {
  await lastAnswer(editor).getByRole('button', { name, exact: true }).last().click();
}

/** Runs a command from the palette, by the words that a person reads there. */
export async function runCommand({ page }: RunningEditor, words: string): Promise<void> {
  await page.keyboard.press('F1');
  const box = page.locator('.quick-input-widget input[type=text], .quick-input-box input').first();
  await box.fill(`>${words}`);
  await page.locator('.quick-input-list .monaco-list-row').getByText(words).first().click();
}

/** Fills the input that has this placeholder. */
export async function answerInput({ page }: RunningEditor, placeholder: string, text: string): Promise<void> {
  const input = page.locator(`.quick-input-widget input[placeholder="${placeholder}"]`);
  await input.waitFor();
  await input.fill(text);
  await page.keyboard.press('Enter');
}
