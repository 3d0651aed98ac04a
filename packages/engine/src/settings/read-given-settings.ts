import { readSettingValue } from '@rook/contract';

import type { LayerValue, ReadLayer, SettingsProblem } from './settings-layer.ts';

/** Settings that another program keeps: an editor its own for the user, and those of the workspace that is open in it. */
export interface GivenSettings {
  /** Whose word it is; that of a workspace can only tighten. */
  readonly source: 'user' | 'workspace';
  /** Where a person finds them. */
  readonly origin: string;
  /** Only what was really set, by the names of the settings; unchecked. */
  readonly values: ReadonlyMap<string, unknown>;
}

/** A wrong value refuses, as in a file: ignoring it could loosen what somebody meant to tighten. */
export function readGivenSettings({ source, origin, values: given }: GivenSettings): ReadLayer {
  const values = new Map<string, LayerValue>();
  const problems: SettingsProblem[] = [];
  for (const [name, value] of given) {
    const read = readSettingValue(name, value);
    if (read.ok) values.set(name, { value: read.value, origin });
    else
      problems.push({ severity: 'refuses', source, origin, message: read.error.message, concerns: [name] });
  }
  return { layer: { source, trusted: source === 'user', values }, problems };
}
