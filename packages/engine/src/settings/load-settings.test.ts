import { rook } from '@rook/contract';
import { expect, it } from 'vitest';

import { createFakeSettingsFiles } from '../ports/fakes/fake-settings-files.ts';
import { loadSettings, refuseProblems, type LoadedSettings } from './load-settings.ts';

async function load(
  files: { user?: string; workspace?: string },
  variables: Record<string, string> = {},
  flags: readonly string[] = [],
): Promise<LoadedSettings> {
  const loaded = await loadSettings({
    brand: rook,
    files: createFakeSettingsFiles(files),
    variables: new Map(Object.entries(variables)),
    flags,
  });
  if (!loaded.ok) throw new Error(loaded.error.message);
  return loaded.value;
}

it('S-08 reads both files, the environment and the flags', async () => {
  const settings = await load(
    { user: '{"mode":"allow","model.timeout":200}', workspace: '{"mode":"safe","model.timeout":100}' },
    { ROOK_MODEL: 'm1', ROOK_HOME: '/x', PATH: '/bin' },
    ['model.timeout=42'],
  );
  expect(settings.values).toMatchObject({ mode: 'safe', 'model.timeout': 42, 'model.main': 'm1' });
  expect(settings.origins.get('model.main')).toEqual({ source: 'environment', origin: 'ROOK_MODEL' });
  expect(settings.problems).toEqual([]);
});

it('refuses work while a file or a variable says something wrong, and names the place', async () => {
  const broken = await load({ user: '{\n"mode": "saef"}' });
  expect(refuseProblems(broken.problems)).toMatchObject({ ok: false, error: { code: 'settings_malformed' } });
  expect(JSON.stringify(refuseProblems(broken.problems))).toContain('/fake/user/settings.json:2');
  const variable = await load({}, { ROOK_MODEL_TIMEOUT: 'soon' });
  expect(refuseProblems(variable.problems)).toMatchObject({ ok: false });
  expect(refuseProblems((await load({})).problems).ok).toBe(true);
});

it('refuses the name of a group, which would set nothing, and says which settings it concerns', async () => {
  const { problems } = await load({ user: '{"edits": {"auto": false}}' });
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatchObject({ severity: 'refuses', origin: '/fake/user/settings.json:1' });
  expect(problems[0]?.message).toMatch(/^edits is a group; name one of its settings, as in edits\.auto/);
  expect(problems[0]?.concerns).toContain('edits.auto');
  expect(refuseProblems(problems).ok).toBe(false);
});

it('says of each problem which settings it concerns', async () => {
  const { problems } = await load({ user: '{"mode": 1, "colour": 2}' }, { ROOK_MODEL_TIMEOUT: 'soon' });
  const told = problems.map(({ severity, concerns }) => [severity, concerns]);
  expect(told).toEqual([
    ['refuses', ['mode']],
    ['warns', []],
    ['refuses', ['model.timeout']],
  ]);
});

it.each(['user', 'workspace'] as const)(
  'T-15 a bug while the %s file is read refuses and names it',
  async (scope) => {
    const files = createFakeSettingsFiles({ user: '{"ui.theme":"night"}', workspace: '{"mode":"safe"}' });
    const read: typeof files.read = async (asked) => {
      if (asked === scope) throw new Error('a bug');
      return files.read(asked);
    };
    const sources = { brand: rook, files: { ...files, read }, variables: new Map(), flags: [] };
    const loaded = await loadSettings(sources);
    if (!loaded.ok) throw new Error(loaded.error.message);
    expect(loaded.value.values).toMatchObject(scope === 'user' ? { mode: 'safe' } : { 'ui.theme': 'night' });
    const problem = { severity: 'refuses', source: scope, origin: `/fake/${scope}/settings.json` };
    expect(loaded.value.problems).toMatchObject([problem]);
  },
);

it('warns about a variable that names no setting, and passes over empty ones', async () => {
  const { problems } = await load(
    {},
    { ROOK_MODLE: 'x', ROOK_MODE: '', ROOK_API_KEY: 'k', ROOK_PROVIDER: 'xai' },
  );
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatchObject({
    severity: 'warns',
    message: 'ROOK_MODLE names no setting; did you mean ROOK_MODE?',
  });
  expect(refuseProblems(problems).ok).toBe(true);
});

it('refuses a flag that is not understood before anything is read', async () => {
  const files = createFakeSettingsFiles();
  const base = { brand: rook, files, variables: new Map<string, string>() };
  expect(await loadSettings({ ...base, flags: ['mode'] })).toMatchObject({
    ok: false,
    error: { code: 'usage' },
  });
  expect(await loadSettings({ ...base, flags: ['mode=x'] })).toMatchObject({
    ok: false,
    error: { code: 'invalid_value' },
  });
  expect(await loadSettings({ ...base, flags: ['nope=x'] })).toMatchObject({
    ok: false,
    error: { code: 'unknown_setting' },
  });
});

it('works without a workspace', async () => {
  const files = createFakeSettingsFiles({ user: '{"mode":"safe"}' }, { hasWorkspace: false });
  const loaded = await loadSettings({ brand: rook, files, variables: new Map(), flags: [] });
  expect(loaded).toMatchObject({ ok: true, value: { values: { mode: 'safe' }, problems: [] } });
});
