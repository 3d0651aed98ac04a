import {
  fail,
  intentIdSchema,
  rookError,
  succeed,
  type CallInput,
  type CallName,
  type CallOutput,
  type IntentView,
  type Result,
} from '@rook/contract';

type IntentName = Extract<CallName, `intent_${string}`>;
type IntentCalls = { readonly [Name in IntentName]: (input: CallInput<Name>) => Result<CallOutput<Name>> };

export interface FakeIntents {
  readonly calls: IntentCalls;
  /** The file of intents cannot be read; null: it can again. */
  readonly spoil: (problem: string | null) => void;
}

const EMPTY = { ownedScope: ['src/**'], constraints: [], acceptanceCriteria: [], isDraft: false };

function sampleIntents(): readonly IntentView[] {
  return [
    {
      ...EMPTY,
      id: intentIdSchema.parse('INT-001'),
      name: 'JWT migration',
      status: 'IN_PROGRESS',
      constraints: ['The old tokens are read until the end of the year.'],
      acceptanceCriteria: ['All tests pass.', 'No session is lost.'],
    },
    { ...EMPTY, id: intentIdSchema.parse('INT-002'), name: 'Type hints', status: 'PENDING' },
  ];
}

/** Intents in memory; `draft` adds one that the model drafted. */
export function createFakeIntents(isGoverned: boolean, hasDraft: boolean): FakeIntents {
  let intents = sampleIntents();
  let problem: string | null = null;
  if (hasDraft)
    intents = [
      ...intents,
      {
        ...EMPTY,
        id: intentIdSchema.parse('INT-003'),
        name: 'Notes for the release',
        status: 'PENDING',
        ownedScope: ['docs/**'],
        isDraft: true,
      },
    ];
  return {
    spoil: (text) => {
      problem = text;
    },
    calls: {
      intent_list: () =>
        succeed({
          isGoverned,
          intents: problem === null ? [...intents] : [],
          ...(problem === null ? {} : { problem }),
        }),
      intent_create: (wish) => {
        if (intents.some(({ id }) => id === wish.id))
          return fail(rookError('exists', `There is an intent ${wish.id} already.`));
        const intent: IntentView = { ...wish, status: 'PENDING', isDraft: false };
        intents = [...intents, intent];
        return succeed({ intent });
      },
      intent_edit: ({ id, confirm, ...wish }) => {
        const known = intents.find((one) => one.id === id);
        if (known === undefined) return fail(rookError('not_found', `There is no intent ${id}.`));
        const intent = { ...known, ...wish, ...(confirm === true ? { isDraft: false } : {}) };
        intents = intents.map((one) => (one === known ? intent : one));
        return succeed({ intent });
      },
    },
  };
}
