import { findSetting, readSettingValue, unknownSetting } from '@rook/contract';

import { readSettingsProperties } from './read-settings-properties.ts';
import type { LayerValue, ReadLayer, SettingsProblem } from './settings-layer.ts';

/** So many are named one by one; a file may hold any number. */
const MOST_UNKNOWN = 20;

/**
 * Reads the text of a settings file. A name that is not known warns (a newer version may have written
 * it); text that cannot be read, a name given twice and a wrong value refuse, because ignoring them could
 * loosen what somebody meant to tighten.
 */
export function readSettingsFile(
  text: string | null,
  { source, origin }: { readonly source: 'user' | 'workspace'; readonly origin: string },
): ReadLayer {
  const values = new Map<string, LayerValue>();
  const problems: SettingsProblem[] = [];
  const report = (severity: SettingsProblem['severity'], line: number, message: string) =>
    problems.push({ severity, source, origin: `${origin}:${line}`, message });

  let unknown = 0;
  const properties = readSettingsProperties(text);
  if (!properties.ok) report('refuses', properties.error.line, properties.error.message);
  for (const { name, value, line } of properties.ok ? properties.value : []) {
    if (findSetting(name) === undefined) {
      unknown += 1;
      if (unknown <= MOST_UNKNOWN) report('warns', line, unknownSetting(name).message);
    } else if (values.has(name)) {
      report('refuses', line, `${name} stands here a second time; leave one.`);
    } else {
      const read = readSettingValue(name, value);
      if (read.ok) values.set(name, { value: read.value, origin });
      else report('refuses', line, read.error.message);
    }
  }
  if (unknown > MOST_UNKNOWN) {
    report('warns', 1, `${unknown - MOST_UNKNOWN} more names here are no settings.`);
  }
  return { layer: { source, trusted: source === 'user', values }, problems };
}
