import { addUsage, readWritten, type IntentId, type Usage } from '@rook/contract';

import type { ApprovalView, Conversation, Mode, Todo } from './conversation.ts';
import { readApproval } from './fold-approval.ts';
import type { SessionState } from './session-state.ts';

/** What holds for the session: from the entries that were read, and for what lies before them from its overview. */
export interface SessionFacts {
  readonly title: string;
  readonly mode: Mode | null;
  readonly intent: IntentId | null;
  readonly todos: readonly Todo[];
  readonly usage: Usage | null;
}

export function readFacts({ conversation, overview, live }: SessionState): SessionFacts {
  return {
    title: conversation.title?.text ?? overview?.summary ?? '',
    mode: (live?.isHeld === true ? live.mode : null) ?? conversation.mode ?? overview?.mode ?? null,
    intent: findIntent({ conversation, overview, live }),
    todos: findTodos({ conversation, overview }),
    usage: overview === null ? null : sumUsage(conversation, overview),
  };
}

type Known = Pick<SessionState, 'conversation' | 'overview' | 'live'>;

function findIntent({ conversation, overview, live }: Known): IntentId | null {
  if (live?.isHeld === true) return live.activeIntent;
  return conversation.intent === null ? (overview?.activeIntent ?? null) : conversation.intent.id;
}

/** Which ones are done is a matter of all changes and of what was rewound, so the overview knows it as soon as it knows the list. */
function findTodos({
  conversation,
  overview,
}: Pick<SessionState, 'conversation' | 'overview'>): readonly Todo[] {
  const isKnown = overview !== null && overview.through >= conversation.todosSeq;
  return isKnown ? readTodos(overview) : (conversation.todos ?? []);
}

function readTodos(overview: SessionState['overview']): readonly Todo[] {
  return (overview?.todos ?? []).map(({ text, completed }) => ({ text, isDone: completed }));
}

function sumUsage({ turns }: Conversation, overview: NonNullable<SessionState['overview']>): Usage {
  let sum = overview.usage;
  for (const { rounds } of turns)
    for (const { seq, usage } of rounds)
      if (seq > overview.through && usage !== null) sum = addUsage(sum, usage);
  return sum;
}

/** Questions that wait for a person, the oldest first, also of turns that were not loaded. */
export function listOpenApprovals({ conversation, overview }: SessionState): readonly ApprovalView[] {
  const loaded = conversation.turns.flatMap(({ approvals }) => approvals);
  const known = new Set([...loaded.map(({ id }) => id), ...conversation.strayEnds.map(({ id }) => id)]);
  const older = (overview?.approvals ?? []).flatMap((entry) => {
    const read = readWritten(entry);
    if (read.kind !== 'known' || read.entry.event_type !== 'approval_requested') return [];
    return known.has(read.entry.approval_id) ? [] : [readApproval(read.entry)];
  });
  return [...older, ...loaded].filter(({ state }) => state === 'open');
}
