import type { Result } from '@rook/contract';

import { listNamedPaths } from '../edits/plan-change-set.ts';
import type { Journal } from '../journal/open-journal.ts';
import type { CallSurroundings } from './tool.ts';

interface LinkedTodos {
  /** The TODOs that the changes of a file say to complete. */
  readonly of: (file: { readonly path: string; readonly renamedFrom?: string }) => readonly number[];
  /** Those that there are not. */
  readonly unknown: readonly number[];
}

/** Which TODOs the changes are linked to, file by file, by what each change says and nothing else. */
export function linkTodos(fileChanges: readonly unknown[], count: number): LinkedTodos {
  const links = new Map<string, Set<number>>();
  const unknown = new Set<number>();
  for (const change of fileChanges) {
    const index =
      typeof change === 'object' && change !== null && 'todoIndex' in change ? change.todoIndex : null;
    if (typeof index !== 'number' || !Number.isInteger(index) || index < 0) continue;
    if (index >= count) unknown.add(index);
    else
      for (const path of listNamedPaths([change])) {
        const known = links.get(path) ?? new Set();
        links.set(path, known.add(index));
      }
  }
  return {
    of: ({ path, renamedFrom = path }) => [
      ...new Set([...(links.get(path) ?? []), ...(links.get(renamedFrom) ?? [])]),
    ],
    unknown: [...unknown],
  };
}

export async function recordUnknownTodos(
  { journal }: { readonly journal: Pick<Journal, 'append'> },
  unknown: readonly number[],
  turn: CallSurroundings['turn'],
): Promise<Result<unknown>> {
  return journal.append(
    unknown.map((index) => ({
      event_type: 'bug_recorded',
      type: 'Other',
      by: 'script',
      description: `Auto-detected: todoIndex ${index} names no TODO and was ignored`,
      turn_id: turn,
    })),
  );
}
