import { parseEntry, type EntryBase } from '@rook/contract';
import { expect, it } from 'vitest';

import { loadSession } from '../journal/load-session.ts';
import { verifySession } from '../journal/verify-session.ts';
import { failed, finished, text } from '../models/test-models.ts';
import { calls, makeSessionRoom, message, must, sessionId } from './test-session.ts';

/** A text that has this in it. */
const holding = (part: string): unknown => expect.stringContaining(part);

const known = (entries: readonly EntryBase[]) =>
  entries.flatMap((entry) => {
    const read = parseEntry(entry);
    return read.kind === 'known' ? [read.entry] : [];
  });

const lastTurn = (entries: readonly EntryBase[]) =>
  known(entries).findLast((entry) => entry.event_type === 'turn');

it('B-01 runs a turn from the message to its end, and writes each step down in order', async () => {
  const room = makeSessionRoom([[text('Hel'), text('lo.'), finished()]]);
  const session = await room.open();
  await room.ask(session, 'Hello?');
  expect(room.types()).toEqual([
    'session_start',
    'message_admitted',
    'turn_started',
    'prompt_pinned',
    'budget_reserved',
    'budget_settled',
    'answer_received',
    'turn',
  ]);
  expect(room.deltas.filter(({ type }) => type === 'text').map(({ text: piece }) => piece)).toEqual([
    'Hel',
    'lo.',
  ]);
  expect(lastTurn(room.entries)).toMatchObject({
    status: 'completed',
    turn_id: 't0001',
    user: { text: 'Hello?' },
    assistant: { text: 'Hello.' },
    tool_call_count: 0,
  });
  expect(must(await session.close())).toBeUndefined();
  expect(must(await verifySession(room.store, sessionId))).toMatchObject({ ok: true, anchored: true });
});

