import type { Result, SessionId, Workbench } from '@rook/contract';
import type { Session, SessionListener, Store } from '@rook/engine';

import { openEndpointToken, type Composition } from './compose.ts';
import { systemClock } from './system-clock.ts';

/**
 * The session through the process that holds it, where that takes commands; null where it takes none. Whoever cannot read the
 * token of the user cannot send anything.
 */
export async function openElsewhere(
  composition: Pick<Composition, 'folders'>,
  store: Store,
  session: SessionId,
  listener: SessionListener,
): Promise<Result<Session> | null> {
  const workbench = await reachHolder(composition, store, session);
  if (workbench === null) return null;
  const { openRemoteSession } = await import('./remote-session.ts');
  return openRemoteSession(workbench, session, listener);
}

/** The process that holds the session, where it takes commands. */
export async function reachHolder(
  { folders }: Pick<Composition, 'folders'>,
  store: Store,
  session: SessionId,
): Promise<Workbench | null> {
  const holder = await store.holder(session);
  const endpoint = holder.ok ? holder.value?.endpoint : undefined;
  const port = /^http:\/\/127\.0\.0\.1:(\d{1,5})$/u.exec(endpoint ?? '')?.[1];
  if (endpoint === undefined || port === undefined) return null;
  const token = await openEndpointToken(folders, Number(port)).read();
  if (!token.ok || token.value === null || token.value.length === 0) return null;
  const key = new TextDecoder().decode(token.value);
  const { createHttpClient } = await import('@rook/client');
  return createHttpClient({ baseUrl: endpoint, key: () => key });
}

const TRIES = 5;
const PAUSE_MILLISECONDS = 100;

/**
 * Does something to a session here, or where it is held. Between the two it may be given free, and who gives it free takes
 * no commands any more: then it is tried again.
 */
export async function hereOrElsewhere<Value>(
  here: () => Promise<Result<Value>>,
  elsewhere: () => Promise<Result<Value> | null>,
  most = TRIES,
): Promise<Result<Value>> {
  for (let tries = 1; ; tries += 1) {
    const own = await here();
    if (own.ok || own.error.code !== 'session_in_use') return own;
    const other = await elsewhere();
    if (other !== null || tries === most) return other ?? own;
    await systemClock.sleep(PAUSE_MILLISECONDS);
  }
}
