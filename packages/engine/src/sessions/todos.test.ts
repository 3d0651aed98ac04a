import { createHash } from 'node:crypto';

import { expect, it } from 'vitest';

import { loadSession } from '../journal/load-session.ts';
import { finished, text } from '../models/test-models.ts';
import { createFakeWorkspace } from '../ports/fakes/fake-workspace.ts';
import { makeRewindRoom } from './test-rewinds.ts';
import { makeSessionRoom, must, sessionId, type SessionRoom } from './test-session.ts';

const three = [{ text: 'one' }, { text: 'two' }, { text: 'three' }];
const write = (path: string, more: object = {}) => ({ path, content: `${path}\n`, ...more });

/** A session whose model answers each message with a structured reply. */
async function run(
  ...replies: readonly { readonly todos?: readonly object[]; readonly fileChanges?: readonly object[] }[]
): Promise<{
  readonly room: SessionRoom;
  readonly undo: (direction: 'rewind' | 'forward') => Promise<void>;
}> {
  const workspace = createFakeWorkspace(new Map([['a', 'a\n']]));
  const answers = replies.map((reply) => [text(JSON.stringify({ summary: 'Done.', ...reply })), finished()]);
  const room = makeSessionRoom(answers, { settings: { 'model.structured': true } });
  const session = await room.open({ workspace, autoEdits: true });
  for (const { fileChanges } of replies)
    await room.ask(session, fileChanges === undefined ? 'Plan.' : 'Go on.');
  must(await session.close());
  const later = makeRewindRoom({}, { store: room.store, workspace });
  return { room, undo: async (direction) => void must(await later.undo({ direction })) };
}

async function tell(room: SessionRoom): Promise<string> {
  const { todos } = must(await loadSession(room.store, sessionId));
  return todos.map((todo) => `${todo.text} ${todo.completed ? 'done' : 'open'}`).join(', ');
}

it('F-01 F-02 F-12 completes exactly the TODO that an applied change is linked to, and a new process reads it', async () => {
  const { room } = await run({ todos: three }, { fileChanges: [write('b', { todoIndex: 1 })] });
  expect(await tell(room)).toBe('one open, two done, three open');
  expect(must(await loadSession(room.store, sessionId)).changeHistory.history).toHaveLength(1);
});

it('F-03 completes nothing by a refused change, one without a link, or a link to a TODO that there is not', async () => {
  const refused = { path: 'missing', edits: [{ search: 'x', replace: 'y' }], todoIndex: 0 };
  const { room } = await run(
    { todos: three, fileChanges: [refused, write('b', { todoIndex: 1 })] },
    { fileChanges: [write('b'), write('c', { todoIndex: 7 })] },
  );
  expect(await tell(room)).toBe('one open, two open, three open');
  const { bugs } = must(await loadSession(room.store, sessionId));
  expect(bugs.map(({ description }) => description)).toContain(
    'Auto-detected: todoIndex 7 names no TODO and was ignored',
  );
});

it('CF-10 F-03 takes no TODO for done because the model says so', async () => {
  const { room } = await run({ todos: [{ text: 'one', completed: true }, { text: 'two' }] });
  expect(await tell(room)).toBe('one open, two open');
});

it('F-02 CF-10 opens a TODO again when its change is rewound, and closes it when that is made again', async () => {
  const { room, undo } = await run({ todos: three }, { fileChanges: [write('b', { todoIndex: 1 })] });
  await undo('rewind');
  expect(await tell(room)).toBe('one open, two open, three open');
  await undo('forward');
  expect(await tell(room)).toBe('one open, two done, three open');
});

it('E-20 F-02 keeps a TODO done while one of its changes stands, and moves the pointer of the session', async () => {
  const { room, undo } = await run(
    { todos: three, fileChanges: [write('b', { todoIndex: 1 })] },
    { todos: three, fileChanges: [write('c', { todoIndex: 1 })] },
  );
  const position = async () => must(await loadSession(room.store, sessionId)).changeHistory.position;
  expect(await position()).toBe(1);
  await undo('rewind');
  expect([await tell(room), await position()]).toEqual(['one open, two done, three open', 0]);
  await undo('rewind');
  expect([await tell(room), await position()]).toEqual(['one open, two open, three open', -1]);
  await undo('forward');
  expect([await tell(room), await position()]).toEqual(['one open, two done, three open', 0]);
});

it('F-02 tells two TODOs of the same text apart', async () => {
  const todos = [{ text: 'same' }, { text: 'same' }];
  const { room } = await run({ todos, fileChanges: [write('b', { todoIndex: 1 })] }, { todos });
  expect(await tell(room)).toBe('same open, same done');
});

const reply = (fileChanges: readonly object[]) => [
  text(JSON.stringify({ summary: 'Done.', todos: three, fileChanges })),
  finished(),
];

it('D-11 F-11 attaches what the turn before changed, as it is now, when the user says to continue', async () => {
  const workspace = createFakeWorkspace(new Map([['a', 'a\n']]));
  const room = makeSessionRoom(
    [reply([write('b', { todoIndex: 0 })]), reply([write('c', { todoIndex: 1 })]), reply([])],
    {
      settings: { 'model.structured': true },
    },
  );
  const session = await room.open({ workspace, autoEdits: true });
  await room.ask(session, 'Go.');
  const before = must(await workspace.read('b'));
  must(await workspace.apply([{ path: 'b', expected: before.hash, bytes: Buffer.from('mine\n') }]));
  await room.ask(session, 'continue');
  const md5 = createHash('md5').update('mine\n').digest('hex');
  const sent = JSON.stringify(room.model.requests.at(-1)?.messages.at(-1));
  expect(sent).toContain(md5);
  expect(sent).toContain('mine');
  expect(await tell(room)).toBe('one done, two done, three open');
  await room.ask(session, 'Something else.');
  expect(JSON.stringify(room.model.requests.at(-1)?.messages.at(-1))).not.toContain(md5);
});

