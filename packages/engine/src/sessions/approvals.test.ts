import { parseEntry, type Entry, type EntryBase, type EntryOf } from '@rook/contract';
import { expect, it, vi } from 'vitest';

import { finished, text } from '../models/test-models.ts';
import { createFakeWorkspace } from '../ports/fakes/fake-workspace.ts';
import type { Workspace } from '../ports/workspace.ts';
import { createApprovalFold } from './fold-approvals.ts';
import { createStateFold } from './fold-state.ts';
import type { Session, SessionSetup } from './session.ts';
import { calls, makeSessionRoom, message, must, type SessionRoom } from './test-session.ts';

const files = { 'a.ts': 'let a = 1;\n', 'b.ts': 'let b = 1;\n', '.git/hooks/pre-commit': 'true\n' };
const read = (...paths: readonly string[]) => calls(...paths.map((path) => ['read_file', { path }] as const));
const edit = (path: string, to = '2') =>
  [`edit`, { path, edits: [{ search: '= 1', replace: `= ${to}` }] }] as const;
const done = [text('done'), finished()];

interface Room {
  readonly room: SessionRoom;
  readonly workspace: Workspace;
  readonly open: (overrides?: Partial<SessionSetup>) => Promise<Session>;
}

type Answers = Parameters<typeof makeSessionRoom>[0];

function makeRoom(...answers: Answers): Room {
  return makeRoomIn('ask', ...answers);
}

function makeRoomIn(mode: 'safe' | 'ask' | 'allow', ...answers: Answers): Room {
  const workspace = createFakeWorkspace(new Map(Object.entries(files)));
  const room = makeSessionRoom(answers, { settings: { mode }, abilities: { thinking: false } });
  return { room, workspace, open: async (more = {}) => room.open({ workspace, canAsk: true, ...more }) };
}

const known = (entries: readonly EntryBase[]): readonly Entry[] =>
  entries.flatMap((entry) => {
    const parsed = parseEntry(entry);
    return parsed.kind === 'known' ? [parsed.entry] : [];
  });

function all<Type extends Entry['event_type']>(room: SessionRoom, type: Type): readonly EntryOf<Type>[] {
  const isOne = (entry: Entry): entry is EntryOf<Type> => entry.event_type === type;
  return known(room.entries).filter(isOne);
}

async function textOf(workspace: Workspace, path: string): Promise<string> {
  return new TextDecoder().decode(must(await workspace.read(path)).bytes);
}

async function save(workspace: Workspace, path: string, content: string): Promise<void> {
  const { hash } = must(await workspace.read(path));
  must(await workspace.apply([{ path, expected: hash, bytes: new TextEncoder().encode(content) }]));
}

/** Sends the message and waits until the first question is open. */
async function untilAsked(session: Session, content = 'Change it.'): Promise<EntryOf<'approval_requested'>> {
  must(await session.send(message(content)));
  return nextQuestion(session);
}

async function nextQuestion(session: Session): Promise<EntryOf<'approval_requested'>> {
  return vi.waitUntil(() => session.state().approvals[0], { timeout: 20_000, interval: 1 });
}

const yes = (id: string, scope: 'once' | 'session' | 'always' = 'once') =>
  ({ type: 'approval_answer', approval_id: id, answer: 'yes', scope }) as const;
const no = (id: string, reason?: string) =>
  ({
    type: 'approval_answer',
    approval_id: id,
    answer: 'no',
    ...(reason === undefined ? {} : { reason }),
  }) as const;

it('H-24 asks with the exact preview, and writes what was approved', async () => {
  const { room, workspace, open } = makeRoom(read('a.ts'), calls(edit('a.ts')), done);
  const session = await open();
  const asked = await untilAsked(session);
  expect(asked).toMatchObject({
    turn_id: 't0001',
    tool: 'edit',
    effect: 'write',
    rule: 'mode',
    paths: ['a.ts'],
    intent_id: null,
    scopes: ['once', 'session', 'always'],
    files: [{ path: 'a.ts' }],
  });
  expect(asked.preview).toContain('-let a = 1;\n+let a = 2;');
  expect(await textOf(workspace, 'a.ts')).toBe('let a = 1;\n');
  must(await session.send(yes(asked.approval_id)));
  await session.idle();
  expect(await textOf(workspace, 'a.ts')).toBe('let a = 2;\n');
  const types = room.types();
  expect(
    types.slice(types.indexOf('approval_requested') - 1, types.indexOf('change_set_applied') + 2),
  ).toEqual([
    'tool_call_requested',
    'approval_requested',
    'approval_answered',
    'tool_call_allowed',
    'change_set_started',
    'change_set_applied',
    'tool_call',
  ]);
  const [applied] = all(room, 'change_set_applied');
  expect(applied?.files[0]).toMatchObject({ after_hash: asked.files?.[0]?.after_hash });
  expect(all(room, 'tool_call_allowed').at(-1)).toMatchObject({ by: `approval ${asked.approval_id}` });
});

