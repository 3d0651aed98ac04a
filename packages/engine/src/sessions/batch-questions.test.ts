import { messageIdSchema, parseEntry, type Entry } from '@rook/contract';
import { expect, it, vi } from 'vitest';

import { finished, text } from '../models/test-models.ts';
import { createFakeCommandShell } from '../ports/fakes/fake-command-shell.ts';
import { createFakeStore } from '../ports/fakes/fake-store.ts';
import { makeSessionRoom, must, type SessionRoom } from './test-session.ts';

const SWAP = [text('{"decision": "replace", "command": "rm -rf build"}'), finished()];
const GO_ON = [text('{"decision": "continue"}'), finished()];

function known({ entries }: SessionRoom): readonly Entry[] {
  return entries.flatMap((entry) => {
    const read = parseEntry(entry);
    return read.kind === 'known' ? [read.entry] : [];
  });
}

const playShell = () => createFakeCommandShell(() => ({ output: 'ok\n', end: { code: 0 } }));

/** Until the replacement is asked about. */
async function askAbout(room: SessionRoom) {
  const shell = playShell();
  const session = await room.open({ commandShell: shell, canAsk: true });
  const commands = ['one', 'two', 'three'].map((command) => ({ command }));
  const id = messageIdSchema.parse('msg-7-1');
  must(await session.send({ type: 'batch_run', message_id: id, text: 'Run 3 cmds', commands }));
  const [asked] = await vi.waitUntil(() => session.state().approvals.length > 0 && session.state().approvals);
  return { session, shell, asked };
}

it.each([
  ['yes', ['one', 'rm -rf build', 'three']],
  ['no', ['one', 'three']],
] as const)('G-14 a replacement that deletes is asked about, and %s is heeded', async (answer, lines) => {
  const { session, shell, asked } = await askAbout(makeSessionRoom([SWAP, GO_ON]));
  expect(asked).toMatchObject({ command: 'rm -rf build', scopes: ['once'] });
  const id = asked?.approval_id ?? '';
  must(await session.send({ type: 'approval_answer', approval_id: id, answer }));
  await session.idle();
  expect(shell.started.map(({ command }) => command)).toEqual(lines);
  must(await session.close());
});

it('G-14 G-21 a question that is left for later ends the batch; its answer runs that command and then the rest', async () => {
  const room = makeSessionRoom([SWAP, GO_ON]);
  const { session, asked } = await askAbout(room);
  must(await session.close());
  expect(known(room).findLast((entry) => entry.event_type === 'batch_ended')).toMatchObject({
    ended_by: 'waiting',
    left: ['three'],
  });
  const next = playShell();
  const again = await room.open({ commandShell: next, answers: 'once', canAsk: true });
  const id = asked?.approval_id ?? '';
  must(await again.send({ type: 'approval_answer', approval_id: id, answer: 'yes' }));
  await again.idle();
  expect(next.started.map(({ command }) => command)).toEqual(['rm -rf build', 'three']);
  expect(known(room).findLast((entry) => entry.event_type === 'batch_ended')).toMatchObject({
    ended_by: 'done',
    ran: ['rm -rf build', 'three'],
  });
  expect(known(room).findLast((entry) => entry.event_type === 'turn')).toMatchObject({ status: 'completed' });
  must(await again.close());
});

it('G-14 G-21 what is left of a batch is asked about again in the session that goes on', async () => {
  const room = makeSessionRoom([SWAP, GO_ON]);
  const { session, asked } = await askAbout(room);
  must(await session.close());
  const next = playShell();
  const again = await room.open({ commandShell: next, canAsk: true });
  const id = asked?.approval_id ?? '';
  must(await again.send({ type: 'approval_answer', approval_id: id, answer: 'yes' }));
  const [rest] = await vi.waitUntil(() => again.state().approvals.length > 0 && again.state().approvals);
  expect(rest).toMatchObject({ command: 'three' });
  expect(next.started.map(({ command }) => command)).toEqual(['rm -rf build']);
  must(await again.close());
});

it('G-14 G-21 a question of a batch whose process was killed waits, and its answer runs that command and then the rest', async () => {
  const room = makeSessionRoom([SWAP]);
  const { session, asked } = await askAbout(room);
  const copy = createFakeStore();
  const lines: Uint8Array[] = [];
  for await (const read of room.store.read(session.id))
    if (read.ok) lines.push(...read.value.map(({ bytes }) => new Uint8Array([...bytes, 0x0a])));
  const pieces = (async function* give() {
    for (const bytes of lines) yield { ok: true as const, value: bytes };
  })();
  must(await copy.place(session.id, pieces));
  const next = makeSessionRoom([GO_ON], { store: copy });
  const shell = playShell();
  const again = await next.open({ commandShell: shell, answers: 'once', canAsk: true });
  expect(known(next).findLast((entry) => entry.event_type === 'batch_ended')).toMatchObject({
    ended_by: 'waiting',
    ran: ['one'],
    left: ['three'],
  });
  const id = asked?.approval_id ?? '';
  must(await again.send({ type: 'approval_answer', approval_id: id, answer: 'yes' }));
  await again.idle();
  expect(shell.started.map(({ command }) => command)).toEqual(['rm -rf build', 'three']);
  expect(known(next).findLast((entry) => entry.event_type === 'batch_ended')).toMatchObject({
    ended_by: 'done',
  });
  must(await again.close());
});
