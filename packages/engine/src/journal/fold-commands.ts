import type { Entry, EntryOf, SessionDocument } from '@rook/contract';

import type { FoldIndex } from './fold-index.ts';

const MOST_FAILED = 50;
const MOST_COMMAND_CHARACTERS = 2000;
const MOST_OUTPUT_CHARACTERS = 500;

/** Commands that failed, so that whoever goes on does not have to fail again. */
export function foldCommands(document: SessionDocument, index: FoldIndex, entry: Entry): void {
  if (entry.event_type === 'command_started') index.commands.set(entry.command_id, entry);
  if (entry.event_type !== 'command_ended') return;
  const started = index.commands.get(entry.command_id);
  index.commands.delete(entry.command_id);
  if (started === undefined || !hasFailed(entry)) return;
  document.failedCommands.push({
    commandId: entry.command_id,
    command: textOf(started.command).slice(0, MOST_COMMAND_CHARACTERS),
    exitCode: entry.exit_code,
    signal: entry.signal,
    endedBy: entry.ended_by ?? 'itself',
    output: textOf(entry.output).slice(-MOST_OUTPUT_CHARACTERS),
    turnId: entry.turn_id ?? null,
    timestamp: entry.timestamp,
  });
  if (document.failedCommands.length > MOST_FAILED) document.failedCommands.shift();
}

/** What a person stopped did not fail. */
function hasFailed({ exit_code: code, ended_by: by = 'itself' }: EntryOf<'command_ended'>): boolean {
  return code !== 0 && by !== 'cancelled' && by !== 'stopped';
}

function textOf(text: EntryOf<'command_ended'>['output']): string {
  return typeof text === 'string' ? text : text.preview;
}
