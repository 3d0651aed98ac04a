import { parseEntry, sessionIdSchema, type Entry, type EntryBase, type EntryOf } from '@rook/contract';
import { expect, it, vi } from 'vitest';

import { finished, text } from '../models/test-models.ts';
import { createFakeOwnFile } from '../ports/fakes/fake-own-file.ts';
import { createFakeWorkspace } from '../ports/fakes/fake-workspace.ts';
import type { Workspace } from '../ports/workspace.ts';
import { createSeal, loadSeal, type SealedDraft } from './seal.ts';
import type { Session, SessionSetup } from './session.ts';
import { calls, makeSessionRoom, message, must, type SessionRoom } from './test-session.ts';

const files = { 'a.ts': 'let a = 1;\n' };
const read = calls(['read_file', { path: 'a.ts' }]);
const edit = calls(['edit', { path: 'a.ts', edits: [{ search: '= 1', replace: '= 2' }] }]);
const done = [text('done'), finished()];

interface Room {
  readonly room: SessionRoom;
  readonly workspace: Workspace;
  readonly open: (overrides?: Partial<SessionSetup>) => Promise<Session>;
}

function makeRoom(...answers: Parameters<typeof makeSessionRoom>[0]): Room {
  const workspace = createFakeWorkspace(new Map(Object.entries(files)));
  const room = makeSessionRoom(answers, { abilities: { thinking: false } });
  return { room, workspace, open: async (more = {}) => room.open({ workspace, canAsk: true, ...more }) };
}

async function textOf(workspace: Workspace, path: string): Promise<string> {
  return new TextDecoder().decode(must(await workspace.read(path)).bytes);
}

async function question(session: Session): Promise<EntryOf<'approval_requested'>> {
  return vi.waitUntil(() => session.state().approvals[0], { timeout: 20_000, interval: 1 });
}

/** Sends a message, waits for its question and ends the process. */
async function leaveAsked(open: Room['open']): Promise<string> {
  const first = await open();
  must(await first.send(message('Change it.')));
  const { approval_id: id } = await question(first);
  await first.close();
  return id;
}

const answer = (id: string, said: 'yes' | 'no', scope: 'once' | 'session' = 'once') =>
  ({ type: 'approval_answer', approval_id: id, answer: said, ...(said === 'yes' ? { scope } : {}) }) as const;

it.each<[string, Partial<SessionSetup>]>([
  ['flags that say yes in advance', { answers: 'once', protectedAnswers: 'once' }],
  ['edits that need no question', { autoEdits: true }],
  [
    'a rule that allows it',
    {
      rules: createFakeOwnFile(
        '/home/rules.json',
        Buffer.from(JSON.stringify({ rules: [{ verdict: 'allow', tools: ['edit'] }] })),
      ),
    },
  ],
])('H-24 a no that was given counts, also against %s since', async (_title, since) => {
  const { room, workspace, open } = makeRoom(read, edit, done);
  const id = await leaveAsked(open);
  const second = await open(since);
  must(await second.send(answer(id, 'no')));
  await second.idle();
  expect(await textOf(workspace, 'a.ts')).toBe('let a = 1;\n');
  expect(room.types().filter((type) => type === 'change_set_applied')).toEqual([]);
  expect(JSON.stringify(room.model.requests.at(-1)?.messages)).toContain('said no');
});

it('H-24 a mode that allows everything since does not outweigh a no either', async () => {
  const { workspace, open } = makeRoom(read, edit, done);
  const id = await leaveAsked(open);
  const second = await open();
  must(await second.send({ type: 'mode_set', mode: 'allow' }));
  must(await second.send(answer(id, 'no')));
  await second.idle();
  expect(await textOf(workspace, 'a.ts')).toBe('let a = 1;\n');
});

it('H-24 questions, answers and modes of another user give no right here', async () => {
  const { room, workspace, open } = makeRoom(read, edit, done, edit, done);
  const id = await leaveAsked(open);
  const theirs = await open();
  must(await theirs.send({ type: 'mode_set', mode: 'allow' }));
  await theirs.close();
  // The same journal, as somebody finds it who has got the folder from elsewhere.
  const sealKey = createFakeOwnFile('/elsewhere/seal.key');
  const mine = await open({ sealKey });
  expect(mine.state()).toMatchObject({ approvals: [], mode: 'ask' });
  expect(await mine.send(answer(id, 'yes'))).toMatchObject({ error: { code: 'not_found' } });
  expect(await textOf(workspace, 'a.ts')).toBe('let a = 1;\n');
  expect(room.types().at(-1)).toBe('turn');
  await mine.close();
});

