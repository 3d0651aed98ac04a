import { MODEL_ROLES, succeed, type ModelRole, type Result } from '@rook/contract';
import {
  describeModel,
  findModels,
  keyName,
  listConnections,
  resolveConnection,
  type FoundConnection,
} from '@rook/engine';

import type { CommandCall } from '../command.ts';
import { composeModels, type ModelComposition } from '../compose-models.ts';
import { systemClock } from '../system-clock.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { visibleLine } from '../terminal/visible.ts';
import { noteProblems } from './note-problems.ts';

interface ListedConnection {
  readonly name: string;
  readonly provider: string;
  readonly baseUrl: string | null;
  readonly inUse: boolean;
  readonly origin: 'environment' | 'settings';
  readonly key: ListedKey;
  readonly models: Readonly<Record<ModelRole, ListedModel | null>>;
}

interface ListedKey {
  readonly state: 'environment' | 'kept' | 'none' | 'missing' | 'unreadable';
  /** Where it is, or why there is none. */
  readonly place: string;
}

interface ListedModel {
  readonly name: string;
  /** What decided it. */
  readonly by: string;
  /** US dollars for a million tokens; null when nobody said what it costs. */
  readonly price: { readonly input: number; readonly output: number } | null;
}

export async function listModels(call: CommandCall): Promise<Result<void>> {
  const composed = await composeModels(call);
  if (!composed.ok) return composed;
  const { settings, sources } = composed.value;
  const found = listConnections(sources);
  if (!found.ok) return found;
  const listed: ListedConnection[] = [];
  for (const one of found.value) listed.push(await describe(composed.value, one));
  if (call.json) {
    call.terminal.printJson({ connections: listed, problems: settings.problems });
    return succeed(undefined);
  }
  for (const one of listed) print(call.terminal, one);
  if (listed.length === 0) call.terminal.note(explainNone(settings));
  else if (!listed.some(({ inUse }) => inUse)) {
    const wanted = visibleLine(String(settings.values['model.connection']));
    call.terminal.note(
      { text: 'problem  ', style: 'red' },
      `model.connection names "${wanted}", which is not there.`,
    );
  }
  for (const name of findTwice(settings)) {
    call.terminal.note(
      { text: 'problem  ', style: 'red' },
      `There are several connections called "${visibleLine(name)}"; only the first counts.`,
    );
  }
  noteProblems(call.terminal, settings);
  return succeed(undefined);
}

/** Connections that cannot be read are no reason to say that there are none. */
function explainNone({ problems }: ModelComposition['settings']): string {
  return problems.some(({ severity }) => severity === 'refuses')
    ? 'No connection can be used, because the settings cannot be read as they are:'
    : 'No connection is configured; `rook model add NAME --provider PROVIDER` adds one.';
}

/** Names that stand in the settings more than once; whoever edits them by hand may not notice. */
function findTwice({ values }: ModelComposition['settings']): ReadonlySet<string> {
  const names = values.connections.map(({ name }) => name);
  return new Set(names.filter((name, index) => names.indexOf(name) !== index));
}

async function describe(composition: ModelComposition, found: FoundConnection): Promise<ListedConnection> {
  const { settings } = composition;
  const { connection, inUse, origin } = found;
  const models = findModels(found, settings);
  const listed: Record<ModelRole, ListedModel | null> = { main: null, fast: null, vision: null, image: null };
  for (const role of MODEL_ROLES) {
    const model = models[role];
    if (model === null) continue;
    const { baseUrl } = connection;
    const priced = {
      provider: connection.provider,
      name: model.name,
      ...(baseUrl === undefined ? {} : { baseUrl }),
    };
    const { price } = await describeModel(priced, settings.values['model.prices'], systemClock.now());
    const rates = price === null ? null : { input: price.rates.input, output: price.rates.output };
    listed[role] = { ...model, price: rates };
  }
  return {
    name: connection.name,
    provider: connection.provider,
    baseUrl: connection.baseUrl ?? null,
    inUse,
    origin,
    key: await findKey(composition, found),
    models: listed,
  };
}

/** Resolves as a call would, and tells of the key only where it is. */
async function findKey({ sources }: ModelComposition, { connection }: FoundConnection): Promise<ListedKey> {
  const resolved = await resolveConnection(sources, connection.name);
  if (!resolved.ok) {
    const state = resolved.error.code === 'model_no_key' ? 'missing' : 'unreadable';
    return { state, place: resolved.error.message };
  }
  const { keyOrigin } = resolved.value;
  if (keyOrigin === null) return { state: 'none', place: 'no key, and none is needed' };
  if (keyOrigin === 'environment')
    return { state: 'environment', place: 'the environment variable ROOK_API_KEY' };
  const secrets = await sources.openSecrets();
  return { state: 'kept', place: secrets.ok ? secrets.value.place : keyName(connection.name) };
}

function print(terminal: Terminal, one: ListedConnection): void {
  const where = one.baseUrl === null ? one.provider : `${one.provider} at ${one.baseUrl}`;
  const from = one.origin === 'environment' ? ', from the environment' : '';
  terminal.print(
    one.inUse ? { text: '● ', style: 'green' } : '  ',
    { text: visibleLine(one.name), style: 'bold' },
    `  ${visibleLine(where)}${from}${one.inUse ? ', in use' : ''}`,
  );
  const bad = one.key.state === 'missing' || one.key.state === 'unreadable';
  const shown = visibleLine(one.key.place);
  terminal.print('    key     ', bad ? { text: shown, style: 'yellow' } : shown);
  for (const role of MODEL_ROLES) {
    const model = one.models[role];
    if (model === null) terminal.print(`    ${role.padEnd(8)}`, { text: 'none', style: 'dim' });
    else
      terminal.print(`    ${role.padEnd(8)}`, visibleLine(model.name), {
        text: `  ${aside(model)}`,
        style: 'dim',
      });
  }
}

function aside({ by, price }: ListedModel): string {
  const cost =
    price === null ? 'unknown price' : `$${price.input} in, $${price.output} out for a million tokens`;
  return `${DECIDED[by] ?? by}; ${cost}`;
}

const DECIDED: Readonly<Record<string, string>> = {
  setting: 'by the settings',
  connection: 'by the connection',
  provider: 'by the provider',
  main: 'as main',
};
