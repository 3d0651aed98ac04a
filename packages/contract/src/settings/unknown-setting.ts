import { rookError, type RookError } from '../errors.ts';
import { settingNames } from './all-settings.ts';
import { nearestName } from './nearest-name.ts';

const LONGEST_NAME = 80;

/** Says that a name is no setting, and which one was most likely meant. */
export function unknownSetting(name: string): RookError {
  const inside = settingsInGroup(name);
  if (inside.length > 0) {
    const example = inside.slice(0, 3).join(', ');
    return rookError('unknown_setting', `${name} is a group; name one of its settings, as in ${example}.`);
  }
  const nearest = name.length > LONGEST_NAME ? undefined : nearestName(name, settingNames);
  const shown = name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name;
  const advice = nearest === undefined ? '`rook settings list` shows all' : `did you mean ${nearest}`;
  return rookError(
    'unknown_setting',
    `There is no setting ${shown}; ${advice}${nearest === undefined ? '.' : '?'}`,
  );
}

/** The settings of a group: those of `edits` are `edits.auto` and others. Empty when there is no such group. */
export function settingsInGroup(name: string): readonly string[] {
  return settingNames.filter((known) => known.startsWith(`${name}.`));
}
