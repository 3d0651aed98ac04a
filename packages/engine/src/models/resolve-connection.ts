import { fail, rookError, succeed, type Brand, type Connection, type Result } from '@rook/contract';

import type { Secrets } from '../ports/secrets.ts';
import { checkAddress, destinationOf } from './check-address.ts';
import {
  ENVIRONMENT_CONNECTION,
  findConnection,
  type ConnectionSources,
  type FoundConnection,
} from './find-connection.ts';
import { findModels, type RoleModels } from './role-models.ts';

/** A connection that can be used: where to, with which key, and which model for what. */
export interface ResolvedConnection {
  readonly connection: Connection;
  /** `environment` when variables describe it or count over a part of it. */
  readonly origin: 'environment' | 'settings';
  readonly models: RoleModels;
  /** Null where none is needed. Goes to the provider and to the redactor, nowhere else. */
  readonly key: string | null;
  readonly keyOrigin: 'environment' | 'secrets' | null;
}

export interface KeySources extends ConnectionSources {
  /** Opened only when a key is looked for. */
  readonly openSecrets: () => Promise<Result<Secrets>>;
}

/** Under which name the key of a connection is kept, or its bond: what `checkAddress` answers for them. */
export function keyName(connection: string, what: 'key' | 'bond' = 'key'): string {
  return what === 'key' ? `connection/${connection}` : `connection/${connection}/bond`;
}

/**
 * The connection of that name, or without a name the one in use: that of the environment, else the one that
 * `model.connection` names, else the first. The environment counts over the settings.
 */
export async function resolveConnection(
  sources: KeySources,
  name?: string,
): Promise<Result<ResolvedConnection>> {
  const found = findConnection(sources, name);
  if (!found.ok) return found;
  const { connection, origin } = found.value;
  const models = findModels(found.value, sources.settings);
  const key = connection.provider === 'scripted' ? succeed(NO_KEY) : await findKey(sources, found.value);
  if (!key.ok) return key;
  const bond = checkAddress(connection, key.value.key);
  if (!bond.ok) return bond;
  if (key.value.key === null && needsKey(connection)) {
    return fail(rookError('model_no_key', missingKey(sources.brand, found.value)));
  }
  const bound = key.value.keyOrigin === 'secrets' ? await checkBond(sources, connection, bond.value) : bond;
  if (!bound.ok) return bound;
  return succeed({ connection, origin, models, ...key.value });
}

const NO_KEY = { key: null, keyOrigin: null } as const;

/** Whether the provider refuses everybody without a key. */
function needsKey({ provider }: Connection): boolean {
  return provider !== 'scripted' && provider !== 'openai-compatible';
}

/** A kept key goes only where it was kept for: to another address the environment must bring its own. */
async function findKey(
  { brand, variables, openSecrets }: KeySources,
  { connection, inUse, moved }: FoundConnection,
): Promise<Result<Pick<ResolvedConnection, 'key' | 'keyOrigin'>>> {
  const key = inUse ? variables.get(`${brand.environmentPrefix}API_KEY`) : undefined;
  if (key) return succeed({ key, keyOrigin: 'environment' });
  if (moved || connection.name === ENVIRONMENT_CONNECTION) return succeed(NO_KEY);
  const secrets = await openSecrets();
  const kept = secrets.ok ? await secrets.value.get(keyName(connection.name)) : secrets;
  if (!kept.ok) return kept;
  return succeed(kept.value === null ? NO_KEY : { key: kept.value, keyOrigin: 'secrets' });
}

/** The settings may have changed since, by hand, by a variable, or by a process that was killed halfway. */
async function checkBond(
  { openSecrets }: KeySources,
  connection: Connection,
  bond: string | null,
): Promise<Result<void>> {
  const secrets = await openSecrets();
  const kept = secrets.ok ? await secrets.value.get(keyName(connection.name, 'bond')) : secrets;
  if (!kept.ok) return kept;
  if (kept.value !== null && kept.value === bond) return succeed(undefined);
  const { name, provider } = connection;
  const again = `add it again for ${destinationOf(connection)} with \`rook model add ${name} --provider ${provider} … --replace\``;
  return fail(rookError('model_no_key', `The key of "${name}" was ${keptFor(kept.value, bond)}; ${again}.`));
}

/** Keys of an earlier form have no bond. */
function keptFor(kept: string | null, bond: string | null): string {
  if (kept === null) return 'kept for no address';
  const [, provider, destination] = kept.split(' ');
  const [, wantedProvider, wanted] = bond?.split(' ') ?? [];
  if (destination !== wanted) return `kept for ${destination ?? 'another address'}`;
  return provider === wantedProvider ? 'not kept whole' : `kept for ${provider} at ${destination}`;
}

function missingKey({ environmentPrefix }: Brand, { connection, moved }: FoundConnection): string {
  const variable = `${environmentPrefix}API_KEY`;
  if (connection.name === ENVIRONMENT_CONNECTION) {
    return `${environmentPrefix}PROVIDER names ${connection.provider}, which needs a key; set ${variable} too.`;
  }
  if (moved) {
    return `${environmentPrefix}BASE_URL leads elsewhere than the connection "${connection.name}", so its key is not sent there; set ${variable} too.`;
  }
  return `The connection "${connection.name}" has no key; give it one with \`rook model add ${connection.name} --provider ${connection.provider} --replace\`, or set ${variable}.`;
}
