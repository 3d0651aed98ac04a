import { allSettings, findSetting, type SettingDefinition } from '@rook/contract';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { resolveSettings, type ResolvedSettings } from './resolve-settings.ts';
import type { SettingsLayer, SettingSource } from './settings-layer.ts';

function layer(
  source: SettingSource,
  values: Record<string, unknown>,
  trusted = source !== 'workspace',
): SettingsLayer {
  const entries = Object.entries(values).map(([name, value]) => [name, { value, origin: source }] as const);
  return { source, trusted, values: new Map(entries) };
}

it('S-08 lets flag count over environment, session, workspace, user and default, in any order given', () => {
  const sources = ['user', 'workspace', 'session', 'environment', 'flag'] as const;
  const timeouts = { user: 200, workspace: 100, session: 250, environment: 150, flag: 280 };
  for (let count = 1; count <= sources.length; count += 1) {
    const used = sources.slice(0, count);
    const layers = used.map((source) => layer(source, { 'model.timeout': timeouts[source] }));
    const resolved = resolveSettings(layers.toReversed());
    const strongest = used.at(-1) ?? 'user';
    expect(resolved.values['model.timeout']).toBe(timeouts[strongest]);
    expect(resolved.origins.get('model.timeout')).toEqual({ source: strongest, origin: strongest });
  }
  expect(resolveSettings([]).values['model.timeout']).toBe(300);
  expect(resolveSettings([]).origins.get('mode')?.source).toBe('default');
});

it('ignores and names what a workspace may not decide', () => {
  const wishes = {
    connections: [{ name: 'evil', provider: 'openai-compatible', baseUrl: 'http://127.0.0.1:1' }],
    store: 'postgres://evil/db',
    'edits.auto': false,
    'commands.allow': ['rm'],
    mode: 'allow',
    'commands.sandbox': 'off',
    governance: 'off',
  };
  const resolved = resolveSettings([layer('workspace', wishes)]);
  expect(resolved.values).toEqual(resolveSettings([]).values);
  expect(resolved.ignored.map(({ name }) => name).toSorted()).toEqual(Object.keys(wishes).toSorted());
  expect(resolved.ignored.every(({ reason, origin }) => reason.length > 10 && origin === 'workspace')).toBe(
    true,
  );
});

it('hears a workspace that tightens', () => {
  const resolved = resolveSettings([
    layer('user', { 'tools.allow': ['a', 'b'], 'edits.protected': ['x'] }),
    layer('workspace', {
      mode: 'safe',
      'model.timeout': 10,
      'budget.day': 1,
      'edits.protected': ['y'],
      'tools.allow': ['b', 'c'],
      'journal.sync': 'always',
    }),
  ]);
  expect(resolved.values).toMatchObject({
    mode: 'safe',
    'model.timeout': 10,
    'budget.day': 1,
    'edits.protected': ['x', 'y'],
    'tools.allow': ['b'],
    'journal.sync': 'always',
  });
  expect(resolved.ignored.map(({ name }) => name)).toEqual(['tools.allow']);
});

it('fills a list up to its limit, and names what of the workspace found no place', () => {
  const [mine, theirs] = [numbered('mine', 998), ['mine0', ...numbered('theirs', 7)]];
  const { values, ignored } = resolveSettings([
    layer('user', { 'edits.protected': mine }),
    layer('workspace', { 'edits.protected': theirs, mode: 'safe' }),
  ]);
  expect(values['edits.protected']).toEqual([...mine, 'theirs0', 'theirs1']);
  expect(values.mode).toBe('safe');
  expect(ignored).toHaveLength(1);
  expect(ignored[0]).toMatchObject({ name: 'edits.protected', source: 'workspace' });
  expect(ignored[0]?.reason).toMatch(/only 1000 entries fit.* 5 .*theirs2/);
});

it('B-09 lets a workspace narrow the beginnings of tool names', () => {
  expect(narrowed(['read_', 'run'], ['read_file', 'run', 'write'])).toEqual([['read_file', 'run'], 1]);
  expect(narrowed(['read_file'], ['read_file_whole'])).toEqual([['read_file_whole'], 0]);
  expect(narrowed(['read_file'], ['read'])).toEqual([[], 1]);
  expect(narrowed(null, ['read'])).toEqual([['read'], 0]);
  expect(narrowed(['read'], null)).toEqual([['read'], 1]);
});

