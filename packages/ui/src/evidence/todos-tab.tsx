import { Circle, CircleCheck, ListTodo, RotateCcw } from 'lucide-react';
import type { JSX } from 'react';

import { useScope } from '../app/scope.tsx';
import { Button } from '../design/button.tsx';
import { Empty } from '../design/empty.tsx';
import type { TodoView } from './read-todos.ts';
import { count, showTurn } from './words.ts';

/** What is meant to be done, how far it is, and which change set closed what. */
export function TodosTab({ todos }: { readonly todos: readonly TodoView[] }): JSX.Element {
  if (todos.length === 0)
    return (
      <Empty
        icon={ListTodo}
        title="No todos yet"
        text="What the assistant means to do will stand here, and which change closed it."
      />
    );
  const done = todos.filter(({ isDone }) => isDone).length;
  return (
    <>
      <div className="todo-progress">
        <span>{`${done} of ${count(todos.length, 'todo')} done`}</span>
        <progress value={done} max={todos.length} aria-label="Todos that are done" />
      </div>
      <ul className="todo-list" aria-label="Todos">
        {todos.map((todo, place) => (
          <TodoRow key={`${place} ${todo.text}`} todo={todo} />
        ))}
      </ul>
    </>
  );
}

function TodoRow({ todo }: { readonly todo: TodoView }): JSX.Element {
  const { evidence } = useScope();
  const { text, isDone, isReopened, closedBy } = todo;
  const Icon = isDone ? CircleCheck : isReopened ? RotateCcw : Circle;
  return (
    <li className="todo" data-done={isDone}>
      <Icon size={16} aria-hidden />
      <span className="todo-text">
        <span className="visually-hidden">{isDone ? 'Done: ' : 'Open: '}</span>
        {text}
        {isReopened ? <small>Open again: the change that closed it was rewound.</small> : null}
      </span>
      {closedBy === null ? null : (
        <Button
          look="quiet"
          className="small"
          onClick={() =>
            evidence.show({ tab: 'changes', changeSet: closedBy.changeSet, turn: null, path: null })
          }
        >
          {closedBy.turn === null ? 'Its change' : `Change of ${showTurn(closedBy.turn)}`}
        </Button>
      )}
    </li>
  );
}
