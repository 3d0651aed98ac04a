import { rook } from '@rook/contract/brand';
import { useEffect, useState } from 'react';

import { watchAsks } from '../evidence/watch-asks.ts';
import type { SessionStore } from '../state/session-store.ts';
import type { Host } from './host.ts';
import { useScope } from './scope.tsx';
import type { Toasts } from './toasts.ts';
import { useActions } from './use-actions.ts';
import { useTitle } from './use-title.ts';

/** Calls a person who looks elsewhere: in the title of the page, and where it was allowed with a note of the system. */
export function useAttention(store: SessionStore): void {
  const { sessions, host, toasts } = useScope();
  const title = useTitle(store);
  const [asks, setAsks] = useState(0);
  useEffect(
    () =>
      watchAsks({
        store,
        sessions,
        isHidden: () => document.hidden,
        count: setAsks,
        tell: (text) => host.notify?.(`${rook.title} asks you`, text),
      }),
    [store, sessions, host],
  );
  useEffect(() => {
    document.title = `${asks > 0 ? `(${asks}) ` : ''}${title} · ${rook.title}`;
  }, [asks, title]);
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
