import type { SessionId } from '@rook/contract';

import type { LedgerSplice } from '../ports/ledger-file.ts';
import { findRightText, type TraceMaking } from './compare-trace.ts';
import type { TraceDraft } from './fold-trace.ts';
import type { ReadLedger } from './read-ledger.ts';

/** What has to become of lines that say something else than the journal. */
export interface Corrections {
  /** In the order of the file. */
  readonly splices: readonly LedgerSplice[];
  readonly ids: readonly string[];
  /** What nobody had the time to look at. */
  readonly unchecked: ReadonlySet<TraceDraft>;
  /** The lines of a session as they are afterwards, in the order of the file. */
  readonly textsOf: (session: SessionId) => readonly string[];
}

/** Compares what the ledger has with what the journal says. Of several lines with one id the first is put right, the others go. */
export async function correctLines(
  making: TraceMaking,
  present: readonly TraceDraft[],
  there: ReadLedger | null,
  budget: { sets: number },
): Promise<Corrections> {
  const splices: LedgerSplice[] = [];
  const right = new Map<string, TraceDraft['line'] & { readonly text: string }>();
  const unchecked = new Set<TraceDraft>();
  for (const draft of present) {
    const { line } = draft;
    if (line.type === 'change' && budget.sets === 0) {
      unchecked.add(draft);
      continue;
    }
    if (line.type === 'change') budget.sets -= 1;
    const places = there?.byId.get(line.id) ?? [];
    const text = await findRightText(making, line, places);
    if (text === null) continue;
    right.set(line.id, { ...line, text });
    splices.push(
      // The line end goes too, so that no empty line is left.
      ...places.map(({ start, end }, index) =>
        index === 0 ? { start, end, text } : { start: start - 1, end, text: '' },
      ),
    );
  }
  return {
    splices: splices.toSorted((a, b) => a.start - b.start),
    ids: [...right.keys()],
    unchecked,
    textsOf: (session) => textsAfter(session, there, right),
  };
}

function textsAfter(
  session: SessionId,
  there: ReadLedger | null,
  right: ReadonlyMap<string, { readonly session_id: SessionId; readonly text: string }>,
): readonly string[] {
  const placed = [...(there?.byId ?? [])].flatMap(([id, places]) =>
    places.map((place) => ({ id, ...place })),
  );
  const sessions = new Map(there?.lines.map(({ start, line }) => [start, line.session_id]));
  const seen = new Set<string>();
  return placed
    .toSorted((a, b) => a.start - b.start)
    .flatMap(({ id, start, text }) => {
      const corrected = right.get(id);
      if (corrected === undefined) return sessions.get(start) === session ? [text] : [];
      if (seen.has(id)) return [];
      seen.add(id);
      return corrected.session_id === session ? [corrected.text] : [];
    });
}
