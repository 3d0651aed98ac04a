import type { CallInput, SessionId } from '@rook/contract';

import type { Scope } from '../app/scope.tsx';

type SessionMarks = Pick<CallInput<'session_change'>, 'labels' | 'status'>;

/** What can be done with a session in the list. Each says what it did, and how to undo it. */
export interface SessionDeeds {
  rename(session: SessionId, title: string): Promise<void>;
  /** Gives it labels and a status. */
  mark(session: SessionId, marks: SessionMarks): Promise<void>;
  archive(session: SessionId, title: string, isArchived: boolean): Promise<void>;
  remove(session: SessionId, title: string): Promise<void>;
  /** Takes it out of the trash. */
  bringBack(session: SessionId, title: string): Promise<void>;
}

export function createSessionDeeds({ workbench, sessions, toasts, route }: Scope): SessionDeeds {
  const deeds: SessionDeeds = {
    rename: async (session, title) => {
      const renamed = await workbench.call('session_change', { session, title });
      if (!renamed.ok) toasts.failed('The session was not renamed.', renamed.error);
      await sessions.refresh();
    },
    mark: async (session, marks) => {
      const marked = await workbench.call('session_change', { session, ...marks });
      if (!marked.ok) toasts.failed('The session is marked as before.', marked.error);
      await sessions.refresh();
    },
    archive: async (session, title, isArchived) => {
      const archived = await workbench.call('session_change', { session, archived: isArchived });
      await sessions.refresh();
      if (!archived.ok) return toasts.failed('The session stays where it is.', archived.error);
      toasts.done(`${isArchived ? 'Archived' : 'Back in the list'}: ${title}`, {
        label: 'Undo',
        run: () => void deeds.archive(session, title, !isArchived),
      });
    },
    remove: async (session, title) => {
      const removed = await workbench.call('session_delete', { session });
      if (!removed.ok) return toasts.failed('The session was not deleted.', removed.error);
      if (route.getState().session === session) route.go(null);
      await sessions.refresh();
      toasts.done(`Moved to the trash: ${title}`, {
        label: 'Undo',
        run: () => void deeds.bringBack(session, title),
      });
    },
    bringBack: async (session, title) => {
      const restored = await workbench.call('session_restore', { session });
      await sessions.refresh();
      if (!restored.ok) return toasts.failed('The session is still in the trash.', restored.error);
      toasts.done(`Back in the list: ${title}`);
    },
  };
  return deeds;
}
