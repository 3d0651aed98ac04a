import { fail, rookError, succeed, type EntryDraft, type IntentId, type Result } from '@rook/contract';

import { findIntent, findTwin, type IntentBook } from './intent-book.ts';
import { INTENTS_PATH, isOpenIntent, type Intent } from './intent.ts';

/** The tool with which a model selects. */
export const SELECT_INTENT = 'select_active_intent';

export interface SelectAccess {
  readonly book: IntentBook;
  readonly record: (drafts: readonly EntryDraft[]) => Promise<Result<unknown>>;
  /** In a mode that only reads, the file is left as it is. */
  readonly mayWrite: () => boolean;
}

export interface Selecting {
  /** Who selects. */
  readonly by: string;
  /** Asks the person about an intent that nobody confirmed; left out: it is refused. */
  readonly allow?: () => Promise<Result<void>>;
}

/** Selects an intent that is there and confirmed, and says in the file that it is worked on. */
export async function takeUpIntent(
  access: SelectAccess,
  id: IntentId,
  { by, allow }: Selecting,
): Promise<Result<Intent>> {
  const intents = await access.book.read();
  if (!intents.ok) return intents;
  const found = findIntent(intents.value, id);
  const twin = findTwin(intents.value, id);
  if (found === null && twin !== null)
    return fail(
      rookError('no_intent', `Invalid intent_id: there is no intent ${id} in ${INTENTS_PATH}; ${twin}.`),
    );
  if (found !== null && !found.isDraft && !isOpenIntent(found)) return fail(closed(found));
  const isKnown = found !== null && !found.isDraft;
  const ready = isKnown ? succeed(found) : await propose(access, id, { found, allow, by });
  if (!ready.ok) return ready;
  const written = await access.record([{ event_type: 'intent_selected', intent_id: id, by }]);
  if (!written.ok) {
    const sentence = `The journal cannot be written, so ${id} was not selected; only reading goes on.`;
    return fail(rookError('journal_unavailable', sentence));
  }
  if (ready.value.status === 'IN_PROGRESS' || !access.mayWrite()) return ready;
  const begun = await access.book.setStatus(id, 'IN_PROGRESS');
  if (!begun.ok) return begun;
  if (begun.value.isWritten) await access.record([changed(id, 'IN_PROGRESS', by)]);
  return succeed(begun.value.intent);
}

interface Proposal {
  readonly found: Intent | null;
  readonly by: string;
  readonly allow: Selecting['allow'] | undefined;
}

/** A yes of the person writes the record, or takes the mark of a draft from it. Without one nothing is written. */
async function propose(
  { book, record }: SelectAccess,
  id: IntentId,
  { found, allow, by }: Proposal,
): Promise<Result<Intent>> {
  const asked =
    allow === undefined
      ? fail(rookError('not_found', `\`rook intent ${found === null ? 'new' : 'confirm'} ${id}\` does that.`))
      : await allow();
  if (!asked.ok) return fail(invalid(id, found, asked.error.message));
  const made =
    found === null
      ? await book.add({
          id,
          name: id,
          status: 'IN_PROGRESS',
          ownedScope: [],
          constraints: [],
          acceptanceCriteria: [],
          isDraft: false,
        })
      : await book.confirm(id);
  if (!made.ok) return made;
  await record([changed(id, made.value.intent.status, by)]);
  return succeed(made.value.intent);
}

function changed(id: IntentId, status: string, by: string): EntryDraft {
  return { event_type: 'intent_changed', intent_id: id, status, by };
}

function invalid(id: IntentId, found: Intent | null, why: string): ReturnType<typeof rookError> {
  const state = found === null ? `there is no intent ${id} in ${INTENTS_PATH}` : `${id} is a draft`;
  return rookError('no_intent', `Invalid intent_id: ${state}, and only the user can confirm it. ${why}`);
}

function closed({ id, status }: Intent): ReturnType<typeof rookError> {
  const sentence = `The intent ${id} is ${status}, so it cannot be selected; choose another one, or let the user take it up again with \`rook intent edit ${id} --status IN_PROGRESS\`.`;
  return rookError('no_intent', sentence);
}
