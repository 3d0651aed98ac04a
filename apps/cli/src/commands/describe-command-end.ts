import { nameCommandEnd, type EntryOf } from '@rook/contract';

import { showCount } from '../terminal/show-count.ts';

/** How a command ended, in a few words, and the last lines that it printed. */
export interface DescribedEnd {
  readonly words: string;
  readonly lines: readonly string[];
}

const MOST_LINES = 10;
const LONGEST_LINE = 300;

/** The end of what a program says tells more of how it went than the beginning does. */
export function describeCommandEnd(end: EntryOf<'command_ended'>): DescribedEnd {
  const { output, command_id: id } = end;
  const printed = (typeof output === 'string' ? output : output.preview).trimEnd();
  if (printed === '') return { words: `${nameCommandEnd(end)}, nothing printed`, lines: [] };
  const lines = printed.split('\n');
  const shown = lines.slice(-MOST_LINES).map(shorten);
  const isCut = typeof output !== 'string' || LEFT_OUT.test(printed);
  if (!isCut && lines.length <= MOST_LINES) return { words: nameCommandEnd(end), lines: shown };
  const all = isCut ? 'all of it' : `all ${showCount(lines.length)} lines`;
  return { words: nameCommandEnd(end), lines: [`… \`rook command output ${id}\` shows ${all}`, ...shown] };
}

/** As a long output says it of itself. */
const LEFT_OUT = /^\[… \d+ bytes were left out here\./mu;

function shorten(line: string): string {
  const characters = Array.from(line);
  return characters.length <= LONGEST_LINE ? line : `${characters.slice(0, LONGEST_LINE).join('')}…`;
}
