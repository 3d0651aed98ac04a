import { contentHashSchema, rookError, type LiveState, type RookError } from '@rook/contract';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';

import {
  askingTurn,
  batchTurn,
  messageId,
  plainTurn,
  SESSION,
  turnId,
  writeEntries,
} from '../../test/sample-entries.ts';
import type { SampleDraft } from '../../test/sample-entries.ts';
import { emptyConversation } from '../state/conversation.ts';
import { foldEntries } from '../state/fold-conversation.ts';
import { firstState, type SessionState } from '../state/session-state.ts';
import type { SessionStore } from '../state/session-store.ts';
import { TurnCard } from './turn-card.tsx';

const UNHELD: LiveState = {
  isHeld: false,
  running: null,
  waiting: 0,
  left: [],
  unwritten: 0,
  mode: 'ask',
  activeIntent: null,
  heldBy: null,
};

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

/** The last turn of the drafts, as it is drawn. */
function show(drafts: readonly SampleDraft[], live: LiveState | null = null): string {
  const conversation = foldEntries(emptyConversation(), writeEntries(drafts));
  const turn = conversation.turns.at(-1);
  if (turn === undefined) throw new Error('There is no turn.');
  const store = still({ ...firstState(SESSION), phase: 'ready', conversation, live });
  return renderToStaticMarkup(
    <TurnCard
      turn={turn}
      isLast
      runs={{ last: new Map(), queued: new Set() }}
      store={store}
      compose={() => undefined}
    />,
  );
}

const CUT_SHORT = 'Its process ended before it was done; what it did is kept.';

it('Q-20 a turn that nobody carries on is cut short, and does not think for ever', () => {
  const cut = plainTurn(1).slice(0, 5);
  const shown = show(cut, UNHELD);
  expect(shown).toContain(CUT_SHORT);
  expect(shown).toContain('Retry');
  expect(shown).toContain('not finished');
  expect(shown).not.toContain('The turn runs');
  for (const live of [null, { ...UNHELD, isHeld: true }, { ...UNHELD, heldBy: 'cli' }]) {
    expect(show(cut, live)).toContain('The turn runs');
    expect(show(cut, live)).not.toContain(CUT_SHORT);
  }
  expect(show(plainTurn(1), UNHELD)).not.toContain(CUT_SHORT);
});

it('B-27 Q-20 a message that nobody will begin stays in the queue until a person says what becomes of it', () => {
  const queued = { event_type: 'message_admitted', message_id: messageId(2), text: 'And then' };
  for (const live of [UNHELD, { ...UNHELD, isHeld: true, left: [messageId(2)] }]) {
    const shown = show([queued], live);
    expect(shown).toContain('It is kept as you sent it, and waits for your word.');
    expect(shown).toContain('Send now');
    expect(shown).toContain('Remove');
    expect(shown).not.toContain('Waits for its turn.');
  }
  const queue = show([queued], { ...UNHELD, isHeld: true });
  expect(queue).toContain('Waits for its turn.');
  expect(queue).toContain('Remove');
  expect(show([queued], { ...UNHELD, heldBy: 'cli' })).not.toContain('Remove');
});

it('B-27 commands that were never begun are not taken up from a queue that does not name them', () => {
  const ordered = { event_type: 'message_admitted', message_id: messageId(2), text: 'Run make', commands: 1 };
  const shown = show([ordered], UNHELD);
  expect(shown).toContain('Choose the commands again where they are offered.');
  for (const words of ['Send now', 'Retry', 'Run again', 'Edit and resend'])
    expect(shown).not.toContain(words);
});

it('E-24 a question outlives the process that asked it', () => {
  const shown = show(askingTurn(1), UNHELD);
  expect(shown).toContain('data-asks');
  expect(shown).not.toContain(CUT_SHORT);
});

function endedTurn(
  status: 'cancelled' | 'failed',
  error: RookError,
  rest: readonly SampleDraft[] = [],
): readonly SampleDraft[] {
  const end = {
    event_type: 'turn',
    turn_id: turnId(1),
    user: { text: 'Question 1' },
    assistant: { text: '' },
    tool_call_count: 0,
    status,
    error,
  };
  return [...plainTurn(1).slice(0, 4), ...rest, end];
}

