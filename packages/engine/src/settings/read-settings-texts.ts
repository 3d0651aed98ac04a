import {
  environmentName,
  fail,
  nearestName,
  OTHER_VARIABLES,
  readSettingText,
  rookError,
  settingNames,
  succeed,
  type Brand,
  type Result,
} from '@rook/contract';

import type { LayerValue, ReadLayer, SettingsProblem } from './settings-layer.ts';

/** Reads the settings that the environment names. An empty variable counts as not there. */
export function readEnvironment(brand: Brand, variables: ReadonlyMap<string, string>): ReadLayer {
  const values = new Map<string, LayerValue>();
  const problems: SettingsProblem[] = [];
  const known = new Map(settingNames.map((name) => [environmentName(brand, name), name]));
  const others = OTHER_VARIABLES.map((name) => brand.environmentPrefix + name);

  for (const [variable, text] of variables) {
    if (!variable.startsWith(brand.environmentPrefix) || text === '') continue;
    const name = known.get(variable);
    if (name === undefined) {
      if (!others.includes(variable)) problems.push(unknownVariable(variable, [...known.keys(), ...others]));
      continue;
    }
    const read = readSettingText(name, text);
    if (read.ok) values.set(name, { value: read.value, origin: variable });
    else problems.push({ ...problemIn(variable, 'refuses'), message: read.error.message, concerns: [name] });
  }
  return { layer: { source: 'environment', trusted: true, values }, problems };
}

/** Reads the flags `--set NAME=VALUE`. */
export function readFlags(assignments: readonly string[]): Result<ReadLayer> {
  const values = new Map<string, LayerValue>();
  for (const assignment of assignments) {
    const split = assignment.indexOf('=');
    if (split < 1) {
      return fail(rookError('usage', `--set takes NAME=VALUE, as in --set mode=safe; got ${assignment}.`));
    }
    const name = assignment.slice(0, split);
    const read = readSettingText(name, assignment.slice(split + 1));
    if (!read.ok) return read;
    values.set(name, { value: read.value, origin: '--set' });
  }
  return succeed({ layer: { source: 'flag', trusted: true, values }, problems: [] });
}

function unknownVariable(variable: string, known: readonly string[]): SettingsProblem {
  const nearest = nearestName(variable, known);
  const advice = nearest === undefined ? '' : `; did you mean ${nearest}?`;
  const message = `${variable} names no setting${advice || '.'}`;
  return { ...problemIn(variable, 'warns'), message, concerns: [] };
}

function problemIn(
  variable: string,
  severity: SettingsProblem['severity'],
): Omit<SettingsProblem, 'message' | 'concerns'> {
  return { severity, source: 'environment', origin: variable };
}
