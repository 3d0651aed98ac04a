import {
  succeed,
  type Result,
  type SessionDocument,
  type SessionId,
  type SettingValues,
} from '@rook/contract';
import { changeSession, loadSession, type SessionChange } from '@rook/engine';

import type { CommandCall } from '../command.ts';
import { hereOrElsewhere, reachHolder } from '../compose-elsewhere.ts';
import { composeStore, withJournal, type StoreComposition } from '../compose-store.ts';
import { findSession } from './find-session.ts';

export interface ChangedSession {
  readonly session: SessionId;
  /** What was written, secrets taken out; null when it was so already. */
  readonly written: SessionChange | null;
}

type Decide = (document: SessionDocument, settings: SettingValues) => Result<SessionChange | null>;

/**
 * Changes the session that the call names, or the one changed last, while nobody else can write to it. A holder that takes
 * commands writes it down instead.
 */
export async function changeNamedSession(call: CommandCall, decide: Decide): Promise<Result<ChangedSession>> {
  const composed = await composeStore(call);
  if (!composed.ok) return composed;
  const { store, settings } = composed.value;
  const found = await findSession(store, call.arguments.get('SESSION'));
  if (!found.ok) return found;
  const session = found.value.id;
  return hereOrElsewhere(
    async () =>
      withJournal<ChangedSession>(call, composed.value, session, async (journal) => {
        const document = await loadSession(store, session);
        if (!document.ok) return document;
        const change = decide(document.value, settings.values);
        if (!change.ok) return change;
        if (change.value === null) return succeed({ session, written: null });
        const written = await changeSession(journal, { ...change.value, by: 'user' });
        return written.ok ? succeed({ session, written: written.value }) : written;
      }),
    async () => changeElsewhere(composed.value, session, decide),
  );
}

/** Null where the holder takes no commands. */
async function changeElsewhere(
  composition: StoreComposition,
  session: SessionId,
  decide: Decide,
): Promise<Result<ChangedSession> | null> {
  const { store, settings } = composition;
  const workbench = await reachHolder(composition, store, session);
  if (workbench === null) return null;
  const document = await loadSession(store, session);
  if (!document.ok) return document;
  const decided = decide(document.value, settings.values);
  if (!decided.ok) return decided;
  if (decided.value === null) return succeed({ session, written: null });
  const change = readFields(decided.value);
  const changed = await workbench.call('session_change', { session, ...change });
  if (!changed.ok) return changed;
  const after = await loadSession(store, session);
  if (!after.ok) return after;
  const { summary: title, labels } = after.value;
  return succeed({ session, written: { ...change, title, labels } });
}

/** Who changed it is said by where it comes from. */
function readFields({ title, archived, labels, status }: SessionChange): Omit<SessionChange, 'by'> {
  return {
    ...(title === undefined ? {} : { title }),
    ...(archived === undefined ? {} : { archived }),
    ...(labels === undefined ? {} : { labels }),
    ...(status === undefined ? {} : { status }),
  };
}
