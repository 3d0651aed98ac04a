import type * as z from 'zod';

import { rookError } from '../errors.ts';
import { fail, succeed, type Result } from '../result.ts';
import { scriptSchema, type Script } from './script.ts';

const MOST_ISSUES = 3;

/** Reads the text of a script; `origin` is what failures call it. */
export function parseScript(text: string, origin: string): Result<Script> {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^JSON\.parse: /, '') : String(error);
    return fail(
      rookError('script_malformed', `The script ${origin} is no JSON: ${withPlace(text, reason)}.`),
    );
  }
  const parsed = scriptSchema.safeParse(value);
  if (parsed.success) return succeed(parsed.data);
  const issues = parsed.error.issues.slice(0, MOST_ISSUES).map(describe);
  const more = parsed.error.issues.length - issues.length;
  const others = more > 0 ? ` (and ${more} more)` : '';
  return fail(
    rookError('script_malformed', `The script ${origin} is wrong at ${issues.join('; at ')}${others}.`),
  );
}

/** Some engines name the line already, some only the character, and some neither. */
function withPlace(text: string, reason: string): string {
  const position = /position (\d+)/.exec(reason)?.[1];
  if (/line \d+/.test(reason) || position === undefined) return reason;
  const lines = text.slice(0, Number(position)).split('\n');
  return `${reason} (line ${lines.length} column ${(lines.at(-1) ?? '').length + 1})`;
}

/** `steps[2].answer.finish: …`, with the steps counted from 0 as in the file. */
function describe({ path, message }: z.core.$ZodIssue): string {
  const place = path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '');
  return `${place === '' ? 'its top' : place}: ${message}`;
}
