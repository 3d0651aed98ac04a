import { succeed, type Result, type SessionId } from '@rook/contract';
import { loadSession, type Store } from '@rook/engine';

import type { CommandCall } from '../command.ts';
import { visibleLine } from '../terminal/visible.ts';

/** How far the steps of a session have come: done is what an applied change stands for, whatever the model says. */
export async function showTodos(
  { terminal, json }: CommandCall,
  store: Store,
  session: SessionId,
): Promise<Result<void>> {
  const document = await loadSession(store, session);
  if (!document.ok) return document;
  const { todos } = document.value;
  const done = todos.filter(({ completed }) => completed).length;
  if (json) {
    terminal.printJson({ session, done, total: todos.length, todos });
    return succeed(undefined);
  }
  terminal.print({ text: `TODOs: ${done} of ${todos.length} done`, style: 'bold' });
  for (const { text, completed } of todos)
    terminal.print(
      completed ? { text: '  ✓ ', style: 'green' } : { text: '  ○ ', style: 'dim' },
      visibleLine(text),
    );
  return succeed(undefined);
}
