import { fail, rookError, succeed, type Connection, type Result } from '@rook/contract';

import { editItem } from './edit-properties.ts';
import { editSettingsText } from './edit-settings-text.ts';
import { readSettingsProperties } from './read-settings-properties.ts';

const LIST = 'connections';
const IN_USE = 'model.connection';

/** The text of the user's settings file with a connection put in, or, if that is wanted, in the place of the one of its name. */
export function putConnectionText(
  text: string | null,
  connection: Connection,
  { replace }: { readonly replace: boolean },
): Result<string> {
  const names = connectionNames(text);
  if (!names.ok) return names;
  if (names.value === null) {
    return editSettingsText(text, { name: LIST, value: [connection], scope: 'user' });
  }
  const place = names.value.indexOf(connection.name);
  if (place !== -1 && !replace) {
    return fail(
      rookError('exists', `There is a connection "${connection.name}" already. Nothing was written.`),
    );
  }
  return succeed(editList(text, place === -1 ? names.value.length : place, connection));
}

/** The text without that connection, which is then not in use either; comments and all else stay. */
export function removeConnectionText(text: string | null, name: string): Result<string> {
  const names = connectionNames(text);
  if (!names.ok) return names;
  const place = names.value?.indexOf(name) ?? -1;
  const without = place === -1 ? (text ?? '') : editList(text, place, undefined);
  const properties = readSettingsProperties(without);
  const inUse = properties.ok
    ? properties.value.find((property) => property.name === IN_USE)?.value
    : undefined;
  return inUse === name
    ? editSettingsText(without, { name: IN_USE, value: undefined, scope: 'user' })
    : succeed(without);
}

function editList(text: string | null, place: number, value: Connection | undefined): string {
  const mark = text?.startsWith('\uFEFF') === true ? '\uFEFF' : '';
  return mark + editItem(text?.slice(mark.length) ?? '', LIST, place, value);
}

/** The names in the file in their order, null for an item without one; null when the file has no list. */
function connectionNames(text: string | null): Result<readonly (string | null)[] | null> {
  const properties = readSettingsProperties(text);
  if (!properties.ok) return malformed(properties.error.line, properties.error.message);
  const [list, second] = properties.value.filter((property) => property.name === LIST);
  if (second !== undefined) return malformed(second.line, `${LIST} stands there a second time; leave one.`);
  if (list === undefined) return succeed(null);
  if (!Array.isArray(list.value)) return malformed(list.line, `${LIST} is no list; mend it.`);
  return succeed(list.value.map(nameOf));
}

function nameOf(item: unknown): string | null {
  const name: unknown = typeof item === 'object' && item !== null ? Reflect.get(item, 'name') : null;
  return typeof name === 'string' ? name : null;
}

function malformed(line: number, message: string): Result<never> {
  return fail(rookError('settings_malformed', `Line ${line}: ${message} Nothing was written.`));
}
