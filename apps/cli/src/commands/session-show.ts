import { succeed, type ReadEntry, type Result } from '@rook/contract';
import { readJournal } from '@rook/engine';

import type { CommandCall } from '../command.ts';
import { composeStore } from '../compose-store.ts';
import { visible } from '../terminal/visible.ts';
import { describeEntry } from './describe-entry.ts';
import { findSession } from './find-session.ts';

/** Shows a session as it is read, so that a long one begins at once and takes no memory. */
export async function showSession(call: CommandCall): Promise<Result<void>> {
  const composed = await composeStore(call);
  if (!composed.ok) return composed;
  const { store } = composed.value;
  const session = await findSession(store, call.arguments.get('SESSION'));
  if (!session.ok) return session;
  if (!call.json)
    call.terminal.print({ text: session.value.id, style: 'bold' }, `  ${visible(session.value.path)}`);
  for await (const batch of readJournal(store, session.value.id)) {
    if (!batch.ok) return batch;
    for (const { read, number } of batch.value) {
      if (call.json) printEntry(call, read, number);
      else printLine(call, read, number);
    }
    await call.terminal.ready();
  }
  return succeed(undefined);
}

function printEntry({ terminal }: CommandCall, read: ReadEntry, line: number): void {
  terminal.printJson(read.kind === 'unreadable' ? { unreadable: { line, reason: read.reason } } : read.entry);
}

function printLine({ terminal }: CommandCall, read: ReadEntry, line: number): void {
  const { kind, text } = describeEntry(read);
  const place =
    read.kind === 'unreadable' ? `line ${line}` : `#${read.entry.seq} ${read.entry.timestamp.slice(11, 19)}`;
  const [first = '', ...rest] = text.split('\n');
  terminal.print({ text: `${place}  `, style: 'dim' }, { text: kind, style: 'bold' }, `  ${first}`);
  for (const further of rest) terminal.print(`    ${further}`);
}
