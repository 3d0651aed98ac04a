import { fail, rookError, succeed, type Result } from '@rook/contract';

const MOST_LISTED = 20;

/** How many a list shows: what `--limit` says, else twenty. */
export function readLimit(text: string | undefined): Result<number> {
  if (text === undefined) return succeed(MOST_LISTED);
  const limit = Number(text);
  return Number.isInteger(limit) && limit > 0
    ? succeed(limit)
    : fail(rookError('usage', `--limit takes a whole number of 1 or more; got ${text}.`));
}
