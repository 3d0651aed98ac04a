import type { Entry, EntryOf } from '@rook/contract';

import { changeLast, changeTurn, type ConversationDraft } from './conversation-draft.ts';
import type { ActivityState, ActivityView, Failure, TurnView } from './conversation.ts';
import { describeActivity } from './describe-activity.ts';
import { findFailure } from './find-failure.ts';
import { readFailure } from './fold-turn.ts';
import { readLongValue } from './read-long-text.ts';

/** Calls of tools: asked for, let pass or refused, done. */
export function foldActivity(draft: ConversationDraft, entry: Entry): void {
  switch (entry.event_type) {
    case 'tool_call_requested':
      changeTurn(draft, entry.turn_id, entry, (turn) => request(turn, entry));
      break;
    case 'tool_call_allowed':
      changeCall(draft, entry, (activity) => ({ ...activity, state: 'running', by: entry.by }));
      break;
    case 'tool_call_refused':
      changeCall(draft, entry, (activity) => ({
        ...activity,
        state: stateOf(entry.error),
        failure: readFailure(entry.error),
        by: entry.rule,
      }));
      break;
    case 'approval_requested':
      changeCall(draft, entry, (activity) => ({ ...activity, state: 'asks' }));
      break;
    case 'tool_call':
      changeTurn(draft, entry.turn_id, entry, (turn) => finish(turn, entry));
      break;
    case 'file_shown':
      showHash(draft, entry);
      break;
    default:
  }
}

type CallEntry = EntryOf<'tool_call_allowed' | 'tool_call_refused' | 'approval_requested'>;

function changeCall(
  draft: ConversationDraft,
  entry: CallEntry,
  change: (activity: ActivityView) => ActivityView,
): void {
  changeTurn(draft, entry.turn_id, entry, (turn) => ({
    ...turn,
    activities: changeLast(turn.activities, ({ id }) => id === entry.tool_use_id, change),
  }));
}

function request(turn: TurnView, entry: EntryOf<'tool_call_requested'>): TurnView {
  const { tool_use_id: id, parent_tool_use_id: parent = null, tool } = entry;
  const outer = parent === null ? undefined : turn.activities.findLast((one) => one.id === parent);
  const begun: ActivityView = {
    ...blankActivity(entry, tool),
    id,
    parent,
    depth: outer === undefined ? 0 : outer.depth + 1,
    round: entry.round,
    hasStart: true,
  };
  // A turn that went on after a restart asks for its call again.
  const known = turn.activities.findLastIndex((one) => one.id === id && one.state !== 'done');
  const activities = known < 0 ? [...turn.activities, begun] : turn.activities.with(known, begun);
  return { ...turn, activities };
}

function blankActivity({ seq }: Entry, tool: EntryOf<'tool_call'>['tool']): ActivityView {
  return {
    id: `seq-${seq}`,
    parent: null,
    depth: 0,
    seq,
    round: 0,
    name: tool.name,
    ...describeActivity(tool.name, tool.input),
    input: tool.input,
    state: 'running',
    hash: null,
    exitCode: null,
    milliseconds: null,
    result: null,
    whole: null,
    failure: null,
    by: null,
    hasStart: false,
  };
}

/** A result that nothing announced is shown as a call of its own. */
function finish(turn: TurnView, entry: EntryOf<'tool_call'>): TurnView {
  const { tool_use_id: id, tool } = entry;
  const isOpen = (one: ActivityView): boolean => one.id === id && one.milliseconds === null;
  if (id === undefined || !turn.activities.some(isOpen)) {
    const round = turn.rounds.at(-1)?.round ?? 0;
    const bare = { ...blankActivity(entry, tool), ...(id === undefined ? {} : { id }), round };
    return { ...turn, activities: [...turn.activities, withResult(bare, entry)] };
  }
  return { ...turn, activities: changeLast(turn.activities, isOpen, (one) => withResult(one, entry)) };
}

function withResult(
  activity: ActivityView,
  { result, timing_ms: milliseconds }: EntryOf<'tool_call'>,
): ActivityView {
  const { reply, whole } = result;
  const failure = result.ok ? null : (activity.failure ?? findFailure(reply, result.error));
  return {
    ...activity,
    milliseconds,
    result: reply === undefined ? null : readLongValue(reply),
    whole: whole === undefined ? null : { hash: whole.blob, characters: whole.chars },
    failure,
    state: failure === null ? 'done' : stateOf(failure),
  };
}

function stateOf({ code, kind }: Pick<Failure, 'code' | 'kind'>): ActivityState {
  // The contract counts a stop among what the caller did; the caller was a person, and not the model.
  if (code === 'cancelled') return 'stopped';
  if (kind === 'denied') return 'refused';
  return kind === 'invalid' ? 'erred' : 'failed';
}

/** What a call showed is told beside it. */
function showHash(draft: ConversationDraft, entry: EntryOf<'file_shown'>): void {
  if (entry.turn_id === undefined) return;
  changeTurn(draft, entry.turn_id, entry, (turn) => ({
    ...turn,
    activities: changeLast(
      turn.activities,
      (one) => one.object === entry.path && one.milliseconds === null,
      (one) => ({ ...one, hash: entry.sha256 }),
    ),
  }));
}
