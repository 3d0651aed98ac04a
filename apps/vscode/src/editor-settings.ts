import { allSettings, ck3raven, rook, settingNames, type SettingDefinition } from '@rook/contract';

/** A setting of the table as the editor has it. */
export interface EditorSetting {
  /** In the table. */
  readonly name: string;
  /** In the editor, behind the word of the brand. */
  readonly key: string;
  readonly definition: SettingDefinition;
}

/** Every setting of the table that belongs into an editor. */
export const editorSettings: readonly EditorSetting[] = Object.entries(allSettings).flatMap(
  ([name, definition]: [string, SettingDefinition]) =>
    whyNotInEditor(definition) === null ? [{ name, key: keyOf(name), definition }] : [],
);

/** Why the editor does not show a setting under its name; null where it does. */
export function whyNotInEditor({ secret, choosesModel, formerly }: SettingDefinition): string | null {
  if (secret === true)
    return 'An editor carries settings to other machines, and this one may hold a password.';
  if (choosesModel === true) return 'In an editor the model is the one that was chosen in the chat.';
  if (formerly !== undefined && [rook, ck3raven].some(({ id }) => formerly.startsWith(`${id}.`)))
    return 'The editor has it under the name that it always had there.';
  return null;
}

/** In an editor nothing can be both a value and a group: `governance` is `governance.mode` there, beside `governance.trace`. */
function keyOf(name: string): string {
  return settingNames.some((other) => other.startsWith(`${name}.`)) ? `${name}.mode` : name;
}
