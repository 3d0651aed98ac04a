import {
  messageIdSchema,
  sessionIdSchema,
  turnIdSchema,
  type EntryDraft,
  type SessionId,
} from '@rook/contract';
import { expect, it } from 'vitest';

import { openJournal } from '../journal/open-journal.ts';
import { createRedactor } from '../journal/redact-secrets.ts';
import { createFakeClock } from '../ports/fakes/fake-clock.ts';
import { createFakeStore } from '../ports/fakes/fake-store.ts';
import type { Store } from '../ports/store.ts';
import { must } from '../sessions/test-session.ts';
import { findInSession } from './find-in-session.ts';

const session = sessionIdSchema.parse('rook-20261116-0a1b2c3d');
const turn = (number: number) => turnIdSchema.parse(`t${String(number).padStart(4, '0')}`);
const message = (number: number) => messageIdSchema.parse(`msg-${number}-a`);

function talk(number: number, question: string, answer: string): readonly EntryDraft[] {
  return [
    { event_type: 'message_admitted', message_id: message(number), text: question },
    { event_type: 'turn_started', turn_id: turn(number), message_id: message(number) },
    {
      event_type: 'answer_received',
      turn_id: turn(number),
      round: 1,
      model: 'm',
      text: answer,
      finish_reason: 'stop',
    },
    {
      event_type: 'turn',
      turn_id: turn(number),
      user: { text: question },
      assistant: { text: answer },
      tool_call_count: 0,
      status: 'completed',
    },
  ];
}

async function keep(id: SessionId, drafts: readonly EntryDraft[]): Promise<Store> {
  const store = createFakeStore();
  const journal = must(
    await openJournal({
      store,
      clock: createFakeClock(new Date(Date.UTC(2026, 10, 16))),
      session: id,
      holder: { surface: 'test' },
      sync: 'never',
      lines: {
        workspace: { name: 'w', uri: 'file:///w', trusted: true },
        mode: { agent_mode: null, safety: 'ask' },
        redactor: createRedactor({ secrets: [] }),
      },
    }),
  );
  must(await journal.append(drafts));
  must(await journal.close());
  return store;
}

const start: EntryDraft = { event_type: 'session_start', chat_surface: 'test', participant: 'rook' };

it('Q-02 I-26 finds the turns of a session that have the characters, in their order and each once', async () => {
  const waiting: EntryDraft = {
    event_type: 'message_admitted',
    message_id: message(9),
    text: 'a NEEDLE waits',
  };
  const store = await keep(session, [
    start,
    ...talk(1, 'Where is the needle?', 'In the haystack.'),
    ...talk(2, 'Nothing here', 'Nor here.'),
    ...talk(3, 'And now?', 'A pin-NEEDLEs-point.'),
    {
      event_type: 'message_admitted',
      message_id: message(4),
      text: 'the needle again',
      steers: turn(2),
    },
    waiting,
  ]);
  const { found, more } = must(await findInSession({ store }, session, 'Needle'));
  expect(more).toBe(false);
  expect(found.map(({ turn: id, message: of, type }) => [id, of, type])).toEqual([
    [turn(1), message(1), 'message_admitted'],
    [turn(2), message(2), 'message_admitted'],
    [turn(3), message(3), 'answer_received'],
    [null, message(9), 'message_admitted'],
  ]);
  const [, , third] = found;
  const [from = 0, to = 0] = third?.marks[0] ?? [];
  expect(third?.text.slice(from, to)).toBe('NEEDLE');
});

it('Q-02 I-26 takes signs for what they are, and finds nothing where nothing is', async () => {
  const store = await keep(session, [start, ...talk(1, 'Is a+b= (c.d)* there?', 'Yes.')]);
  expect(must(await findInSession({ store }, session, 'b= (c.d)*')).found).toHaveLength(1);
  expect(must(await findInSession({ store }, session, 'a.b')).found).toEqual([]);
  const other = sessionIdSchema.parse('rook-20261116-ffffffff');
  expect(must(await findInSession({ store }, other, 'there')).found).toEqual([]);
});