const patch = (body: string) => `*** Begin Patch\n${body}\n*** End Patch`;

it('H-24 who agreed to a change has not agreed that the file goes', async () => {
  const { workspace, open } = makeRoom(
    read,
    calls(['apply_patch', { patch: patch('*** Update File: a.ts\n@@\n-let a = 1;\n+let a = 2;') }]),
    calls(['apply_patch', { patch: patch('*** Update File: a.ts\n@@\n-let a = 2;\n+let a = 3;') }]),
    calls(['apply_patch', { patch: patch('*** Delete File: a.ts') }]),
    done,
  );
  const session = await open();
  must(await session.send(message('Change it.')));
  must(await session.send(answer((await question(session)).approval_id, 'yes', 'session')));
  const second = await question(session);
  expect(second).toMatchObject({ tool: 'apply_patch', removes: ['a.ts'] });
  must(await session.send(answer(second.approval_id, 'no')));
  await session.idle();
  expect(await textOf(workspace, 'a.ts')).toBe('let a = 3;\n');
});

it('H-24 a call whose secret the journal does not keep is not taken up from it, and says so', async () => {
  const secret = ['ghp', 'Q7vX2mT9kL4pR8sW3nY6bZ1cD5fG0hJ2aE4u'].join('_');
  const write = calls(['write_to_file', { path: 'key.ts', content: `export const key = "${secret}";\n` }]);
  const { room, open } = makeRoom(write, done);
  const id = await leaveAsked(open);
  const second = await open();
  must(await second.send(answer(id, 'yes')));
  await second.idle();
  expect(JSON.stringify(room.entries)).not.toContain(secret);
  // Who decides has seen it.
  expect(JSON.stringify(room.deltas.filter(({ type }) => type === 'preview'))).toContain(secret);
  expect(JSON.stringify(room.model.requests.at(-1)?.messages)).toContain('looks like a secret');
});

it('H-24 the seal holds for exactly what was sealed, in its session, with its key', async () => {
  const file = createFakeOwnFile('/home/seal.key');
  const seal = must(await loadSeal(file));
  const session = sessionIdSchema.parse('rook-20261115-0a1b2c3d');
  const draft = {
    event_type: 'approval_answered',
    approval_id: 'ap-1',
    answer: 'yes',
    scope: 'once',
    by: 'x',
  } as const;
  const entry = toEntry(session, seal.close(session, draft));
  expect(seal.holds(entry)).toBe(true);
  expect(must(await loadSeal(file)).holds(entry)).toBe(true);
  expect(createSeal(Buffer.alloc(32, 7)).holds(entry)).toBe(false);
  const others = [
    { ...entry, scope: 'always' as const },
    { ...entry, approval_id: 'ap-2' },
    { ...entry, seal: '0'.repeat(64) },
    { ...entry, session_id: sessionIdSchema.parse('rook-20261115-99999999') },
  ];
  expect(others.map((one) => seal.holds(known(one)))).toEqual([false, false, false, false]);
});

function toEntry(session: EntryBase['session_id'], draft: SealedDraft): EntryOf<'approval_answered'> {
  const base = {
    schema_version: 1,
    event_id: '00000000-0000-4000-8000-000000000000',
    timestamp: '2026-11-15T22:00:00.000Z',
    workspace: { name: 'w', uri: 'file:///w', trusted: true },
    session_id: session,
    mode: { agent_mode: null, safety: 'ask' },
    seq: 1,
    prev: '0'.repeat(64),
  };
  const entry = known({ ...base, ...draft });
  if (entry.event_type !== 'approval_answered') throw new Error('it is another entry');
  return entry;
}

function known(value: unknown): Entry {
  const parsed = parseEntry(value);
  if (parsed.kind !== 'known') throw new Error(`it is ${parsed.kind}`);
  return parsed.entry;
}

it('H-24 without a key that can be read nobody is asked, nothing counts, and talk goes on', async () => {
  const { room, workspace, open } = makeRoom(read, edit, done);
  const broken = createFakeOwnFile('/home/seal.key', Buffer.from('short'));
  const session = await open({ sealKey: broken });
  await room.ask(session, 'Change it.');
  expect(await textOf(workspace, 'a.ts')).toBe('let a = 1;\n');
  expect(room.types()).not.toContain('approval_requested');
  expect(room.types().at(-1)).toBe('turn');
});
