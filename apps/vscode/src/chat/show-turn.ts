import { join } from 'node:path';

import {
  parseEntry,
  warnOfChanges,
  type EntryBase,
  type EntryOf,
  type TurnId,
  type WorkbenchEvent,
} from '@rook/contract';

import { plainText } from './plain-text.ts';
import { showApproval } from './show-approval.ts';
import { createCommandShow } from './show-command.ts';
import type { Showing } from './showing.ts';

/** How a turn ended, for who asked for it. */
export interface TurnEnd {
  readonly turn: TurnId;
  readonly status: NonNullable<EntryOf<'turn'>['status']>;
  readonly toolCalls: number;
  readonly error: string | null;
}

/** Shows one turn in the chat of the editor as it comes. */
export interface TurnShow {
  /** Answers with the end, as soon as that is known. */
  show(event: WorkbenchEvent): TurnEnd | null;
}

/** Only the turn that answers this message is shown; others of the session are not this request's. */
export function createTurnShow(showing: Showing, message: string): TurnShow {
  const { stream } = showing;
  let turn: TurnId | null = null;
  /** What of the answer that is being written was shown. */
  let shown = '';
  let isUnwritten = false;
  const asked = new Set<string>();
  const commands = createCommandShow(showing);

  function showText(text: string): void {
    if (text === '') return;
    shown += text;
    stream.markdown(text);
  }

  function showEntry(base: EntryBase): TurnEnd | null {
    const read = parseEntry(base);
    if (read.kind !== 'known') return null;
    const { entry } = read;
    if (entry.event_type === 'turn_started' && entry.message_id === message) turn = entry.turn_id;
    // An answer names its question, wherever it was given.
    if (entry.event_type === 'approval_answered' && asked.has(entry.approval_id))
      stream.markdown(`\n\n_You said ${entry.answer}._\n\n`);
    if (turn === null || !('turn_id' in entry) || entry.turn_id !== turn) return null;
    if (entry.event_type === 'answer_received') {
      // What was written before anybody listened, or got lost on the way, is shown now.
      const whole = typeof entry.text === 'string' ? entry.text : entry.text.preview;
      showText(whole.startsWith(shown) ? whole.slice(shown.length) : '');
      if (shown !== '' && !shown.endsWith('\n')) stream.markdown('\n\n');
      shown = '';
    }
    if (entry.event_type === 'approval_requested') {
      asked.add(entry.approval_id);
      showApproval(showing, entry);
    }
    commands.entry(entry);
    if (entry.event_type === 'change_set_applied') showChanges(showing, entry);
    return entry.event_type === 'turn' ? endOf(entry) : null;
  }

  return {
    show: (event) => {
      // While nothing can be written down no entry says which turn it is.
      if (event.type === 'delta' && isUnwritten) turn ??= event.delta.turn_id;
      if (event.type === 'delta' && event.delta.turn_id === turn) {
        if (event.delta.type === 'text') showText(event.delta.text);
        if (event.delta.type === 'status') stream.progress(event.delta.text);
      }
      if (event.type === 'notice') stream.progress(event.text);
      if (event.type === 'state') isUnwritten = event.state.unwritten > 0;
      let end: TurnEnd | null = null;
      if (event.type === 'entries') for (const entry of event.entries) end = showEntry(entry) ?? end;
      return end;
    },
  };
}

export function endOf({
  turn_id: turn,
  status = 'completed',
  tool_call_count: toolCalls,
  error,
}: EntryOf<'turn'>): TurnEnd {
  return { turn, status, toolCalls, error: error?.message ?? null };
}

/** What was changed, with a way to each file and a way back. */
function showChanges({ stream, editor, root, prefix }: Showing, entry: EntryOf<'change_set_applied'>): void {
  const { change_set_id: id, session_id: session, files } = entry;
  const names = files.map(({ path }) => path);
  stream.markdown(`\n\nChanged ${names.length === 1 ? 'one file' : `${names.length} files`}: `);
  for (const path of names.slice(0, MOST_NAMED))
    if (root !== null) stream.anchor(editor.Uri.file(join(root, path)), path);
  if (names.length > MOST_NAMED) stream.markdown(` and ${names.length - MOST_NAMED} more`);
  stream.markdown('\n\n');
  for (const warning of warnOfChanges(entry)) stream.markdown(`⚠ ${plainText(warning)}\n\n`);
  stream.button({ command: `${prefix}.rewind`, title: 'Rewind', arguments: [{ session, changeSet: id }] });
}

const MOST_NAMED = 10;
