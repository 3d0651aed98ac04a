import { expect, it } from 'vitest';

import { ck3raven, rook } from '../brand.ts';
import { allSettings, findSetting, settingNames } from './all-settings.ts';
import type { SettingDefinition } from './define-setting.ts';
import { describeSettingType } from './describe-setting-type.ts';
import { environmentName } from './environment-name.ts';
import { readSettingText } from './read-setting-value.ts';
import { settingChoices } from './setting-choices.ts';

const entries: [string, SettingDefinition][] = Object.entries(allSettings);

it('S-10 declares every setting with a type, a valid default, a description and a scope', () => {
  for (const [name, definition] of entries) {
    expect(definition.schema.safeParse(definition.default).success, name).toBe(true);
    expect(definition.description, name).toMatch(/^[A-Z].{20,}\.$/);
    expect(describeSettingType(definition), name).not.toBe('');
    expect(definition.items.length, name).toBeGreaterThan(0);
    expect(['user', 'workspace'], name).toContain(definition.scope);
  }
});

it('lets a workspace change only settings that say what tighter means', () => {
  for (const [name, { scope, tighten }] of entries) {
    expect(tighten !== undefined, name).toBe(scope === 'workspace');
  }
});

it('orders every value of a setting that is tightened by steps', () => {
  for (const [name, { schema, tighten }] of entries) {
    if (tighten?.kind !== 'stricter') continue;
    for (const value of tighten.order) expect(schema.safeParse(value).success, name).toBe(true);
    expect(new Set(tighten.order).size, name).toBe(tighten.order.length);
    expect(tighten.order, name).toContain(findSetting(name)?.default);
  }
});

it('joins a list up to exactly as many entries as the setting takes', () => {
  const joined = entries.filter(([, { tighten }]) => tighten?.kind === 'add');
  expect(joined.length).toBeGreaterThan(3);
  for (const [name, { schema, tighten }] of joined) {
    const most = tighten?.kind === 'add' ? tighten.most : 0;
    expect(schema.safeParse(entriesOf(most)).success, name).toBe(true);
    expect(schema.safeParse(entriesOf(most + 1)).success, name).toBe(false);
  }
});

function entriesOf(length: number): readonly string[] {
  return Array.from({ length }, (_unused, index) => `entry-${index}`);
}

it('E-23 protects the own folder of every brand', () => {
  for (const { folder } of [rook, ck3raven]) {
    expect(allSettings['edits.protected'].default).toContain(`**/${folder}/**`);
  }
});

it('names the values of settings that take only a few, each of which the setting takes', () => {
  expect(settingChoices(allSettings.mode)).toEqual(['safe', 'ask', 'allow']);
  expect(settingChoices(allSettings['edits.auto'])).toEqual(['true', 'false']);
  expect(settingChoices(allSettings['model.timeout'])).toEqual([]);
  for (const [name, definition] of entries) {
    for (const choice of settingChoices(definition))
      expect(readSettingText(name, choice).ok, name).toBe(true);
  }
});

it('keeps to the user what could reach the network, grant a right or destroy history', () => {
  const users = [
    'connections',
    'model.connection',
    'store',
    'sources.enabled',
    'edits.auto',
    'edits.autoFiles',
    'commands.auto',
    'commands.allow',
    'governance',
    'uploads.enabled',
    'knowledge.embeddings',
    'knowledge.webSearch',
    'blobs.maxAgeDays',
    'blobs.maxBytes',
    'turn.autoContinue',
    'uploads.cleanup',
    'subtasks.granularity',
    'governance.contextChars',
  ];
  for (const name of users) expect(findSetting(name)?.scope, name).toBe('user');
});

it('G-01 starts with files automatic and commands not', () => {
  expect(allSettings['edits.auto'].default).toBe(true);
  expect(allSettings['edits.autoFiles'].default).toBe(true);
  expect(allSettings['commands.auto'].default).toBe(false);
});

it('G-02 CF-08 allows exactly the forty command beginnings', () => {
  const wanted =
    'npm install, npm run, npm test, yarn install, yarn add, yarn test, yarn build, pnpm install, pnpm run, git status, git diff, git log, git branch, ls, pwd, cat, head, tail, grep, find, mkdir, touch, echo, curl, wget, cp, mv, tsc, tsc --noEmit, python, python3, pip install, pip3 install, cargo build, cargo run, cargo test, cargo check, go build, go run, go test';
  expect(allSettings['commands.allow'].default).toEqual(wanted.split(', '));
  expect(allSettings['commands.allow'].default).toHaveLength(40);
});

it('has the defaults that the requirements name', () => {
  const wanted = {
    'model.maxOutputTokens': 16_384,
    'model.timeout': 300,
    'model.structured': false,
    'journal.audit': false,
    'uploads.enabled': false,
    'uploads.auto': true,
    'uploads.maxBytes': 10 * 1024 * 1024,
    'uploads.cleanup': true,
    'uploads.ttlHours': 24,
    'commands.timeout': 30,
    'context.handoffAt': 0.85,
    'pipelines.depth': 'standard',
    'budget.run': 10,
    'diagnose.recorders': [],
    mode: 'ask',
    'journal.sync': 'turn',
    governance: 'auto',
  };
  for (const [name, value] of Object.entries(wanted)) expect(findSetting(name)?.default, name).toEqual(value);
});

it('gives each setting an environment variable of its own', () => {
  const variables = settingNames.map((name) => environmentName(rook, name));
  expect(new Set(variables).size).toBe(variables.length);
  expect(environmentName(rook, 'edits.autoFiles')).toBe('ROOK_EDITS_AUTO_FILES');
  expect(environmentName(rook, 'model.main')).toBe('ROOK_MODEL');
  expect(environmentName(rook, 'model.fast')).toBe('ROOK_FAST_MODEL');
  expect(environmentName(rook, 'store')).toBe('ROOK_STORE');
});

it('keeps every name that a brand changes in the brand', () => {
  expect(Object.keys(ck3raven)).toEqual(Object.keys(rook));
  expect(ck3raven.participant).toMatchObject({
    id: 'ck3raven',
    name: 'ck3raven',
    fullName: 'CK3 Raven',
    description: 'CK3 modding assistant with conflict detection and mod editing',
    isSticky: true,
  });
});
