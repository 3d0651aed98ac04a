import { fail, rookError, succeed, type FileChange, type Result } from '@rook/contract';

import type { ToolCallPart } from '../ports/model.ts';
import { isWholeReply, type IndexedFileChange, type WholeReply } from './whole-reply.ts';

/** The tool calls that a structured reply stands for: what happens to them is the same as if the model had called. */
export interface TranslatedReply {
  readonly calls: readonly ToolCallPart[];
  /** Changes that say nothing that could be done, or more than one thing. */
  readonly refused: readonly RefusedChange[];
}

export interface RefusedChange {
  /** Its place in the reply, from 0. */
  readonly index: number;
  readonly path: string | null;
  readonly message: string;
}

/**
 * Translates file changes and commands, in this order, each as the reply has them. Only a whole reply can be given;
 * one that was not made by reading a whole answer is refused. `prefix` begins the id of every call.
 */
export function translateReply(reply: WholeReply, prefix: string): Result<TranslatedReply> {
  if (!isWholeReply(reply))
    return fail(rookError('truncated', 'Only a reply that was read whole can be applied. Nothing was done.'));
  const calls: ToolCallPart[] = [];
  const refused: RefusedChange[] = [];
  const add = ({ name, input }: Call): void => {
    calls.push({ kind: 'tool_call', id: `${prefix}_${calls.length + 1}`, name, input });
  };
  for (const indexed of reply.fileChanges) {
    const made = translateChange(indexed, reply.fileHashes);
    if (made.ok) made.value.forEach(add);
    else refused.push({ index: indexed.index, path: indexed.change.path ?? null, message: made.error });
  }
  for (const command of reply.commands) add({ name: 'execute_command', input: command });
  return succeed({ calls, refused });
}

interface Call {
  readonly name:
    | 'write_to_file'
    | 'edit'
    | 'apply_diff'
    | 'apply_patch'
    | 'delete_file'
    | 'move_file'
    | 'execute_command';
  readonly input: object;
}

function translateChange(
  { change }: IndexedFileChange,
  hashes: ReadonlyMap<string, string>,
): Result<readonly Call[], string> {
  const ways = findWays(change);
  const [way] = ways;
  if (ways.length > 1) {
    const names = ways.map(({ by }) => by).join(', ');
    return fail(`The change says more than one thing at once (${names}); it must say one.`);
  }
  const link = change.todoIndex === undefined ? {} : { todoIndex: change.todoIndex };
  if (way?.by === 'patch') {
    if (change.renameTo !== undefined) return fail('A patch names its files itself; renameTo does not fit.');
    return succeed([{ name: 'apply_patch', input: { patch: change.patch, ...link } }]);
  }
  const { path, renameTo } = change;
  if (path === undefined || path.trim() === '') return fail('The change names no path.');
  if (way === undefined && renameTo === undefined) return fail('The change says nothing that could be done.');
  if (way?.by === 'delete' && renameTo !== undefined) return fail('A file cannot be deleted and renamed.');
  const hash = hashes.get(path);
  const target = { path, ...(hash === undefined ? {} : { hash }), ...link };
  const calls: Call[] = way === undefined ? [] : [{ name: way.name, input: { ...target, ...way.input } }];
  if (renameTo !== undefined) {
    // After an edit the file has another hash than the one that was shown.
    const moved = way === undefined ? target : { path, ...link };
    calls.push({ name: 'move_file', input: { ...moved, to: renameTo } });
  }
  return succeed(calls);
}

interface Way extends Call {
  readonly by: 'content' | 'diff' | 'lineOperations' | 'edits' | 'patch' | 'delete';
}

/** The ways to change the file that a change gives. Empty lists and flags that say no are none. */
function findWays(change: FileChange): readonly Way[] {
  const { diff, lineOperations = [], edits = [], patch } = change;
  const ways: Way[] = [];
  if (diff !== undefined) ways.push({ by: 'diff', name: 'apply_diff', input: { diff } });
  if (lineOperations.length > 0) ways.push({ by: 'lineOperations', name: 'edit', input: { lineOperations } });
  if (edits.length > 0) ways.push({ by: 'edits', name: 'edit', input: { edits } });
  if (patch !== undefined) ways.push({ by: 'patch', name: 'apply_patch', input: { patch } });
  if (change.delete === true) ways.push({ by: 'delete', name: 'delete_file', input: {} });
  const content = findContent(change);
  // Some models fill in an empty content beside what they mean.
  const isFiller = change.content === '' && (ways.length > 0 || change.renameTo !== undefined);
  if (content !== null && !isFiller) ways.push(content);
  return ways;
}

function findContent({ content, isDiff, lineRange }: FileChange): Way | null {
  if (content === undefined) return null;
  if (isDiff === true) return { by: 'content', name: 'apply_diff', input: { diff: content } };
  if (lineRange === undefined) return { by: 'content', name: 'write_to_file', input: { content } };
  return { by: 'content', name: 'edit', input: { lineRange, content } };
}
