import type { ExplainedRange, ExplainedSet } from '@rook/contract';

import type { LineOrigin, LineRun } from '../edits/line-runs.ts';
import type { Intent } from '../intents/intent.ts';
import type { HistorySet } from '../journal/history-set.ts';
import type { ChangeReason } from '../journal/load-reasons.ts';

/** What is known beside the lines: why each set was made, and what the intents are called. */
export interface WhyFacts {
  readonly reasons: ReadonlyMap<string, ChangeReason>;
  readonly intents: ReadonlyMap<string, Intent>;
}

/** Lines that are there for the same reason; from 1, both ends belong to it. */
export interface WhyRange {
  readonly start: number;
  readonly end: number;
  readonly run: LineRun;
}

export function rangesOf(runs: readonly LineRun[]): readonly WhyRange[] {
  let at = 1;
  return runs.map((run) => {
    const range = { start: at, end: at + run.count - 1, run };
    at += run.count;
    return range;
  });
}

/** The sets that somebody asks about. */
export function setsOf(runs: readonly LineRun[]): readonly HistorySet[] {
  const sets = runs.flatMap(({ origin }) => (origin.kind === 'written' ? [origin.set] : []));
  return [...new Set(sets)];
}

/** Who put a line there, in one word. */
export function writerOf(set: HistorySet): 'assistant' | 'user' | 'command' {
  return set.kind === 'by_command' ? 'command' : (set.by ?? 'assistant');
}

type Unrecorded = Exclude<LineOrigin, { kind: 'written' }>;

const CAUSES = {
  pruned: 'the bytes that would tell it were pruned, as the settings blobs.maxAgeDays and blobs.maxBytes say',
  damaged: 'the bytes that would tell it are damaged on the disk',
  missing: 'the bytes that would tell it are not kept any more, and nobody wrote down why',
  contradiction: 'the change sets of this file contradict each other',
  ledger: 'the ledger names this file, and the content that it tells of is not here',
} as const;

/** What is said instead of a change set; a sentence without its end. */
export function describeOrigin(origin: Unrecorded): string {
  if (origin.kind === 'earlier') return 'not written by the assistant in this record';
  if (origin.kind === 'unknown' && origin.cause === 'moved')
    return `not known: this name is not in the record; it may have been moved and changed outside, from ${origin.from}, which is gone after ${origin.since.id}`;
  if (origin.kind === 'unknown') return `not known: ${CAUSES[origin.cause]}${hintOf(origin)}`;
  const { after, before } = origin;
  const since = after === null ? '' : ` after ${after.id}`;
  const until = before === null ? '' : `${since === '' ? '' : ' and'} before ${before.id}`;
  return `changed outside Rook${since}${until}`;
}

/** What the ledger says of the file, where it cannot be followed to the line. */
function hintOf({ cause, since }: Extract<LineOrigin, { kind: 'unknown' }>): string {
  if (cause !== 'ledger' || since === null) return '';
  return ` (${since.intent ?? 'no intent'}, ${since.id}, turn ${since.turn ?? '?'} of ${since.session})`;
}

type UnrecordedRange = Extract<ExplainedRange, { changeSet: null }>;

function hintsOf(origin: Unrecorded): Pick<UnrecordedRange, 'maybeMovedFrom' | 'ledgerNames'> {
  if (origin.kind === 'unknown' && origin.cause === 'moved') return { maybeMovedFrom: origin.from };
  if (origin.kind !== 'unknown' || origin.cause !== 'ledger' || origin.since === null) return {};
  const { id, session, turn, intent } = origin.since;
  return { ledgerNames: { changeSet: id, session, turn, intent } };
}

/** For a script and for a surface. */
export function explainRange({ start, end, run }: WhyRange, facts: WhyFacts): ExplainedRange {
  const { origin, backBy, movedBy } = run;
  const moves = { broughtBackBy: backBy?.id ?? null, movedBy: movedBy?.id ?? null };
  if (origin.kind === 'written')
    return { start, end, origin: writerOf(origin.set), ...explainSet(origin.set, facts), ...moves };
  const none = { changeSet: null, intent: null, reason: describeOrigin(origin) };
  return { start, end, origin: origin.kind, ...none, ...hintsOf(origin), ...moves };
}

export function explainSet(set: HistorySet, { reasons, intents }: WhyFacts): ExplainedSet {
  const reason = reasons.get(keyOf(set));
  const { prompt = null, further = [], model = null } = reason ?? {};
  const intent = set.intent === null ? undefined : intents.get(set.intent);
  return {
    changeSet: set.id,
    session: set.session,
    turn: set.turn,
    timestamp: set.timestamp,
    kind: set.kind,
    by: set.by,
    source: set.ledger === undefined ? 'journal' : 'ledger',
    intent:
      set.intent === null
        ? null
        : { id: set.intent, name: intent?.name ?? null, status: intent?.status ?? null },
    prompt,
    ...(further.length === 0 ? {} : { further: [...further] }),
    model,
    approval: approvalOf(reason),
  };
}

function approvalOf(reason: ChangeReason | undefined): ExplainedSet['approval'] {
  const approval = reason?.approval ?? null;
  if (approval === null) return null;
  const { allowedBy, answer } = approval;
  return {
    allowedBy,
    answeredBy: answer?.by ?? null,
    scope: answer?.scope ?? null,
    timestamp: answer?.timestamp ?? null,
    ...(answer === null || answer.reason === null ? {} : { reason: answer.reason }),
  };
}

export function keyOf({ session, id }: Pick<HistorySet, 'session' | 'id'>): string {
  return `${session}/${id}`;
}
