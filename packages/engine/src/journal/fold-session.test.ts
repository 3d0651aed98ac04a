import { addUsage, emptyUsage, parseEntry, sessionDocumentSchema, type EntryDraft } from '@rook/contract';
import { rook } from '@rook/contract';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { createFakeClock } from '../ports/fakes/fake-clock.ts';
import { createFakeStore } from '../ports/fakes/fake-store.ts';
import { actionIdAfter, createEntryId, createMessageId, createSessionId, turnIdAfter } from './create-ids.ts';
import { createSessionFold } from './fold-session.ts';
import { loadSession } from './load-session.ts';
import { changeAction, createAction, tagTurn } from './mark-session.ts';
import { createOwnSession } from './own-session.ts';
import { createRedactor } from './redact-secrets.ts';
import { createTestJournal, must, session, startDraft, tagDraft, turnDraft } from './test-journal.ts';

const usage = { input_tokens: 10, output_tokens: 5, cost_usd: 0.25 };

function draftsOf(turn: number): EntryDraft[] {
  const ids = { message_id: createMessageId(new Date(turn)), turn_id: turnIdAfter(turn - 1) };
  const { message_id: message, turn_id: turnId } = ids;
  return [
    { event_type: 'message_admitted', message_id: message, text: `question ${turn}` },
    { event_type: 'turn_started', ...ids },
    {
      event_type: 'answer_received',
      turn_id: turnId,
      round: 1,
      model: 'm',
      text: `raw ${turn}`,
      finish_reason: 'stop',
      usage,
    },
    {
      event_type: 'file_shown',
      turn_id: turnId,
      path: 'a.ts',
      sha256: '0'.repeat(64),
      md5: '1'.repeat(32),
      size: 3,
      whole: true,
      by: 'user',
    },
    { event_type: 'bug_recorded', type: 'JSON', by: 'script', description: 'cleanup', turn_id: turnId },
    turnDraft(turn),
    tagDraft(turn, ['bug']),
  ];
}

it('I-31 I-32 folds a journal into a document that fits its shape', async () => {
  const test = createTestJournal();
  const journal = await test.open();
  must(await journal.append([startDraft, ...draftsOf(1), ...draftsOf(2)]));
  must(
    await journal.append([
      { event_type: 'message_admitted', message_id: createMessageId(new Date()), text: 'waiting' },
    ]),
  );
  must(
    await journal.append([
      { event_type: 'session_changed', title: 'A title', labels: ['x'], archived: true },
    ]),
  );
  const document = must(await loadSession(test.store, session));
  expect(sessionDocumentSchema.safeParse(document).success).toBe(true);
  expect(document).toMatchObject({
    id: session,
    docType: 'chat',
    summary: 'A title',
    labels: ['x'],
    archived: true,
    entries: 17,
  });
  expect(
    document.pairs.map(({ turnId, request, response }) => [turnId, request.status, response?.status]),
  ).toEqual([
    ['t0001', 'done', 'completed'],
    ['t0002', 'done', 'completed'],
    [undefined, 'pending', undefined],
  ]);
  expect(document.usage).toEqual({ input_tokens: 20, output_tokens: 10, cost_usd: 0.5 });
  expect(document.bugs.map(({ pairIndex }) => pairIndex)).toEqual([0, 1]);
  expect(document.pairFileHistory.map((operations) => operations.length)).toEqual([1, 1]);
  expect(document.fileRegistry['a.ts']).toMatchObject({ lastSeenTurn: 2, loadedBy: 'user' });
});

it('folds alike from what was just written and from the file', async () => {
  const kinds = fc.array(fc.constantFrom('turn', 'tag', 'bug', 'title', 'message'), { maxLength: 25 });
  const property = fc.asyncProperty(kinds, async (wanted) => {
    const test = createTestJournal();
    const live = createSessionFold(session);
    const journal = await test.open({
      written: (entries) => entries.forEach((entry) => live.add(parseEntry(entry))),
    });
    let turn = 0;
    for (const kind of wanted) {
      if (kind === 'turn') must(await journal.append(draftsOf((turn += 1))));
      if (kind === 'tag') must(await journal.append([tagDraft(Math.max(1, turn), ['x'])]));
      if (kind === 'bug')
        must(
          await journal.append([{ event_type: 'bug_recorded', type: 'Other', by: 'user', description: 'd' }]),
        );
      if (kind === 'title')
        must(await journal.append([{ event_type: 'session_changed', title: `t${turn}` }]));
      if (kind === 'message')
        must(
          await journal.append([
            { event_type: 'message_admitted', message_id: createMessageId(new Date()), text: 'm' },
          ]),
        );
    }
    expect(must(await loadSession(test.store, session))).toEqual(live.document());
  });
  await expect(fc.assert(property, { numRuns: 60 })).resolves.toBeUndefined();
});

