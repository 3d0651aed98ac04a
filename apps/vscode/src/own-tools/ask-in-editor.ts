import { contentHashSchema, type EntryOf } from '@rook/contract';
import type * as vscode from 'vscode';

import { showText } from '../commands/change-commands.ts';
import type { Desk } from '../commands/desk.ts';
import { sendAnswer } from '../commands/governance-commands.ts';
import type { EditorWorkbench } from '../compose-workbench.ts';

type Asked = EntryOf<'approval_requested'>;
type Room = Pick<EditorWorkbench, 'call' | 'readBlob'>;

const YES: vscode.MessageItem = { title: 'Yes' };
const SESSION: vscode.MessageItem = { title: 'Yes, for this session' };
const SHOW: vscode.MessageItem = { title: 'Show All of It' };
/** Who only closes the question has not said yes. */
const NO: vscode.MessageItem = { title: 'No', isCloseAffordance: true };

/**
 * Puts the question of the gate to the person, with exactly what a yes would do, and passes the answer on. All of it can be looked
 * at in an editor; then the question waits beside it.
 */
export async function askInEditor(desk: Pick<Desk, 'editor'>, room: Room, asked: Asked): Promise<void> {
  const { approval_id: approval, session_id: session, question, scopes = ['once'] } = asked;
  const preview = await readPreview(room, asked);
  const answers = [YES, ...(scopes.includes('session') ? [SESSION] : [])];
  const sentence = `Another participant of the chat asks: ${question}`;
  const { window } = desk.editor;
  const options = { modal: true, detail: shorten(preview) };
  let picked = await window.showWarningMessage(sentence, options, ...answers, SHOW, NO);
  if (picked === SHOW) {
    await showText(desk, asked.effect === 'command' ? 'shellscript' : 'diff', preview);
    picked = await window.showWarningMessage(sentence, ...answers, NO);
  }
  const isYes = picked === YES || picked === SESSION;
  await sendAnswer(desk, room, {
    session,
    approval,
    answer: isYes ? 'yes' : 'no',
    ...(picked === SESSION ? { scope: 'session' } : {}),
  });
}

/** Of what was too long for a line of the journal, the whole is kept. */
async function readPreview({ readBlob }: Room, { preview = '' }: Asked): Promise<string> {
  if (typeof preview === 'string') return preview;
  const hash = contentHashSchema.safeParse(`sha256:${preview.sha256.replace(/^sha256:/u, '')}`);
  const kept = hash.success ? await readBlob(hash.data) : null;
  return kept?.ok === true && kept.value !== null ? new TextDecoder().decode(kept.value) : preview.preview;
}

const MOST_LINES = 25;
const MOST_CHARACTERS = 2000;

/** As much as a dialog has room for. */
function shorten(text: string): string {
  const lines = text.split('\n');
  const shown = lines.slice(0, MOST_LINES).join('\n').slice(0, MOST_CHARACTERS);
  if (shown.length === text.length) return text;
  return `${shown}\n… (This is the beginning; "${SHOW.title}" opens the whole.)`;
}
