import { fail, rookError, succeed, type Result } from '@rook/contract';

import type { ToolCallPart } from '../ports/model.ts';
import { isWholeReply, type WholeReply } from './whole-reply.ts';

/** The tool that takes all file changes of a reply: they are one change set, applied whole or not at all. */
export const CHANGES_TOOL = 'apply_changes';

/**
 * The tool calls that a structured reply stands for: its file changes as one call, then its commands. What happens to
 * them is the same as if the model had called. Only a whole reply can be given; one that was not made by reading a
 * whole answer is refused, and so is one of whose changes not every one has its shape; with `partial` those are left out,
 * or go along (`tell`), so that they are refused where the others are written.
 * `prefix` begins each id.
 */
export function translateReply(
  reply: WholeReply,
  prefix: string,
  { partial = false }: { readonly partial?: boolean | 'tell' } = {},
): Result<readonly ToolCallPart[]> {
  if (!isWholeReply(reply))
    return fail(rookError('truncated', 'Only a reply that was read whole can be applied. Nothing was done.'));
  const broken = reply.misshapen.find(
    ({ code, path, file }) =>
      code !== 'unknown_field' && path.startsWith('fileChanges') && (partial === false || file === undefined),
  );
  if (broken !== undefined) {
    const sentence = `Nothing of the reply was applied, because one of its changes has not the right shape: ${broken.message}`;
    return fail(rookError('malformed', sentence));
  }
  const calls: ToolCallPart[] = [];
  const add = (name: string, input: object): void => {
    calls.push({ kind: 'tool_call', id: `${prefix}_${calls.length + 1}`, name, input });
  };
  const named =
    partial === 'tell' ? reply.misshapen.flatMap(({ given }) => (given === undefined ? [] : [given])) : [];
  const fileChanges = [...reply.fileChanges.map(({ change }) => change), ...named];
  if (fileChanges.length > 0) {
    add(CHANGES_TOOL, {
      fileChanges,
      ...(reply.fileHashes.size === 0 ? {} : { fileHashes: Object.fromEntries(reply.fileHashes) }),
    });
  }
  for (const command of reply.commands) add('execute_command', command);
  return succeed(calls);
}
