import {
  succeed,
  type Result,
  type SessionDocument,
  type SessionId,
  type SettingValues,
} from '@rook/contract';
import { changeSession, loadSession, type SessionChange } from '@rook/engine';

import type { CommandCall } from '../command.ts';
import { composeStore, withJournal } from '../compose-store.ts';
import { findSession } from './find-session.ts';

export interface ChangedSession {
  readonly session: SessionId;
  /** What was written, secrets taken out; null when it was so already. */
  readonly written: SessionChange | null;
}

/** Changes the session that the call names, or the one changed last, while nobody else can write to it. */
export async function changeNamedSession(
  call: CommandCall,
  decide: (document: SessionDocument, settings: SettingValues) => Result<SessionChange | null>,
): Promise<Result<ChangedSession>> {
  const composed = await composeStore(call);
  if (!composed.ok) return composed;
  const { store, settings } = composed.value;
  const found = await findSession(store, call.arguments.get('SESSION'));
  if (!found.ok) return found;
  const session = found.value.id;
  return withJournal<ChangedSession>(call, composed.value, session, async (journal) => {
    const document = await loadSession(store, session);
    if (!document.ok) return document;
    const change = decide(document.value, settings.values);
    if (!change.ok) return change;
    if (change.value === null) return succeed({ session, written: null });
    const written = await changeSession(journal, { ...change.value, by: 'user' });
    return written.ok ? succeed({ session, written: written.value }) : written;
  });
}
