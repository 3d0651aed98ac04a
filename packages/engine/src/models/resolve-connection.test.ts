import { parseSettingValues, rook, succeed, type Connection } from '@rook/contract';
import { expect, it } from 'vitest';

import { createFakeSecrets } from '../ports/fakes/fake-secrets.ts';
import { listConnections } from './find-connection.ts';
import { keyName, resolveConnection, type KeySources } from './resolve-connection.ts';
import { modelOfRole } from './role-models.ts';

const anthropic: Connection = { name: 'work', provider: 'anthropic' };
const xai: Connection = { name: 'play', provider: 'xai' };
const local: Connection = {
  name: 'local',
  provider: 'openai-compatible',
  baseUrl: 'http://127.0.0.1:11434/v1',
};

interface Situation {
  readonly connections?: readonly Connection[];
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly variables?: Readonly<Record<string, string>>;
  readonly keys?: Readonly<Record<string, string>>;
  /** Settings that variables or flags said. */
  readonly said?: readonly string[];
}

function sources({
  connections = [],
  settings = {},
  variables = {},
  keys = {},
  said = [],
}: Situation): KeySources {
  const values = new Map(Object.entries({ connections, ...settings }));
  const secrets = createFakeSecrets(new Map(Object.entries(keys).map(([name, key]) => [keyName(name), key])));
  return {
    brand: rook,
    settings: {
      values: parseSettingValues(values),
      origins: new Map(
        [...values.keys()].map((name) => [name, { source: said.includes(name) ? 'environment' : 'user' }]),
      ),
    },
    variables: new Map(Object.entries(variables)),
    openSecrets: async () => succeed(secrets),
  };
}

it('C-04 takes the first connection with its kept key, or the one that the settings or the caller name', async () => {
  const connections = [anthropic, xai];
  const keys = { work: 'key of work', play: 'key of play' };
  expect(await resolveConnection(sources({ connections, keys }))).toMatchObject({
    value: { connection: anthropic, origin: 'settings', key: 'key of work', keyOrigin: 'secrets' },
  });
  const named = sources({ connections, keys, settings: { 'model.connection': 'play' } });
  expect(await resolveConnection(named)).toMatchObject({ value: { connection: xai, key: 'key of play' } });
  expect(await resolveConnection(named, 'work')).toMatchObject({ value: { connection: anthropic } });
});

it('C-05 C-06 an Anthropic and an xAI connection have the models that the requirements name', async () => {
  const keys = { work: 'k', play: 'k' };
  const work = await resolveConnection(sources({ connections: [anthropic], keys }));
  const play = await resolveConnection(sources({ connections: [xai], keys }));
  if (!work.ok || !play.ok) throw new Error('not resolved');
  expect(modelOfRole(work.value, 'main')).toEqual({ ok: true, value: 'claude-opus-4-6' });
  expect(modelOfRole(work.value, 'fast')).toEqual({ ok: true, value: 'claude-opus-4-6' });
  expect(modelOfRole(work.value, 'image')).toMatchObject({ ok: false, error: { code: 'no_model' } });
  expect(Object.values(play.value.models).map((model) => model?.name)).toEqual([
    'grok-4',
    'grok-3-mini',
    'grok-4',
    'grok-2-image',
  ]);
});

it('C-06 a role is decided by its setting, then by the connection, then by the provider', async () => {
  const own: Connection = { ...xai, models: { main: 'own-main', fast: 'own-fast' } };
  const situation = { connections: [own, anthropic], keys: { play: 'k', work: 'k' } };
  const set = sources({ ...situation, settings: { 'model.main': 'set-main' } });
  const resolved = await resolveConnection(set);
  expect(resolved).toMatchObject({
    value: {
      models: {
        main: { name: 'set-main', by: 'setting' },
        fast: { name: 'own-fast', by: 'connection' },
        vision: { name: 'grok-4', by: 'provider' },
      },
    },
  });
  const other = await resolveConnection(set, 'work');
  expect(other).toMatchObject({ value: { models: { main: { name: 'claude-opus-4-6', by: 'provider' } } } });
});

it('C-04 variables describe a connection over the settings, with the key that they bring', async () => {
  const variables = { ROOK_PROVIDER: 'xai', ROOK_API_KEY: 'from the variable' };
  const settings = { 'model.main': 'claude-of-the-file' };
  const situation = { connections: [anthropic], keys: { work: 'kept' }, variables, settings };
  expect(await resolveConnection(sources(situation))).toMatchObject({
    value: {
      connection: { name: 'environment', provider: 'xai' },
      origin: 'environment',
      key: 'from the variable',
      models: { main: { name: 'grok-4' } },
    },
  });
  expect(await resolveConnection(sources({ ...situation, said: ['model.main'] }))).toMatchObject({
    value: { models: { main: { name: 'claude-of-the-file', by: 'setting' } } },
  });
  expect(await resolveConnection(sources(situation), 'work')).toMatchObject({ value: { key: 'kept' } });
});

