import { contentHashSchema, parseEntry, turnIdSchema, type EntryBase, type EntryDraft } from '@rook/contract';
import { expect, it } from 'vitest';

import { openJournal } from '../journal/open-journal.ts';
import { createRedactor } from '../journal/redact-secrets.ts';
import { createTestModel, finished, text } from '../models/test-models.ts';
import { calls, makeSessionRoom, message, must, sessionId, type SessionRoom } from './test-session.ts';

const turnId = turnIdSchema.parse('t0001');

/** Leaves a session as a process leaves it that was killed after the last of the drafts. */
async function leave({ store, clock }: SessionRoom, drafts: readonly EntryDraft[]): Promise<void> {
  const journal = must(
    await openJournal({
      store,
      clock,
      session: sessionId,
      holder: { surface: 'test' },
      sync: 'turn',
      lines: {
        workspace: { name: 'w', uri: 'file:///workspace', trusted: true },
        mode: { agent_mode: null, safety: 'ask' },
        redactor: createRedactor({ secrets: [] }),
      },
    }),
  );
  must(await journal.append(drafts));
  must(await journal.close());
}

const { message_id: messageId } = message('x');
const begun: readonly EntryDraft[] = [
  { event_type: 'session_start', chat_surface: 'test', participant: 'rook' },
  { event_type: 'message_admitted', message_id: messageId, text: 'Count the lines.' },
];
const started: EntryDraft = { event_type: 'turn_started', turn_id: turnId, message_id: messageId };
const answered: EntryDraft = {
  event_type: 'answer_received',
  turn_id: turnId,
  round: 1,
  model: 'm',
  text: 'I read it.',
  finish_reason: 'tool_calls',
};
const wanted = { turn_id: turnId, tool_use_id: 'call_1' };
const tool = { name: 'read_file', input: { path: 'a.txt' } };
const requested: EntryDraft = { event_type: 'tool_call_requested', ...wanted, tool, round: 1 };
const allowed: EntryDraft = { event_type: 'tool_call_allowed', ...wanted, effect: 'read', by: 'rules' };

/** A text that has this in it. */
const holding = (part: string): unknown => expect.stringContaining(part);

const known = (entries: readonly EntryBase[]) =>
  entries.flatMap((entry) => {
    const read = parseEntry(entry);
    return read.kind === 'known' ? [read.entry] : [];
  });

it('B-27 closes a turn that died as crashed with what it had, and never makes its call again', async () => {
  const room = makeSessionRoom([[text('Now then.'), finished()]], { files: { 'a.txt': 'alpha\n' } });
  await leave(room, [...begun, started, answered, requested, allowed]);
  const session = await room.open();
  const [call, turn] = known(room.entries);
  expect(call).toMatchObject({
    event_type: 'tool_call',
    tool_use_id: 'call_1',
    result: { ok: false, error: holding('whether it took effect is not known') },
  });
  expect(turn).toMatchObject({
    event_type: 'turn',
    turn_id: 't0001',
    status: 'crashed',
    user: { text: 'Count the lines.' },
    assistant: { text: 'I read it.' },
    tool_call_count: 1,
    error: { code: 'crashed' },
  });
  expect(room.model.requests).toHaveLength(0);
  await room.ask(session, 'Go on.');
  expect(known(room.entries).at(-1)).toMatchObject({ turn_id: 't0002', status: 'completed' });
  expect(room.types()).not.toContain('tool_call_allowed');
  expect(JSON.stringify(room.model.requests[0]?.messages)).toContain('The process ended during this turn');
});

it('B-27 says of a call that was not allowed yet that it was not run', async () => {
  const room = makeSessionRoom([[text('ok'), finished()]]);
  await leave(room, [...begun, started, answered, requested]);
  await room.open();
  const [call] = known(room.entries);
  expect(call).toMatchObject({ result: { error: holding('it was not run') } });
});

it('B-27 does not send a message again whose process died before its turn, and keeps it for the model to see', async () => {
  const room = makeSessionRoom([[text('ok'), finished()]]);
  await leave(room, begun);
  const session = await room.open();
  expect(room.model.requests).toHaveLength(0);
  expect(known(room.entries)).toMatchObject([
    { event_type: 'turn_started', turn_id: 't0001' },
    { event_type: 'turn', turn_id: 't0001', status: 'crashed', user: { text: 'Count the lines.' } },
  ]);
  await room.ask(session, 'And?');
  expect(JSON.stringify(room.model.requests[0]?.messages)).toContain('Count the lines.');
});

