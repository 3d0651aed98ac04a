import { join } from 'node:path';

import { rook, type EntryDraft, type SessionId } from '@rook/contract';
import { entryExamples } from '@rook/contract/testing';
import { createOwnSession, createRedactor } from '@rook/engine';
import { createLocalStore } from '@rook/store-local';

import { systemClock } from '../src/system-clock.ts';
import type { Sandbox } from './sandbox.ts';

/** Writes a session into the sandbox's workspace as a surface would, and gives it free. */
export async function makeSession(
  sandbox: Sandbox,
  { title = 'A session', drafts = everyType() }: { title?: string; drafts?: readonly EntryDraft[] } = {},
): Promise<SessionId> {
  const own = createOwnSession({
    store: createLocalStore({ home: sandbox.rookHome, folder: join(sandbox.workspace, '.rook') }),
    clock: systemClock,
    brand: rook,
    title,
    holder: { surface: 'test' },
    sync: 'never',
    lines: {
      workspace: { name: 'w', uri: 'file:///w', trusted: true },
      mode: { agent_mode: null, safety: 'ask' },
      redactor: createRedactor({ secrets: [] }),
    },
  });
  const journal = await own.journal();
  if (!journal.ok) throw new Error(journal.error.message);
  await journal.value.append(drafts);
  await own.close();
  return journal.value.session;
}

/** One entry of every type but those that begin and mend a journal. */
function everyType(): readonly EntryDraft[] {
  const made = new Set(['session_start', 'journal_repaired', 'session_changed', 'session_imported']);
  return entryExamples.filter(({ event_type: type }) => !made.has(type));
}

/** How many entries a session has that was made without drafts: its beginning, and one of each type. */
export const ENTRIES_MADE = everyType().length + 1;

export function sessionFile(sandbox: Sandbox, session: SessionId): string {
  const date = session.split('-')[1] ?? '';
  const day = `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}`;
  return join(sandbox.workspace, '.rook', 'chats', day, `session_${session}.jsonl`);
}
