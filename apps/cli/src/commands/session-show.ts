import { succeed, type IntentId, type Result } from '@rook/contract';
import { readJournal, type JournalLine } from '@rook/engine';

import type { CommandCall } from '../command.ts';
import { composeStore } from '../compose-store.ts';
import { visible } from '../terminal/visible.ts';
import { describeEntry } from './describe-entry.ts';
import { findSession } from './find-session.ts';
import { showTodos } from './session-todos.ts';
import { loadUnfinished, tellUnfinished } from './tell-unfinished.ts';

const PREVIEW_CHARS = 200;
/** Keeps a byte order mark: it is one of the bytes that the chain is made of. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Shows a session as it is read, so that a long one begins at once and takes no memory. Under `--json` each
 * line is printed as it lies in the file, so that the chain can be checked from what is printed.
 */
export async function showSession(call: CommandCall): Promise<Result<void>> {
  const composed = await composeStore(call);
  if (!composed.ok) return composed;
  const { store } = composed.value;
  const session = await findSession(store, call.arguments.get('SESSION'));
  if (!session.ok) return session;
  if (call.switches.has('todos')) return showTodos(call, store, session.value.id);
  if (!call.json)
    call.terminal.print({ text: session.value.id, style: 'bold' }, `  ${visible(session.value.path)}`);
  let hasTodos = false;
  let intent: IntentId | null = null;
  for await (const batch of readJournal(store, session.value.id)) {
    if (!batch.ok) return batch;
    for (const line of batch.value) {
      hasTodos ||= line.read.kind === 'known' && line.read.entry.event_type === 'todo_changed';
      intent = selectedBy(line, intent);
      if (call.json) printSource(call, line);
      else printLine(call, line);
    }
    await call.terminal.ready();
  }
  if (!call.json && intent !== null)
    call.terminal.print({ text: 'Active intent: ', style: 'bold' }, visible(intent));
  tellUnfinished(call, await loadUnfinished(store, session.value.id));
  return call.json || !hasTodos ? succeed(undefined) : showTodos(call, store, session.value.id);
}

/** A selection that came with an import does not count here. */
function selectedBy({ read }: JournalLine, before: IntentId | null): IntentId | null {
  if (read.kind !== 'known' || read.entry.event_type !== 'intent_selected') return before;
  return read.entry.imported === true ? before : read.entry.intent_id;
}

/** What is no JSON is told as a value, so that every line of the output is one. */
function printSource({ terminal }: CommandCall, { read, number, bytes, hash, raw }: JournalLine): void {
  const isEntry = read.kind !== 'unreadable';
  const isMarked = raw[0] === 0xef && raw[1] === 0xbb && raw[2] === 0xbf;
  if (isEntry && !isMarked) {
    terminal.printJson(read.entry, decoder.decode(raw));
    return;
  }
  const reason = isEntry ? 'it begins with a byte order mark' : read.reason;
  // A character takes four bytes at most.
  const preview = decoder.decode(raw.subarray(0, 4 * PREVIEW_CHARS)).slice(0, PREVIEW_CHARS);
  terminal.printJson({ unreadable: { line: number, bytes, sha256: hash, preview, reason } });
}

function printLine({ terminal }: CommandCall, { read, number }: JournalLine): void {
  const { kind, text } = describeEntry(read);
  const place =
    read.kind === 'unreadable'
      ? `line ${number}`
      : `#${read.entry.seq} ${read.entry.timestamp.slice(11, 19)}`;
  const [first = '', ...rest] = text.split('\n');
  const imported = read.kind !== 'unreadable' && read.entry.imported === true ? ' (imported)' : '';
  terminal.print(
    { text: `${place}  `, style: 'dim' },
    { text: kind, style: 'bold' },
    { text: imported, style: 'dim' },
    `  ${first}`,
  );
  for (const further of rest) terminal.print(`    ${further}`);
}
