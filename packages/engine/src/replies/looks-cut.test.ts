import { expect, it } from 'vitest';

import { readReply, type ReplyEnd, type ReplyReading } from './read-reply.ts';
import { refuseReading } from './refuse-reading.ts';
import { translateReply } from './translate-reply.ts';

const LONG = 'I moved the parser into a module of its own and gave its errors a place. '.repeat(4);
const CHANGE = '{"path": "a.ts", "content": "let a = 1;"}';

/** The code with which nothing of it is applied; null where it is a whole reply. */
function codeOf(text: string, end: ReplyEnd = {}): string | null {
  const reading = readReply(text, end);
  return reading.complete ? null : refuseReading(reading).error.code;
}

it.each([
  ['a summary that says "truncated"', `${LONG}The output was Truncated here.`, 'truncated'],
  ['the same without the word', `${LONG}The output was long.`, 'malformed'],
  ['the word inside of another', `${LONG}It is untruncatedly long.`, 'malformed'],
  ['fewer than 200 characters with file changes', 'fileChanges: see above }', 'truncated'],
  ['fewer than 200 characters without', 'There is nothing to change see above }', 'malformed'],
  ['200 characters with file changes', `${LONG}fileChanges: see above }`, 'malformed'],
  ['file changes and an end that is no brace', `${LONG}fileChanges: see above`, 'truncated'],
  ['the same in a fence', `\`\`\`\n${LONG}fileChanges: see above }\n\`\`\`\n`, 'malformed'],
  ['no file changes and an end that is no brace', `${LONG}All is well`, 'malformed'],
  ['a list that has only begun', `${LONG}I changed these files:`, 'truncated'],
  ['a fence that is not closed', `\`\`\`ts\nconst a = 1;`, 'truncated'],
])('E-10 judges prose of which nobody said why it ended by %s', (_sign, text, code) => {
  expect(readReply(text).ending).toBe('none');
  expect(codeOf(text)).toBe(code);
});

it.each([
  [
    'a small whole reply that speaks of what is truncated',
    `{"summary": "truncated", "fileChanges": [${CHANGE}]}`,
  ],
  ['a small one in a fence', `\`\`\`json\n{"summary": "x", "fileChanges": [${CHANGE}]}\n\`\`\`\n`],
  ['one with text behind it', `{"summary": "x", "fileChanges": [${CHANGE}]}\n\nThat is all.`],
])('E-10 CF-31 shows the signs and is whole: %s', (_what, text) => {
  expect(codeOf(text)).toBeNull();
  expect(codeOf(text, { finishReason: 'stop' })).toBeNull();
  expect(codeOf(text, { finishReason: 'length' })).toBe('truncated');
});

it('E-10 CF-31 no sign counts where the provider said that it was done', () => {
  for (const text of ['The output was truncated.', 'fileChanges: none', `${LONG}fileChanges: see above`]) {
    expect(codeOf(text)).toBe('truncated');
    expect(codeOf(text, { finishReason: 'stop' })).toBe('malformed');
  }
});

it('E-10 whole JSON that is no reply is not called truncated, and is said to be no reply', () => {
  for (const text of [
    `{"reply": {"summary": "x", "fileChanges": [${CHANGE}]}}`,
    '{"fileChange": []}',
    '[]',
    'Hi',
  ]) {
    const reading = readReply(text);
    if (reading.complete) throw new Error('it is complete');
    const { error, isReply, changes } = refuseReading(reading);
    expect({ code: error.code, isReply, changes }).toEqual({
      code: 'malformed',
      isReply: false,
      changes: [],
    });
    expect(error.message).toMatch(/^This is no reply/);
  }
});

/** Three changes, of which the last is cut at the end of the text. */
const CUT = `{"summary": "x", "fileChanges": [${CHANGE}, {"patch": "*** Begin Patch"}, {"path": "c.ts", "content": "le`;

it('E-09 E-11 refuses all changes of a truncated reply in the words of the item, and names those that are known', () => {
  const reading = readReply(CUT);
  if (reading.complete) throw new Error('it is complete');
  const { error, changes, isReply } = refuseReading(reading);
  expect(error).toMatchObject({
    code: 'truncated',
    message:
      '🚫 BLOCKED: 3 file change(s) from truncated response. The response was cut off mid-stream. NO changes have been applied.',
  });
  expect(isReply).toBe(true);
  expect(changes).toEqual([JSON.parse(CHANGE), { patch: '*** Begin Patch' }, { path: 'c.ts' }]);
  const half = readReply('{"summary": "x", "fileChanges": [{"path": "src/lo');
  expect(half.complete ? null : refuseReading(half).changes).toEqual([]);
});

/** Gives what was recovered to whoever applies, in place of the changes of a whole reply: false where nothing can be done with it. */
function canBeApplied({ recovered }: ReplyReading): boolean {
  const other = readReply(`{"summary": "Other", "fileChanges": [${CHANGE}]}`);
  if (!other.complete) throw new Error('it is not complete');
  const fileChanges = recovered.fileChanges.map((_change, index) => ({
    index,
    change: { path: 'a.ts', content: 'let a = 1;' },
  }));
  return translateReply({ ...other.reply, fileChanges }, 'call').ok;
}

it('E-26 CF-09 what was recovered of a truncated reply is shown and can never be applied', () => {
  const whole = readReply(`{"summary": "x", "fileChanges": [${CHANGE}]}`);
  expect(whole.complete && translateReply(whole.reply, 'call').ok).toBe(true);
  let shown = 0;
  for (let length = 0; length < CUT.length; length += 1) {
    const reading = readReply(CUT.slice(0, length));
    expect(reading).toMatchObject({ complete: false });
    expect(reading).not.toHaveProperty('reply');
    expect(canBeApplied(reading)).toBe(false);
    shown = Math.max(shown, reading.recovered.fileChanges.length);
  }
  expect(shown).toBe(2);
});
