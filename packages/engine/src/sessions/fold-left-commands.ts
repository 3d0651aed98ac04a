import type { EntryOf, ReadEntry } from '@rook/contract';

import { givesRight } from '../journal/gives-right.ts';

/** A command that was begun and not ended. */
export interface LeftCommand {
  readonly started: EntryOf<'command_started'>;
  /** What it changed, where that was written down before its end could be. */
  readonly changes: EntryOf<'change_set_applied'> | null;
}

interface LeftCommandFold {
  readonly add: (read: ReadEntry) => void;
  /** In order. */
  readonly left: () => readonly LeftCommand[];
}

/** What an import tells of commands, nobody here has to look after. */
export function createLeftCommandFold(): LeftCommandFold {
  const commands = new Map<string, LeftCommand>();
  return {
    add: (read) => {
      if (read.kind !== 'known' || !givesRight(read.entry)) return;
      const { entry } = read;
      if (entry.event_type === 'command_started')
        commands.set(entry.command_id, { started: entry, changes: null });
      if (entry.event_type === 'command_ended') commands.delete(entry.command_id);
      if (entry.event_type !== 'change_set_applied' || entry.command_id === undefined) return;
      const known = commands.get(entry.command_id);
      if (known !== undefined) commands.set(entry.command_id, { ...known, changes: entry });
    },
    left: () => [...commands.values()],
  };
}
