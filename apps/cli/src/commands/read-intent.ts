import { fail, intentIdSchema, rookError, succeed, type IntentId, type Result } from '@rook/contract';

import type { CommandCall } from '../command.ts';

/** The intent that is the argument of a command. */
export function readIntentArgument({ arguments: words }: CommandCall): Result<IntentId> {
  return parse(words.get('ID') ?? '', 'ID');
}

/** What `--intent` names; undefined where it was not given. */
export function readIntentOption({ options, switches }: CommandCall): Result<IntentId | undefined> {
  const named = options.get('intent');
  if (named === undefined) return succeed(undefined);
  if (switches.has('ungoverned'))
    return fail(rookError('usage', '--intent and --ungoverned mean opposite things; give one of them.'));
  return parse(named, '--intent');
}

function parse(text: string, name: string): Result<IntentId> {
  const parsed = intentIdSchema.safeParse(text);
  if (parsed.success) return succeed(parsed.data);
  const sentence = `${name} is no intent; they look like INT-001: letters, digits, dots, dashes and underscores, 64 at most.`;
  return fail(rookError('usage', sentence));
}
