import {
  fail,
  findSetting,
  rookError,
  succeed,
  unknownSetting,
  type Result,
  type Scope,
} from '@rook/contract';
import { applyEdits, modify } from 'jsonc-parser';

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
  const body = text === null || text.slice(mark.length).trim() === '' ? '{}\n' : text.slice(mark.length);
  const edits = modify(body, [change.name], change.value, { formattingOptions: formattingOf(body) });
  return succeed(mark + applyEdits(body, edits));
}

/** A wrong value is no hindrance: this is how it gets mended. */
function refuseUnreadable(text: string | null, name: string): string | null {
  const properties = readSettingsProperties(text);
  if (!properties.ok) return `Line ${properties.error.line}: ${properties.error.message}`;
  const [, second] = properties.value.filter((property) => property.name === name);
  return second === undefined ? null : `Line ${second.line}: ${name} stands there a second time; leave one.`;
}

function formattingOf(text: string): { insertSpaces: boolean; tabSize: number; eol: string } {
  const indent = /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';
  return {
    insertSpaces: !indent.includes('\t'),
    tabSize: indent.includes('\t') ? 1 : indent.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
}
