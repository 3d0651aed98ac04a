import { fail, rookError, succeed, type Result } from '@rook/contract';

import { holdsRedactionMark } from '../journal/redaction-mark.ts';
import { findSection, placeSection, type SectionMarks } from './marked-section.ts';

const MARKS: SectionMarks = { begin: '<!-- rook:lessons begin -->', end: '<!-- rook:lessons end -->' };
const HEADING = ['## Lessons learned', ''];
export const MOST_LESSON_CHARACTERS = 500;
/** Every later session reads all of them. */
const MOST_LESSONS = 100;

/** What a terminal obeys, what nobody sees, and what belongs to nobody. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Surrogate}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/** A lesson as one line of text that can end neither its section nor anything else in the file. */
export function readLesson(given: string): Result<string> {
  const lesson = given.replaceAll(/\s+/gu, ' ').trim();
  if (lesson === '') return refuse('The lesson is empty; say in a sentence what was learned.');
  if (lesson.length > MOST_LESSON_CHARACTERS)
    return refuse(
      `A lesson has ${MOST_LESSON_CHARACTERS} characters at most, and this one has ${lesson.length}; say it shorter.`,
    );
  if (UNSEEN.test(lesson)) return refuse('The lesson holds characters that nobody sees; leave them out.');
  if (/<!--|--!?>|`{3}|~{3}/u.test(lesson))
    return refuse('A lesson holds no comment marks and no code fences; say it in plain words.');
  if (holdsRedactionMark(lesson))
    return fail(
      rookError(
        'suspicious',
        'The lesson holds the mark of a secret that was taken out. Nothing was written.',
      ),
    );
  return succeed(lesson);
}

function refuse(reason: string): Result<never> {
  return fail(rookError('invalid_input', `${reason} Nothing was written.`));
}

/** The text with the lesson as the last of its section; null where it is there already. All else stays byte by byte. */
export function addLesson(text: string, lesson: string): Result<string | null> {
  const found = findSection(text, MARKS);
  if (!found.ok) return found;
  const line = `- ${lesson}`;
  if (found.value === null) return placeSection(text, MARKS, [...HEADING, line]);
  const known = found.value.inside.split(/\r?\n/u);
  known.pop();
  if (known.some((one) => one.trim() === line)) return succeed(null);
  if (known.filter((one) => one.trimStart().startsWith('- ')).length >= MOST_LESSONS)
    return fail(
      rookError(
        'too_large',
        `There are ${MOST_LESSONS} lessons already, which every session reads; the user has to take some out first. Nothing was written.`,
      ),
    );
  const { before, inside, after } = found.value;
  return succeed(`${before}${inside}${line}${before.endsWith('\r\n') ? '\r\n' : '\n'}${after}`);
}
