import { fail, rookError, succeed, type EntryDraft, type Result, type SessionId } from '@rook/contract';
import {
  createOwnSession,
  type ChangedIntent,
  type HolderNote,
  type Intent,
  type Journal,
} from '@rook/engine';

import type { CommandCall } from '../command.ts';
import type { IntentComposition } from '../compose-intents.ts';
import { composeLines, withJournal, type StoreComposition } from '../compose-store.ts';
import { systemClock } from '../system-clock.ts';
import { visibleLine } from '../terminal/visible.ts';

/** Writes down what a person did to an intent, and says it. What changed nothing is not written down. */
export async function tellChanged(
  call: CommandCall,
  composition: IntentComposition,
  { intent, before, isWritten }: ChangedIntent,
): Promise<Result<void>> {
  const fields = isWritten ? changedFields(before, intent) : [];
  const recorded = await recordIntent(call, composition, { intent, before, isWritten });
  if (call.json)
    call.terminal.printJson({ ...intentJson(intent), changed: fields, file: composition.book.path });
  else {
    const what = !isWritten
      ? 'is as it was'
      : before === null
        ? 'is written'
        : `changed: ${fields.join(', ')}`;
    call.terminal.print({ text: intent.id, style: 'bold' }, `  ${what}`);
  }
  if (recorded.ok) return succeed(undefined);
  const reason = recorded.error.message;
  const sentence = `${composition.book.path} is written, but that could not be written down: ${reason}`;
  return fail(rookError('journal_unavailable', sentence));
}

/** In the session that was changed last, or in one of its own while that is in use. */
export async function recordIntent(
  call: CommandCall,
  composition: StoreComposition,
  { intent, before, isWritten }: ChangedIntent,
  holder: HolderNote = { surface: 'cli' },
): Promise<Result<SessionId | null>> {
  if (!isWritten) return succeed(null);
  const { id, status } = intent;
  const changed = changedFields(before, intent);
  const drafts: readonly EntryDraft[] = [
    { event_type: 'intent_changed', intent_id: id, status, by: 'user', changed: [...changed] },
  ];
  const listed = await composition.store.list();
  const latest = listed.ok ? listed.value[0] : undefined;
  if (latest !== undefined) {
    const work = async (journal: Journal) => journal.append(drafts);
    const written = await withJournal(call, composition, latest.id, work, holder);
    if (written.ok) return succeed(latest.id);
    if (written.error.code !== 'session_in_use') return written;
  }
  const { store, settings } = composition;
  const own = createOwnSession({
    store,
    clock: systemClock,
    brand: call.brand,
    title: 'Intents',
    holder,
    sync: settings.values['journal.sync'],
    lines: await composeLines(call, composition),
  });
  const journal = await own.journal();
  const written = journal.ok ? await journal.value.append(drafts) : journal;
  const closed = await own.close();
  if (!written.ok) return written;
  return closed.ok ? succeed(journal.ok ? journal.value.session : null) : closed;
}

function changedFields(before: Intent | null, now: Intent): readonly string[] {
  const [old, after] = [before === null ? {} : intentJson(before), intentJson(now)];
  const known = new Map(Object.entries(old));
  return Object.entries(after).flatMap(([field, value]) =>
    JSON.stringify(known.get(field)) === JSON.stringify(value) ? [] : [field],
  );
}

/** An intent as it stands in the file. */
export function intentJson(intent: Intent): Readonly<Record<string, unknown>> {
  return {
    id: intent.id,
    name: intent.name,
    status: intent.status,
    draft: intent.isDraft,
    owned_scope: intent.ownedScope,
    constraints: intent.constraints,
    acceptance_criteria: intent.acceptanceCriteria,
  };
}

/** In one line, for a person. */
export function intentLine({ name, ownedScope }: Intent): string {
  const scope = ownedScope.length === 0 ? 'no scope: nothing may be changed' : ownedScope.join(', ');
  return visibleLine(`${name}  (${scope})`);
}