it("B-06 a stop is nobody's fault", () => {
  const cancelled = rookError('cancelled', 'The call was cancelled.');
  const refused = {
    event_type: 'tool_call_refused',
    turn_id: turnId(1),
    tool_use_id: 'call-1',
    rule: 'ask',
    error: rookError('cancelled', 'The turn was cancelled before an answer came.'),
  };
  for (const status of ['cancelled', 'failed'] as const) {
    const shown = show(endedTurn(status, cancelled, [refused]));
    expect(shown).toContain('Stopped. What was done before stays done.');
    expect(shown).toContain('– stopped');
    expect(shown).toContain('– Stopped');
    expect(shown).not.toContain('model erred');
  }
  const wrong = show(endedTurn('failed', rookError('invalid_input', 'There is no such field.')));
  expect(wrong).toContain('The model erred');
  const long = show(endedTurn('failed', rookError('model_too_long', 'It takes 8,000 tokens.')));
  expect(long).toContain('Too long for this model');
  expect(long).not.toContain('model erred');
});

function ask(text: string): string {
  return show([{ event_type: 'message_admitted', message_id: messageId(1), text }]);
}

it('Q-05 of a very long message only the beginning is drawn', () => {
  const long = ask('x'.repeat(1_000_000));
  expect(long.length).toBeLessThan(20_000);
  expect(long).toContain('Show all 1,000,000 characters');
  expect(ask('a line\n'.repeat(41))).toContain('Show all 287 characters');
  expect(ask('a line\n'.repeat(40))).not.toContain('Show all');
  expect(ask('x'.repeat(4000))).not.toContain('Show all');
  expect(ask(`${'x'.repeat(3999)}${'\u{1F600}'.repeat(9)}`)).toContain(`>${'x'.repeat(3999)}…<`);
});

/** A rewind as the engine writes it down. */
function rewoundTurn(isRefused = false): readonly SampleDraft[] {
  const turn = turnId(1);
  const tool = { name: 'rewind_changes', input: { changeSet: 'cs-1', paths: ['src/greet.ts'] } };
  const hash = `sha256:${'b2'.repeat(32)}`;
  const file = { path: 'src/greet.ts', before_hash: hash, after_hash: hash, added: 1, removed: 2 };
  const error = rookError('conflict', 'Both sides changed it.');
  const text = `src/greet.ts: ${hash}`;
  return [
    { event_type: 'message_admitted', message_id: messageId(1), text: 'rewind cs-1' },
    { event_type: 'turn_started', turn_id: turn, message_id: messageId(1) },
    { event_type: 'tool_call_requested', turn_id: turn, tool_use_id: 'rewind', tool, round: 1 },
    ...(isRefused
      ? []
      : [
          {
            event_type: 'change_set_applied',
            change_set_id: 'cs-1763244000001',
            turn_id: turn,
            kind: 'rewind',
            intent_id: null,
            files: [{ ...file, status: 'applied' }],
          },
        ]),
    {
      event_type: 'tool_call',
      turn_id: turn,
      tool_use_id: 'rewind',
      tool,
      result: isRefused ? { ok: false, error: error.message } : { ok: true, reply: text },
      timing_ms: 3,
    },
    {
      event_type: 'turn',
      turn_id: turn,
      user: { text: 'rewind cs-1' },
      assistant: { text: isRefused ? '' : text },
      tool_call_count: 1,
      status: isRefused ? 'failed' : 'completed',
      ...(isRefused ? { error } : {}),
    },
  ];
}

it('E-15 a rewind is shown by its files, and offers nothing that would send its words to a model', () => {
  const shown = show(rewoundTurn());
  expect(shown).toContain('Took back 1 file: src/greet.ts');
  expect(shown).not.toMatch(/rewind cs-1|sha256:|Retry|Edit and resend/u);
  const refused = show(rewoundTurn(true));
  expect(refused).toContain('The rewind was refused. Nothing was written.');
  expect(refused).toContain('Both sides changed it.');
  expect(refused).not.toContain('Retry');
});

