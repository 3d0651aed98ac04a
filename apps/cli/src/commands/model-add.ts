import { resolve } from 'node:path';

import {
  connectionSchema,
  fail,
  MODEL_ROLES,
  readSettingValue,
  rookError,
  succeed,
  type Connection,
  type Result,
} from '@rook/contract';
import {
  checkAddress,
  editSettingsText,
  ENVIRONMENT_CONNECTION,
  keyName,
  listConnections,
  putConnectionText,
  type Secrets,
} from '@rook/engine';

import type { CommandCall } from '../command.ts';
import { composeModels, composeUsableModels, type ModelComposition } from '../compose-models.ts';
import { visibleLine } from '../terminal/visible.ts';
import { readNewKey } from './model-key.ts';

export async function addModel(call: CommandCall): Promise<Result<void>> {
  const composed = await composeUsableModels(call);
  if (!composed.ok) return composed;
  const connection = readConnection(call, composed.value);
  if (!connection.ok) return connection;
  const key = await readNewKey(call, connection.value);
  if (!key.ok) return key;
  const safe = checkAddress(connection.value, key.value !== null);
  if (!safe.ok) return safe;
  const kept = await keep(call, composed.value, connection.value, key.value);
  if (!kept.ok) return kept;
  return report(call, connection.value, kept.value);
}

/** What the words describe, checked; refuses a name that is taken. */
function readConnection(call: CommandCall, { settings }: ModelComposition): Result<Connection> {
  const name = call.arguments.get('NAME') ?? '';
  const { connections } = settings.values;
  if (!call.options.has('provider')) return refuse('--provider says who answers, and is missing.');
  if (name === ENVIRONMENT_CONNECTION) {
    return refuse(`"${name}" is the connection that variables describe; choose another name.`);
  }
  if (!call.switches.has('replace') && connections.some((connection) => connection.name === name)) {
    return refuse(`There is a connection "${name}" already; --replace puts this one in its place.`);
  }
  const models = pick(call, MODEL_ROLES);
  const script = call.options.get('script');
  const parsed = connectionSchema.safeParse({
    name,
    ...pick(call, ['provider', 'baseUrl', 'region', 'apiVersion']),
    // The file stays the same wherever Rook is called from.
    ...(script === undefined ? {} : { script: resolve(call.surroundings.currentFolder, script) }),
    ...(Object.keys(models).length === 0 ? {} : { models }),
  });
  if (parsed.success) return succeed(parsed.data);
  return fail(rookError('invalid_value', explain(parsed.error.issues[0]?.path[0])));
}

function refuse(sentence: string): Result<never> {
  return fail(rookError('usage', sentence));
}

function pick(call: CommandCall, names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = call.options.get(name);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

/** The value is not repeated: somebody may have put a key into it. */
function explain(field: PropertyKey | undefined): string {
  switch (field) {
    case 'name':
      return 'The name of a connection has small letters, digits and hyphens, 64 at most, as in work or my-azure. Nothing was written.';
    case 'baseUrl':
      return '--base-url takes an address that begins with https:// or http://, without a user or password in it. Nothing was written.';
    default:
      return `What was given for ${String(field)} is empty or too long. Nothing was written.`;
  }
}

interface Kept {
  readonly path: string;
  /** Where the key is; null when there is none. */
  readonly place: string | null;
}

/** The key first, then the settings; when they refuse, the key is put back as it was. */
async function keep(
  call: CommandCall,
  { settingsFiles, sources, settings }: ModelComposition,
  connection: Connection,
  key: string | null,
): Promise<Result<Kept>> {
  const list = [...settings.values.connections.filter(({ name }) => name !== connection.name), connection];
  const fits = readSettingValue('connections', list);
  if (!fits.ok) return fits;
  const name = keyName(connection.name);
  const secrets = await sources.openSecrets();
  if (!secrets.ok) return secrets;
  const before = await secrets.value.get(name);
  if (!before.ok) return before;
  const kept = await exchange(secrets.value, name, key);
  if (!kept.ok) return kept;
  const written = await settingsFiles.update('user', (text) => {
    const put = putConnectionText(text, connection);
    if (!put.ok || !call.switches.has('use')) return put;
    return editSettingsText(put.value, { name: 'model.connection', value: connection.name, scope: 'user' });
  });
  if (written.ok) {
    return succeed({
      path: settingsFiles.path('user') ?? '',
      place: key === null ? null : secrets.value.place,
    });
  }
  const undone = await exchange(secrets.value, name, before.value);
  if (undone.ok) return written;
  const sentence = `${written.error.message} The key was changed all the same: ${undone.error.message}`;
  return fail(rookError(written.error.code, sentence));
}

/** A key of an earlier connection of that name goes away too: it was kept for another address. */
async function exchange(secrets: Secrets, name: string, value: string | null): Promise<Result<void>> {
  return value === null ? secrets.remove(name) : secrets.set(name, value);
}

async function report(
  call: CommandCall,
  connection: Connection,
  { path, place }: Kept,
): Promise<Result<void>> {
  const after = await composeModels(call);
  if (!after.ok) return after;
  const listed = listConnections(after.value.sources);
  const inUse = listed.ok ? listed.value.find((found) => found.inUse)?.connection.name : undefined;
  if (call.json) {
    call.terminal.printJson({ connection, path, key: place, inUse: inUse === connection.name });
    return succeed(undefined);
  }
  const { terminal } = call;
  terminal.print({ text: connection.name, style: 'bold' }, ` (${connection.provider}) was added`);
  terminal.print({ text: `in ${visibleLine(path)}`, style: 'dim' });
  terminal.print({
    text: place === null ? 'without a key' : `its key is in ${visibleLine(place)}`,
    style: 'dim',
  });
  if (inUse === connection.name) terminal.print(`Try it: rook model test`);
  else {
    const use = `rook settings set model.connection ${connection.name}`;
    terminal.print(`Try it: rook model test ${connection.name}`);
    terminal.print(`In use is still "${visibleLine(inUse ?? 'none')}"; to use this one: ${use}`);
  }
  return succeed(undefined);
}
