import { assert, constantFrom, property, string, tuple } from 'fast-check';
import { expect, it } from 'vitest';

import { addLesson, readLesson } from './lessons.ts';
import { findSection } from './marked-section.ts';

const MARKS = { begin: '<!-- rook:lessons begin -->', end: '<!-- rook:lessons end -->' };

it('H-28 makes one line of a lesson, whatever it is made of', () => {
  expect(readLesson('  Run\n\tthe   migrations\r\nfirst. ')).toEqual({
    ok: true,
    value: 'Run the migrations first.',
  });
  const refused = [
    '',
    ' \n ',
    'x'.repeat(501),
    'a\u0000b',
    'a\u001B[2Jb',
    'a\u202Eb',
    'a\u200Bb',
    'a\u{E0041}b',
    `x ${MARKS.end}`,
    `${MARKS.begin} x`,
    'a <!-- hidden',
    'a --> b',
    'a --!> b',
    '```',
    '~~~ sh',
  ];
  for (const text of refused) expect(readLesson(text), JSON.stringify(text)).toMatchObject({ ok: false });
  expect(readLesson(['use [redacted', 'github-token]'].join(': '))).toMatchObject({
    error: { code: 'suspicious' },
  });
});

it('H-28 writes nothing outside of its section, whatever the lesson says', () => {
  const part = constantFrom(
    '',
    '# Ours\n',
    'Use tabs.\r\n',
    'no end',
    '\u{FEFF}a\n',
    `say ${MARKS.end} here\n`,
  );
  const hostile = constantFrom(MARKS.begin, MARKS.end, '\n', '\r', '<!--', '-->', '- ', '# ', '```', 'x');
  const lessons = tuple(hostile, string({ unit: 'grapheme' }), hostile).map((parts) => parts.join(''));
  assert(
    property(part, part, lessons, lessons, (top, rest, first, second) => {
      const start = addLesson(top, 'Begin.');
      if (!start.ok || start.value === null) throw new Error('It could not begin.');
      let text = `${start.value}${rest}`;
      const outer = outside(text);
      for (const given of [first, second]) {
        const lesson = readLesson(given);
        if (!lesson.ok) continue;
        const added = addLesson(text, lesson.value);
        if (!added.ok) throw new Error(added.error.message);
        const before = text;
        text = added.value ?? text;
        expect(outside(text)).toEqual(outer);
        const grown = text.split('\n').length - before.split('\n').length;
        expect(grown).toBe(added.value === null ? 0 : 1);
      }
    }),
    { numRuns: 2000 },
  );
});

function outside(text: string): readonly string[] {
  const found = findSection(text, MARKS);
  if (!found.ok || found.value === null) throw new Error('There is no section.');
  return [found.value.before, found.value.after];
}

it('H-28 says a lesson once, and stops where there are too many', () => {
  let text = '';
  for (let count = 0; count < 100; count += 1) {
    const added = addLesson(text, `Lesson ${count}.`);
    if (!added.ok || added.value === null) throw new Error('It was not added.');
    text = added.value;
  }
  expect(text.startsWith(`${MARKS.begin}\n## Lessons learned\n\n- Lesson 0.\n- Lesson 1.\n`)).toBe(true);
  expect(addLesson(text, 'Lesson 7.')).toEqual({ ok: true, value: null });
  expect(addLesson(text, 'One more.')).toMatchObject({ error: { code: 'too_large' } });
});
