import type * as z from 'zod';

import { rookError } from '../errors.ts';
import { fail, succeed, type Result } from '../result.ts';
import { findSetting } from './all-settings.ts';
import type { SettingDefinition } from './define-setting.ts';
import { describeSettingType } from './describe-setting-type.ts';
import { unknownSetting } from './unknown-setting.ts';

const SHOWN_CHARS = 80;

/** Checks a value that came from a settings file. */
export function readSettingValue(name: string, value: unknown): Result<unknown> {
  return readFirst(name, [value]);
}

/** Reads a value that was typed, as a flag, in the environment or after `settings set`. */
export function readSettingText(name: string, text: string): Result<unknown> {
  return readFirst(name, [...candidates(text)]);
}

/** What a typed text may mean, the most literal last but one; the setting's own shape decides. */
function* candidates(text: string): Generator {
  const trimmed = text.trim();
  if (trimmed === 'null') yield null;
  if (/^(on|yes)$/i.test(trimmed)) yield true;
  if (/^(off|no)$/i.test(trimmed)) yield false;
  const parsed = parseJson(trimmed);
  if (parsed !== undefined && typeof parsed !== 'string') yield parsed;
  else if (trimmed !== '' && !/^[[{"]/.test(trimmed)) yield trimmed.split(',').map((part) => part.trim());
  yield text;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The first candidate that fits; the failure speaks of the first one, which is the closest reading. */
function readFirst(name: string, values: readonly unknown[]): Result<unknown> {
  const definition = findSetting(name);
  if (definition === undefined) return fail(unknownSetting(name));
  for (const value of values) {
    const parsed = definition.schema.safeParse(value);
    if (parsed.success) return succeed(parsed.data);
  }
  return fail(rookError('invalid_value', explain(name, definition, values)));
}

/** Values of secret or structured settings are not repeated: somebody may have put a key into them. */
function explain(name: string, definition: SettingDefinition, values: readonly unknown[]): string {
  const wanted = `${name} takes ${describeSettingType(definition)}`;
  const structured = values.find((value) => typeof value === 'object' && value !== null);
  if (wanted.includes('JSON') && structured !== undefined) {
    return `${wanted}, and ${describeIssue(definition.schema.safeParse(structured))}.`;
  }
  if (definition.secret === true || wanted.includes('JSON')) return `${wanted}, which this is not.`;
  const shown = JSON.stringify(values.at(-1)) ?? 'nothing';
  return `${wanted}; ${shown.length > SHOWN_CHARS ? `${shown.slice(0, SHOWN_CHARS)}…` : shown} is not.`;
}

function describeIssue(parsed: z.ZodSafeParseResult<unknown>): string {
  const issue = parsed.error?.issues[0];
  if (issue === undefined) return 'this is something else';
  const place = issue.path.length === 0 ? '' : `${issue.path.map(String).join('.')}: `;
  const advice = /key|token|secret|password/i.test(issue.message) ? '; keys are not kept in settings' : '';
  return `it says ${place}${issue.message}${advice}`;
}