it('H-24 tells the model the reason of a no, and writes nothing', async () => {
  const { room, workspace, open } = makeRoom(read('a.ts'), calls(edit('a.ts')), done);
  const session = await open();
  const asked = await untilAsked(session);
  must(await session.send(no(asked.approval_id, 'a must stay 1')));
  await session.idle();
  expect(await textOf(workspace, 'a.ts')).toBe('let a = 1;\n');
  expect(JSON.stringify(room.model.requests.at(-1)?.messages)).toContain('a must stay 1');
  expect(all(room, 'tool_call_refused')).toMatchObject([{ error: { code: 'rejected', kind: 'denied' } }]);
  expect(all(room, 'turn')).toMatchObject([{ status: 'completed' }]);
});

it('H-24 a yes is void when the file changed before it was given', async () => {
  const { room, workspace, open } = makeRoom(read('a.ts'), calls(edit('a.ts')), done);
  const session = await open();
  const asked = await untilAsked(session);
  await save(workspace, 'a.ts', 'let a = 1; // mine\n');
  must(await session.send(yes(asked.approval_id)));
  await session.idle();
  expect(await textOf(workspace, 'a.ts')).toBe('let a = 1; // mine\n');
  expect(all(room, 'approval_voided')).toMatchObject([{ approval_id: asked.approval_id }]);
  expect(all(room, 'tool_call_refused')).toMatchObject([{ error: { code: 'approval_void' } }]);
  expect(all(room, 'change_set_applied')).toEqual([]);
});

it('H-24 the first answer counts, whoever sends the second', async () => {
  const { room, workspace, open } = makeRoom(read('a.ts'), calls(edit('a.ts')), done);
  const session = await open();
  const asked = await untilAsked(session);
  const [first, second] = await Promise.all([
    session.send(no(asked.approval_id)),
    session.send(yes(asked.approval_id)),
  ]);
  await session.idle();
  expect(first.ok).toBe(true);
  expect(second).toMatchObject({ ok: false, error: { code: 'already_answered' } });
  expect(await session.send(yes(asked.approval_id))).toMatchObject({ error: { code: 'already_answered' } });
  expect(await session.send(yes('ap-nothing'))).toMatchObject({ error: { code: 'not_found' } });
  expect(all(room, 'approval_answered')).toHaveLength(1);
  expect(await textOf(workspace, 'a.ts')).toBe('let a = 1;\n');
});

it('H-24 N-11 a yes for the session holds for the same tool and path, and for nothing else', async () => {
  const { room, workspace, open } = makeRoom(
    read('a.ts', 'b.ts'),
    calls(edit('a.ts')),
    calls(['edit', { path: 'a.ts', edits: [{ search: '= 2', replace: '= 3' }] }]),
    calls(['write_to_file', { path: 'a.ts', content: 'let a = 4;\n' }]),
    calls(edit('b.ts')),
    done,
  );
  const session = await open();
  const asked = await untilAsked(session);
  must(await session.send(yes(asked.approval_id, 'session')));
  const other = await nextQuestion(session);
  expect(await textOf(workspace, 'a.ts')).toBe('let a = 3;\n');
  expect(other).toMatchObject({ tool: 'write_to_file', paths: ['a.ts'] });
  must(await session.send(no(other.approval_id)));
  const third = await nextQuestion(session);
  expect(third).toMatchObject({ tool: 'edit', paths: ['b.ts'] });
  must(await session.send(no(third.approval_id)));
  await session.idle();
  expect(all(room, 'tool_call_allowed').map(({ by }) => by)).toContain(`approval ${asked.approval_id}`);
  await session.close();
});

