import { jsonrepair } from 'jsonrepair';
import { expect, it } from 'vitest';

import type { JsonValue } from './json-value.ts';
import { findPrefixFailures, isBeginning } from './prefix-suite.ts';
import { createReplyReader, readReply, type ReplyReading } from './read-reply.ts';
import { replySamples } from './reply-samples.ts';

it('C-21 calls every prefix of a reply incomplete, and reads of it a beginning of the whole', () => {
  expect(findPrefixFailures(readReply)).toEqual([]);
});

function readInPieces(text: string): ReplyReading {
  const reader = createReplyReader();
  for (let at = 0; at < text.length; at += 7) reader.push(text.slice(at, at + 7));
  return reader.end();
}

it('C-21 says the same about a reply that comes in pieces', () => {
  expect(findPrefixFailures(readInPieces)).toEqual([]);
});

/** Closes what is open, as repairers of JSON do. */
function closesAll(text: string): { complete: boolean; value: JsonValue } {
  const read = readReply(text);
  if (read.complete) return read;
  try {
    JSON.parse(jsonrepair(text));
    return { complete: true, value: read.value };
  } catch {
    return { complete: false, value: null };
  }
}

it('C-21 rejects a reader that closes what was cut and calls it complete', () => {
  const failures = findPrefixFailures(closesAll);
  expect(failures.filter((failure) => failure.includes('are called complete')).length).toBeGreaterThan(5);
});

const isComplete = (text: string): boolean => readReply(text).complete;
const valueOf = (text: string): JsonValue => readReply(text).value;

function says(complete: (text: string) => boolean, value: (text: string) => JsonValue): string {
  return findPrefixFailures((text) => ({ complete: complete(text), value: value(text) })).join('\n');
}

it('C-21 rejects readers that are wrong in one way only', () => {
  expect(says(isComplete, valueOf)).toBe('');
  // Balanced brackets are no proof: a fence or a list around them may be open.
  expect(says((text) => /\}\s*$/.test(text) || isComplete(text), valueOf)).toContain('in a fence: ');
  expect(says(() => false, valueOf)).toContain('the whole is called incomplete');
  const invents = (text: string) => (isComplete(text) ? valueOf(text) : { summary: 'x' });
  expect(says(isComplete, invents)).toContain('say something else');
});

it('C-16 recovers a beginning of every field from a reply that was cut every 50 bytes', () => {
  for (const { name, text, end } of replySamples) {
    const whole = readReply(text).recovered;
    for (let length = 0; length < end; length += 50) {
      const { recovered } = readReply(text.slice(0, length));
      const { summary, ...lists } = recovered;
      expect(whole.summary?.startsWith(summary ?? ''), `${name} at ${length}`).toBe(true);
      for (const [field, list] of Object.entries(lists)) {
        const all: readonly JsonValue[] =
          new Map<string, readonly JsonValue[]>(Object.entries({ ...whole, summary: [] })).get(field) ?? [];
        expect(list, `${field} of ${name} at ${length}`).toEqual(all.slice(0, list.length));
      }
    }
  }
});

it('C-16 recovers no item that was not read to its end', () => {
  const { recovered } = readReply(
    '{"summary":"x","fileChanges":[{"path":"a","content":"1"},{"path":"b","content":"2"',
  );
  expect(recovered.fileChanges).toEqual([{ path: 'a', content: '1' }]);
  expect(isBeginning(['a', 'b'], ['a', 'c'])).toBe(false);
});
