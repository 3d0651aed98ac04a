import { expect, it } from 'vitest';

import { ERRORS, rookError } from './errors.ts';
import { parseError } from './parse-error.ts';

const EDIT_CODES = [
  'hash_mismatch',
  'no_hash',
  'stale_file',
  'not_found',
  'ambiguous',
  'malformed',
  'truncated',
  'suspicious',
  'outside_workspace',
  'protected',
  'out_of_scope',
  'no_intent',
  'governed',
  'approval_needed',
  'unchanged',
  'other_refused',
];

it('names every code of an edit, in snake case', () => {
  expect(Object.keys(ERRORS)).toEqual(expect.arrayContaining(EDIT_CODES));
  expect(Object.keys(ERRORS).filter((code) => !/^[a-z]+(_[a-z]+)*$/.test(code))).toEqual([]);
});

it('gives a failure the kind and the retryability of its code', () => {
  expect(rookError('protected', 'No.')).toEqual({
    code: 'protected',
    kind: 'denied',
    message: 'No.',
    retryable: false,
  });
});

it('reads back every failure that it can make', () => {
  for (const code of Object.keys(ERRORS)) {
    const parsed = parseError({ code, kind: 'error', message: 'x', retryable: true });
    expect(parsed.ok, code).toBe(true);
  }
});

it('refuses failures with a code or kind that does not exist', () => {
  const error = rookError('busy', 'Later.');
  expect(parseError({ ...error, code: 'toString' }).ok).toBe(false);
  expect(parseError({ ...error, kind: 'fatal' }).ok).toBe(false);
  expect(parseError(null).ok).toBe(false);
});
