import { rookError, type ErrorCode, type LiveState } from '@rook/contract';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';

import { createFakeWorkbench } from '../../test/fake-workbench.ts';
import {
  askingTurn,
  batchTurn,
  plainTurn,
  SESSION,
  structuredTurn,
  writeEntries,
  type SampleDraft,
} from '../../test/sample-entries.ts';
import { sampleOverview } from '../../test/sample-overview.ts';
import { emptyConversation } from '../state/conversation.ts';
import { foldEntries } from '../state/fold-conversation.ts';
import { firstState, type SessionState } from '../state/session-state.ts';
import type { SessionStore } from '../state/session-store.ts';
import { arrangeTurn } from './arrange-turn.ts';
import { ConversationView } from './conversation-view.tsx';
import { findContinueStop } from './may-continue.ts';
import { balanceTurn, findRuns } from './outstanding.ts';
import { readGrowingReply } from './read-growing-reply.ts';

function stateOf(drafts: readonly SampleDraft[], change: Partial<SessionState> = {}): SessionState {
  const conversation = foldEntries(emptyConversation(), writeEntries(drafts));
  return { ...firstState(SESSION), phase: 'ready', conversation, ...change };
}

/** A store that stands still. */
function still(state: SessionState): SessionStore {
  return {
    subscribe: () => () => undefined,
    getState: () => state,
    loadOlder: async () => undefined,
    send: async () => ({ ok: true, value: undefined }),
    reload: async () => undefined,
    dispose: () => undefined,
  };
}

function show(state: SessionState): string {
  const workbench = createFakeWorkbench();
  return renderToStaticMarkup(
    <ConversationView store={still(state)} workbench={workbench} about={null} compose={() => undefined} />,
  );
}

it.each([
  ['new', 'A new session'],
  ['loading', 'The session is loaded'],
  ['failed', 'The disk is away.'],
  ['gone', 'The session is not here'],
] as const)('Q-20 there is something to see while the session is %s', (phase, words) => {
  const error = phase === 'failed' ? rookError('not_readable', 'The disk is away.') : null;
  expect(show({ ...firstState(SESSION), phase, error })).toContain(words);
});

it('A-25 keeps what was shown when the link is down or the session is loaded anew', () => {
  for (const change of [{ isLinkUp: false }, { phase: 'loading' as const }, { phase: 'failed' as const }])
    expect(show(stateOf(plainTurn(1), change))).toContain('aria-label="Conversation"');
});

it('Q-07 arranges what happened in its order, each thing once and beside the call that made it', () => {
  const [turn] = stateOf([...structuredTurn(1)]).conversation.turns;
  if (turn === undefined) throw new Error('There is no turn.');
  const items = arrangeTurn(turn);
  expect(items.map(({ kind }) => kind)).toEqual(['round', 'activity']);
  expect(items[1]).toMatchObject({ about: { changes: [{ state: 'applied' }] } });
  const [asking] = stateOf(askingTurn(1)).conversation.turns;
  if (asking === undefined) throw new Error('There is no turn.');
  expect(arrangeTurn(asking)).toMatchObject([{ kind: 'round' }, { about: { approvals: [{ id: 'ap-1' }] } }]);
});

it('A-14 a turn is pending until each command of its reply ran after it', () => {
  const { turns } = stateOf(structuredTurn(1)).conversation;
  const [turn] = turns;
  if (turn === undefined) throw new Error('There is no turn.');
  expect(balanceTurn(turn, findRuns(turns))).toMatchObject({
    applied: 1,
    unrun: ['npm test', 'npm run lint'],
  });
});

