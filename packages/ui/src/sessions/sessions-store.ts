import type { CallOutput, RookError, SessionItem, Workbench } from '@rook/contract';

import { createValueStore, type Readable } from '../app/value-store.ts';

export const SESSION_VIEWS = ['sessions', 'archived', 'trash'] as const;
type SessionView = (typeof SESSION_VIEWS)[number];
type TrashItem = CallOutput<'session_trash'>['sessions'][number];

export interface SessionsState {
  readonly view: SessionView;
  readonly phase: 'loading' | 'ready' | 'failed';
  readonly error: RookError | null;
  /** All that are not in the trash, archived ones too once they were looked at. */
  readonly items: readonly SessionItem[];
  readonly hasMore: boolean;
  readonly trash: readonly TrashItem[];
  /** The way to the engine works. */
  readonly isLinkUp: boolean;
}

export interface SessionsStore extends Readable<SessionsState> {
  show(view: SessionView): void;
  showMore(): void;
  refresh(): Promise<void>;
  dispose(): void;
}

const PAGE = 200;
const MOST = 1000;

/** The list, kept in step with what other surfaces do. What could once be read stays while the way is broken. */
export function createSessionsStore(workbench: Workbench): SessionsStore {
  const first: SessionsState = {
    view: 'sessions',
    phase: 'loading',
    error: null,
    items: [],
    hasMore: false,
    trash: [],
    isLinkUp: true,
  };
  const store = createValueStore(first);
  const change = (changes: Partial<SessionsState>): void => store.set({ ...store.getState(), ...changes });
  let limit = PAGE;
  const refresh = runOneAtATime(async () => {
    const { view } = store.getState();
    const read = await readView(workbench, view, limit);
    if (store.getState().view !== view) return;
    if ('code' in read) {
      // A list that was shown stays; the banner says that the way is broken.
      if (store.getState().phase !== 'ready') change({ phase: 'failed', error: read });
      return;
    }
    change({ ...read, phase: 'ready', error: null });
  });
  const following = workbench.follow({ session: null, after: -1 });
  const listen = async (): Promise<void> => {
    for await (const event of following.events) {
      if (event.type === 'sessions_changed') void refresh();
      if (event.type === 'link') {
        change({ isLinkUp: event.isUp });
        if (event.isUp) void refresh();
      }
    }
  };
  void listen();
  return {
    subscribe: store.subscribe,
    getState: store.getState,
    refresh,
    show: (view) => {
      if (view === store.getState().view) return;
      limit = PAGE;
      change({ view, phase: 'loading', error: null });
      void refresh();
    },
    showMore: () => {
      limit = Math.min(limit + PAGE, MOST);
      void refresh();
    },
    dispose: () => following.stop(),
  };
}

async function readView(
  workbench: Workbench,
  view: SessionView,
  limit: number,
): Promise<Partial<SessionsState> | RookError> {
  if (view === 'trash') {
    const read = await workbench.call('session_trash', {});
    return read.ok ? { trash: read.value.sessions } : read.error;
  }
  const read = await workbench.call('session_list', {
    limit,
    ...(view === 'archived' ? { archived: true } : {}),
  });
  if (!read.ok) return read.error;
  return { items: read.value.sessions, hasMore: read.value.hasMore && limit < MOST };
}

/** Runs once more when it was asked for while it ran; whoever asks waits for a run that began later. */
function runOneAtATime(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  const start = (): Promise<void> => {
    running = work().finally(() => {
      running = null;
    });
    return running;
  };
  return () => {
    if (running === null) return start();
    next ??= running.then(() => {
      next = null;
      return start();
    });
    return next;
  };
}