/** One step of a long task, with the offer to go on. */
const step = (todos: readonly object[], fileChanges: readonly object[]) => [
  text(
    JSON.stringify({
      summary: 'One step.',
      todos,
      fileChanges,
      nextSteps: [{ html: 'Continue to next step', inputText: 'continue' }],
    }),
  ),
  finished(),
];

it('F-08 F-11 F-13 takes a long task step by step, and a word between two steps revises what is left', async () => {
  const revised = [{ text: 'one' }, { text: 'two' }, { text: 'four' }];
  const room = makeSessionRoom(
    [
      step(three, [write('b', { todoIndex: 0 })]),
      step(three, [write('c', { todoIndex: 1 })]),
      step(revised, [write('d', { todoIndex: 2 })]),
    ],
    { settings: { 'model.structured': true } },
  );
  const session = await room.open({ workspace: createFakeWorkspace(new Map()), autoEdits: true });
  const told: string[] = [];
  for (const words of ['Do all three.', 'continue', 'Not three: do four instead.']) {
    await room.ask(session, words);
    told.push(await tell(room));
  }
  expect(told).toEqual([
    'one done, two open, three open',
    'one done, two done, three open',
    'one done, two done, four done',
  ]);
  expect(must(await loadSession(room.store, sessionId)).changeHistory.history).toHaveLength(3);
  expect(JSON.stringify(room.model.requests.at(-1)?.messages.at(-1))).toContain('do four instead');
});

it('F-01 F-02 E-21 keeps the TODOs of a reply that a person applies, and what it completed', async () => {
  const room = makeRewindRoom({});
  const id = await room.applyReply({
    summary: 'Done.',
    todos: [{ text: 'one', completed: true }, { text: 'two' }],
    fileChanges: [{ path: 'n', content: 'n\n', todoIndex: 1 }],
  });
  const [session] = must(await room.store.list());
  const read = async () => must(await loadSession(room.store, session?.id ?? sessionId)).todos;
  expect(id).toMatch(/^cs-/u);
  expect(await read()).toEqual([
    { text: 'one', completed: false },
    { text: 'two', completed: true },
  ]);
  must(await room.undo());
  expect(await read()).toMatchObject([{ completed: false }, { completed: false }]);
});

it('F-02 E-20 opens a TODO again that a cascade of another session undid, and moves the pointer of its session', async () => {
  const workspace = createFakeWorkspace(new Map([['a', 'one\n']]));
  const asked = makeRewindRoom({}, { workspace });
  const first = await asked.apply({ path: 'a', content: 'two\n' });
  const change = { path: 'a', content: 'three\n', todoIndex: 1 };
  const fileHashes = { a: createHash('md5').update('two\n').digest('hex') };
  asked.clock.advance(1000);
  await asked.applyReply({ summary: 'Done.', todos: three, fileHashes, fileChanges: [change] });
  const sessions = must(await asked.store.list()).map(({ id }) => id);
  const look = async () => {
    const told: string[] = [];
    for (const id of sessions) {
      const { todos, changeHistory } = must(await loadSession(asked.store, id));
      told.push(
        `${todos.map(({ completed }) => (completed ? 'x' : '-')).join('')} ${changeHistory.position}`,
      );
    }
    return told.toSorted();
  };
  expect(await look()).toEqual([' 0', '-x- 0']);
  must(await asked.undo({ changeSet: first, cascade: true }));
  expect(await look()).toEqual([' -1', '--- -1']);
  must(await asked.undo({ direction: 'forward' }));
  expect(await look()).toEqual([' 0', '-x- 0']);
});

it('F-02 a session that is held learns at its next turn what another one undid', async () => {
  const workspace = createFakeWorkspace(new Map([['a', 'a\n']]));
  const room = makeSessionRoom([reply([write('b', { todoIndex: 0 })]), reply([]), reply([])], {
    settings: { 'model.structured': true },
  });
  const session = await room.open({ workspace, autoEdits: true });
  await room.ask(session, 'Go.');
  const other = makeRewindRoom({}, { store: room.store, workspace });
  must(await other.undo());
  expect(must(await room.store.list())).toHaveLength(2);
  await room.ask(session, 'continue');
  const last = room.entries.findLast((entry) => entry.event_type === 'todo_changed');
  expect(last).toMatchObject({ todos: [{ completed: false }, { completed: false }, { completed: false }] });
  expect(await tell(room)).toBe('one open, two open, three open');
  must(await session.close());
});

it('F-04 F-05 E-21 completes TODOs by what is added to the journal, names them by index, and loses none of two at once', async () => {
  const workspace = createFakeWorkspace();
  const room = makeRewindRoom({}, { workspace });
  await room.applyReply({
    summary: 'Done.',
    todos: three,
    fileChanges: [write('b', { todoIndex: 0 }), write('c', { todoIndex: 2 })],
  });
  const [session] = must(await room.store.list());
  const { todos } = must(await loadSession(room.store, session?.id ?? sessionId));
  expect(todos.map(({ completed }) => completed)).toEqual([true, false, true]);
  const applied = room.entries.filter((entry) => entry.event_type === 'change_set_applied');
  expect(applied.flatMap(({ files }) => files.map((file) => file.todo_indexes))).toEqual([[0], [2]]);
});
