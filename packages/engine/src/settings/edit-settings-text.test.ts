import { settingNames } from '@rook/contract';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { editSettingsText } from './edit-settings-text.ts';
import { readSettingsFile } from './read-settings-file.ts';
import { readSettingsProperties } from './read-settings-properties.ts';

function edit(text: string | null, name: string, value: unknown): string {
  const edited = editSettingsText(text, { name, value, scope: 'user' });
  if (!edited.ok) throw new Error(edited.error.message);
  return edited.value;
}

function entries(text: string): Map<string, unknown> {
  const read = readSettingsProperties(text);
  return new Map(read.ok ? read.value.map(({ name, value }) => [name, value]) : []);
}

it('starts a file, adds to it, changes it and takes out of it', () => {
  const first = edit(null, 'mode', 'safe');
  expect(first).toBe('{\n  "mode": "safe"\n}\n');
  const second = edit(first, 'model.timeout', 60);
  expect(second).toBe('{\n  "mode": "safe",\n  "model.timeout": 60\n}\n');
  expect(edit(second, 'mode', 'ask')).toBe('{\n  "mode": "ask",\n  "model.timeout": 60\n}\n');
  expect(edit(second, 'mode', undefined)).toBe('{\n  "model.timeout": 60\n}\n');
});

it('keeps comments, order, indentation, line ends and the byte order mark', () => {
  const text =
    '\uFEFF// mine\r\n{\r\n\t"mode": "safe", // careful\r\n\t/* later */ "ui.theme": "x",\r\n}\r\n';
  const edited = edit(text, 'mode', 'ask');
  expect(edited).toBe(text.replace('"safe"', '"ask"'));
  expect(edit(text, 'model.timeout', 5)).toContain('\r\n\t"model.timeout": 5');
});

it('refuses to touch a text that it cannot read, and mends a wrong value', () => {
  const broken = editSettingsText('{ "mode": ', { name: 'mode', value: 'safe', scope: 'user' });
  expect(broken).toMatchObject({ ok: false, error: { code: 'settings_malformed' } });
  expect(broken.ok ? '' : broken.error.message).toMatch(/^Line 1: .*Nothing was written\.$/);
  expect(editSettingsText('[1]', { name: 'mode', value: 'safe', scope: 'user' }).ok).toBe(false);
  const twice = '{"mode":"ask","mode":"safe"}';
  expect(editSettingsText(twice, { name: 'mode', value: 'ask', scope: 'user' }).ok).toBe(false);
  expect(edit('{"mode":"saef"}', 'mode', 'safe')).toBe('{"mode":"safe"}');
});

it('keeps user settings out of a workspace file, but lets them be taken out of it', () => {
  const change = { name: 'edits.auto', scope: 'workspace' } as const;
  expect(editSettingsText(null, { ...change, value: true })).toMatchObject({
    ok: false,
    error: { code: 'user_setting', kind: 'denied' },
  });
  expect(editSettingsText('{"edits.auto":true}', { ...change, value: undefined }).ok).toBe(true);
});

it('changes one property and no other, for any file', () => {
  const value = fc.oneof(fc.boolean(), fc.integer(), fc.string(), fc.array(fc.string(), { maxLength: 3 }));
  const file = fc.dictionary(fc.oneof(fc.string(), fc.constantFrom(...settingNames)), value, { maxKeys: 6 });
  const property = fc.property(file, fc.constantFrom(...settingNames), value, (before, name, wanted) => {
    const text = JSON.stringify(before, null, 2);
    const expected = entries(text);
    expected.set(name, wanted);
    expect(entries(edit(text, name, wanted))).toEqual(expected);
    expected.delete(name);
    expect(entries(edit(edit(text, name, wanted), name, undefined))).toEqual(expected);
  });
  expect(() => fc.assert(property, { numRuns: 200 })).not.toThrow();
});

it('reports unknown names as warnings and wrong values, doubles and broken JSON as refusals, with the line', () => {
  const source = { source: 'user', origin: 'f' } as const;
  const text = '{\n  "nope": 1,\n  "mode": "saef",\n  "model.timeout": 1,\n  "model.timeout": 2\n}';
  const { layer, problems } = readSettingsFile(text, source);
  expect(problems.map(({ severity, origin }) => `${severity} ${origin}`)).toEqual([
    'warns f:2',
    'refuses f:3',
    'refuses f:5',
  ]);
  expect([...layer.values.keys()]).toEqual(['model.timeout']);
  expect(readSettingsFile('{\n "mode" "ask"}', source).problems[0]).toMatchObject({
    severity: 'refuses',
    origin: 'f:2',
  });
  expect(readSettingsFile(null, source)).toMatchObject({ problems: [] });
  expect(readSettingsFile('  \n', source)).toMatchObject({ problems: [] });
});

it('reads a hostile text without harm', () => {
  const source = { source: 'workspace', origin: 'f' } as const;
  const { layer } = readSettingsFile(
    '{"__proto__": {"mode": "allow"}, "constructor": 1, "mode": "safe"}',
    source,
  );
  expect([...layer.values.keys()]).toEqual(['mode']);
  expect(layer.trusted).toBe(false);
  expect(Object.hasOwn(Object.prototype, 'mode')).toBe(false);
  expect(readSettingsFile('['.repeat(5000), source).problems).toHaveLength(1);
});