function narrowed(user: unknown, workspace: unknown): readonly unknown[] {
  const layers = [layer('user', { 'tools.allow': user }), layer('workspace', { 'tools.allow': workspace })];
  const { values, ignored } = resolveSettings(layers);
  return [values['tools.allow'], ignored.length];
}

it('treats a session that the workspace brought along like the workspace', () => {
  const brought = resolveSettings([layer('session', { mode: 'allow', 'edits.auto': false }, false)]);
  expect(brought.values.mode).toBe('ask');
  expect(brought.ignored).toHaveLength(2);
  expect(resolveSettings([layer('session', { mode: 'allow' })]).values.mode).toBe('allow');
});

function numbered(word: string, length: number): string[] {
  return Array.from({ length }, (_unused, index) => `${word}${index}`);
}

/** Values of a setting, small ones among them so that neighbours meet, and lists as long as it takes. */
function valuesOf({ schema, tighten, default: standard }: SettingDefinition): fc.Arbitrary<unknown> {
  const most = tighten?.kind === 'add' ? tighten.most : 3;
  const lengths = fc.constantFrom(most - 1, most, most - 12, Math.floor(most / 2) + 1);
  const long = fc
    .tuple(fc.constantFrom('a', 'b'), lengths)
    .map(([word, length]) => numbered(word, Math.max(0, length)));
  const words = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 4 });
  const candidates = fc.oneof(
    fc.constant(standard),
    fc.boolean(),
    fc.constant(null),
    fc.integer({ min: 0, max: 100_000 }),
    fc.double({ min: 0, max: 1, noNaN: true }),
    words,
    long,
    fc.string({ maxLength: 5 }),
    fc.constantFrom(...(tighten?.kind === 'stricter' ? tighten.order : ['auto'])),
  );
  return candidates.filter((value) => schema.safeParse(value).success);
}

/** Written without the code under test: is `value` looser than `limit`? */
function isLooser({ tighten }: SettingDefinition, value: unknown, limit: unknown): boolean {
  switch (tighten?.kind) {
    case undefined:
      return JSON.stringify(value) !== JSON.stringify(limit);
    case 'lower':
      return limit !== null && (value === null || Number(value) > Number(limit));
    case 'add':
      return list(limit).some((entry) => !list(value).includes(entry));
    case 'keep':
      return limit !== null && (value === null || list(value).some((entry) => !beginsLike(limit, entry)));
    case 'stricter':
      return tighten.order.indexOf(String(value)) < tighten.order.indexOf(String(limit)) && value !== limit;
    case 'taste':
      return false;
  }
}

function beginsLike(limit: unknown, entry: unknown): boolean {
  return list(limit).some((beginning) => String(entry).indexOf(String(beginning)) === 0);
}

function list(given: unknown): unknown[] {
  return Array.isArray(given) ? given : [];
}

type Resolve = (layers: readonly SettingsLayer[]) => ResolvedSettings;

/** Fails when any workspace can loosen any setting beyond what the user said, or make its value a wrong one. */
function checkNeverLooser(resolve: Resolve): void {
  for (const name of Object.keys(allSettings)) {
    const definition = findSetting(name);
    if (definition === undefined) throw new Error(name);
    const values = valuesOf(definition);
    const property = fc.property(values, values, (user, workspace) => {
      const resolved = resolve([layer('user', { [name]: user }), layer('workspace', { [name]: workspace })]);
      const value = new Map<string, unknown>(Object.entries(resolved.values)).get(name);
      return !isLooser(definition, value, user) && definition.schema.safeParse(value).success;
    });
    fc.assert(property, { numRuns: 60, seed: 7 });
  }
}

it('never lets a workspace loosen anything, whatever both say', () => {
  expect(() => checkNeverLooser(resolveSettings)).not.toThrow();
});

const trusting: Resolve = (layers) => resolveSettings(layers.map((given) => ({ ...given, trusted: true })));

it('has a check that catches a resolver that trusts the workspace', () => {
  expect(() => checkNeverLooser(trusting)).toThrow('Property failed');
});

const overflowing: Resolve = (layers) => {
  const joined = layers.flatMap(({ values }) => list(values.get('edits.protected')?.value).map(String));
  const resolved = resolveSettings(layers);
  return { ...resolved, values: { ...resolved.values, 'edits.protected': [...new Set(joined)] } };
};

it('has a check that catches a resolver that joins lists without end', () => {
  expect(() => checkNeverLooser(overflowing)).toThrow('Property failed');
});
