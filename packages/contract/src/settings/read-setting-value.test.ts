import { expect, it } from 'vitest';

import { parseSettingValues } from './parse-setting-values.ts';
import { readSettingText, readSettingValue } from './read-setting-value.ts';
import { showableSettingValue } from './show-setting-value.ts';
import { unknownSetting } from './unknown-setting.ts';

const texts: readonly (readonly [string, string, unknown])[] = [
  ['edits.auto', 'off', false],
  ['edits.auto', 'yes', true],
  ['edits.auto', 'true', true],
  ['governance', 'on', 'on'],
  ['model.timeout', '60', 60],
  ['uploads.ttlHours', '-1', -1],
  ['budget.day', '2.5', 2.5],
  ['budget.day', 'null', null],
  ['model.main', '4', '4'],
  ['model.main', 'null', null],
  ['commands.allow', 'ls, git status', ['ls', 'git status']],
  ['commands.allow', '["a, b"]', ['a, b']],
  ['commands.allow', '[]', []],
  ['tools.allow', 'on', ['on']],
  ['connections', '[{"name":"x","provider":"xai"}]', [{ name: 'x', provider: 'xai' }]],
];

it.each(texts)('reads %s from the typed text %j', (name, text, value) => {
  expect(readSettingText(name, text)).toEqual({ ok: true, value });
});

it.each([
  ['model.timeout', 'abc', 'model.timeout takes a whole number from 1 to 86400; "abc" is not.'],
  ['model.timeout', '0', 'model.timeout takes a whole number from 1 to 86400; "0" is not.'],
  ['model.timeout', '1.5', 'model.timeout takes a whole number from 1 to 86400; "1.5" is not.'],
  ['mode', 'saef', 'mode takes one of safe, ask, allow; "saef" is not.'],
  ['edits.auto', '1', 'edits.auto takes true or false; "1" is not.'],
])('refuses %s = %j with a sentence that says what it takes', (name, text, message) => {
  expect(readSettingText(name, text)).toMatchObject({ ok: false, error: { code: 'invalid_value', message } });
});

it('never repeats a structured or secret value, where somebody may have put a key', () => {
  const typed = readSettingText('connections', '[{"name":"x","provider":"xai","apiKey":"canary-1"}]');
  const written = readSettingValue('connections', [{ name: 'x', provider: 'canary-2' }]);
  const store = readSettingValue('store', { url: 'canary-3' });
  for (const read of [typed, written, store]) {
    expect(read.ok).toBe(false);
    expect(JSON.stringify(read)).not.toContain('canary');
  }
  expect(JSON.stringify(typed)).toContain('keys are not kept in settings');
});

it('cuts a long wrong value', () => {
  const read = readSettingText('mode', 'x'.repeat(10_000));
  expect(read.ok ? '' : read.error.message.length).toBeLessThan(200);
});

it('suggests the setting that was most likely meant', () => {
  expect(unknownSetting('model.timout').message).toBe(
    'There is no setting model.timout; did you mean model.timeout?',
  );
  expect(unknownSetting('timeout').message).toContain('`rook settings list` shows all');
  expect(unknownSetting('autoFiles').message).toContain('did you mean edits.autoFiles?');
  expect(unknownSetting('edits').message).toContain('edits is a group');
  expect(unknownSetting('zzz').message).toContain('shows all');
});

it('masks what is secret in a shown value', () => {
  expect(showableSettingValue('store', 'postgres://me:p@ss@host/db?sslpassword=abc&x=1')).toBe(
    'postgres://me:•••@host/db?sslpassword=•••&x=1',
  );
  expect(showableSettingValue('store', 'postgres://host/db')).toBe('postgres://host/db');
  expect(showableSettingValue('store', 'host=x password=y')).toBe('•••');
  expect(showableSettingValue('store', null)).toBeNull();
  expect(showableSettingValue('ui.theme', 'a:b@c')).toBe('a:b@c');
});

it('fills the typed table with defaults and refuses a wrong value as a bug', () => {
  expect(parseSettingValues(new Map([['mode', 'safe']]))).toMatchObject({
    mode: 'safe',
    'model.timeout': 300,
  });
  expect(() => parseSettingValues(new Map([['mode', 'saef']]))).toThrow('Invalid input');
});
