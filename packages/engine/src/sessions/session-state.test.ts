import {
  intentIdSchema,
  parseEntry,
  sessionIdSchema,
  type EntryBase,
  type EntryDraft,
  type ReadEntry,
} from '@rook/contract';
import { expect, it } from 'vitest';

import { createConversationFold } from '../context/fold-conversation.ts';
import { openJournal } from '../journal/open-journal.ts';
import { createRedactor } from '../journal/redact-secrets.ts';
import { finished, text } from '../models/test-models.ts';
import { calls, makeSessionRoom, message, must, sessionId, type SessionRoom } from './test-session.ts';

const childId = sessionIdSchema.parse('rook-20261115-0000c41d');

it('B-17 knows of each session its id, mode, history and intent, which is none at first', async () => {
  const room = makeSessionRoom([[text('ok'), finished()]], { settings: { mode: 'safe' } });
  const session = await room.open();
  expect(session.id).toBe(sessionId);
  expect(session.state()).toEqual({
    running: null,
    approvals: [],
    jobs: 0,
    left: [],
    waiting: 0,
    unwritten: 0,
    mode: 'safe',
    activeIntent: null,
  });
  await room.ask(session, 'One.');
  await room.ask(session, 'Two.');
  expect(JSON.stringify(room.model.requests[1]?.messages)).toContain('One.');
});

it('B-17 takes up the intent that was selected in the session', async () => {
  const room = makeSessionRoom([[text('ok'), finished()]]);
  await write(room, [
    { event_type: 'session_start', chat_surface: 'test', participant: 'rook' },
    { event_type: 'intent_selected', intent_id: intentIdSchema.parse('INT-001'), by: 'user' },
  ]);
  const session = await room.open();
  expect(session.state().activeIntent).toBe('INT-001');
});

it('B-18 leaves the parent as it is while a child session comes and goes', async () => {
  const room = makeSessionRoom([[text('from the model'), finished()]]);
  const parent = await room.open();
  await room.ask(parent, 'Parent.');
  const before = parent.state();
  const child = await room.open({ session: childId, parent: parent.id });
  await room.ask(child, 'Child.');
  must(await child.close());
  expect(parent.state()).toEqual(before);
  const starts = room.entries.filter(({ event_type: type }) => type === 'session_start');
  expect(starts.map((entry) => entry['parent_session_id'])).toEqual([undefined, sessionId]);
  await room.ask(parent, 'Parent again.');
  const request = JSON.stringify(room.model.requests.at(-1)?.messages);
  expect(request).toContain('Parent.');
  expect(request).not.toContain('Child.');
});

it('B-21 B-22 keeps every answer of a turn, and the same one twice once', async () => {
  const rounds = ['one', 'two', 'three'];
  const room = makeSessionRoom([
    ...rounds.map((said, index) => [text(said), ...calls(['read_file', { path: `${index}` }])]),
    [text('done'), finished()],
  ]);
  await room.ask(await room.open(), 'Go.');
  const fold = createConversationFold();
  for (const entry of room.entries) for (const read of twice(entry)) fold.add(read);
  const [turn] = fold.conversation().turns;
  expect(turn?.rounds.map(({ text: said }) => said)).toEqual([...rounds, 'done']);
  expect(turn?.rounds.map((round) => round.calls.length)).toEqual([1, 1, 1, 0]);
});

it('B-23 shows a result of a call that nobody saw begin', async () => {
  const room = makeSessionRoom([calls(['read_file', { path: 'a' }]), [text('done'), finished()]]);
  await room.ask(await room.open(), 'Go.');
  const fold = createConversationFold();
  const unseen = new Set(['tool_call_requested', 'tool_call_refused', 'tool_call_allowed']);
  for (const entry of room.entries) if (!unseen.has(entry.event_type)) fold.add(parseEntry(entry));
  const made = fold.conversation().turns.flatMap(({ rounds }) => rounds.flatMap((round) => round.calls));
  expect(made).toMatchObject([{ name: 'read_file', input: { path: 'a' } }]);
});

it('B-25 passes the end of a turn on to the tool that runs', async () => {
  const room = makeSessionRoom([calls(['fetch_url', { url: 'https://a.example/' }])], {
    settings: { mode: 'allow' },
  });
  let ended = false;
  const session = await room.open({
    web: {
      fetch: async (_url, { signal }) => {
        const over = new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
        void session.send({ type: 'turn_cancel' });
        await over;
        ended = true;
        return {
          ok: false,
          error: { code: 'cancelled', kind: 'invalid', message: 'Cancelled.', retryable: true },
        };
      },
    },
  });
  must(await session.send(message('Go.')));
  await session.idle();
  expect(ended).toBe(true);
  const deltas = room.deltas.length;
  await new Promise((resolve) => setImmediate(resolve));
  expect(room.deltas).toHaveLength(deltas);
});

function twice(entry: EntryBase): readonly ReadEntry[] {
  return [parseEntry(entry), parseEntry(entry)];
}

async function write({ store, clock }: SessionRoom, drafts: readonly EntryDraft[]): Promise<void> {
  const lines = {
    workspace: { name: 'w', uri: 'file:///workspace', trusted: true },
    mode: { agent_mode: null, safety: 'ask' as const },
    redactor: createRedactor({ secrets: [] }),
  };
  const holder = { surface: 'test' };
  const journal = must(await openJournal({ store, clock, session: sessionId, holder, sync: 'turn', lines }));
  must(await journal.append(drafts));
  must(await journal.close());
}
