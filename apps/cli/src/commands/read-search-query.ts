import { entryTypes, fail, nearestName, rookError, succeed, type Result } from '@rook/contract';
import type { SearchFilter, SearchQuery, Store } from '@rook/engine';

import type { CommandCall } from '../command.ts';
import { findSession } from './find-session.ts';

const DEFAULT_LIMIT = 20;
const MOST_LIMIT = 100_000;
const DAY_MILLISECONDS = 86_400_000;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const DATE_AND_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})?$/;

/** Reads what was typed into a query; says in a sentence what cannot be meant. */
export async function readSearchQuery(call: CommandCall, store: Store): Promise<Result<SearchQuery>> {
  const text = call.arguments.get('TEXT') ?? '';
  if (text.trim() === '') return refuse('There is nothing to search for; give at least a word.');
  const limit = readLimit(call.options.get('limit'));
  if (!limit.ok) return limit;
  const type = readType(call.options.get('type'));
  if (!type.ok) return type;
  const since = readTime('since', call.options.get('since'));
  if (!since.ok) return since;
  const until = readTime('until', call.options.get('until'));
  if (!until.ok) return until;
  const named = call.options.get('session');
  const session = named === undefined ? succeed(undefined) : await findSession(store, named);
  if (!session.ok) return session;

  const [tag, tool, file] = [call.options.get('tag'), call.options.get('tool'), call.options.get('file')];
  const filter: SearchFilter = {
    ...(session.value === undefined ? {} : { session: session.value.id }),
    ...(since.value === undefined ? {} : { since: since.value.start }),
    ...(until.value === undefined ? {} : { before: until.value.end }),
    ...(type.value === undefined ? {} : { type: type.value }),
    ...(tag === undefined ? {} : { tag }),
    ...(tool === undefined ? {} : { tool }),
    ...(file === undefined ? {} : { file }),
  };
  return succeed({ text, filter, limit: limit.value });
}

function refuse(sentence: string): Result<never> {
  return fail(rookError('usage', sentence));
}

function readLimit(text: string | undefined): Result<number> {
  const limit = Number(text ?? DEFAULT_LIMIT);
  return Number.isInteger(limit) && limit > 0 && limit <= MOST_LIMIT
    ? succeed(limit)
    : refuse(`--limit takes a whole number from 1 to ${MOST_LIMIT}; got ${text ?? ''}.`);
}

function readType(text: string | undefined): Result<string | undefined> {
  if (text === undefined || entryTypes.includes(text)) return succeed(text);
  const nearest = nearestName(text, entryTypes);
  const advice =
    nearest === undefined ? `the types are ${entryTypes.join(', ')}` : `did you mean ${nearest}?`;
  return refuse(`There is no type of entry ${text}; ${advice}${advice.endsWith('?') ? '' : '.'}`);
}

interface Span {
  readonly start: number;
  /** Behind the last millisecond that is meant. */
  readonly end: number;
}

/** A day, or a moment; without a zone both are UTC, as in the journals. */
function readTime(name: string, text: string | undefined): Result<Span | undefined> {
  if (text === undefined) return succeed(undefined);
  const isDay = DATE.test(text);
  const zoned = /(?:Z|[+-]\d{2}:\d{2})$/.test(text.slice(10)) ? text : `${text}Z`;
  const time = isDay || DATE_AND_TIME.test(text) ? Date.parse(isDay ? text : zoned) : Number.NaN;
  // Date.parse takes the 31st of a month of thirty days for the first of the next.
  const isReal = !Number.isNaN(time) && (!isDay || new Date(time).toISOString().startsWith(text));
  return isReal
    ? succeed({ start: time, end: isDay ? time + DAY_MILLISECONDS : time + 1 })
    : refuse(`--${name} takes a day as in 2026-11-15, or a time as in 2026-11-15T09:30; got ${text}.`);
}
