import {
  changeSetIdSchema,
  rookError,
  fail,
  sessionIdSchema,
  turnIdSchema,
  type EntryDraft,
  type SessionId,
} from '@rook/contract';
import { expect, it } from 'vitest';

import { createTestJournal } from '../journal/test-journal.ts';
import type { Store } from '../ports/store.ts';
import { createCodeMarks, type CodeMark } from './code-mark.ts';

const turn = turnIdSchema.parse('t0001');
const OWN = sessionIdSchema.parse('rook-20261115-00000009');
const NONE: CodeMark = { changed: null, approved: null };

const CHANGE: EntryDraft = {
  event_type: 'change_set_applied',
  change_set_id: changeSetIdSchema.parse('cs-1763244005000'),
  turn_id: turn,
  kind: 'edit',
  intent_id: null,
  files: [],
};
const WRITING: EntryDraft = {
  event_type: 'command_started',
  command_id: 'k-1',
  turn_id: turn,
  command: 'echo x > dist/a.js',
  cwd: '.',
  writes: true,
};

function yes(id: string, more: object = { runs_code: true }): readonly EntryDraft[] {
  return [
    {
      event_type: 'approval_requested',
      approval_id: id,
      turn_id: turn,
      tool_use_id: `c-${id}`,
      question: 'Run it?',
      preview: 'npm test',
      ...more,
    },
    { event_type: 'approval_answered', approval_id: id, answer: 'yes', scope: 'once', by: 'test' },
  ];
}

/** Sessions of one workspace, whose files are as young as their last line. */
function openRoom() {
  const journals = createTestJournal();
  const { store, clock } = journals;
  const changed = new Map<SessionId, Date>();
  let broken = false;
  const dated: Store = {
    ...store,
    list: async () => {
      const listed = await store.list();
      if (broken) return fail(rookError('internal', 'It cannot be read.'));
      if (!listed.ok) return listed;
      return {
        ok: true,
        value: listed.value.map((one) =>
          Object.assign({}, one, { changed: changed.get(one.id) ?? one.changed }),
        ),
      };
    },
  };
  const write = async (name: string, ...drafts: readonly EntryDraft[]): Promise<void> => {
    const session = sessionIdSchema.parse(`rook-20261115-0000000${name}`);
    clock.advance(60_000);
    const journal = await journals.open({ session });
    await journal.append([...drafts], { durable: true });
    await journal.close();
    changed.set(session, clock.now());
  };
  const marks = (holds = true) => createCodeMarks(dated, { holds: () => holds });
  const said = async (mark = NONE, holds = true) => marks(holds).changedSinceApproval({ session: OWN, mark });
  return { write, said, marks, clock, breakStore: () => (broken = true) };
}

it('G-06 what one session changed counts in every other one, until a person says yes in any of them', async () => {
  const { write, said } = openRoom();
  expect(await said()).toBe(false);
  await write('1', CHANGE);
  expect(await said()).toBe(true);
  await write('2', ...yes('ap-1'));
  expect(await said()).toBe(false);
  await write('3', WRITING);
  expect(await said()).toBe(true);
  await write('3', ...yes('ap-2'));
  expect(await said()).toBe(false);
});

it('G-06 sessions in which nothing of it happened change nothing of it, however young they are', async () => {
  const { write, said } = openRoom();
  await write('1', CHANGE);
  await write('2', { event_type: 'session_changed', title: 'Talk' });
  await write('3', ...yes('ap-1', {}));
  expect(await said()).toBe(true);
  await write('4', ...yes('ap-2'));
  await write('5', { event_type: 'session_changed', title: 'Talk' });
  expect(await said()).toBe(false);
});

it('G-06 the own session counts by what it knows itself', async () => {
  const { write, said, clock } = openRoom();
  await write('1', CHANGE);
  clock.advance(60_000);
  const now = clock.now().toISOString();
  expect(await said({ changed: null, approved: now })).toBe(false);
  expect(await said({ changed: now, approved: now })).toBe(true);
  await write('2', ...yes('ap-1'));
  expect(await said({ changed: now, approved: null })).toBe(false);
});

it('G-06 what a person did with their own hands, and what was imported, is no change of the assistant', async () => {
  const { write, said } = openRoom();
  await write('1', { ...CHANGE, by: 'user' }, { ...WRITING, by: 'user' });
  expect(await said()).toBe(false);
  await write('1', { ...CHANGE, by: 'assistant' });
  expect(await said()).toBe(true);
});

it('G-06 T-14 an answer without the seal of the user counts for nothing, and what cannot be read counts as changed', async () => {
  const { write, said, breakStore } = openRoom();
  await write('1', CHANGE);
  await write('2', ...yes('ap-1'));
  expect(await said(NONE, false)).toBe(true);
  expect(await said()).toBe(false);
  breakStore();
  expect(await said()).toBe(true);
});

it('G-06 sees what comes to a session that was read before', async () => {
  const { write, marks } = openRoom();
  const kept = marks();
  await write('1', ...yes('ap-1'));
  expect(await kept.changedSinceApproval(null)).toBe(false);
  await write('1', CHANGE);
  expect(await kept.changedSinceApproval(null)).toBe(true);
});
