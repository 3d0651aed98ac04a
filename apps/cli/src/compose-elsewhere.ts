import type { Result, SessionId } from '@rook/contract';
import type { Session, SessionListener, Store } from '@rook/engine';

import { openEndpointToken, type Composition } from './compose.ts';

/**
 * The session through the process that holds it, where that takes commands; null where it takes none. Whoever cannot read the
 * token of the user cannot send anything.
 */
export async function openElsewhere(
  { folders }: Pick<Composition, 'folders'>,
  store: Store,
  session: SessionId,
  listener: SessionListener,
): Promise<Result<Session> | null> {
  const holder = await store.holder(session);
  const endpoint = holder.ok ? holder.value?.endpoint : undefined;
  const port = /^http:\/\/127\.0\.0\.1:(\d{1,5})$/u.exec(endpoint ?? '')?.[1];
  if (endpoint === undefined || port === undefined) return null;
  const token = await openEndpointToken(folders, Number(port)).read();
  if (!token.ok || token.value === null || token.value.length === 0) return null;
  const key = new TextDecoder().decode(token.value);
  const [{ createHttpClient }, { openRemoteSession }] = await Promise.all([
    import('@rook/client'),
    import('./remote-session.ts'),
  ]);
  return openRemoteSession(createHttpClient({ baseUrl: endpoint, key: () => key }), session, listener);
}
