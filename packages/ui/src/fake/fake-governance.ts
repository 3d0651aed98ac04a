import {
  changeSetIdSchema,
  intentIdSchema,
  sessionIdSchema,
  succeed,
  turnIdSchema,
  type CallInput,
  type CallOutput,
  type ExplainedRange,
  type Result,
} from '@rook/contract';

interface GovernanceCalls {
  readonly why: (input: CallInput<'why'>) => Result<CallOutput<'why'>>;
  readonly governance_state: () => Result<CallOutput<'governance_state'>>;
  readonly trace_list: () => Result<CallOutput<'trace_list'>>;
}

const SESSION = sessionIdSchema.parse('rook-20261116-00000001');
const INTENT = intentIdSchema.parse('INT-001');
const TURN = turnIdSchema.parse('t0002');
const TIME = '2026-11-16T09:00:00.000Z';

function sampleRanges(): ExplainedRange[] {
  const place = { broughtBackBy: null, movedBy: null };
  return [
    {
      ...place,
      start: 1,
      end: 1,
      origin: 'assistant',
      changeSet: changeSetIdSchema.parse('cs-4'),
      session: SESSION,
      turn: TURN,
      timestamp: TIME,
      kind: 'edit',
      by: 'assistant',
      source: 'journal',
      intent: { id: INTENT, name: 'JWT migration', status: 'IN_PROGRESS' },
      prompt: 'Now with types',
      model: 'fake',
      approval: {
        allowedBy: 'ap-1',
        answeredBy: 'user',
        scope: 'session',
        timestamp: TIME,
      },
    },
    {
      ...place,
      start: 2,
      end: 2,
      origin: 'earlier',
      changeSet: null,
      intent: null,
      reason: 'It was there before anything was recorded.',
    },
  ];
}

/** Answers about why, the same for every file. */
export function fakeGovernance(isGoverned: boolean): GovernanceCalls {
  return {
    why: ({ path }) =>
      succeed({
        file: path,
        exists: true,
        isText: true,
        lines: 2,
        ranges: sampleRanges(),
        changes: [],
        moreChanges: 0,
      }),
    governance_state: () =>
      succeed({
        isGoverned,
        ledger: {
          path: '.orchestration/agent_trace.jsonl',
          isDegraded: false,
          isStrict: false,
          lines: 12,
          missing: 1,
          altered: 0,
          unreadable: 0,
        },
      }),
    trace_list: () =>
      succeed({
        lines: [
          {
            id: '00000000-0000-4000-8000-000000000001',
            timestamp: TIME,
            session_id: SESSION,
            turn_id: TURN,
            type: 'call',
            tool_use_id: 'call-2',
            tool_name: 'edit',
            intent_id: INTENT,
            mode: 'ask',
            model_id: 'fake',
            effect: 'write',
            allowed: true,
            decided_by: 'ap-1',
            ok: true,
            content_hash: null,
            change_sets: [],
          },
        ],
        hasMore: false,
        unreadable: 0,
      }),
  };
}
