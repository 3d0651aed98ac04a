import { resolve } from 'node:path';

import {
  connectionSchema,
  fail,
  MODEL_ROLES,
  rookError,
  succeed,
  type Connection,
  type Result,
} from '@rook/contract';
import { checkAddress, ENVIRONMENT_CONNECTION, listConnections } from '@rook/engine';

import type { CommandCall } from '../command.ts';
import { composeModels, composeUsableModels, type ModelComposition } from '../compose-models.ts';
import { keepConnection, type KeptConnection } from '../keep-connection.ts';
import { visibleLine } from '../terminal/visible.ts';
import { checkFits } from './model-fits.ts';
import { readNewKey } from './model-key.ts';

export async function addModel(call: CommandCall): Promise<Result<void>> {
  const composed = await composeUsableModels(call);
  if (!composed.ok) return composed;
  const connection = readConnection(call, composed.value);
  if (!connection.ok) return connection;
  const fits = await checkFits(call, composed.value, connection.value);
  if (!fits.ok) return fits;
  const reachable = checkAddress(connection.value, null);
  if (!reachable.ok) return reachable;
  const key = await readNewKey(call, connection.value);
  if (!key.ok) return key;
  const bond = checkAddress(connection.value, key.value);
  if (!bond.ok) return bond;
  const kept = await keepConnection(
    composed.value,
    { connection: connection.value, key: key.value, bond: bond.value },
    { replace: call.switches.has('replace'), use: call.switches.has('use') },
  );
  if (!kept.ok) return kept.error.code === 'exists' ? taken(connection.value.name) : kept;
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
    return taken(name);
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

function taken(name: string): Result<never> {
  return refuse(`There is a connection "${name}" already; --replace puts this one in its place.`);
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
      return '--base-url takes an address that begins with https:// or http://, without a user, password, query or fragment in it. Nothing was written.';
    case 'region':
      return '--region takes one plain word, as in westeurope. Nothing was written.';
    default:
      return `What was given for ${String(field)} is empty or too long. Nothing was written.`;
  }
}

async function report(
  call: CommandCall,
  connection: Connection,
  { path, place }: KeptConnection,
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
