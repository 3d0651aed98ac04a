import { ListTodo } from 'lucide-react';
import { useMemo, type JSX } from 'react';

import { Empty } from '../design/empty.tsx';
import type { Todo } from '../state/conversation.ts';
import { readFacts } from '../state/session-facts.ts';
import type { SessionStore } from '../state/session-store.ts';
import { useSession } from '../state/use-session.ts';

/** What is planned and how much of it is done. */
export function TodoPanel({ store }: { readonly store: SessionStore }): JSX.Element {
  const todos = useTodos(store);
  if (todos.length === 0)
    return (
      <Empty icon={ListTodo} title="No todos" text="What a model plans to do in several steps stands here." />
    );
  const done = todos.filter(({ isDone }) => isDone).length;
  return (
    <section className="todos" aria-label="Todos">
      <header>
        <h3>Todos</h3>
        <TodoCount done={done} total={todos.length} />
      </header>
      <ul>
        {todos.map(({ text, isDone }, place) => (
          <li key={`${place}-${text}`} data-done={isDone}>
            <span role="img" aria-label={isDone ? 'done' : 'open'}>
              {isDone ? '✓' : '○'}
            </span>
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function TodoCount({ done, total }: { readonly done: number; readonly total: number }): JSX.Element {
  return (
    <span className="todo-count">
      <span className="numbers">
        todo {done}/{total}
      </span>
      <progress max={total} value={done} aria-label={`${done} of ${total} todos done`} />
    </span>
  );
}

/** The same list while nothing about it changed. */
export function useTodos(store: SessionStore): readonly Todo[] {
  const seq = useSession(store, ({ conversation }) => conversation.todosSeq);
  const overview = useSession(store, (state) => state.overview);
  return useMemo(() => readFacts({ ...store.getState(), overview }).todos, [seq, overview, store]);
}
