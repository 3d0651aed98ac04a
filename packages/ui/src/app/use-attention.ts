import { rook } from '@rook/contract/brand';
import { useEffect, useRef } from 'react';

import type { SessionStore } from '../state/session-store.ts';
import type { Host } from './host.ts';
import { useScope } from './scope.tsx';
import type { Toasts } from './toasts.ts';
import { useActions } from './use-actions.ts';
import { useTitle } from './use-title.ts';
import { useChosen } from './value-store.ts';

/** Calls a person who looks elsewhere: in the title of the page, and where it was allowed with a note of the system. */
export function useAttention(store: SessionStore): void {
  const { sessions, host, toasts } = useScope();
  const title = useTitle(store);
  const waiting = useChosen(sessions, ({ items }) => items.filter(({ waits }) => waits).length);
  const known = useRef(waiting);
  useEffect(() => {
    document.title = `${waiting > 0 ? `(${waiting}) ` : ''}${title} · ${rook.title}`;
  }, [waiting, title]);
  useEffect(() => {
    const hasMore = waiting > known.current;
    known.current = waiting;
    if (hasMore && document.hidden) host.notify?.(`${rook.title} asks you`, nameWaiting(waiting));
  }, [waiting, host]);
  useActions([
    {
      id: 'notices',
      title: 'Tell me when something asks and I look elsewhere',
      group: 'View',
      isOff: host.allowNotices === undefined,
      run: () => void askToNotify(host, toasts),
    },
  ]);
}

async function askToNotify(host: Host, toasts: Toasts): Promise<void> {
  const isAllowed = (await host.allowNotices?.()) === true;
  toasts.done(isAllowed ? 'You will be told.' : 'The browser does not allow it.');
}

function nameWaiting(waiting: number): string {
  return waiting === 1 ? 'A session waits for your answer.' : `${waiting} sessions wait for your answer.`;
}
