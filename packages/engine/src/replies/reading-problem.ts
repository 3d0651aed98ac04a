/**
 * Everything that a reader can say about a text. `certain` means that the text is no proper JSON there but can be
 * meant in one way only. Where it could be meant in two, nothing is chosen: reading stops, and that is not certain.
 */
const READING_PROBLEMS = {
  byte_order_mark: { certain: true, message: 'A byte order mark stands before the text; it was skipped.' },
  wide_encoding: { certain: true, message: 'The text is UTF-16; it was read as that.' },
  prose_before: { certain: true, message: 'Text stands before the value; it was skipped.' },
  prose_after: { certain: true, message: 'Text stands after the value; it was skipped.' },
  fence: { certain: true, message: 'The value stands in a Markdown fence.' },
  thinking: { certain: true, message: 'Thoughts in tags stand beside the value; they were skipped.' },
  other_value: { certain: true, message: 'Another value that is no reply stands here; it was skipped.' },
  same_value: { certain: true, message: 'The same value stands here once more.' },
  double_encoded: {
    certain: true,
    message: 'The value was a JSON text inside a JSON string; it was read as JSON.',
  },
  comment: { certain: true, message: 'A comment was skipped.' },
  foreign_space: { certain: true, message: 'A space that JSON does not know was skipped.' },
  foreign_quote: { certain: true, message: 'A text stands in quotation marks that JSON does not know.' },
  foreign_sign: { certain: true, message: 'A sign stands for a colon or a comma.' },
  unquoted_key: { certain: true, message: 'The name of a field has no quotation marks, or only one.' },
  unquoted_text: { certain: true, message: 'A word has no quotation marks; it was read as text.' },
  missing_quote: { certain: true, message: 'A quotation mark is missing; what it belongs to is clear.' },
  missing_comma: { certain: true, message: 'A comma is missing.' },
  extra_comma: { certain: true, message: 'A comma is too many.' },
  missing_colon: { certain: true, message: 'A colon is missing.' },
  extra_colon: { certain: true, message: 'A colon is too many.' },
  missing_bracket: { certain: true, message: 'A closing bracket is missing.' },
  extra_bracket: { certain: true, message: 'A closing bracket is too many.' },
  joined_texts: { certain: true, message: 'Texts joined with + were read as one.' },
  invalid_escape: {
    certain: true,
    message:
      'A backslash stands before a sign that needs none; it was kept, or dropped before a quotation mark.',
  },
  control_character: {
    certain: true,
    message: 'A line break or control character stands unescaped in a text; it was kept.',
  },
  unescaped_quote: {
    certain: true,
    message: 'Quotation marks inside a text are not escaped; they were kept.',
  },
  foreign_literal: { certain: true, message: 'A word of another language was read as true, false or null.' },
  foreign_number: {
    certain: true,
    message: 'A number is written as JSON does not allow; its value is clear.',
  },
  rounded_number: { certain: true, message: 'A number has more digits than can be kept; it was rounded.' },
  duplicate_key: { certain: true, message: 'A field stands twice; the later one counts.' },
  lone_surrogate: { certain: true, message: 'Half a character stands in a text; it was kept.' },
  more_problems: { certain: true, message: 'There are more problems than are listed.' },

  cut: { certain: false, message: 'The text ends before the value does.' },
  open_fence: { certain: false, message: 'The text ends before its Markdown fence is closed.' },
  finish_reason: { certain: false, message: 'The model was stopped before it was done.' },
  no_value: { certain: false, message: 'There is no JSON value in the text.' },
  no_reply: { certain: false, message: 'There is JSON in the text, but it has no field of a reply.' },
  several_values: {
    certain: false,
    message: 'More than one value stands in the text; which one is meant is not clear.',
  },
  other_text: { certain: false, message: 'What stands before or after the value may belong to it.' },
  unclear_quote: {
    certain: false,
    message: 'Where a text ends is not clear: quotation marks in it are not escaped.',
  },
  unclear_escape: { certain: false, message: 'What a backslash stands for is not clear.' },
  unclear_word: { certain: false, message: 'What a word without quotation marks means is not clear.' },
  unclear_number: { certain: false, message: 'Which number is meant is not clear.' },
  unclear_comma: { certain: false, message: 'Whether a value is missing beside this comma is not clear.' },
  unclear_bracket: { certain: false, message: 'A closing bracket does not fit what is open.' },
  unexpected: { certain: false, message: 'What stands here fits nowhere.' },
  not_json: { certain: false, message: 'Braces stand around something that is no JSON.' },
  missing_value: { certain: false, message: 'A field has no value.' },
  left_out: { certain: false, message: 'Dots stand in place of something that was left out.' },
  escaped_text: {
    certain: false,
    message: 'Quotation marks are escaped although they stand outside of a text.',
  },
  damaged_bytes: {
    certain: false,
    message: 'Bytes that are no UTF-8 were replaced; what they said is lost.',
  },
  looks_cut: { certain: false, message: 'The text looks as if it was cut off.' },
  too_deep: { certain: false, message: 'Brackets are nested deeper than is read.' },
  too_long: { certain: false, message: 'The text is longer than is read.' },
  too_many_values: { certain: false, message: 'There are more values than are read.' },
} as const;

export type ReadingProblemCode = keyof typeof READING_PROBLEMS;

export interface ReadingProblem {
  readonly code: ReadingProblemCode;
  /** Whether the meaning is certain in spite of it. */
  readonly certain: boolean;
  /** One sentence. */
  readonly message: string;
  /** Where it is, in characters (UTF-16 units) from the beginning. */
  readonly offset: number;
}

export function readingProblem(code: ReadingProblemCode, offset: number): ReadingProblem {
  return { code, ...READING_PROBLEMS[code], offset };
}
