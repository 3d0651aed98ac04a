import { rook } from '@rook/contract';
import { loadSettings, refuseProblems, type GivenSettings, type LoadedSettings } from '@rook/engine';
import { createFakeSettingsFiles } from '@rook/engine/testing';
import { expect, it } from 'vitest';

import { readEditorSettings } from './read-editor-settings.ts';

type Values = Readonly<Record<string, unknown>>;

interface Kept {
  readonly user?: Values;
  readonly workspace?: Values;
  readonly folder?: Values;
}

function read({ user = {}, workspace = {}, folder = {} }: Kept): readonly GivenSettings[] {
  return readEditorSettings((key) => ({
    defaultValue: 'nobody said this',
    globalValue: user[key],
    workspaceValue: workspace[key],
    workspaceFolderValue: folder[key],
  }));
}

interface Others {
  readonly user?: string;
  readonly workspace?: string;
  readonly variables?: Readonly<Record<string, string>>;
}

async function load(
  given: readonly GivenSettings[],
  { variables = {}, ...files }: Others = {},
): Promise<LoadedSettings> {
  const loaded = await loadSettings({
    brand: rook,
    files: createFakeSettingsFiles(files),
    variables: new Map(Object.entries(variables)),
    flags: [],
    given,
  });
  if (!loaded.ok) throw new Error(loaded.error.message);
  return loaded.value;
}

it('S-10 what the user set in the editor counts over their file, and the environment over both', async () => {
  const given = read({ user: { 'turn.maxRounds': 7, 'governance.mode': 'on', 'budget.run': null } });
  const { values, origins, problems } = await load(given, {
    user: '{"turn.maxRounds": 9, "model.timeout": 100}',
    variables: { ROOK_GOVERNANCE: 'off' },
  });
  expect(values).toMatchObject({
    'turn.maxRounds': 7,
    'model.timeout': 100,
    governance: 'off',
    'budget.run': null,
  });
  expect(origins.get('turn.maxRounds')).toEqual({ source: 'user', origin: 'VS Code settings' });
  expect(problems).toEqual([]);
});

it('S-10 only what was really set counts: defaults of the editor are nobody’s word', async () => {
  expect(read({}).map(({ values }) => values.size)).toEqual([0, 0, 0]);
  const { origins } = await load(read({}), { user: '{"turn.maxRounds": 9}' });
  expect(origins.get('turn.maxRounds')?.origin).toBe('/fake/user/settings.json');
  expect(origins.get('edits.auto')?.source).toBe('default');
});

const LOOSER = {
  mode: 'allow',
  'turn.maxRounds': 1000,
  'edits.protected': [],
  'edits.auto': true,
  'commands.auto': true,
  'commands.sandbox': 'off',
  'governance.mode': 'off',
  'budget.session': null,
};

/** Whether nothing that a workspace brought along loosened what the user set. */
async function keepsTight(given: readonly GivenSettings[]): Promise<boolean> {
  const user = { mode: 'ask', 'turn.maxRounds': 5, 'commands.sandbox': 'on', 'budget.session': 1 };
  const alone = await load(read({ user }));
  const { values } = await load([...read({ user }), ...given]);
  return JSON.stringify(values) === JSON.stringify(alone.values);
}

it.each(['workspace', 'folder'] as const)(
  'S-10 what stands in the settings of a %s can only tighten',
  async (place) => {
    expect(await keepsTight(read({ [place]: LOOSER }))).toBe(true);
    const loosened = await load(read({ [place]: LOOSER }));
    expect(loosened.ignored.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['mode', 'turn.maxRounds', 'edits.auto', 'commands.auto', 'governance']),
    );
    expect(loosened.ignored[0]?.origin).toBe(`VS Code settings of the ${place}`);
    const tighter = await load(
      read({ user: { 'turn.maxRounds': 9 }, [place]: { mode: 'safe', 'turn.maxRounds': 3 } }),
    );
    expect(tighter.values).toMatchObject({ mode: 'safe', 'turn.maxRounds': 3 });
  },
);

it('S-10 has a check that catches settings of a workspace that are taken for those of the user', async () => {
  const broken = read({ workspace: LOOSER }).map(({ origin, values }): GivenSettings => ({
    source: 'user',
    origin,
    values,
  }));
  expect(await keepsTight(broken)).toBe(false);
});

it('S-10 a wrong value refuses work and names the setting and where it stands', async () => {
  const { problems } = await load(read({ user: { mode: 'saef' }, workspace: { 'turn.maxRounds': 'three' } }));
  expect(problems.map(({ origin, concerns }) => [origin, concerns])).toEqual([
    ['VS Code settings', ['mode']],
    ['VS Code settings of the workspace', ['turn.maxRounds']],
  ]);
  const refused = refuseProblems(problems);
  expect(refused.ok ? '' : refused.error.message).toBe(
    'VS Code settings: mode takes one of safe, ask, allow; "saef" is not.',
  );
});
