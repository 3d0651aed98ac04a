import { fail, rookError, succeed, type EntryOf, type Result } from '@rook/contract';

import type { Journal } from './open-journal.ts';
import { writtenEntry } from './written-entry.ts';

const LONGEST_TITLE = 200;
const LONGEST_LABEL = 100;
const MOST_LABELS = 50;

export type SessionChange = Partial<
  Pick<EntryOf<'session_changed'>, 'title' | 'archived' | 'labels' | 'status' | 'by'>
>;

/** Writes down what changed about a session; answers with what was written, secrets taken out. */
export async function changeSession(
  journal: Journal,
  change: SessionChange,
): Promise<Result<EntryOf<'session_changed'>>> {
  const tidied = tidyChange(change);
  if (!tidied.ok) return tidied;
  const written = await journal.append([{ event_type: 'session_changed', ...tidied.value }]);
  return written.ok ? writtenEntry(written.value, 'session_changed') : written;
}

/** Titles and labels stand on one line, are not empty and have an end; each label stands once. */
export function tidyChange(change: SessionChange): Result<SessionChange> {
  const title = change.title === undefined ? undefined : tidyText(change.title);
  if (title === '') return refuse('The title is empty; give it at least one character.');
  if (title !== undefined && title.length > LONGEST_TITLE)
    return refuse(`The title has ${title.length} characters; ${LONGEST_TITLE} are allowed.`);
  const labels = change.labels === undefined ? undefined : [...new Set(change.labels.map(tidyText))];
  if (labels?.includes('') === true) return refuse('A label is empty; give it at least one character.');
  if (labels?.some((label) => label.length > LONGEST_LABEL) === true)
    return refuse(`A label is too long; ${LONGEST_LABEL} characters are allowed.`);
  if (labels !== undefined && labels.length > MOST_LABELS)
    return refuse(`A session has at most ${MOST_LABELS} labels; ${labels.length} are too many.`);
  return succeed({
    ...change,
    ...(title === undefined ? {} : { title }),
    ...(labels === undefined ? {} : { labels }),
  });
}

function tidyText(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim();
}

function refuse(message: string): Result<never> {
  return fail(rookError('invalid_value', `${message} Nothing was written.`));
}
