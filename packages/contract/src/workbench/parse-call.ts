import * as z from 'zod';

import { rookError } from '../errors.ts';
import { fail, succeed, type Result } from '../result.ts';
import { workbenchCalls, type CallInput, type CallName, type CallOutput } from './workbench.ts';

/** The name of a call, where there is one of that name. */
export function parseCallName(name: unknown): Result<CallName> {
  if (isCallName(name)) return succeed(name);
  return fail(rookError('invalid_input', `There is no call ${JSON.stringify(name)?.slice(0, 100) ?? ''}.`));
}

/** What a surface gives with a call, from unknown data. */
export function parseCallInput<Name extends CallName>(name: Name, value: unknown): Result<CallInput<Name>> {
  const parsed = workbenchCalls[name].input.safeParse(value);
  if (parsed.success && isInputOf<Name>(parsed.data)) return succeed(parsed.data);
  return fail(rookError('invalid_input', `${name}: ${explain(parsed.error)}`));
}

/** What a surface gets for a call, from unknown data: another version may speak at the other end. */
export function parseCallOutput<Name extends CallName>(name: Name, value: unknown): Result<CallOutput<Name>> {
  const parsed = workbenchCalls[name].output.safeParse(value);
  if (parsed.success && isOutputOf<Name>(parsed.data)) return succeed(parsed.data);
  const sentence = `What came back for ${name} is not what this version knows; reload the page. ${explain(parsed.error)}`;
  return fail(rookError('internal', sentence));
}

function isCallName(name: unknown): name is CallName {
  return typeof name === 'string' && Object.hasOwn(workbenchCalls, name);
}

/** The schema of that very call has said so; the compiler does not follow it through the table. */
function isInputOf<Name extends CallName>(parsed: unknown): parsed is CallInput<Name> {
  return parsed !== undefined;
}

function isOutputOf<Name extends CallName>(parsed: unknown): parsed is CallOutput<Name> {
  return parsed !== undefined;
}

function explain(error: z.ZodError | undefined): string {
  return error === undefined ? '' : z.prettifyError(error);
}
