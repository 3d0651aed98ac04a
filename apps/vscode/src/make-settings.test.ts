import {
  allSettings,
  ck3raven,
  findSetting,
  rook,
  settingNames,
  type SettingDefinition,
} from '@rook/contract';
import { expect, it } from 'vitest';
import * as z from 'zod';

import { editorSettings, whyNotInEditor } from './editor-settings.ts';
import { makeSettings } from './make-settings.ts';

const shown = z.record(
  z.string(),
  z.looseObject({
    type: z.union([z.string(), z.array(z.string())]),
    default: z.unknown(),
    scope: z.enum(['machine', 'resource']),
    markdownDescription: z.string(),
  }),
);

/** What is read back into a schema. */
const jsonSchema = z.custom<z.core.JSONSchema.JSONSchema>((value) => typeof value === 'object');

const all: [string, SettingDefinition][] = Object.entries(allSettings);

it.each([rook, ck3raven])('S-10 the table of the editor is that of the schema, for $id', (brand) => {
  const table = shown.parse(makeSettings(brand));
  const wanted = all.filter(([, definition]) => whyNotInEditor(definition) === null);
  expect(Object.keys(table)).toHaveLength(wanted.length);
  for (const [name, { schema, default: standard, scope, description }] of wanted) {
    const key = name === 'governance' ? 'governance.mode' : name;
    const found = table[`${brand.id}.${key}`];
    expect(found, name).toMatchObject({
      default: standard,
      scope: scope === 'user' ? 'machine' : 'resource',
    });
    const plain = found?.markdownDescription.replaceAll(`\`#${brand.id}.`, '`').replaceAll('#`', '`');
    expect(plain, name).toContain(description);
    const { type, ...rest } = { ...found };
    const own = new Set(['default', 'scope', 'markdownDescription']);
    const shape = Object.fromEntries(Object.entries(rest).filter(([field]) => !own.has(field)));
    const types = [type].flat();
    // What the editor takes is what the setting takes, also at its edges.
    const one = types.find((kind) => kind !== 'null');
    const nullable = { anyOf: [{ ...shape, type: one }, { type: 'null' }] };
    const again = z.fromJSONSchema(
      jsonSchema.parse(types.includes('null') ? nullable : { ...shape, type: one }),
    );
    for (const value of samples(schema))
      expect(again.safeParse(value).success, `${name} ${JSON.stringify(value)}`).toBe(
        schema.safeParse(value).success,
      );
  }
});

/** Values of every kind, and those around the edges of a range. */
function samples(schema: z.ZodType): readonly unknown[] {
  const text = JSON.stringify(z.toJSONSchema(schema, { io: 'input' }));
  const edges = [...text.matchAll(/"(?:minimum|maximum)":(?<edge>-?[\d.]+)/gu)].map(([, edge]) =>
    Number(edge),
  );
  const words = [...text.matchAll(/"(?<word>[a-z]+)"/gu)].map(([, word]) => word);
  const plain = [null, true, false, '', 'x', 0, 1, 0.5, -1, [], ['x'], [1], [''], {}, { m: {} }];
  return [...plain, ...words, ...edges.flatMap((edge) => [edge - 1, edge, edge + 1])];
}

it('S-10 leaves out what may hold a password or chooses a model, and nothing else that has no other name there', () => {
  const left = all.filter(([, definition]) => whyNotInEditor(definition) !== null).map(([name]) => name);
  expect(left.toSorted()).toEqual([
    'connections',
    'diagnose.recorders',
    'model.connection',
    'model.fast',
    'model.image',
    'model.main',
    'model.vision',
    'secrets.place',
    'store',
  ]);
  for (const name of left) {
    const { secret, choosesModel, formerly } = findSetting(name) ?? {};
    expect(secret === true || choosesModel === true || formerly?.startsWith('ck3raven.') === true, name).toBe(
      true,
    );
  }
});

it('S-10 no name in the editor is also the group of another, which it could not hold', () => {
  const keys = editorSettings.map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
  for (const key of keys) expect(keys.filter((other) => other.startsWith(`${key}.`))).toEqual([]);
  for (const { name, key } of editorSettings)
    expect(name === key || !settingNames.includes(key), key).toBe(true);
});

it('S-10 says what a workspace may do, and leads to the settings that it names', () => {
  const table = makeSettings(rook);
  expect(table['rook.turn.maxRounds']).toEqual({
    type: 'integer',
    minimum: 1,
    maximum: 1000,
    default: 50,
    scope: 'resource',
    markdownDescription:
      'How often the model may call tools within one turn before the turn ends with an explanation. A workspace can only lower it.',
  });
  expect(table['rook.budget.day']).toMatchObject({ type: ['number', 'null'], default: null });
  expect(table['rook.mode']).toMatchObject({ enum: ['safe', 'ask', 'allow'], type: 'string' });
  expect(JSON.stringify(table['rook.commands.auto'])).toContain('`#rook.commands.allow#`');
});
