import {
  connectionSchema,
  fail,
  rookError,
  succeed,
  type CallInput,
  type CallOutput,
  type Connection,
  type Result,
} from '@rook/contract';
import {
  checkAddress,
  createRedactor,
  ENVIRONMENT_CONNECTION,
  findModels,
  listConnections,
  type WorkbenchSetup,
} from '@rook/engine';

import type { CommandCall } from './command.ts';
import { askModel } from './commands/ask-model.ts';
import { explainLimit } from './commands/explain-limit.ts';
import { MODEL_CHECKS } from './commands/model-checks.ts';
import { checkKey } from './commands/model-key.ts';
import { composeModels, composeUsableModels, type ModelComposition } from './compose-models.ts';
import { openModel } from './compose.ts';
import { createTestCaller } from './create-test-caller.ts';
import { keepConnection } from './keep-connection.ts';
import { systemClock } from './system-clock.ts';

/** The first connection, made on a page instead of by `model add` and `model test`. */
export function composeConnections(call: CommandCall): NonNullable<WorkbenchSetup['connections']> {
  return {
    test: async (input) => testConnection(call, input),
    keep: async (input) => keep(call, input),
  };
}

type Filled = CallInput<'connection_test'>;

interface ReadyConnection {
  readonly connection: Connection;
  readonly key: string | null;
  readonly bond: string | null;
  /** The one that would answer. */
  readonly main: string;
}

/** What was filled in, checked as far as it can be without asking anybody. */
function readConnection(
  { settings }: ModelComposition,
  filled: Filled & { name: string },
): Result<ReadyConnection> {
  const { key: typed = '', model, ...fields } = filled;
  const parsed = connectionSchema.safeParse({
    ...fields,
    ...(model === undefined ? {} : { models: { main: model } }),
  });
  if (!parsed.success) return fail(rookError('invalid_value', explain(parsed.error.issues[0]?.path[0])));
  const connection = parsed.data;
  const found = { connection, origin: 'settings', inUse: false, moved: false } as const;
  const main = findModels(found, settings).main?.name;
  if (main === undefined)
    return fail(rookError('invalid_value', `${connection.provider} has no model of its own; name one.`));
  const reachable = checkAddress(connection, null);
  if (!reachable.ok) return reachable;
  const key = checkKey(typed, connection);
  if (!key.ok) return key;
  const bond = checkAddress(connection, key.value);
  return bond.ok ? succeed({ connection, key: key.value, bond: bond.value, main }) : bond;
}

/** The value is not repeated: somebody may have put a key into it. */
function explain(field: PropertyKey | undefined): string {
  switch (field) {
    case 'name':
      return 'The name has small letters, digits and hyphens, 64 at most, as in work or my-azure.';
    case 'baseUrl':
      return 'The address begins with https:// or http://, without a user, password, query or fragment in it.';
    case 'region':
      return 'The region is one plain word, as in westeurope.';
    default:
      return `What was filled in for ${String(field)} is empty or too long.`;
  }
}

/** One question with a short answer; this is long for it. */
const TEST_MILLISECONDS = 90_000;

/** Asks the plainest question that `model test` asks, once, within the limits of the budget. */
async function testConnection(
  call: CommandCall,
  filled: Filled,
): Promise<Result<CallOutput<'connection_test'>>> {
  const composed = await composeUsableModels(call);
  if (!composed.ok) return composed;
  const read = readConnection(composed.value, { name: 'new', ...filled });
  if (!read.ok) return read;
  const { connection, key, main } = read.value;
  const resolved = { connection, key } as const;
  const opened = await openModel(call, resolved, main);
  if (!opened.ok) return opened;
  const [check] = MODEL_CHECKS;
  const caller = createTestCaller(composed.value, { brand: call.brand, resolved, model: opened.value.model });
  const signal = AbortSignal.timeout(TEST_MILLISECONDS);
  const answer = await askModel(caller, check.request, { clock: systemClock, signal });
  opened.value.close();
  if (answer.ok) {
    const wrong = check.judge(answer.value);
    const message =
      wrong === null
        ? `${main} answered after ${Math.round(answer.value.totalMilliseconds)} ms.`
        : `${main} answered, but ${wrong}.`;
    const { cost_usd: costUsd } = answer.value.usage;
    const failed = wrong === null ? {} : { code: 'model_bad_answer' };
    return succeed({ ok: wrong === null, ...failed, message, model: main, costUsd });
  }
  const { code, message } = signal.aborted
    ? rookError('timed_out', `${main} did not answer within ${TEST_MILLISECONDS / 1000} seconds.`)
    : explainLimit(answer.error, composed.value.settings);
  // A provider may repeat the key that it refuses.
  const redactor = createRedactor({ secrets: key === null ? [] : [key] });
  return succeed({ ok: false, code, message: redactor.redactText(message).text, model: main, costUsd: null });
}

async function keep(
  call: CommandCall,
  { use, ...filled }: CallInput<'connection_keep'>,
): Promise<Result<CallOutput<'connection_keep'>>> {
  const composed = await composeUsableModels(call);
  if (!composed.ok) return composed;
  const { name } = filled;
  if (name === ENVIRONMENT_CONNECTION)
    return fail(
      rookError('invalid_value', `"${name}" is the connection that variables describe; choose another name.`),
    );
  const read = readConnection(composed.value, filled);
  if (!read.ok) return read;
  const kept = await keepConnection(composed.value, read.value, { replace: false, use });
  if (!kept.ok)
    return kept.error.code === 'exists'
      ? fail(rookError('exists', `There is a connection "${name}" already; choose another name.`))
      : kept;
  const after = await composeModels(call);
  const listed = after.ok ? listConnections(after.value.sources) : after;
  const inUse = listed.ok && listed.value.some((one) => one.inUse && one.connection.name === name);
  return succeed({ name, path: kept.value.path, keyPlace: kept.value.place, inUse });
}
