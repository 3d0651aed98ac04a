import { fail, FIRST_PREV, rookError, succeed, type Result } from '@rook/contract';

import type { Store } from '../ports/store.ts';
import type { JudgedBlobs } from './export-blobs.ts';
import type { CleanEntry } from './export-entry.ts';
import { exportable, type SessionSurvey, type SurveySetup } from './export-survey.ts';
import { readJournal } from './read-journal.ts';

/** What every format is written from. */
export interface ExportPlan {
  readonly store: Store;
  readonly survey: SessionSurvey;
  readonly blobs: JudgedBlobs;
  readonly exportedAt: string;
  readonly product: { readonly name: string; readonly version: string };
  /** The entries in order, without secrets, a few at a time; the last is a failure when the file was changed since. */
  readonly entries: () => AsyncGenerator<Result<readonly CleanEntry[]>>;
}

/** A session that goes on meanwhile is exported as far as it was surveyed. */
export async function* readSurveyed(
  { store, session, redactor }: SurveySetup,
  { lines, head, unreadable }: SessionSurvey,
): AsyncGenerator<Result<readonly CleanEntry[]>> {
  const skipped = new Set(unreadable.map(({ line }) => line));
  let last = { number: 0, hash: FIRST_PREV };
  for await (const batch of readJournal(store, session)) {
    if (!batch.ok) {
      yield batch;
      return;
    }
    const wanted = batch.value.filter(({ number }) => number <= lines);
    last = wanted.at(-1) ?? last;
    const usable = wanted.filter(({ number }) => !skipped.has(number));
    yield succeed(usable.flatMap((line) => exportable(line, redactor) ?? []));
    if (last.number === lines) break;
  }
  if (last.number !== lines || last.hash !== head) {
    yield fail(rookError('not_readable', `Session ${session} was changed while it was exported; try again.`));
  }
}
