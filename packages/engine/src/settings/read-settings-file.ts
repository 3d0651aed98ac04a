import { findSetting, readSettingValue, settingsInGroup, unknownSetting } from '@rook/contract';

import { readSettingsProperties } from './read-settings-properties.ts';
import type { LayerValue, ReadLayer, SettingsProblem } from './settings-layer.ts';

/** So many are named one by one; a file may hold any number. */
const MOST_UNKNOWN = 20;

/**
 * Reads the text of a settings file. A name that is not known warns (a newer version may have written
 * it); text that cannot be read, a name given twice, the name of a group and a wrong value refuse, because
 * ignoring them could loosen what somebody meant to tighten.
 */
export function readSettingsFile(
  text: string | null,
  { source, origin }: { readonly source: 'user' | 'workspace'; readonly origin: string },
): ReadLayer {
  const values = new Map<string, LayerValue>();
  const problems: SettingsProblem[] = [];
  const warn = (line: number, message: string) =>
    problems.push({ severity: 'warns', source, origin: `${origin}:${line}`, message, concerns: [] });
  const refuse = (line: number, message: string, concerns: readonly string[]) =>
    problems.push({ severity: 'refuses', source, origin: `${origin}:${line}`, message, concerns });

  let unknown = 0;
  const properties = readSettingsProperties(text);
  if (!properties.ok) refuse(properties.error.line, properties.error.message, []);
  for (const { name, value, line } of properties.ok ? properties.value : []) {
    const known = findSetting(name) !== undefined;
    const group = known ? [] : settingsInGroup(name);
    if (group.length > 0) {
      refuse(line, unknownSetting(name).message, group);
    } else if (!known) {
      unknown += 1;
      if (unknown <= MOST_UNKNOWN) warn(line, unknownSetting(name).message);
    } else if (values.has(name)) {
      refuse(line, `${name} stands here a second time; leave one.`, [name]);
    } else {
      const read = readSettingValue(name, value);
      if (read.ok) values.set(name, { value: read.value, origin });
      else refuse(line, read.error.message, [name]);
    }
  }
  if (unknown > MOST_UNKNOWN) {
    warn(1, `${unknown - MOST_UNKNOWN} more names here are no settings.`);
  }
  return { layer: { source, trusted: source === 'user', values }, problems };
}
