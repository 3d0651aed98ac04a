import * as z from 'zod';

import { rookError } from '../errors.ts';
import { fail, succeed, type Result } from '../result.ts';
import { workbenchCalls, type CallInput, type CallName, type CallOutput } from './workbench.ts';

/** The name of a call, where there is one of that name. */
export function parseCallName(name: unknown): Result<CallName> {
  if (typeof name === 'string' && Object.hasOwn(workbenchCalls, name)) return succeed(name as CallName);
  return fail(rookError('invalid_input', `There is no call ${JSON.stringify(name)?.slice(0, 100) ?? ''}.`));
}

/** What a surface gives with a call, from unknown data. */
export function parseCallInput<Name extends CallName>(name: Name, value: unknown): Result<CallInput<Name>> {
  const parsed = workbenchCalls[name].input.safeParse(value);
  if (!parsed.success) return fail(rookError('invalid_input', `${name}: ${z.prettifyError(parsed.error)}`));
  return succeed(parsed.data as CallInput<Name>);
}

/** What a surface gets for a call, from unknown data: another version may speak at the other end. */
export function parseCallOutput<Name extends CallName>(name: Name, value: unknown): Result<CallOutput<Name>> {
  const parsed = workbenchCalls[name].output.safeParse(value);
  if (parsed.success) return succeed(parsed.data as CallOutput<Name>);
  const sentence = `What came back for ${name} is not what this version knows; reload the page. ${z.prettifyError(parsed.error)}`;
  return fail(rookError('internal', sentence));
}
