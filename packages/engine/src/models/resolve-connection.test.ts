import { connectionSchema, parseSettingValues, rook, succeed, type Connection } from '@rook/contract';
import { expect, it } from 'vitest';

import { createFakeSecrets } from '../ports/fakes/fake-secrets.ts';
import { checkAddress } from './check-address.ts';
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
  /** The connections that the keys were kept for; left out: those there are. */
  readonly keptFor?: readonly Connection[];
  readonly secretsBefore?: Readonly<Record<string, string>>;
}

/** The keys with their bonds, as `rook model add` keeps them. */
function keep(
  connections: readonly Connection[],
  keys: Readonly<Record<string, string>>,
): readonly (readonly [string, string])[] {
  const pairs: (readonly [string, string])[] = [];
  for (const [name, key] of Object.entries(keys)) {
    const connection = connections.find((candidate) => candidate.name === name);
    const bond = connection === undefined ? null : checkAddress(connection, key);
    pairs.push([keyName(name), key]);
    if (bond?.ok === true && bond.value !== null) pairs.push([keyName(name, 'bond'), bond.value]);
  }
  return pairs;
}

function sources({
  connections = [],
  settings = {},
  variables = {},
  keys = {},
  said = [],
  keptFor = connections,
  secretsBefore = {},
}: Situation): KeySources {
  const values = new Map(Object.entries({ connections, ...settings }));
  const secrets = createFakeSecrets(new Map([...keep(keptFor, keys), ...Object.entries(secretsBefore)]));
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

const good: Connection = { name: 'work', provider: 'openai-compatible', baseUrl: 'https://good.example/v1' };

it.each([
  [
    'another host',
    { ...good, baseUrl: 'https://other.example/v1' },
    /kept for https:\/\/good\.example; add it again for https:\/\/other\.example/,
  ],
  ['another port', { ...good, baseUrl: 'https://good.example:8443/v1' }, /kept for https:\/\/good\.example;/],
  [
    'another provider there',
    { ...good, provider: 'openai' },
    /kept for openai-compatible at https:\/\/good\.example/,
  ],
  ['a provider of its own', { name: 'work', provider: 'xai' }, /add it again for xai/],
] as const)('N-20 a kept key does not go to %s than it was kept for', async (_title, now, sentence) => {
  const refused = await resolveConnection(
    sources({ connections: [now], keptFor: [good], keys: { work: 'kept' }, settings: { 'model.main': 'm' } }),
  );
  expect(refused).toMatchObject({ ok: false, error: { code: 'model_no_key' } });
  expect(JSON.stringify(refused)).toMatch(sentence);
});

it('N-20 a kept key goes to another path of its address, but not with the bond of another key or with none', async () => {
  const other = { ...good, baseUrl: 'https://good.example/v2' };
  const moved = sources({ connections: [other], keptFor: [good], keys: { work: 'kept' } });
  expect(await resolveConnection(moved)).toMatchObject({ value: { key: 'kept' } });
  const half = sources({
    connections: [good],
    keys: { work: 'kept' },
    secretsBefore: { 'connection/work': 'new' },
  });
  expect(JSON.stringify(await resolveConnection(half))).toMatch(/not kept whole; add it again/);
  const old = sources({ connections: [good], secretsBefore: { 'connection/work': 'old' } });
  expect(JSON.stringify(await resolveConnection(old))).toMatch(/kept for no address; add it again/);
});

it.each([
  'https:////somebody:%@h.example/v1',
  'https://h.example/v1?k=%',
  'https://h.example/v1#%',
  'https:\\\\u:%@h.example',
])('N-20 the address %s is refused, in a variable and in the settings', (form) => {
  const baseUrl = form.replace('%', 'xyzzy');
  expect(connectionSchema.safeParse({ ...good, baseUrl }).success).toBe(false);
  const listed = listConnections(sources({ variables: { ROOK_PROVIDER: 'openai', ROOK_BASE_URL: baseUrl } }));
  expect(listed).toMatchObject({ ok: false, error: { code: 'invalid_value' } });
  expect(JSON.stringify(listed)).not.toContain('xyzzy');
});

it('C-03 a script in the environment is played whatever connection is in use', async () => {
  const situation = {
    connections: [anthropic],
    keys: { work: 'kept' },
    variables: { ROOK_SCRIPT: 's.json' },
  };
  expect(await resolveConnection(sources(situation))).toMatchObject({
    value: { connection: { provider: 'scripted', script: 's.json' }, key: null },
  });
});

it('N-20 a key in the place of a name is not repeated', async () => {
  const key = ['sk', 'proj', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6'].join('-');
  const refused = await resolveConnection(sources({ connections: [anthropic] }), key);
  expect(refused).toMatchObject({ ok: false, error: { code: 'unknown_connection' } });
  expect(JSON.stringify(refused)).not.toContain('a1B2c3');
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