it('G-11 what waits in a batch is not offered once more, as long as somebody carries it on', () => {
  const [offer] = stateOf(structuredTurn(1)).conversation.turns;
  if (offer === undefined) throw new Error('There is no turn.');
  const state = stateOf([...structuredTurn(1), ...batchTurn(2).slice(0, 4)]);
  const [turn] = state.conversation.turns;
  if (turn === undefined) throw new Error('There is no turn.');
  expect(balanceTurn(offer, findRuns([offer])).unrun).toEqual(['npm test', 'npm run lint']);
  expect(balanceTurn(turn, findRuns(state.conversation.turns)).unrun).toEqual([]);
  expect(show(state)).toContain('Next: <code>npm test, npm run lint</code>');
  const live: LiveState = {
    isHeld: false,
    running: null,
    waiting: 0,
    left: [],
    unwritten: 0,
    mode: 'ask',
    activeIntent: null,
    heldBy: null,
  };
  const left = show({ ...state, live });
  expect(left).toContain('Not run: <code>npm test, npm run lint</code>');
});

it('F-14 stops where a person is needed', () => {
  const open = [{ text: 'a', isDone: false }];
  const done = [{ text: 'a', isDone: true }];
  const unread = stateOf(plainTurn(1));
  // Which todos the turn closed is known when the session was read anew.
  expect(findContinueStop(unread, open, 0)).toBe('running');
  const ready = { ...unread, overview: sampleOverview({ through: 100 }) };
  expect(findContinueStop(ready, open, 0)).toBeNull();
  expect(findContinueStop(ready, done, 0)).toBe('done');
  expect(findContinueStop(ready, open, 25)).toBe('limit');
  expect(findContinueStop({ ...ready, isLinkUp: false }, open, 0)).toBe('away');
  expect(findContinueStop(stateOf(askingTurn(1)), open, 0)).toBe('asks');
  expect(findContinueStop(stateOf(plainTurn(1).slice(0, 5)), open, 0)).toBe('running');
  const failed = plainTurn(1).map((draft): SampleDraft =>
    draft.event_type === 'turn' ? Object.assign({}, draft, { status: 'failed' }) : draft,
  );
  expect(findContinueStop(stateOf(failed), open, 0)).toBe('failed');
});

/** A turn that is over and said so, whose one call ended as the error says. */
function refusedTurn(code: ErrorCode, message: string): readonly SampleDraft[] {
  return plainTurn(1).flatMap((draft): readonly SampleDraft[] => {
    if (draft.event_type === 'tool_call_allowed') {
      const { turn_id: turn, tool_use_id: call } = draft;
      const error = rookError(code, message);
      return [{ event_type: 'tool_call_refused', turn_id: turn, tool_use_id: call, rule: 'intents', error }];
    }
    if (draft.event_type === 'file_shown') return [];
    if (draft.event_type !== 'tool_call') return [draft];
    const reply = JSON.stringify({ error: message, code });
    return [{ ...draft, result: { ok: false, reply, error: message } }];
  });
}

it.each([
  ['no_intent', 'Select an intent first.', 1],
  ['stale_file', 'The file is another one.', 0],
  ['not_readable', 'The disk says no.', 0],
] as const)('F-14 A-14 a call that ended with %s stops the way on', (code, message, refused) => {
  const open = [{ text: 'a', isDone: false }];
  const state = { ...stateOf(refusedTurn(code, message)), overview: sampleOverview({ through: 100 }) };
  expect(findContinueStop(state, open, 0)).toBe('failed');
  const [turn] = state.conversation.turns;
  if (turn === undefined) throw new Error('There is no turn.');
  expect(balanceTurn(turn, findRuns([]))).toMatchObject({ refused });
});

it('F-14 a command that failed stops the way on', () => {
  const state = { ...stateOf(batchTurn(1)), overview: sampleOverview({ through: 100 }) };
  expect(findContinueStop(state, [{ text: 'a', isDone: false }], 0)).toBe('failed');
});

it.each([
  ['Plain words', 'Plain words'],
  ['{"summary":"It is \\"do', 'It is "do'],
  ['```json\n{"summary": "A\\nB", "sections": [', 'A\nB'],
  ['{"sections":', ''],
  ['{"summary":"half an escape \\u00', 'half an escape '],
])('A-12 reads %j while it grows as %j', (text, shown) => {
  expect(readGrowingReply(text)).toBe(shown);
});