it('I-25 lets the last status of an action count', async () => {
  const test = createTestJournal();
  const journal = await test.open();
  expect(await createAction(journal, { title: 'x' })).toMatchObject({
    ok: false,
    error: { code: 'not_found' },
  });
  must(await journal.append([startDraft, turnDraft(1), turnDraft(2)]));
  expect(must(await createAction(journal, { title: 'Fix it', details: 'd', tags: ['bug'] })).action_id).toBe(
    'a0001',
  );
  expect(must(await createAction(journal, { title: 'Next', turn: 't0001' })).action_id).toBe('a0002');
  must(
    await changeAction(journal, must(await loadSession(test.store, session)), {
      id: 'a0001',
      status: 'done',
    }),
  );
  const { actions } = must(await loadSession(test.store, session));
  expect(actions).toMatchObject([
    { id: 'a0001', turnId: 't0002', title: 'Fix it', status: 'done', details: 'd', tags: ['bug'] },
    { id: 'a0002', turnId: 't0001', status: 'open' },
  ]);
  expect(
    (
      await changeAction(journal, must(await loadSession(test.store, session)), {
        id: 'a0009',
        status: 'done',
      })
    ).ok,
  ).toBe(false);
});

it('tags the last turn or the one that is named, and no other', async () => {
  const test = createTestJournal();
  const journal = await test.open();
  expect((await tagTurn(journal, { tags: ['x'] })).ok).toBe(false);
  must(await journal.append([startDraft, turnDraft(1), turnDraft(2)]));
  expect(must(await tagTurn(journal, { tags: ['bug'], note: 'n' })).turn_id).toBe('t0002');
  expect(must(await tagTurn(journal, { tags: ['a'], turn: 't0001' })).turn_id).toBe('t0001');
  for (const turn of ['t0003', 't0000', 'x'])
    expect((await tagTurn(journal, { tags: ['a'], turn })).ok).toBe(false);
});

it('I-04 makes ids without a UUID, and I-02 I-38 of the right shape', () => {
  const now = new Date(Date.UTC(2026, 10, 15, 23, 59));
  const broken = {
    uuid: () => {
      throw new Error('none');
    },
    hex: (bytes: number) => 'ab'.repeat(bytes),
  };
  expect(createEntryId(now, broken)).toMatch(/^[0-9a-z]+-(ab){8}$/);
  expect(createEntryId(now)).toMatch(/^[0-9a-f-]{36}$/);
  expect(createSessionId(rook, now)).toMatch(/^rook-20261115-[0-9a-f]{8}$/);
  expect([turnIdAfter(0), turnIdAfter(9999), actionIdAfter(0)]).toEqual(['t0001', 't10000', 'a0001']);
  const ids = new Set(Array.from({ length: 100_000 }, () => createMessageId(now)));
  expect(ids.size).toBe(100_000);
});

it('C-22 adds tokens by bucket and does not know a sum of which it does not know a part', () => {
  expect(addUsage(usage, { ...usage, cache_read_tokens: 3 })).toEqual({
    input_tokens: 20,
    output_tokens: 10,
    cost_usd: 0.5,
    cache_read_tokens: 3,
  });
  expect(addUsage(usage, { ...usage, cost_usd: null }).cost_usd).toBeNull();
  expect(addUsage(emptyUsage(), usage)).toEqual(usage);
});

it('I-18 begins a session for a look at the health when there is none, once', async () => {
  const [store, clock] = [createFakeStore(), createFakeClock()];
  const lines = {
    workspace: { name: 'w', uri: 'u', trusted: true },
    mode: { agent_mode: null, safety: 'ask' },
    redactor: createRedactor({ secrets: [] }),
  } as const;
  const own = createOwnSession({
    store,
    clock,
    brand: rook,
    holder: { surface: 'vscode.chat' },
    sync: 'turn',
    lines,
  });
  const checks = {
    participant_registered: true,
    journal_writable: true,
    mcp_tools_registered: false,
    known_conflicts: [],
  };
  await Promise.all([own.recordHealth(checks), own.recordHealth(checks)]);
  must(await own.close());
  const sessions = must(await store.list());
  expect(sessions).toHaveLength(1);
  const document = must(await loadSession(store, sessions[0]?.id ?? session));
  expect(document.entries).toBe(3);
});
