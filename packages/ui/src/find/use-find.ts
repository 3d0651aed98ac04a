import type { CallOutput, Result, SessionId } from '@rook/contract';
import { useEffect, useState } from 'react';

import { useScope } from '../app/scope.tsx';
import type { SessionStore } from '../state/session-store.ts';
import { useSession } from '../state/use-session.ts';

export type FoundTurn = CallOutput<'session_find'>['found'][number];

interface Answer {
  readonly text: string;
  readonly result: Result<CallOutput<'session_find'>>;
}

const TYPING_MS = 150;

/**
 * The turns of the whole session that have these words, also those that are not loaded; null: nobody has answered yet.
 * Asked again when a turn is over.
 */
export function useFind(store: SessionStore, session: SessionId, text: string): Answer | null {
  const { workbench } = useScope();
  const through = useSession(store, ({ overview }) => overview?.through ?? -1);
  const [answer, setAnswer] = useState<Answer | null>(null);
  useEffect(() => {
    if (text === '') return undefined;
    let isOver = false;
    const ask = async (): Promise<void> => {
      const result = await workbench.call('session_find', { session, text });
      if (!isOver) setAnswer({ text, result });
    };
    const timer = setTimeout(() => void ask(), TYPING_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [workbench, session, text, through]);
  return answer?.text === text ? answer : null;
}

/** The turn from which a search begins: the last one that is in sight, or the one before it that has the words. */
export function findNearest(found: readonly FoundTurn[], seqInSight: number): number {
  const before = found.findLastIndex(({ seq }) => seq <= seqInSight);
  return Math.max(0, before);
}

/** One further, and from the last one to the first. */
export function stepFound(count: number, at: number, by: 1 | -1): number {
  return count === 0 ? 0 : (at + by + count) % count;
}