it('B-27 H-24 waits for no question that this user was never asked: the turn is closed', async () => {
  const room = makeSessionRoom([[text('ok'), finished()]]);
  const question = { approval_id: 'ap-1', question: 'Fetch?' };
  await leave(room, [
    ...begun,
    started,
    answered,
    requested,
    { event_type: 'approval_requested', ...wanted, ...question },
    { event_type: 'approval_answered', approval_id: 'ap-1', answer: 'yes', scope: 'once', by: 'cli' },
  ]);
  const session = await room.open();
  expect(session.state().approvals).toEqual([]);
  expect(known(room.entries)).toMatchObject([
    { event_type: 'tool_call', result: { error: holding('it was not run') } },
    { event_type: 'turn', turn_id: 't0001', status: 'crashed' },
  ]);
  await room.ask(session, 'Hello?');
  expect(room.types()).not.toContain('tool_call_allowed');
});

it('D-22 pins the system prompt with the first turn and keeps it, also in another process and when it would change', async () => {
  const room = makeSessionRoom([[text('ok'), finished()]], { files: { 'AGENTS.md': 'Use tabs.\n' } });
  const first = await room.open();
  await room.ask(first, 'One.');
  await first.close();
  const warned: string[] = [];
  const second = await room.open({ platform: 'win32', log: { write: (_level, said) => warned.push(said) } });
  await room.ask(second, 'Two.');
  const [one, two] = room.model.requests;
  expect(one?.system).toContain('Use tabs.');
  expect(two?.system).toBe(one?.system);
  expect(room.types().filter((type) => type === 'prompt_pinned')).toHaveLength(1);
  expect(warned.join('\n')).toContain('system prompt');
});

it('D-09 D-14 writes down what the user attached and shows it with its hash', async () => {
  const room = makeSessionRoom([[text('ok'), finished()]], { files: { 'src/a.ts': 'let a = 1;\n' } });
  const session = await room.open();
  await room.ask(session, 'Explain.', { files: ['src/a.ts'] });
  const shown = known(room.entries).find((entry) => entry.event_type === 'file_shown');
  expect(shown).toMatchObject({ path: 'src/a.ts', whole: true, by: 'user', turn_id: 't0001' });
  const sent = JSON.stringify(room.model.requests[0]?.messages);
  expect(sent).toMatch(/### src\/a\.ts \[MD5: [0-9a-f]{32}\]/);
  expect(await session.send(message('x', { files: ['none.ts'] }))).toMatchObject({
    error: { code: 'not_found' },
  });
  expect(await session.send(message('x', { files: ['../x'] }))).toMatchObject({
    error: { code: 'outside_workspace' },
  });
});

it('A-17 asks the vision model about images when the wanted one does not see, and says so when there is none', async () => {
  const room = makeSessionRoom([[text('blind'), finished()]], { abilities: { vision: false } });
  const blob = must(await room.store.blobs.put(new Uint8Array([1, 2, 3])));
  const images = [{ blob: contentHashSchema.parse(blob), media_type: 'image/png' }];
  const seeing = createTestModel(room.clock, [[text('A cat.'), finished()]], { name: 'sees' });
  const session = await room.open({ visionModel: { model: seeing } });
  await room.ask(session, 'What is it?', { images });
  expect(seeing.requests).toHaveLength(1);
  expect(room.model.requests).toHaveLength(0);
  await session.close();
  const blind = await room.open();
  await room.ask(blind, 'What is it?', { images });
  expect(known(room.entries).at(-1)).toMatchObject({ status: 'failed', error: { code: 'no_model' } });
});

it('B-26 cuts a large result for the model, keeps the whole, and lets it be read on', async () => {
  const long = Array.from({ length: 3000 }, (_item, line) => `line ${line}`).join('\n');
  const room = makeSessionRoom(
    [calls(['fetch_url', { url: 'https://a.example/' }]), [text('ok'), finished()]],
    { settings: { mode: 'allow', 'tools.maxResultChars': 2000 } },
  );
  const page = { kind: 'page', status: 200, mediaType: 'text/plain', text: long, cut: false } as const;
  const session = await room.open({ web: { fetch: async () => ({ ok: true, value: page }) } });
  await room.ask(session, 'Fetch it.');
  const call = known(room.entries).find((entry) => entry.event_type === 'tool_call');
  const whole = call?.event_type === 'tool_call' ? call.result.whole : undefined;
  expect(whole?.chars).toBeGreaterThan(long.length - 1);
  const results = room.model.requests[1]?.messages.at(-1);
  const said = results?.role === 'tool' ? (results.results[0]?.text ?? '') : '';
  expect(said.length).toBeLessThanOrEqual(2000);
  expect(said).toContain(`"result": "${whole?.blob.slice(7, 19)}"`);
});
