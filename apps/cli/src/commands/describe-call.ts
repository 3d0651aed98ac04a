import type { EntryOf } from '@rook/contract';

import { showCount } from '../terminal/show-count.ts';
import { visibleLine } from '../terminal/visible.ts';

const MOST_CHARACTERS = 200;
const LONGEST_VALUE = 120;

/** A call of a tool for a person: what, and on what. */
export function describeCall({ name, input }: EntryOf<'tool_call'>['tool']): string {
  const words = typeof input === 'object' && input !== null ? describeFields(input) : [];
  return cut(visibleLine([name, ...words].join(' ')));
}

/** The first field is mostly the path, the address or what is looked for; the others need their names. */
function describeFields(input: object): readonly string[] {
  return Object.entries(input).flatMap(([field, value], index) => {
    if (value === null || value === undefined || value === false) return [];
    if (Array.isArray(value)) return [`${field}: ${value.length}`];
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
    // What is written into a file is shown by its change set.
    if (text.length > LONGEST_VALUE || text.includes('\n'))
      return [`${field}: ${count(text.length, 'character')}`];
    return [index === 0 && typeof value === 'string' ? text : `${field}=${text}`];
  });
}

/** A file is shown under its name and a remark; its lines are numbered. */
const SHOWS_FILE = /^### .* \[MD5: \w+\]\n/;

function isOfFile(line: string): boolean {
  return /^\d+(?:-\d+)?\t/.test(line);
}

/** What came of it, in a few words. */
export function describeResult({ ok, reply, error, whole }: EntryOf<'tool_call'>['result']): string {
  if (!ok) return cut(visibleLine(error ?? 'it failed'));
  if (whole !== undefined) return `${count(whole.chars, 'character')}, a part of them shown to the model`;
  if (typeof reply !== 'string') return 'done';
  const applied = /^Change set (\S+) was applied\.\n/.exec(reply);
  if (applied !== null)
    return cut(
      visibleLine(
        reply
          .slice(applied[0].length)
          .replaceAll(/, now sha256:\w+/g, '')
          .replaceAll('\n', '; '),
      ),
    );
  const lines = reply === '' ? [] : reply.replace(/\n$/, '').split('\n');
  return count(lines.filter(SHOWS_FILE.test(reply) ? isOfFile : () => true).length, 'line');
}

function count(number: number, what: string): string {
  return `${showCount(number)} ${what}${number === 1 ? '' : 's'}`;
}

function cut(text: string): string {
  const characters = Array.from(text);
  return characters.length <= MOST_CHARACTERS ? text : `${characters.slice(0, MOST_CHARACTERS).join('')}…`;
}