it('B-02 B-30 sends the calls back with the text beside them and the results, and asks again until nothing is called', async () => {
  const room = makeSessionRoom(
    [
      [text('I look. '), ...calls(['read_file', { path: 'a.txt' }])],
      [text('And once more.'), ...calls(['read_file', { path: 'b.txt' }])],
      [text('Both read.'), finished()],
    ],
    { files: { 'a.txt': 'alpha\n', 'b.txt': 'beta\n' } },
  );
  const session = await room.open();
  await room.ask(session, 'Read both.');
  const [first, second, third] = room.model.requests;
  expect(first?.messages.map(({ role }) => role)).toEqual(['user']);
  expect(second?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool']);
  expect(third?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant', 'tool']);
  const answer = second?.messages[1];
  expect(answer?.role === 'assistant' ? answer.parts : []).toMatchObject([
    { kind: 'text', text: 'I look. ' },
    { kind: 'tool_call', name: 'read_file', input: { path: 'a.txt' } },
  ]);
  const results = third?.messages.at(-1);
  expect(results?.role === 'tool' ? results.results.map(({ text: said }) => said).join('') : '').toContain(
    'beta',
  );
  // The complete text of all rounds, and how much was called (B-03).
  expect(lastTurn(room.entries)).toMatchObject({
    assistant: { text: 'I look. \n\nAnd once more.\n\nBoth read.' },
    tool_call_count: 2,
  });
});

it('B-03 B-28 writes down the raw answer before its calls, and each call before it acts', async () => {
  const room = makeSessionRoom([calls(['read_file', { path: 'a.txt' }]), [text('ok'), finished()]], {
    files: { 'a.txt': 'alpha\n' },
  });
  await room.ask(await room.open(), 'Read.');
  expect(room.types().slice(4, 12)).toEqual([
    'budget_reserved',
    'budget_settled',
    'answer_received',
    'tool_call_requested',
    'tool_call_allowed',
    'file_shown',
    'tool_call',
    'budget_reserved',
  ]);
});

it('B-04 goes on after a failing call: the model is told and the journal says so', async () => {
  const room = makeSessionRoom([
    calls(['read_file', { path: 'none.txt' }]),
    [text('Not there.'), finished()],
  ]);
  await room.ask(await room.open(), 'Read.');
  const results = room.model.requests[1]?.messages.at(-1);
  const [result] = results?.role === 'tool' ? results.results : [];
  expect(result).toMatchObject({ failed: true });
  expect(JSON.parse(result?.text ?? '')).toMatchObject({ error: holding('none.txt') });
  const call = known(room.entries).find((entry) => entry.event_type === 'tool_call');
  expect(call).toMatchObject({ result: { ok: false, error: holding('none.txt') } });
  expect(lastTurn(room.entries)).toMatchObject({ status: 'completed' });
});

it('B-06 cancels while the answer comes: what came is kept and the turn is logged', async () => {
  const room = makeSessionRoom([[text('So far.'), 'silence']]);
  const session = await room.open();
  must(await session.send(message('Go.')));
  await expect.poll(() => room.deltas.some(({ text: piece }) => piece === 'So far.')).toBe(true);
  must(await session.send({ type: 'turn_cancel' }));
  await session.idle();
  expect(lastTurn(room.entries)).toMatchObject({ status: 'cancelled', assistant: { text: 'So far.' } });
  expect(room.model.closed()).toBe(1);
  expect(room.types().filter((type) => type === 'budget_settled')).toHaveLength(1);
});

it('B-06 runs nothing more once it is cancelled, and every call still has one result', async () => {
  const both = calls(['fetch_url', { url: 'https://a.example/' }], ['read_file', { path: 'a' }]);
  const room = makeSessionRoom([both], { settings: { mode: 'allow' } });
  const later: { cancel?: () => unknown } = {};
  const session = await room.open({
    web: {
      fetch: async () => {
        later.cancel?.();
        return {
          ok: true,
          value: { kind: 'page', status: 200, mediaType: 'text/plain', text: 'x', cut: false },
        };
      },
    },
  });
  later.cancel = () => void session.send({ type: 'turn_cancel' });
  await room.ask(session, 'Go.');
  const results = known(room.entries).flatMap((entry) => (entry.event_type === 'tool_call' ? [entry] : []));
  expect(results.map(({ tool }) => tool.name)).toEqual(['fetch_url', 'read_file']);
  expect(results[1]?.result).toMatchObject({ ok: false });
  expect(lastTurn(room.entries)).toMatchObject({ status: 'cancelled' });
  expect(room.model.requests).toHaveLength(1);
});

it('B-32 ends a turn after so many rounds with an explanation', async () => {
  let path = 0;
  const endless = Array.from({ length: 10 }, () => calls(['read_file', { path: `f${(path += 1)}` }]));
  const room = makeSessionRoom(endless, { settings: { 'turn.maxRounds': 4 } });
  await room.ask(await room.open(), 'Go on for ever.');
  expect(room.model.requests).toHaveLength(4);
  expect(lastTurn(room.entries)).toMatchObject({
    status: 'failed',
    error: { code: 'too_many_rounds', message: holding('turn.maxRounds') },
  });
});

it('B-32 stops the same call at the third time, tells the model, and ends a turn that goes in circles', async () => {
  const room = makeSessionRoom([calls(['read_file', { path: 'a.txt' }])], { files: { 'a.txt': 'alpha\n' } });
  await room.ask(await room.open(), 'Look.');
  const entries = known(room.entries);
  expect(entries.filter((entry) => entry.event_type === 'tool_call_allowed')).toHaveLength(2);
  expect(entries.filter((entry) => entry.event_type === 'tool_call_refused')).toHaveLength(3);
  expect(lastTurn(room.entries)).toMatchObject({ status: 'failed', error: { code: 'repeated_call' } });
});

it('CF-09 runs no call of an answer that was cut, and tells the model', async () => {
  const cut = [
    ...calls(['read_file', { path: 'a.txt' }]).slice(0, -1),
    { ...finished(), reason: 'length' as const },
  ];
  const room = makeSessionRoom([cut, [text('Smaller.'), finished()]], { files: { 'a.txt': 'alpha\n' } });
  await room.ask(await room.open(), 'Look.');
  const refused = known(room.entries).find((entry) => entry.event_type === 'tool_call_refused');
  expect(refused).toMatchObject({ rule: 'complete-answer', error: { code: 'truncated' } });
  expect(room.types()).not.toContain('tool_call_allowed');
  expect(lastTurn(room.entries)).toMatchObject({ status: 'completed' });
});

it.each([
  ['nothing', [finished()], 'model_bad_answer'],
  ['only blanks', [text(' \n'), finished()], 'model_bad_answer'],
  [
    'a stream that ends without a word',
    [text('half'), { ...finished(), reason: 'cut' as const }],
    'model_cut',
  ],
  ['what the provider filtered', [{ ...finished(), reason: 'content_filter' as const }], 'model_refused'],
  ['an error', [failed('model_bad_key')], 'model_bad_key'],
])('B-31 ends the turn as failed when the model answers %s', async (_what, answer, code) => {
  const room = makeSessionRoom([answer]);
  const session = await room.open();
  await room.ask(session, 'Hello?');
  expect(lastTurn(room.entries)).toMatchObject({ status: 'failed', error: { code } });
  // The session goes on.
  await room.ask(session, 'And now?');
  expect(lastTurn(room.entries)).toMatchObject({ turn_id: 't0002' });
});

it('B-33 queues what is sent while a turn runs, and sends the same message once', async () => {
  const room = makeSessionRoom([
    [text('one'), finished()],
    [text('two'), finished()],
    [text('three'), finished()],
  ]);
  const session = await room.open();
  const first = message('first');
  await Promise.all(
    [first, message('second'), message('third'), first].map(async (one) => session.send(one)),
  );
  await session.idle();
  must(await session.send(first));
  await session.idle();
  const turns = known(room.entries).flatMap((entry) => (entry.event_type === 'turn' ? [entry] : []));
  expect(turns.map(({ user, assistant }) => [user.text, assistant.text])).toEqual([
    ['first', 'one'],
    ['second', 'two'],
    ['third', 'three'],
  ]);
});

it('B-33 takes a steering message into the running turn at its next step', async () => {
  const room = makeSessionRoom(
    [calls(['fetch_url', { url: 'https://a.example/' }]), [text('Steered.'), finished()]],
    { settings: { mode: 'allow' } },
  );
  const later: { steer?: () => Promise<unknown> } = {};
  const session = await room.open({
    web: {
      fetch: async () => {
        await later.steer?.();
        return {
          ok: true,
          value: { kind: 'page', status: 200, mediaType: 'text/plain', text: 'x', cut: false },
        };
      },
    },
  });
  later.steer = async () => session.send(message('Only the title.', { steer: true }));
  await room.ask(session, 'Fetch it.');
  const roles = room.model.requests[1]?.messages.map(({ role }) => role);
  expect(roles).toEqual(['user', 'assistant', 'tool', 'user']);
  const admitted = known(room.entries).filter((entry) => entry.event_type === 'message_admitted');
  expect(admitted.at(-1)).toMatchObject({ text: 'Only the title.', steers: 't0001' });
  expect(known(room.entries).filter((entry) => entry.event_type === 'turn')).toHaveLength(1);
});

it('I-31 folds the same document live and from the file', async () => {
  const room = makeSessionRoom([calls(['read_file', { path: 'a.txt' }]), [text('ok'), finished()]], {
    files: { 'a.txt': 'alpha\n' },
  });
  const session = await room.open();
  await room.ask(session, 'Read.');
  await session.close();
  const document = must(await loadSession(room.store, sessionId));
  expect(document.pairs).toHaveLength(1);
  expect(Object.keys(document.fileRegistry)).toEqual(['a.txt']);
  expect(document.fileRegistry['a.txt']).toMatchObject({
    whole: true,
    lastSeenTurn: 1,
    loadedBy: 'ai-adhoc',
  });
});
