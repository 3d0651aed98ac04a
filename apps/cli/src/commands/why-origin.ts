import type { ChangeReason, HistorySet, Intent, LineOrigin, LineRun, TracedFile } from '@rook/engine';

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

/** A file and what is said of it. */
export interface Explained {
  readonly path: string;
  readonly traced: TracedFile;
  readonly ranges: readonly WhyRange[];
  readonly isThere: boolean;
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

const WHO = { assistant: 'assistant', user: 'user' } as const;

/** Who put a line there, in one word. */
export function originWord(origin: LineOrigin): string {
  if (origin.kind !== 'written') return origin.kind;
  if (origin.set.kind === 'by_command') return 'command';
  return origin.set.by === null ? 'assistant' : WHO[origin.set.by];
}

const CAUSES = {
  pruned: 'the bytes that would tell it were pruned, as the settings blobs.maxAgeDays and blobs.maxBytes say',
  damaged: 'the bytes that would tell it are damaged on the disk',
  missing: 'the bytes that would tell it are not kept any more, and nobody wrote down why',
  contradiction: 'the change sets of this file contradict each other',
  ledger: 'the ledger names this file, and the content that it tells of is not here',
} as const;

/** What is said instead of a change set; a sentence without its end. */
export function describeOrigin(origin: Exclude<LineOrigin, { kind: 'written' }>): string {
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

function hintJson(origin: LineOrigin): object {
  if (origin.kind === 'unknown' && origin.cause === 'moved') return { maybeMovedFrom: origin.from };
  if (origin.kind !== 'unknown' || origin.cause !== 'ledger' || origin.since === null) return {};
  const { id, session, turn, intent } = origin.since;
  return { ledgerNames: { changeSet: id, session, turn, intent } };
}

/** For a script. */
export function rangeJson({ start, end, run }: WhyRange, facts: WhyFacts): object {
  const { origin, backBy, movedBy } = run;
  return {
    start,
    end,
    origin: originWord(origin),
    ...(origin.kind === 'written'
      ? setJson(origin.set, facts)
      : { changeSet: null, intent: null, reason: describeOrigin(origin), ...hintJson(origin) }),
    broughtBackBy: backBy?.id ?? null,
    movedBy: movedBy?.id ?? null,
  };
}

export function setJson(set: HistorySet, { reasons, intents }: WhyFacts): object {
  const { approval = null, prompt = null, further = [], model = null } = reasons.get(keyOf(set)) ?? {};
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
    ...(further.length === 0 ? {} : { further }),
    model,
    approval:
      approval === null
        ? null
        : {
            allowedBy: approval.allowedBy,
            answeredBy: approval.answer?.by ?? null,
            scope: approval.answer?.scope ?? null,
            timestamp: approval.answer?.timestamp ?? null,
            ...(approval.answer === null || approval.answer.reason === null
              ? {}
              : { reason: approval.answer.reason }),
          },
  };
}

export function keyOf({ session, id }: Pick<HistorySet, 'session' | 'id'>): string {
  return `${session}/${id}`;
}

/** Who said yes, and for how long it counts. */
export function describeApproval(reason: ChangeReason | undefined): string {
  const approval = reason?.approval ?? null;
  if (approval === null) return 'not written down';
  if (approval.answer !== null)
    return `yes by ${approval.answer.by}, for ${SCOPES[approval.answer.scope]} (${approval.answer.id})`;
  if (approval.allowedBy === 'rules') return 'not asked: the rules allow it';
  return approval.allowedBy.startsWith('--')
    ? `yes in advance, by the flag ${approval.allowedBy}`
    : `yes in advance, by ${approval.allowedBy}`;
}

const SCOPES = { once: 'this call', session: 'the session', always: 'always' } as const;
