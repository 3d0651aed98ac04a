import type { ErrorCode } from 'yaml';

import { INTENT_STATUSES } from './intent.ts';

const LIST =
  'is a list of texts, as in [a, b] or with a dash before each; put what looks like a number in quotes';

const FIELDS: ReadonlyMap<string, string> = new Map([
  ['id', 'is letters, digits, dots, dashes and underscores, 64 at most, and begins with a letter or a digit'],
  ['name', 'is a text; put what looks like a number in quotes'],
  ['status', `is one of ${INTENT_STATUSES.join(', ')}`],
  ['owned_scope', LIST],
  ['constraints', LIST],
  ['acceptance_criteria', LIST],
  ['draft', 'is true or false'],
]);

/** What a field of an intent has to be, where it is something else or is not there. */
export function explainField(field: string, isThere: boolean): string {
  const rule = FIELDS.get(field) ?? 'is not what it has to be';
  return isThere ? `${field} ${rule}` : `${field} is missing; it ${rule}`;
}

const YAML: Partial<Readonly<Record<ErrorCode, string>>> = {
  BAD_INDENT: 'the indentation does not fit the lines before, or a bracket or a quote there is still open',
  TAB_AS_INDENT: 'a tab stands where blanks have to',
  DUPLICATE_KEY: 'a field is there twice',
  MISSING_CHAR: 'a sign is missing, as a bracket, a quote, a comma or a colon with a blank behind it',
  BAD_DQ_ESCAPE: 'a backslash in double quotes means nothing there; use single quotes',
  BAD_SCALAR_START: 'a text begins with a sign that YAML keeps for itself; put it in quotes',
  MULTILINE_IMPLICIT_KEY: 'the name of a field goes over several lines; a colon or a quote may be missing',
  BLOCK_AS_IMPLICIT_KEY: 'a line has two colons, or is indented too far; put texts with a colon in quotes',
  MULTIPLE_DOCS: 'a second document begins, and only one is read',
  NON_STRING_KEY: 'the name of a field is no text',
};

/** The words of the library are for programmers. */
export function explainYaml(code: ErrorCode): string {
  return YAML[code] ?? 'it is no YAML from there on';
}
