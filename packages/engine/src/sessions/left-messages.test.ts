import {
  contentHashSchema,
  messageIdSchema,
  parseEntry,
  type EntryBase,
  type MessageId,
} from '@rook/contract';
import { expect, it } from 'vitest';

import { finished, text } from '../models/test-models.ts';
import { createLeftMessages } from './left-messages.ts';
import { makeSessionRoom, message, must, type SessionRoom } from './test-session.ts';

/** Three messages of which none was begun, because their process was killed while a turn ran. */
async function leave(room: SessionRoom, texts: readonly string[]): Promise<readonly MessageId[]> {
  const session = await room.open();
  await room.ask(session, 'Before.');
  const ids: MessageId[] = [];
  // A killed process writes nothing more: what is asked is never answered.
  const sent = texts.map((words) => message(words));
  must(await session.send(message('Runs for ever.')));
  for (const one of sent) {
    must(await session.send(one));
    ids.push(one.message_id);
  }
  // The turn that runs is cancelled; what waits stays where it is.
  must(await session.close());
  return ids;
}

const admitted = (entries: readonly EntryBase[]) =>
  entries.filter(({ event_type: type }) => type === 'message_admitted').map((entry) => entry['message_id']);

const ended = (entries: readonly EntryBase[]) =>
  entries.flatMap((entry) => {
    const read = parseEntry(entry);
    return read.kind === 'known' && read.entry.event_type === 'turn' ? [read.entry] : [];
  });

const slow = [text('Never told.'), finished()];

function makeRoom(): SessionRoom {
  return makeSessionRoom([
    [text('ok'), finished()],
    slow,
    ...Array.from({ length: 6 }, () => [text('ok'), finished()]),
  ]);
}

it('B-27 what waited is kept over a restart, begins in its order at the word of a person, and is written down once', async () => {
  const room = makeRoom();
  const ids = await leave(room, ['One.', 'Two.', 'Three.']);
  const before = room.entries.length;
  const session = await room.open({ keepsWaiting: true });
  expect(session.state()).toMatchObject({ left: ids, waiting: 0, running: null });
  expect(room.entries).toHaveLength(before);
  const asked = room.model.requests.length;
  for (const id of ids) must(await session.send({ type: 'message_begin', message_id: id }));
  // Said again, it changes nothing.
  for (const id of ids) must(await session.send({ type: 'message_begin', message_id: id }));
  await session.idle();
  expect(session.state().left).toEqual([]);
  const questions = room.model.requests.slice(asked).map(({ messages }) => JSON.stringify(messages.at(-1)));
  expect(questions).toHaveLength(3);
  expect(questions[0]).toContain('One.');
  expect(questions[1]).toContain('Two.');
  expect(questions[2]).toContain('Three.');
  expect(ended(room.entries).slice(-3)).toMatchObject(ids.map(() => ({ status: 'completed' })));
  expect(new Set(admitted(room.entries)).size).toBe(admitted(room.entries).length);
});

it('B-27 the same message sent again begins what was left of it, and is no second one', async () => {
  const room = makeRoom();
  const [id] = await leave(room, ['One.']);
  const session = await room.open({ keepsWaiting: true });
  must(await session.send({ ...message('One.'), message_id: id ?? messageIdSchema.parse('msg-0-0') }));
  await session.idle();
  expect(admitted(room.entries).filter((one) => one === id)).toHaveLength(1);
  expect(ended(room.entries).at(-1)).toMatchObject({ status: 'completed', user: { text: 'One.' } });
});

it('B-33 a message is taken out of the queue before it is begun, of this process or of one that ended', async () => {
  const room = makeRoom();
  const [one, two] = await leave(room, ['One.', 'Two.']);
  const session = await room.open({ keepsWaiting: true });
  const asked = room.model.requests.length;
  must(await session.send({ type: 'message_remove', message_id: one ?? messageIdSchema.parse('msg-0-0') }));
  expect(session.state().left).toEqual([two]);
  expect(ended(room.entries).at(-1)).toMatchObject({ status: 'cancelled', user: { text: 'One.' } });
  must(await session.send(message('Runs.')));
  const queued = message('Queued.');
  must(await session.send(queued));
  must(await session.send({ type: 'message_remove', message_id: queued.message_id }));
  await session.idle();
  expect(room.model.requests).toHaveLength(asked + 1);
  expect(await session.send({ type: 'message_remove', message_id: queued.message_id })).toMatchObject({
    ok: false,
    error: { code: 'busy' },
  });
  expect(
    await session.send({ type: 'message_begin', message_id: messageIdSchema.parse('msg-5-5') }),
  ).toMatchObject({ ok: false, error: { code: 'not_found' } });
  must(await session.close());
  const again = await room.open({ keepsWaiting: true });
  expect(again.state().left).toEqual([two]);
});

it('B-27 commands that were never begun are closed, because no entry names them', async () => {
  const room = makeRoom();
  const session = await room.open();
  must(await session.send(message('Runs for ever.')));
  const ordered = messageIdSchema.parse('msg-7-7');
  must(
    await session.send({
      type: 'batch_run',
      message_id: ordered,
      text: 'Run it',
      commands: [{ command: 'ls' }],
    }),
  );
  must(await session.close());
  const again = await room.open({ keepsWaiting: true });
  expect(again.state().left).toEqual([]);
  expect(ended(room.entries).at(-1)).toMatchObject({ status: 'crashed', user: { text: 'Run it' } });
});

it('B-27 a message that was too long for its entry is taken up whole, or not at all', async () => {
  const room = makeRoom();
  const [id] = await leave(room, ['Begins.']);
  const entry = room.entries.find((one) => one['message_id'] === id);
  const read = entry === undefined ? null : parseEntry(entry);
  if (read?.kind !== 'known' || read.entry.event_type !== 'message_admitted')
    throw new Error('Not admitted.');
  const cut = { truncated: true, byte_len: 9, preview: 'Begins.' } as const;
  const kept = must(await room.store.blobs.put(new TextEncoder().encode('Begins. And ends.')));
  const whole = { ...read.entry, text: { ...cut, sha256: kept.slice('sha256:'.length) } };
  const left = createLeftMessages(room.store.blobs, [whole]);
  expect(await left.take(read.entry.message_id)).toMatchObject({
    ok: true,
    value: { text: 'Begins. And ends.' },
  });
  const gone = createLeftMessages(room.store.blobs, [
    { ...read.entry, text: { ...cut, sha256: '0'.repeat(64) } },
  ]);
  expect(await gone.take(read.entry.message_id)).toMatchObject({ ok: false, error: { code: 'not_found' } });
  expect(gone.list()).toEqual([id]);
});

it('A-10 a message whose text lies in a blob is sent whole, and not at all where that is gone', async () => {
  const room = makeRoom();
  const session = await room.open();
  const kept = must(await room.store.blobs.put(new TextEncoder().encode('Begins. And ends.')));
  await room.ask(session, 'Begins.', { whole: kept });
  expect(JSON.stringify(room.model.requests[0]?.messages.at(-1))).toContain('Begins. And ends.');
  const gone = contentHashSchema.parse(`sha256:${'0'.repeat(64)}`);
  expect(await session.send(message('Begins.', { whole: gone }))).toMatchObject({
    ok: false,
    error: { code: 'not_found' },
  });
  expect(admitted(room.entries)).toHaveLength(1);
});
