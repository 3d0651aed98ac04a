import type { GivenSettings } from '@rook/engine';

import { editorSettings } from './editor-settings.ts';

/** What the editor knows of a setting, layer by layer; its own default is left out, because that is nobody's word. */
interface Inspected {
  readonly globalValue?: unknown;
  readonly workspaceValue?: unknown;
  readonly workspaceFolderValue?: unknown;
}

/** Where a person reads that a value comes from there. */
const ORIGIN = 'VS Code settings';

const LAYERS = [
  { source: 'user', origin: ORIGIN, field: 'globalValue' },
  { source: 'workspace', origin: `${ORIGIN} of the workspace`, field: 'workspaceValue' },
  { source: 'workspace', origin: `${ORIGIN} of the folder`, field: 'workspaceFolderValue' },
] as const;

/** What somebody really set in the editor: the user in their settings, a workspace or a folder in its own. */
export function readEditorSettings(
  inspect: (key: string) => Inspected | undefined,
): readonly GivenSettings[] {
  const found = editorSettings.map(({ name, key }) => ({ name, inspected: inspect(key) }));
  return LAYERS.map(({ source, origin, field }) => ({
    source,
    origin,
    values: new Map(
      found.flatMap(({ name, inspected }) => {
        const value = inspected?.[field];
        return value === undefined ? [] : [[name, value] as const];
      }),
    ),
  }));
}
