import { nameCommandEnd, type Entry, type EntryOf } from '@rook/contract';

import { fence } from './fence.ts';
import { plainText } from './plain-text.ts';
import type { Showing } from './showing.ts';

/** Shows of each command of a turn, as it ends, how it ended and what it printed; those of a batch are told in its words. */
export interface CommandShow {
  readonly entry: (entry: Entry) => void;
}

export function createCommandShow({ stream }: Pick<Showing, 'stream'>): CommandShow {
  const awaited = new Map<string, string>();
  let isInBatch = false;
  return {
    entry: (entry) => {
      switch (entry.event_type) {
        case 'batch_started':
          isInBatch = true;
          break;
        case 'batch_ended':
          isInBatch = false;
          break;
        case 'command_started':
          if (entry.background !== true && !isInBatch) awaited.set(entry.command_id, textOf(entry.command));
          break;
        case 'command_ended': {
          const command = awaited.get(entry.command_id);
          if (command !== undefined) stream.markdown(describe(command, entry));
          break;
        }
        default:
      }
    },
  };
}

const MOST_COMMAND = 200;

function describe(command: string, end: EntryOf<'command_ended'>): string {
  const line = command.replaceAll(/\s*\n\s*/gu, ' ⏎ ');
  const shown = line.length > MOST_COMMAND ? `${line.slice(0, MOST_COMMAND)}…` : line;
  const output = textOf(end.output).trimEnd();
  const head = `\n\n${end.exit_code === 0 ? '✓' : '✗'} **${plainText(`$ ${shown}`)}** ${nameCommandEnd(end)}`;
  return output === '' ? `${head}, nothing printed\n\n` : `${head}\n\n${fence(output, 'text')}`;
}

function textOf(text: EntryOf<'command_ended'>['output']): string {
  return typeof text === 'string' ? text : text.preview;
}