it('H-24 N-11 a protected file is asked about each time, and in every mode', async () => {
  const path = '.git/hooks/pre-commit';
  const change = { path, edits: [{ search: 'true', replace: 'true ' }] };
  const { workspace, open } = makeRoomIn('allow', read(path), calls(['edit', change]), done);
  const session = await open({ answers: 'once', autoEdits: true });
  const asked = await untilAsked(session);
  expect(asked).toMatchObject({ rule: 'protected-files', scopes: ['once'] });
  for (const scope of ['session', 'always'] as const)
    expect(await session.send(yes(asked.approval_id, scope))).toMatchObject({
      error: { code: 'invalid_value' },
    });
  must(await session.send(yes(asked.approval_id)));
  await session.idle();
  expect(await textOf(workspace, path)).toBe('true \n');
});

it('H-24 a question survives the end of its process: whoever takes the session answers it, and the turn goes on', async () => {
  const { room, workspace, open } = makeRoom(read('a.ts', 'b.ts'), calls(edit('a.ts'), edit('b.ts')), done);
  const first = await open();
  const asked = await untilAsked(first);
  await first.close();
  expect(all(room, 'turn')).toEqual([]);
  expect(all(room, 'approval_voided')).toEqual([]);

  const second = await open({ canAsk: false });
  expect(second.state().approvals).toMatchObject([{ approval_id: asked.approval_id }]);
  expect(await second.send(message('Hello?'))).toMatchObject({ error: { code: 'approval_needed' } });
  must(await second.send(yes(asked.approval_id)));
  await second.idle();
  expect(await textOf(workspace, 'a.ts')).toBe('let a = 2;\n');
  // Nobody could be asked about the second one any more.
  expect(await textOf(workspace, 'b.ts')).toBe('let b = 1;\n');
  expect(all(room, 'turn_started')).toHaveLength(1);
  expect(all(room, 'tool_call_requested')).toHaveLength(4);
  expect(all(room, 'turn')).toMatchObject([
    { turn_id: 't0001', status: 'completed', tool_call_count: 4, assistant: { text: 'done' } },
  ]);
  const last = room.model.requests.at(-1)?.messages.at(-1);
  expect(last?.role === 'tool' ? last.results.map(({ failed }) => failed) : []).toEqual([false, true]);
  await second.close();
});

it('H-24 a model that thinks is told in words what it called before the restart', async () => {
  const workspace = createFakeWorkspace(new Map(Object.entries(files)));
  const room = makeSessionRoom([read('a.ts'), calls(edit('a.ts')), done], { abilities: { thinking: true } });
  const first = await room.open({ workspace, canAsk: true });
  const asked = await untilAsked(first);
  await first.close();
  const second = await room.open({ workspace });
  must(await second.send(yes(asked.approval_id)));
  await second.idle();
  const sent = room.model.requests.at(-1)?.messages ?? [];
  expect(sent.some(({ role }) => role === 'tool')).toBe(false);
  expect(JSON.stringify(sent)).toContain('You called edit with');
  expect(await textOf(workspace, 'a.ts')).toBe('let a = 2;\n');
});

it('H-24 an answer that came when no process went on with it counts for the next one', async () => {
  const { room, workspace, open } = makeRoom(read('a.ts'), calls(edit('a.ts')), done, done);
  const first = await open();
  const asked = await untilAsked(first);
  await first.close();
  const answered = await open({ canAsk: false });
  // It ends in the moment of the answer.
  const sent = answered.send(yes(asked.approval_id));
  const closed = answered.close();
  must(await sent);
  must(await closed);

  const next = await open();
  await next.idle();
  expect(await textOf(workspace, 'a.ts')).toBe('let a = 2;\n');
  expect(all(room, 'turn')).toMatchObject([{ turn_id: 't0001', status: 'completed' }]);
  await next.close();
});

