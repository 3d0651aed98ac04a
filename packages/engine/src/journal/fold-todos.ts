import type { Entry, SessionDocument } from '@rook/contract';

import type { FoldIndex } from './fold-index.ts';
import { givesRight } from './gives-right.ts';

/**
 * The TODOs as they are: the list is what was written last, and one that a change is linked to is done as long as such a change
 * was applied and stands. What a list says of it counts only where no change was ever linked.
 */
export function foldTodos(document: SessionDocument, { todos, history }: FoldIndex, entry: Entry): void {
  if (entry.event_type === 'todo_changed') todos.listed = entry.todos;
  else if (entry.event_type === 'change_set_applied' && givesRight(entry)) {
    const keys = todoKeys(todos.listed);
    const set = { session: entry.session_id, id: entry.change_set_id, files: [] };
    for (const { status, path, todo_indexes: indexes = [] } of entry.files) {
      for (const key of status === 'applied' ? indexes.map((index) => keys[index]) : []) {
        if (key === undefined) continue;
        const links = todos.links.get(key) ?? [];
        links.push({ set, path });
        todos.links.set(key, links);
      }
    }
  } else return;
  judgeTodos(document, { todos, history });
}

/** Which of them are done, as far as is known by now what is undone. */
export function judgeTodos(
  document: SessionDocument,
  { todos, history }: Pick<FoldIndex, 'todos' | 'history'>,
): void {
  const keys = todoKeys(todos.listed);
  document.todos = todos.listed.map((todo, index) => {
    const links = todos.links.get(keys[index] ?? '');
    const completed = links?.some(({ set, path }) => !history.isUndone(set, path)) ?? todo.completed;
    return Object.assign({}, todo, { completed });
  });
}

/** What a TODO is known by when the list is written anew: its text, and the how manieth of that text it is. */
export function todoKeys(todos: readonly { readonly text: string }[]): readonly string[] {
  const counts = new Map<string, number>();
  return todos.map(({ text }) => {
    const count = counts.get(text) ?? 0;
    counts.set(text, count + 1);
    return `${count}:${text}`;
  });
}