it('G-16 G-21 a batch that nobody carries on is over: nothing of it runs, and what it left is said', () => {
  const cut = batchTurn(1).slice(0, 4);
  const shown = show(cut, UNHELD);
  expect(shown).toContain('its process died with Rook');
  expect(shown).toContain('Not run: <code>npm test, npm run lint</code>');
  expect(shown).not.toContain('Remaining');
  expect(show(cut, { ...UNHELD, isHeld: true })).toContain('Remaining: <code>npm test, npm run lint</code>');
});

it('G-13 G-15 why a batch ended is said once, and what it showed is not shown again as an answer', () => {
  const why = 'Its answer cannot be read.';
  const drafts = batchTurn(1).map((draft): SampleDraft => {
    if (draft.event_type === 'batch_judged')
      return Object.assign({}, draft, { decision: 'unreadable', reason: why });
    if (draft.event_type === 'batch_ended')
      return Object.assign({}, draft, { ended_by: 'unreadable', reason: why });
    if (draft.event_type !== 'turn') return draft;
    const error = rookError('model_bad_answer', why);
    const assistant = { text: 'Progress: what the panel shows' };
    return Object.assign({}, draft, { status: 'failed', error, assistant });
  });
  const shown = show(drafts);
  expect(shown.split(why)).toHaveLength(2);
  expect(shown).toContain('The model could not be understood, so it stopped.');
  expect(shown).not.toContain('what the panel shows');
});

it('G-11 a batch that did not come to its end can be run again, all of it or the rest', () => {
  const drafts = batchTurn(1).map((draft): SampleDraft => {
    if (draft.event_type === 'message_admitted') return Object.assign({}, draft, { commands: 3 });
    if (draft.event_type !== 'turn') return draft;
    return Object.assign({}, draft, {
      status: 'failed',
      error: rookError('model_bad_answer', 'It cannot be read.'),
    });
  });
  const shown = show(drafts);
  for (const words of ['Run again', 'Run the rest']) expect(shown).toContain(words);
  for (const words of ['Edit and resend', 'Retry']) expect(shown).not.toContain(words);
});

it('G-07 G-21 a command in the background can be stopped, and ends with the process that looked after it', () => {
  const started: SampleDraft = {
    event_type: 'command_started',
    command_id: 'c-1',
    turn_id: turnId(1),
    command: 'npm run dev',
    cwd: '.',
    background: true,
  };
  const drafts: readonly SampleDraft[] = [...plainTurn(1).slice(0, 4), started, ...plainTurn(1).slice(4)];
  const runs = show(drafts, { ...UNHELD, isHeld: true });
  expect(runs).toContain('runs in the background');
  expect(runs).toContain('>Stop</button>');
  const left = show(drafts, UNHELD);
  expect(left).toContain('its process died with Rook');
  expect(left).not.toContain('>Stop</button>');
});

it.each([
  [
    'one\n[… 9000 bytes were left out here. …]\nend',
    'Only its beginning and its end are shown (9,012 bytes in all).',
  ],
  ['red\n', 'Shown without colours.'],
])('G-08 G-09 says what is shown of an output, %j', (output, words) => {
  const whole = { blob: contentHashSchema.parse(`sha256:${'0'.repeat(64)}`), bytes: 9012 };
  const ran: readonly SampleDraft[] = [
    { event_type: 'command_started', command_id: 'c-1', turn_id: turnId(1), command: 'npm test', cwd: '.' },
    {
      event_type: 'command_ended',
      command_id: 'c-1',
      turn_id: turnId(1),
      exit_code: 0,
      signal: null,
      timed_out: false,
      timing_ms: 3,
      output,
      whole,
    },
  ];
  const drafts = [...plainTurn(1).slice(0, 4), ...ran, ...plainTurn(1).slice(4)];
  expect(show(drafts)).toContain(words);
});