it('H-24 after a restart a yes is void when the file has changed meanwhile', async () => {
  const { room, workspace, open } = makeRoom(read('a.ts'), calls(edit('a.ts')), done);
  const first = await open();
  const asked = await untilAsked(first);
  await first.close();
  await save(workspace, 'a.ts', 'let a = 1; // mine\n');
  const second = await open();
  must(await second.send(yes(asked.approval_id)));
  await second.idle();
  expect(await textOf(workspace, 'a.ts')).toBe('let a = 1; // mine\n');
  expect(all(room, 'approval_voided')).toMatchObject([{ approval_id: asked.approval_id }]);
  expect(all(room, 'change_set_applied')).toEqual([]);
  expect(all(room, 'turn')).toMatchObject([{ status: 'completed' }]);
});

it('H-24 a cancelled turn takes its question back, also one that waited since another process', async () => {
  const { room, workspace, open } = makeRoom(read('a.ts'), calls(edit('a.ts')), calls(edit('a.ts')), done);
  const first = await open();
  const one = await untilAsked(first);
  must(await first.send({ type: 'turn_cancel' }));
  await first.idle();
  expect(await first.send(yes(one.approval_id))).toMatchObject({ error: { code: 'approval_void' } });
  const two = await untilAsked(first, 'Again.');
  await first.close();

  const second = await open();
  must(await second.send({ type: 'turn_cancel' }));
  await second.idle();
  expect(second.state().approvals).toEqual([]);
  expect(all(room, 'approval_voided').map(({ approval_id: id }) => id)).toEqual([
    one.approval_id,
    two.approval_id,
  ]);
  expect(all(room, 'turn').map(({ status }) => status)).toEqual(['cancelled', 'cancelled']);
  await room.ask(second, 'Go on.');
  expect(all(room, 'turn').at(-1)).toMatchObject({ turn_id: 't0003', status: 'completed' });
  expect(await textOf(workspace, 'a.ts')).toBe('let a = 1;\n');
});

it('N-11 B-27 the mode of a session is its own, survives a restart and yields to one that is given', async () => {
  const { room, workspace, open } = makeRoom(
    read('a.ts'),
    done,
    calls(edit('a.ts')),
    done,
    calls(edit('a.ts')),
    done,
  );
  const first = await open();
  await room.ask(first, 'Read.');
  must(await first.send({ type: 'mode_set', mode: 'safe' }));
  expect(first.state().mode).toBe('safe');
  await first.close();

  const second = await open();
  expect(second.state().mode).toBe('safe');
  await room.ask(second, 'Change it.');
  expect(all(room, 'tool_call_refused')).toMatchObject([{ error: { code: 'unknown_tool' } }]);
  expect(await textOf(workspace, 'a.ts')).toBe('let a = 1;\n');
  await second.close();

  const third = await open({ isModeGiven: true });
  expect(third.state().mode).toBe('ask');
  must(await third.send({ type: 'mode_set', mode: 'allow' }));
  await room.ask(third, 'Change it.');
  expect(await textOf(workspace, 'a.ts')).toBe('let a = 2;\n');
});

it('I-05 N-12 every line says the mode that held when it was written', async () => {
  const { room, open } = makeRoom(done, done, done);
  const first = await open();
  await room.ask(first, 'As the settings say.');
  must(await first.send({ type: 'mode_set', mode: 'safe' }));
  await room.ask(first, 'Safe.');
  await first.close();
  const second = await open();
  must(await second.send({ type: 'mode_set', mode: 'allow' }));
  await room.ask(second, 'Allowed.');
  const turns = room.entries.filter((entry) => entry.event_type === 'turn');
  expect(turns.map(({ mode }) => mode.safety)).toEqual(['ask', 'safe', 'allow']);
});

it('CF-07 an answer, a mode and a question that came with an import give no right', async () => {
  const { room, open } = makeRoom(read('a.ts'), calls(edit('a.ts')), done);
  const session = await open();
  const asked = await untilAsked(session);
  must(await session.send(yes(asked.approval_id, 'session')));
  await session.idle();
  must(await session.send({ type: 'mode_set', mode: 'allow' }));
  const imported = { imported: true };
  const fold = createApprovalFold(() => true);
  const state = createStateFold(() => true);
  for (const entry of room.entries) {
    const parsed = parseEntry({ ...entry, ...imported });
    fold.add(parsed);
    state.add(parsed);
  }
  expect(fold.granted()).toEqual([]);
  expect(fold.find(asked.approval_id)).toBeUndefined();
  expect(state.mode()).toBeNull();
});
