import { useEffect, useRef, type RefObject } from 'react';
import type { VirtualizerHandle } from 'virtua';

import type { SessionStore } from '../state/session-store.ts';
import { useSession } from '../state/use-session.ts';
import type { ListItem } from './list-items.ts';

/** A turn that somebody wants to see. */
export interface SoughtTurn {
  /** Its id, or that of its message. */
  readonly id: string;
  /** Who looks for something stays where they type. */
  readonly keepsFocus: boolean;
}

interface NamedTurn {
  /** Null: none was named. */
  readonly turn: SoughtTurn | null;
  readonly items: readonly ListItem[];
  readonly store: SessionStore;
  readonly virtual: RefObject<VirtualizerHandle | null>;
  readonly scroller: RefObject<HTMLElement | null>;
  /** Lets go of the newest. */
  readonly leave: () => void;
}

const MANY_TURNS = 500;
const MOST_FRAMES = 60;
const STEADY_FRAMES = 8;

/** Shows the turn that a link or a search named, once; loads older turns until it is there. */
export function useNamedTurn({ turn, items, store, virtual, scroller, leave }: NamedTurn): void {
  const hasOlder = useSession(store, (state) => state.hasOlder);
  const isLoading = useSession(store, (state) => state.isLoadingOlder);
  const shown = useRef<SoughtTurn | null>(null);
  useEffect(() => {
    if (turn === null) shown.current = null;
    if (turn === null || shown.current === turn) return;
    const place = items.findIndex(
      (item) => item.kind === 'turn' && (item.turn.id === turn.id || item.key === turn.id),
    );
    if (place < 0) {
      if (hasOlder && !isLoading) void store.loadOlder(MANY_TURNS);
      return;
    }
    shown.current = turn;
    leave();
    const key = items[place]?.key ?? '';
    // Turns above it get their real height only when they are drawn, so its place is said until it stays.
    let [steady, top] = [0, Number.NaN];
    const reveal = (frames: number): void => {
      // Another one is wanted by now.
      if (shown.current !== turn) return;
      virtual.current?.scrollToIndex(place, { align: 'start' });
      const card = scroller.current?.querySelector<HTMLElement>(`[data-turn="${CSS.escape(key)}"]`) ?? null;
      if (!turn.keepsFocus && card !== null && card !== document.activeElement)
        card.focus({ preventScroll: true });
      const now = card?.getBoundingClientRect().top ?? Number.NaN;
      steady = Math.abs(now - top) < 1 ? steady + 1 : 0;
      top = now;
      if (frames > 0 && steady < STEADY_FRAMES) requestAnimationFrame(() => reveal(frames - 1));
    };
    requestAnimationFrame(() => reveal(MOST_FRAMES));
  }, [turn, items, hasOlder, isLoading, store, virtual, scroller, leave]);
}
