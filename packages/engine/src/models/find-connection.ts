import {
  connectionSchema,
  fail,
  nearestName,
  rookError,
  succeed,
  type Brand,
  type Connection,
  type Result,
  type SettingValues,
} from '@rook/contract';

export interface ConnectionSources {
  readonly brand: Brand;
  readonly settings: {
    readonly values: SettingValues;
    /** Where each value comes from. */
    readonly origins: ReadonlyMap<string, { readonly source: string }>;
  };
  readonly variables: ReadonlyMap<string, string>;
}

export interface FoundConnection {
  readonly connection: Connection;
  readonly origin: 'environment' | 'settings';
  /** The one that is taken when none is named; the settings of the roles are about it. */
  readonly inUse: boolean;
  /** The environment gave it another address, to which a kept key does not go. */
  readonly moved: boolean;
}

/** The name of the connection that variables alone describe. */
export const ENVIRONMENT_CONNECTION = 'environment';

/** The connection of that name, or without a name the one in use, before its key is looked for. */
export function findConnection(sources: ConnectionSources, name?: string): Result<FoundConnection> {
  const settings = sources.settings.values;
  const fromVariables = readVariables(sources);
  if (!fromVariables.ok) return fromVariables;
  const described = fromVariables.value;
  if (described?.kind === 'whole' && (name === undefined || name === ENVIRONMENT_CONNECTION)) {
    return succeed({ connection: described.connection, origin: 'environment', inUse: true, moved: false });
  }
  const wanted = name ?? settings['model.connection'] ?? settings.connections[0]?.name;
  if (wanted === undefined) return fail(rookError('model_no_connection', NO_CONNECTION));
  const connection = settings.connections.find((candidate) => candidate.name === wanted);
  if (connection === undefined) return fail(rookError('unknown_connection', unknownName(sources, wanted)));
  const standard = settings['model.connection'] ?? settings.connections[0]?.name;
  const inUse = described?.kind !== 'whole' && wanted === standard;
  if (!inUse || described?.kind !== 'part') {
    return succeed({ connection, origin: 'settings', inUse, moved: false });
  }
  const changed = { ...connection, ...described.part };
  return succeed({
    connection: changed,
    origin: 'environment',
    inUse,
    moved: changed.baseUrl !== connection.baseUrl,
  });
}

/** The connections there are, the one in use first; none is in use when the settings name one that is missing. */
export function listConnections(sources: ConnectionSources): Result<readonly FoundConnection[]> {
  const { connections } = sources.settings.values;
  const inUse = findConnection(sources);
  if (!inUse.ok && inUse.error.code === 'invalid_value') return inUse;
  const first = inUse.ok ? [inUse.value] : [];
  const others = connections
    .filter(({ name }) => !first.some(({ connection }) => connection.name === name))
    .map((connection): FoundConnection => ({ connection, origin: 'settings', inUse: false, moved: false }));
  return succeed([...first, ...others]);
}

const NO_CONNECTION =
  'No connection to a model is configured; add one with `rook model add NAME --provider PROVIDER`, or set ROOK_PROVIDER and ROOK_API_KEY.';

type Described =
  | { readonly kind: 'whole'; readonly connection: Connection }
  | { readonly kind: 'part'; readonly part: Pick<Connection, 'baseUrl'> };

/** With a provider or a script the variables describe a connection of their own; without they count over parts of another. */
function readVariables({ brand, variables }: ConnectionSources): Result<Described | null> {
  const [provider, baseUrl, script] = ['PROVIDER', 'BASE_URL', 'SCRIPT'].map(
    (name) => variables.get(brand.environmentPrefix + name) || undefined,
  );
  const part = { ...(baseUrl === undefined ? {} : { baseUrl }), ...(script === undefined ? {} : { script }) };
  if (provider === undefined && Object.keys(part).length === 0) return succeed(null);
  // A script alone is one to play: it must never lead to a model that costs something.
  const whole = provider ?? (script === undefined ? undefined : 'scripted');
  const parsed = connectionSchema.safeParse({
    name: ENVIRONMENT_CONNECTION,
    provider: whole ?? 'scripted',
    ...part,
  });
  if (!parsed.success) {
    const field = parsed.error.issues[0]?.path[0];
    const variable = field === 'baseUrl' ? 'BASE_URL' : field === 'script' ? 'SCRIPT' : 'PROVIDER';
    return fail(rookError('invalid_value', wrongVariable(brand.environmentPrefix + variable)));
  }
  if (whole !== undefined) return succeed({ kind: 'whole', connection: parsed.data });
  return succeed({ kind: 'part', part });
}

function wrongVariable(variable: string): string {
  const takes = variable.endsWith('BASE_URL')
    ? 'an address that begins with https:// or http://, without a user, password, query or fragment'
    : `one of ${connectionSchema.shape.provider.options.join(', ')}`;
  return `The environment variable ${variable} takes ${takes}; it holds something else.`;
}

function unknownName({ settings }: ConnectionSources, wanted: string): string {
  // Somebody may have given a key in the place of a name; it is not repeated.
  const name = /^[a-z0-9-]{1,32}$/i.test(wanted) ? `"${wanted}"` : 'of that name';
  const names = settings.values.connections.map((connection) => connection.name);
  if (names.length === 0) return `There is no connection ${name}. ${NO_CONNECTION}`;
  const near = nearestName(wanted, names);
  const meant = near === undefined ? `there are ${names.join(', ')}` : `did you mean ${near}?`;
  return `There is no connection ${name}; ${meant}${near === undefined ? '.' : ''}`;
}
