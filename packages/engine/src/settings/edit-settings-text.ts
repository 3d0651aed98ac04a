import {
  fail,
  findSetting,
  rookError,
  succeed,
  unknownSetting,
  type Result,
  type Scope,
} from '@rook/contract';

import { editProperty } from './edit-properties.ts';
import { readSettingsProperties } from './read-settings-properties.ts';

/**
 * The text of a settings file with one setting changed, or taken out when `value` is undefined. Comments,
 * order and everything else stay. A text that cannot be read is refused, never replaced.
 */
export function editSettingsText(
  text: string | null,
  change: { readonly name: string; readonly value: unknown; readonly scope: Scope },
): Result<string> {
  const definition = findSetting(change.name);
  if (definition === undefined) return fail(unknownSetting(change.name));
  if (change.scope === 'workspace' && definition.scope === 'user' && change.value !== undefined) {
    return fail(
      rookError(
        'user_setting',
        `${change.name} is decided by the user alone; set it without --scope workspace.`,
      ),
    );
  }
  const refusal = refuseUnreadable(text, change.name);
  if (refusal !== null) return fail(rookError('settings_malformed', `${refusal} Nothing was written.`));

  const mark = text?.startsWith('\uFEFF') === true ? '\uFEFF' : '';
  return succeed(mark + editProperty(text?.slice(mark.length) ?? '', change.name, change.value));
}

/** A wrong value is no hindrance: this is how it gets mended. */
function refuseUnreadable(text: string | null, name: string): string | null {
  const properties = readSettingsProperties(text);
  if (!properties.ok) return `Line ${properties.error.line}: ${properties.error.message}`;
  const [, second] = properties.value.filter((property) => property.name === name);
  return second === undefined ? null : `Line ${second.line}: ${name} stands there a second time; leave one.`;
}
