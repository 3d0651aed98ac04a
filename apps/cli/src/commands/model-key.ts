import { fail, rookError, succeed, type Connection, type Result } from '@rook/contract';
import { createRedactor } from '@rook/engine';

import type { CommandCall } from '../command.ts';
import { askHidden, canAsk, readInput } from '../terminal/read-key.ts';

/** The key that the caller gives a connection, or null when there is none to keep. It is never an argument. */
export async function readNewKey(call: CommandCall, connection: Connection): Promise<Result<string | null>> {
  const ways = ['keyStdin', 'keyEnv', 'keyless'].filter(
    (name) => call.switches.has(name) || call.options.has(name),
  );
  if (ways.length > 1) {
    return fail(rookError('usage', 'Give one of --key-stdin, --key-env and --keyless, not several.'));
  }
  if (connection.provider === 'scripted' || ways[0] === 'keyless') return succeed(null);
  const given = await readGiven(call, connection);
  return given.ok ? checkKey(given.value, connection) : given;
}

async function readGiven(call: CommandCall, connection: Connection): Promise<Result<string>> {
  const variable = call.options.get('keyEnv');
  if (variable !== undefined) {
    const key = call.surroundings.variables.get(variable);
    return key
      ? succeed(key)
      : fail(rookError('usage', `${describeVariable(variable)} is empty or not set.`));
  }
  if (call.switches.has('keyStdin')) {
    if (!canAsk()) return readInput();
    const sentence =
      '--key-stdin takes a key that is piped in; on a terminal it would be shown. Leave it out, and the key is asked for without being shown.';
    return fail(rookError('usage', sentence));
  }
  if (canAsk()) {
    const orNone = connection.provider === 'openai-compatible' ? ', or nothing when there is none' : '';
    return askHidden(call.terminal, `The key of "${connection.name}"${orNone} (what you type is not shown):`);
  }
  const ways = 'pipe the key in with --key-stdin, name a variable with --key-env, or say --keyless';
  return fail(rookError('usage', `There is no terminal to ask for the key on; ${ways}.`));
}

/** A key in the place of the name is not repeated. */
function describeVariable(name: string): string {
  const isName = /^[A-Za-z_][A-Za-z0-9_]{0,62}$/.test(name);
  const isKey = createRedactor({ secrets: [] }).redactText(name).found.length > 0;
  return isName && !isKey ? `The environment variable ${name}` : 'The variable that --key-env names';
}

/** What a header cannot carry is no key; it is not repeated, because it may be one with a slip. */
export function checkKey(text: string, { name, provider }: Connection): Result<string | null> {
  const key = text.trim();
  if (key === '') {
    return provider === 'openai-compatible'
      ? succeed(null)
      : fail(rookError('invalid_value', `No key was given for "${name}". Nothing was written.`));
  }
  if (/^[\u0021-\u007E]+$/.test(key)) return succeed(key);
  const sentence =
    'A key is one word without spaces, line breaks or letters beyond ASCII; this is not. Nothing was written.';
  return fail(rookError('invalid_value', sentence));
}
