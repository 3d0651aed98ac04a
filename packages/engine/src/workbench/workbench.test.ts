import type { SessionId, Workbench, WorkbenchEvent } from '@rook/contract';
import { expect, it, onTestFinished } from 'vitest';

import { finished, text } from '../models/test-models.ts';
import { message, must } from '../sessions/test-session.ts';
import { collect, makeWorkbenchRoom, seqsOf, typesOf, type WorkbenchRoom } from './test-workbench.ts';

function makeRoom(...answers: Parameters<typeof makeWorkbenchRoom>[0]): WorkbenchRoom {
  const room = makeWorkbenchRoom(answers.length === 0 ? [[text('Hello.'), finished()]] : answers);
  onTestFinished(async () => room.workbench.close());
  return room;
}

async function say(workbench: Workbench, session: SessionId | null, words = 'Hi'): Promise<SessionId> {
  const sent = await workbench.call('session_send', { session, command: message(words) });
  return must(sent).session;
}

const isAtRest = (turns: number) => (seen: readonly WorkbenchEvent[]) =>
  typesOf(seen).filter((type) => type === 'turn').length >= turns;

/** From the first one on, none left out and none twice. */
function isWhole(seqs: readonly number[], from = 0): boolean {
  return seqs.length > 0 && seqs.every((seq, index) => seq === from + index);
}

it('Q-03 tells a turn from its first entry on, each once and in order, with what is live between', async () => {
  const { workbench } = makeRoom();
  const session = await say(workbench, null);
  const seen = await collect(workbench, { session }, isAtRest(1));
  expect(isWhole(seqsOf(seen))).toBe(true);
  expect(typesOf(seen)).toContain('answer_received');
  const again = await collect(workbench, { session, after: 2 }, isAtRest(1));
  expect(isWhole(seqsOf(again), 3)).toBe(true);
});

it('Q-03 tells deltas before the entry that says them for good', async () => {
  const { workbench } = makeRoom([text('Hello'), text(', you.'), finished()]);
  const session = await say(workbench, null, 'first');
  await collect(workbench, { session }, isAtRest(1));
  const watching = collect(workbench, { session }, isAtRest(2));
  await say(workbench, session, 'second');
  const seen = await watching;
  const firstDelta = seen.findIndex((event) => event.type === 'delta' && event.delta.type === 'text');
  const answers = seen.flatMap((event, index) =>
    event.type === 'entries' && event.entries.some(({ event_type: type }) => type === 'answer_received')
      ? [index]
      : [],
  );
  expect(firstDelta).toBeGreaterThan(-1);
  expect(firstDelta).toBeLessThan(answers.at(-1) ?? -1);
});

it('Q-03 keeps two tabs and another process in step, whoever writes', async () => {
  const { workbench, another } = makeRoom();
  const elsewhere = another();
  onTestFinished(async () => elsewhere.close());
  const session = await say(workbench, null);
  const followers = [workbench, workbench, elsewhere].map(async (one) =>
    collect(one, { session }, isAtRest(2)),
  );
  await collect(workbench, { session }, isAtRest(1));
  // The first one gives it free, so that the other can write.
  await workbench.close();
  await say(elsewhere, session, 'from elsewhere');
  const last = await followers[2];
  expect(isWhole(seqsOf(last ?? []))).toBe(true);
});

it('Q-03 says who holds a session that another process writes to, and sends nothing there', async () => {
  const { workbench, another, room } = makeRoom();
  const elsewhere = another();
  onTestFinished(async () => elsewhere.close());
  const session = await say(workbench, null);
  await collect(workbench, { session }, isAtRest(1));
  const seen = await collect(elsewhere, { session }, (events) =>
    events.some((event) => event.type === 'state' && event.state.heldBy === 'test'),
  );
  expect(seen.at(-1)).toMatchObject({ state: { isHeld: false, running: null } });
  expect(await elsewhere.call('session_send', { session, command: message('no') })).toMatchObject({
    ok: false,
    error: { code: 'session_in_use' },
  });
  expect(room.types().filter((type) => type === 'message_admitted')).toHaveLength(0);
});

