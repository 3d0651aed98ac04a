import type { Entry, EntryOf, TurnId } from '@rook/contract';

import { changeLast, changeTurn, type ConversationDraft } from './conversation-draft.ts';
import type { CommandEndView, CommandView, TurnView } from './conversation.ts';
import { plainText, readLongText } from './read-long-text.ts';

/** Commands of a turn, and those that no turn asked for. */
export function foldCommand(draft: ConversationDraft, entry: Entry): void {
  switch (entry.event_type) {
    case 'command_started':
      if (entry.turn_id === undefined) keepOutside(draft, readStart(entry));
      else changeTurn(draft, entry.turn_id, entry, (turn) => start(turn, readStart(entry)));
      break;
    case 'command_ended':
      end(draft, entry);
      break;
    default:
  }
}

function readStart(entry: EntryOf<'command_started'>): CommandView {
  return {
    id: entry.command_id,
    seq: entry.seq,
    command: readLongText(entry.command),
    folder: entry.cwd,
    isBackground: entry.background === true,
    sandbox: entry.sandbox ?? null,
    started: entry.timestamp,
    end: null,
  };
}

/** A command that no turn asked for takes the place of what was known of it. */
function keepOutside(draft: ConversationDraft, command: CommandView): void {
  const { commands } = draft.conversation;
  const isKnown = commands.some(({ id }) => id === command.id);
  draft.conversation = {
    ...draft.conversation,
    commands: isKnown
      ? commands.map((one) => (one.id === command.id ? command : one))
      : [...commands, command],
  };
}

function start(turn: TurnView, command: CommandView): TurnView {
  return {
    ...turn,
    commands: [...turn.commands, command],
  };
}

function readEnd(entry: EntryOf<'command_ended'>): CommandEndView {
  const { whole } = entry;
  return {
    exitCode: entry.exit_code,
    signal: entry.signal,
    endedBy: entry.ended_by ?? (entry.timed_out ? 'timeout' : 'itself'),
    output: readLongText(entry.output),
    milliseconds: entry.timing_ms,
    whole:
      whole === undefined
        ? null
        : { hash: whole.blob, bytes: whole.bytes, dropped: whole.dropped_bytes ?? 0 },
    isBinary: entry.binary === true,
    leftBehind: entry.left_behind ?? 0,
    changeSet: entry.change_set_id ?? null,
  };
}

function end(draft: ConversationDraft, entry: EntryOf<'command_ended'>): void {
  const turn = entry.turn_id ?? findTurn(draft, entry.command_id);
  if (turn === null) {
    const known = draft.conversation.commands.find(({ id }) => id === entry.command_id);
    return keepOutside(draft, { ...(known ?? readUnseen(entry)), end: readEnd(entry) });
  }
  changeTurn(draft, turn, entry, (before) => endIn(before, entry));
}

function findTurn({ turns }: ConversationDraft, command: string): TurnId | null {
  return turns.findLast(({ commands }) => commands.some(({ id }) => id === command))?.id ?? null;
}

/** One whose beginning nobody saw is shown all the same. */
function readUnseen(entry: EntryOf<'command_ended'>): CommandView {
  return {
    id: entry.command_id,
    seq: entry.seq,
    command: plainText(entry.command_id),
    folder: '.',
    isBackground: false,
    sandbox: null,
    started: entry.timestamp,
    end: null,
  };
}

function endIn(turn: TurnView, entry: EntryOf<'command_ended'>): TurnView {
  const over = readEnd(entry);
  const commands = turn.commands.some(({ id }) => id === entry.command_id)
    ? changeLast(
        turn.commands,
        ({ id }) => id === entry.command_id,
        (one) => ({ ...one, end: over }),
      )
    : [...turn.commands, { ...readUnseen(entry), end: over }];
  const known = commands.find(({ id }) => id === entry.command_id);
  const activities = changeLast(
    turn.activities,
    (one) => one.name === 'execute_command' && one.milliseconds === null && isOf(one.input, known),
    (one) => ({ ...one, exitCode: entry.exit_code }),
  );
  return { ...turn, commands, activities };
}

function isOf(input: unknown, command: CommandView | undefined): boolean {
  if (typeof input !== 'object' || input === null || !('command' in input)) return false;
  return input.command === command?.command.text;
}
