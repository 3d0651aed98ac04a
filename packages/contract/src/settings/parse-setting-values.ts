import * as z from 'zod';

import { allSettings, type SettingValues } from './all-settings.ts';

/** The whole table is right when every setting is there with a value that it takes. */
const settingValuesSchema = z.custom<SettingValues>((table) => {
  if (typeof table !== 'object' || table === null) return false;
  const values = new Map<string, unknown>(Object.entries(table));
  return Object.entries(allSettings).every(
    ([name, definition]) => definition.schema.safeParse(values.get(name)).success,
  );
});

/**
 * Turns resolved values into the typed table. Must be given valid values only (they were checked where
 * they came in); a name without a value takes its default. Throws on an invalid value, which is a bug.
 */
export function parseSettingValues(values: ReadonlyMap<string, unknown>): SettingValues {
  const table = Object.entries(allSettings).map(([name, definition]) => [
    name,
    values.has(name) ? values.get(name) : definition.default,
  ]);
  return settingValuesSchema.parse(Object.fromEntries(table));
}
