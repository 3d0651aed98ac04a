import { findSetting, type Brand, type Tighten } from '@rook/contract';
import * as z from 'zod';

import { editorSettings, type EditorSetting } from './editor-settings.ts';

/** What the editor is told about every setting, from the table: its type, its default, what it does, and who may decide it. */
export function makeSettings({ id }: Brand): Record<string, unknown> {
  return Object.fromEntries(
    editorSettings.map((setting) => [`${id}.${setting.key}`, describeSetting(id, setting)]),
  );
}

function describeSetting(id: string, { definition }: EditorSetting): Record<string, unknown> {
  const { schema, default: standard, description, scope, tighten } = definition;
  return {
    ...shapeOf(z.toJSONSchema(schema, { io: 'input' })),
    default: standard,
    // What only the user decides does not count in a workspace; the editor says so by itself.
    scope: scope === 'user' ? 'machine' : 'resource',
    markdownDescription: [linkSettings(id, description), ...describeTighten(tighten)].join(' '),
  };
}

/** The editor shows a field for one type or none of it, and none for a choice between shapes. */
function shapeOf({ $schema: _version, anyOf, ...shape }: z.core.JSONSchema.JSONSchema): object {
  const [first, second, ...more] = anyOf ?? [];
  if (typeof first !== 'object' || typeof second !== 'object') return shape;
  if (second.type !== 'null' || more.length > 0) return { ...shape, anyOf };
  return { ...first, type: [first.type, 'null'] };
}

/** Settings that are named in a sentence lead there. */
function linkSettings(id: string, description: string): string {
  return description.replaceAll(/`(?<name>[^`]+)`/gu, (quoted, name: string) => {
    const named =
      findSetting(name) === undefined ? undefined : editorSettings.find((one) => one.name === name);
    return named === undefined ? quoted : `\`#${id}.${named.key}#\``;
  });
}

function describeTighten(tighten: Tighten | undefined): readonly string[] {
  switch (tighten?.kind) {
    case 'lower':
      return ['A workspace can only lower it.'];
    case 'add':
      return ['A workspace can only add to it.'];
    case 'keep':
      return ['A workspace can only narrow it.'];
    case 'stricter':
      return [`A workspace can only make it stricter: ${tighten.order.map(String).join(' → ')}.`];
    case undefined:
      return ['Only you decide it, not a workspace.'];
    case 'taste':
      return [];
  }
}