it('N-20 a kept key does not go to an address that a variable brings', async () => {
  const situation = { connections: [anthropic], keys: { work: 'kept' } };
  const moved = { ROOK_BASE_URL: 'https://elsewhere.example/v1' };
  const refused = await resolveConnection(sources({ ...situation, variables: moved }));
  expect(refused).toMatchObject({ ok: false, error: { code: 'model_no_key' } });
  expect(JSON.stringify(refused)).toContain('ROOK_BASE_URL leads elsewhere');
  const brought = { ...moved, ROOK_API_KEY: 'own' };
  expect(await resolveConnection(sources({ ...situation, variables: brought }))).toMatchObject({
    value: { key: 'own', connection: { baseUrl: 'https://elsewhere.example/v1' } },
  });
});

const refusals: readonly (readonly [string, Situation, string | undefined, string, RegExp])[] = [
  ['nothing is configured', {}, undefined, 'model_no_connection', /rook model add NAME --provider/],
  [
    'the name is not known',
    { connections: [anthropic, xai] },
    'wrok',
    'unknown_connection',
    /did you mean work\?/,
  ],
  [
    'the settings name a missing one',
    { connections: [xai], settings: { 'model.connection': 'gone' } },
    undefined,
    'unknown_connection',
    /no connection .*gone.*there are play/,
  ],
  [
    'there is no key',
    { connections: [anthropic] },
    undefined,
    'model_no_key',
    /rook model add work --provider/,
  ],
  [
    'the variable has no key',
    { variables: { ROOK_PROVIDER: 'openai' } },
    undefined,
    'model_no_key',
    /ROOK_API_KEY/,
  ],
  [
    'the provider is unknown',
    { variables: { ROOK_PROVIDER: 'openia' } },
    undefined,
    'invalid_value',
    /ROOK_PROVIDER/,
  ],
  [
    'the address holds a password',
    {
      variables: {
        ROOK_PROVIDER: 'openai',
        ROOK_BASE_URL: ['https://somebody:', '@c.example'].join('secret'),
      },
    },
    undefined,
    'invalid_value',
    /ROOK_BASE_URL/,
  ],
  [
    'there is no address where one is needed',
    { connections: [{ name: 'x', provider: 'openai-compatible' }] },
    undefined,
    'invalid_value',
    /needs the address/,
  ],
];

it.each(refusals)('C-04 says what to do when %s', async (_title, situation, name, code, sentence) => {
  const resolved = await resolveConnection(sources(situation), name);
  expect(resolved).toMatchObject({ ok: false, error: { code } });
  expect(JSON.stringify(resolved)).toMatch(sentence);
});

it.each([
  'http://models.example/v1',
  'http://192.168.1.7:8080',
  'http://localhost.example',
  'http://127.0.0.1.example',
])('N-20 sends no key to %s', async (baseUrl) => {
  const connections = [{ ...local, baseUrl }];
  const refused = await resolveConnection(sources({ connections, keys: { local: 'k' } }));
  expect(refused).toMatchObject({ ok: false, error: { code: 'insecure_address', kind: 'denied' } });
  expect(await resolveConnection(sources({ connections }))).toMatchObject({ ok: true, value: { key: null } });
});

it.each([
  'http://127.0.0.1:1234/v1',
  'http://localhost:1234',
  'http://[::1]:80/v1',
  'https://models.example',
])('C-04 a key may go to %s', async (baseUrl) => {
  const situation = { connections: [{ ...local, baseUrl }], keys: { local: 'k' } };
  expect(await resolveConnection(sources(situation))).toMatchObject({ ok: true, value: { key: 'k' } });
});

it('C-04 a provider without a default model asks for one by the setting that names it', async () => {
  const resolved = await resolveConnection(sources({ connections: [local] }));
  if (!resolved.ok) throw new Error('not resolved');
  const model = modelOfRole(resolved.value, 'main');
  expect(model).toMatchObject({ ok: false, error: { code: 'no_model' } });
  expect(JSON.stringify(model)).toContain('rook settings set model.main');
});

it('C-04 lists the connection in use first, and the others although the settings name a missing one', () => {
  const connections = [anthropic, xai];
  expect(namesOf({ connections, settings: { 'model.connection': 'play' } })).toEqual([
    'play true',
    'work false',
  ]);
  expect(namesOf({ connections, settings: { 'model.connection': 'gone' } })).toEqual([
    'work false',
    'play false',
  ]);
  expect(namesOf({ connections, variables: { ROOK_PROVIDER: 'scripted' } })).toEqual([
    'environment true',
    'work false',
    'play false',
  ]);
});

function namesOf(situation: Situation): readonly string[] {
  const listed = listConnections(sources(situation));
  if (!listed.ok) throw new Error(listed.error.message);
  return listed.value.map(({ connection, inUse }) => `${connection.name} ${inUse}`);
}