it('Q-03 reads the last turns first, and older ones behind them', async () => {
  const { workbench } = makeRoom();
  const session = await say(workbench, null, 'turn 1');
  for (let turn = 2; turn <= 7; turn += 1) {
    await collect(workbench, { session }, isAtRest(turn - 1));
    await say(workbench, session, `turn ${turn}`);
  }
  const all = await collect(workbench, { session }, isAtRest(7));
  const newest = must(await workbench.call('session_read', { session, turns: 3 }));
  expect(newest.hasOlder).toBe(true);
  expect(newest.entries.filter(({ event_type: type }) => type === 'turn')).toHaveLength(3);
  const older = must(
    await workbench.call('session_read', { session, turns: 100, before: newest.entries[0]?.seq ?? 0 }),
  );
  expect(older.hasOlder).toBe(false);
  expect([...older.entries, ...newest.entries].map(({ seq }) => seq)).toEqual(seqsOf(all));
});

const long = (turn: number): string => `turn ${turn} ${'ä'.repeat(40_000)}`;

it('Q-03 reads a long journal from behind, and leaves nothing out', async () => {
  const { workbench } = makeRoom();
  const session = await say(workbench, null, long(1));
  for (let turn = 2; turn <= 9; turn += 1) {
    await collect(workbench, { session }, isAtRest(turn - 1));
    await say(workbench, session, long(turn));
  }
  const all = seqsOf(await collect(workbench, { session }, isAtRest(9)));
  const read: number[] = [];
  for (;;) {
    const before = read.length === 0 ? {} : { before: read[0] ?? 0 };
    const page = must(await workbench.call('session_read', { session, turns: 2, ...before }));
    read.unshift(...page.entries.map(({ seq }) => seq));
    if (!page.hasOlder) break;
  }
  expect(read).toEqual(all);
  for (const after of [-1, 0, 7, 20, (all.at(-1) ?? 0) - 1]) {
    const behind = await collect(workbench, { session, after }, (seen) =>
      seqsOf(seen).includes(all.at(-1) ?? 0),
    );
    expect(seqsOf(behind), `behind ${after}`).toEqual(all.filter((seq) => seq > after));
  }
});

it('Q-03 gives the whole of a session again when it grew, or became another one', async () => {
  const { workbench, room } = makeRoom();
  const session = await say(workbench, null, 'One');
  await collect(workbench, { session }, isAtRest(1));
  const overview = async () => must(await workbench.call('session_overview', { session }));
  const [first, twin] = await Promise.all([overview(), overview()]);
  expect(twin).toEqual(first);
  await say(workbench, session, 'Two');
  const seen = await collect(workbench, { session }, isAtRest(2));
  expect(await overview()).toMatchObject({
    turns: 2,
    through: seqsOf(seen).at(-1),
    entries: seqsOf(seen).length,
  });
  must(await workbench.call('session_delete', { session }));
  expect(await workbench.call('session_overview', { session })).toMatchObject({
    error: { code: 'not_found' },
  });
  must(await room.store.restore(session, { surface: 'test' }));
  expect(await overview()).toMatchObject({ turns: 2 });
});

it('Q-16 lists, renames, archives, deletes and brings back sessions, also while one is held', async () => {
  const { workbench } = makeRoom();
  const session = await say(workbench, null, 'What is a rook?');
  await collect(workbench, { session }, isAtRest(1));
  const titles = async () =>
    must(await workbench.call('session_list', {})).sessions.map(({ title }) => title);
  expect(await titles()).toEqual(['What is a rook?']);
  must(await workbench.call('session_change', { session, title: 'Birds' }));
  expect(await titles()).toEqual(['Birds']);
  must(await workbench.call('session_change', { session, archived: true }));
  expect(await titles()).toEqual([]);
  expect(must(await workbench.call('session_list', { archived: true })).sessions).toHaveLength(1);
  must(await workbench.call('session_delete', { session }));
  expect(must(await workbench.call('session_list', { archived: true })).sessions).toEqual([]);
  expect(must(await workbench.call('session_trash', {})).sessions).toMatchObject([{ title: 'Birds' }]);
  must(await workbench.call('session_restore', { session }));
  expect(must(await workbench.call('session_list', { archived: true })).sessions).toHaveLength(1);
  expect(await workbench.call('session_change', { session, title: ' ' })).toMatchObject({ ok: false });
});

