import { FileDiff, ListTodo } from 'lucide-react';
import { useState, type JSX } from 'react';

import { useChosen } from '../app/value-store.ts';
import { Empty } from '../design/empty.tsx';
import { Tabs } from '../design/tabs.tsx';
import type { SessionStore } from '../state/session-store.ts';

/** What stands behind the words of the conversation. */
export function EvidencePanel({ store }: { readonly store: SessionStore }): JSX.Element {
  const overview = useChosen(store, (state) => state.overview);
  const [chosen, choose] = useState('changes');
  const changes = overview?.changeHistory.history ?? [];
  const todos = overview?.todos ?? [];
  const changesPanel =
    changes.length === 0 ? (
      <Empty icon={FileDiff} title="No changes yet" text="Each group of changed files will stand here." />
    ) : (
      <ul className="evidence-list">
        {changes.map(({ id, files, added, removed }) => (
          <li key={id}>
            <span className="truncate">{files.join(', ')}</span>
            <span className="numbers quiet">{`+${added} −${removed}`}</span>
          </li>
        ))}
      </ul>
    );
  const todosPanel =
    todos.length === 0 ? (
      <Empty icon={ListTodo} title="No todos yet" text="What the assistant means to do will stand here." />
    ) : (
      <ul className="evidence-list">
        {todos.map(({ text, completed }) => (
          <li key={text}>{`${completed ? '✓' : '○'} ${text}`}</li>
        ))}
      </ul>
    );
  return (
    <Tabs
      label="Evidence"
      className="evidence"
      chosen={chosen}
      choose={choose}
      tabs={[
        { name: 'changes', label: 'Changes', panel: changesPanel },
        { name: 'todos', label: 'Todos', panel: todosPanel },
      ]}
    />
  );
}
