/**
 * How long the provider asks to wait, from `retry-after-ms` or `retry-after` (seconds or a date); undefined when it
 * does not ask or asks for nonsense.
 */
export function readRetryAfter(headers: ReadonlyMap<string, string>, now: number): number | undefined {
  const exact = headers.get('retry-after-ms');
  if (exact !== undefined && isPlainNumber(exact)) return limit(Number(exact));
  const given = headers.get('retry-after')?.trim();
  if (given === undefined) return undefined;
  if (isPlainNumber(given)) return limit(Number(given) * 1000);
  const date = /^[A-Z][a-z]{2},? /u.test(given) ? Date.parse(given) : Number.NaN;
  return Number.isNaN(date) ? undefined : limit(Math.max(0, date - now));
}

/** A day; who asks for more will have to be asked again. */
const LONGEST = 86_400_000;

function isPlainNumber(text: string): boolean {
  return /^\s*\d{1,15}(?:\.\d{1,15})?\s*$/u.test(text);
}

function limit(milliseconds: number): number {
  return Math.min(LONGEST, Math.ceil(milliseconds));
}
