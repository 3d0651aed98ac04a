import type { ExplainedRange, ExplainedSet } from '@rook/contract';

import { showTurn } from '../words.ts';

/** As in "Lines 3–9"; a file that is no text has none. */
export function nameRange({ start, end }: Pick<ExplainedRange, 'start' | 'end'>): string {
  if (start === null || end === null) return 'The whole file';
  return start === end ? `Line ${start}` : `Lines ${start}–${end}`;
}

const WRITERS = { assistant: 'The assistant', user: 'You', command: 'A command' } as const;

/** Who wrote it and when; of what no change set wrote, what is known instead. */
export function describeOrigin(range: ExplainedRange): string {
  if (!('session' in range)) return range.reason;
  const when = range.turn === null ? 'between turns' : `in ${showTurn(range.turn)}`;
  return `${WRITERS[range.origin]} wrote ${range.start === range.end ? 'it' : 'them'} ${when}.`;
}

/** Why, as far as anything tells; nothing is guessed. */
export function listReasons(set: ExplainedSet): readonly (readonly [string, string])[] {
  const { intent, prompt, model, approval } = set;
  return [
    ...(intent === null
      ? []
      : [['Intent', [intent.id, intent.name ?? 'not named any more'].join(' ')] as const]),
    ...(prompt === null ? [] : [['You had said', prompt] as const]),
    ...(set.further ?? []).map((text) => ['And then', text] as const),
    ...(model === null ? [] : [['Model', model] as const]),
    ...(approval === null ? [] : [['Allowed by', describeApproval(approval)] as const]),
    ...(set.source === 'ledger'
      ? [['Known from', 'the ledger; the journal of its session is not here'] as const]
      : []),
  ];
}

const SCOPES = { once: 'once', session: 'for the session', always: 'for always' } as const;

function describeApproval({ allowedBy, answeredBy, scope }: NonNullable<ExplainedSet['approval']>): string {
  if (answeredBy === null) return allowedBy;
  const who = answeredBy === 'user' ? 'you' : answeredBy;
  return scope === null ? who : `${who}, ${SCOPES[scope]}`;
}
