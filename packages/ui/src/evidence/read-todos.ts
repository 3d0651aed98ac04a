import type { ChangeSetId, ChangeSetView, SessionOverview, TurnId } from '@rook/contract';

import type { Conversation } from '../state/conversation.ts';

/** A todo and what is known of how it was closed. */
export interface TodoView {
  readonly text: string;
  readonly isDone: boolean;
  /** The change set that closed it, or had closed it. */
  readonly closedBy: { readonly changeSet: ChangeSetId; readonly turn: TurnId | null } | null;
  /** It was done, and what had closed it was rewound. */
  readonly isReopened: boolean;
}

/**
 * Whether one is done is said by the overview, because only it knows what was rewound since; until it is there, by the
 * list as it was written last.
 */
export function readTodos(
  conversation: Conversation,
  overview: SessionOverview | null,
  sets: readonly ChangeSetView[],
): readonly TodoView[] {
  const links = findLinks(conversation);
  const listed =
    overview === null
      ? (conversation.todos ?? [])
      : overview.todos.map(({ text, completed }) => ({ text, isDone: completed }));
  return listed.map(({ text, isDone }) => {
    const closers = links.get(text) ?? [];
    const standing = closers.findLast(({ changeSet }) => !isUndone(sets, changeSet));
    const closedBy = (isDone ? standing : undefined) ?? closers.at(-1) ?? null;
    return { text, isDone, closedBy, isReopened: !isDone && closers.length > 0 };
  });
}

type Link = NonNullable<TodoView['closedBy']>;

/** A change whose list was not loaded closes nothing that anybody could name. */
function findLinks({ turns, todoLists }: Conversation): ReadonlyMap<string, readonly Link[]> {
  const links = new Map<string, Link[]>();
  for (const turn of turns)
    for (const change of turn.changes) {
      if (change.state !== 'applied') continue;
      const list = todoLists.findLast(({ seq }) => seq < change.seq)?.texts ?? [];
      const texts = change.files.flatMap(({ state, closes }) =>
        state === 'applied' ? closes.flatMap((index) => list[index] ?? []) : [],
      );
      for (const text of new Set(texts))
        links.set(text, [...(links.get(text) ?? []), { changeSet: change.id, turn: turn.id }]);
    }
  return links;
}

function isUndone(sets: readonly ChangeSetView[], changeSet: ChangeSetId): boolean {
  return sets.some((set) => set.id === changeSet && set.isUndone);
}
