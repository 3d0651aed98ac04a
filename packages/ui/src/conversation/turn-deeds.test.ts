import type { Command } from '@rook/contract';
import { expect, it } from 'vitest';

import { batchTurn, plainTurn, SESSION, writeEntries, type SampleDraft } from '../../test/sample-entries.ts';
import { emptyConversation, type TurnView } from '../state/conversation.ts';
import { foldEntries } from '../state/fold-conversation.ts';
import { firstState } from '../state/session-state.ts';
import type { SessionStore } from '../state/session-store.ts';
import { canSendAgain, listLeftOver, sendAgain } from './turn-deeds.ts';

function turnOf(drafts: readonly SampleDraft[]): TurnView {
  const turn = foldEntries(emptyConversation(), writeEntries(drafts)).turns.at(-1);
  if (turn === undefined) throw new Error('There is no turn.');
  return turn;
}

/** What is sent to have the turn again. */
function sentFor(turn: TurnView): readonly Command[] {
  const sent: Command[] = [];
  const store: SessionStore = {
    subscribe: () => () => undefined,
    getState: () => firstState(SESSION),
    loadOlder: async () => undefined,
    send: async (command) => {
      sent.push(command);
      return { ok: true, value: undefined };
    },
    reload: async () => undefined,
    dispose: () => undefined,
  };
  sendAgain(store, turn);
  return sent;
}

const ordered = (drafts: readonly SampleDraft[]): readonly SampleDraft[] =>
  drafts.map((draft) =>
    draft.event_type === 'message_admitted' ? Object.assign({}, draft, { commands: 3 }) : draft,
  );

it('G-11 to have commands again runs them again, and sends no words about them to the model', () => {
  const turn = turnOf(ordered(batchTurn(1)));
  expect(sentFor(turn)).toMatchObject([
    {
      type: 'batch_run',
      commands: [{ command: 'npm ci' }, { command: 'npm test' }, { command: 'npm run lint' }],
      analyse: true,
    },
  ]);
  expect(listLeftOver(turn)).toEqual(['npm run lint']);
  expect(sentFor(turnOf(plainTurn(1)))).toMatchObject([{ type: 'message_send', text: 'Question 1' }]);
});

it('G-11 commands that were never begun are not known, so they cannot be run again from there', () => {
  const turn = turnOf(ordered(batchTurn(1)).slice(0, 2));
  expect(canSendAgain(turn)).toBe(false);
  expect(sentFor(turn)).toEqual([]);
});