it('Q-16 deletes no session whose turn runs', async () => {
  const { workbench } = makeRoom([text('Hm'), 'silence']);
  const session = await say(workbench, null);
  await collect(workbench, { session }, (seen) => typesOf(seen).includes('turn_started'));
  const refused = await workbench.call('session_delete', { session });
  expect(refused).toMatchObject({ ok: false, error: { code: 'session_in_use' } });
  must(await workbench.call('session_send', { session, command: { type: 'turn_cancel' } }));
  await collect(workbench, { session }, isAtRest(1));
});

it('Q-03 tells who follows that a session is gone', async () => {
  const { workbench } = makeRoom();
  const session = await say(workbench, null);
  await collect(workbench, { session }, isAtRest(1));
  const watching = collect(workbench, { session }, (seen) => seen.some(({ type }) => type === 'gone'));
  must(await workbench.call('session_delete', { session }));
  expect((await watching).at(-1)).toEqual({ type: 'gone' });
});

it('Q-03 tells that the list changed when another process begins a session', async () => {
  const { workbench, another } = makeRoom();
  const elsewhere = another();
  onTestFinished(async () => elsewhere.close());
  const watching = collect(workbench, { session: null }, (seen) =>
    seen.some(({ type }) => type === 'sessions_changed'),
  );
  await say(elsewhere, null);
  expect((await watching)[0]).toEqual({ type: 'caught_up' });
});

it('Q-03 closes a running turn properly when the workbench closes', async () => {
  const { workbench, room } = makeRoom([text('Hm'), 'silence']);
  const session = await say(workbench, null);
  await collect(workbench, { session }, (seen) => typesOf(seen).includes('turn_started'));
  await workbench.close();
  const lines: string[] = [];
  for await (const batch of room.store.read(session))
    for (const line of batch.ok ? batch.value : []) lines.push(new TextDecoder().decode(line.bytes));
  expect(JSON.parse(lines.at(-1) ?? '{}')).toMatchObject({ event_type: 'turn', status: 'cancelled' });
  expect(must(await room.store.holder(session))).toBeNull();
});

it('Q-03 refuses what has the wrong shape before anything is done', async () => {
  const { workbench } = makeRoom();
  const command = { type: 'batch_run', message_id: message('').message_id, text: 'x', commands: [] } as const;
  const refused = await workbench.call('session_send', {
    session: null,
    command: { ...command, commands: [] },
  });
  expect(refused).toMatchObject({ error: { code: 'invalid_input' } });
  expect(await workbench.call('session_search', { text: '' })).toMatchObject({
    error: { code: 'invalid_input' },
  });
});

it('Q-03 gives the whole of a session with what is open in it', async () => {
  const { workbench } = makeRoom();
  const session = await say(workbench, null, 'What is a rook?');
  const seen = await collect(workbench, { session }, isAtRest(1));
  const overview = must(await workbench.call('session_overview', { session }));
  expect(overview).toMatchObject({
    summary: 'What is a rook?',
    turns: 1,
    approvals: [],
    mode: 'ask',
    through: seqsOf(seen).at(-1),
  });
  expect(must(await workbench.call('session_verify', { session }))).toMatchObject({ ok: true });
});

it('Q-03 a first message that is sent again finds the session that it began, at once, later and after a restart', async () => {
  const { workbench, another, room } = makeRoom();
  const command = message('Begin');
  const choice = {
    session: null,
    begins: command.message_id,
    command: { type: 'mode_set', mode: 'safe' },
  } as const;
  const first = must(await workbench.call('session_send', choice)).session;
  const sent = await Promise.all(
    [1, 2, 3].map(async () => workbench.call('session_send', { session: null, command })),
  );
  expect(sent.map((one) => must(one).session)).toEqual([first, first, first]);
  await collect(workbench, { session: first }, isAtRest(1));
  await workbench.close();
  const later = another();
  onTestFinished(async () => later.close());
  expect(must(await later.call('session_send', { session: null, command })).session).toBe(first);
  expect(room.model.requests).toHaveLength(1);
  expect(must(await later.call('session_list', {})).sessions).toMatchObject([{ id: first, turns: 1 }]);
  must(await later.call('session_delete', { session: first }));
  expect(await later.call('session_send', { session: null, command })).toMatchObject({
    ok: false,
    error: { code: 'not_found' },
  });
});
