import { sessionIdSchema } from '@rook/contract';
import { expect, it } from 'vitest';

import { readLedger } from '../intents/read-ledger.ts';
import { FULL, makeLedgerRoom, REVISION, says, selects, writes } from './test-ledger.ts';
import { calls } from './test-session.ts';

it('H-13 H-14 CF-29 H-26 traces every call flat, also refused ones, and each change set in the shape of TRP1', async () => {
  const room = makeLedgerRoom([
    writes('src/a.txt'),
    selects,
    writes('src/a.txt'),
    writes('b.txt'),
    calls(['no_such_tool', {}]),
    says,
  ]);
  const session = await room.begin();
  await room.ask(session, 'Work');
  const flat = room.lines().filter((line) => line.type === 'call');
  expect(flat.map((line) => [line.tool_name, line.intent_id, line.allowed, line.ok, line.code])).toEqual([
    ['write_to_file', null, false, false, 'no_intent'],
    ['select_active_intent', 'INT-001', true, true, undefined],
    ['write_to_file', 'INT-001', true, true, undefined],
    ['write_to_file', 'INT-001', false, false, 'out_of_scope'],
    ['no_such_tool', 'INT-001', false, false, 'unknown_tool'],
  ]);
  const changes = room.lines().filter((line) => line.type === 'change');
  const [allowed] = room.entries.flatMap((entry) => ('content_hash' in entry ? [entry['content_hash']] : []));
  expect(changes).toMatchObject([
    {
      intent_id: 'INT-001',
      revision_id: REVISION,
      mutation_class: 'unknown',
      files: [
        {
          relative_path: 'src/a.txt',
          conversations: [
            {
              url: `${session.id}/t0001`,
              contributor: { entity_type: 'AI', model_identifier: room.model.name },
              ranges: [{ content_hash: allowed, start_line: 1, end_line: 2 }],
              related: [{ type: 'specification', value: 'INT-001' }],
            },
          ],
        },
      ],
    },
  ]);
  expect(changes[0]?.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u);
  expect(flat[2]?.change_sets).toEqual([changes[0]?.change_set_id]);
  expect(flat[2]?.content_hash).toBe(allowed);
});

it('H-13 keeps no ledger where nothing is governed', async () => {
  const room = makeLedgerRoom([writes('src/a.txt'), says], { settings: { governance: 'off' } });
  await room.ask(await room.begin(), 'Work');
  expect(room.file.text()).toBe('');
  expect(room.entries.some((entry) => 'governed' in entry || 'revision_id' in entry)).toBe(false);
});

it('H-13 H-30 is made anew from the journal, line for line, when it was deleted', async () => {
  const room = makeLedgerRoom([selects, writes('src/a.txt'), says, writes('src/b.txt'), says, says]);
  const session = await room.begin();
  await room.ask(session, 'One');
  await room.ask(session, 'Two');
  const before = room.file.text();
  expect(room.lines()).toHaveLength(5);
  room.file.put('');
  await room.ask(session, 'Three');
  expect(room.file.text()).toBe(before);
});

it('H-30 leads from a file to the change, the intent, the call and the conversation', async () => {
  const room = makeLedgerRoom([selects, writes('src/a.txt'), says]);
  const session = await room.begin();
  await room.ask(session, 'Why is it there?');
  const read = await readLedger(room.file);
  const lines = read.ok ? read.value.lines.map(({ line }) => line) : [];
  const found = lines.flatMap((line) => (line.type === 'change' ? [line] : []));
  const change = found.find(({ files }) => files.some((file) => file.relative_path === 'src/a.txt'));
  expect(change).toMatchObject({ intent_id: 'INT-001', session_id: session.id, turn_id: 't0001' });
  const call = lines.find(
    (line) => line.type === 'call' && change !== undefined && line.change_sets.includes(change.change_set_id),
  );
  expect(call).toMatchObject({ tool_name: 'write_to_file', allowed: true });
  const asked = room.entries.find((entry) => entry.event_type === 'message_admitted');
  expect(asked).toMatchObject({ text: 'Why is it there?' });
});

it('H-21 R-07 goes on while the ledger cannot be written, says so, and catches up without gaps and twins', async () => {
  const room = makeLedgerRoom([selects, writes('src/a.txt'), says, writes('src/b.txt'), says, says, says]);
  const session = await room.begin();
  room.file.refuse(FULL);
  await room.ask(session, 'One');
  await room.ask(session, 'Two');
  expect(room.file.text()).toBe('');
  expect(room.notices).toHaveLength(2);
  expect(room.notices[0]).toContain(
    'The ledger is degraded: agent_trace.jsonl cannot be written: the disk is full.',
  );
  const changed = () => room.entries.filter((entry) => entry.event_type === 'ledger_changed');
  expect(changed()).toMatchObject([{ degraded: true, error: { code: 'ledger_unavailable' } }]);
  room.file.refuse(null);
  await room.ask(session, 'Three');
  expect(room.notices.at(-1)).toBe('The ledger is complete again.');
  expect(changed()).toMatchObject([{ degraded: true }, { degraded: false }]);
  const ids = room.lines().map(({ id }) => id);
  expect([ids.length, new Set(ids).size]).toEqual([5, 5]);
  await room.ask(session, 'Four');
  expect(room.lines()).toHaveLength(5);
});

it('H-21 strict: nothing but reading passes while the ledger cannot be written', async () => {
  const room = makeLedgerRoom(
    [
      selects,
      calls(['write_to_file', { path: 'src/a.txt', content: 'a\n' }], ['read_file', { path: 'src/c.txt' }]),
      says,
      writes('src/a.txt'),
      says,
    ],
    { settings: { 'governance.trace': 'strict' }, files: { 'src/c.txt': 'c\n' } },
  );
  const session = await room.begin();
  room.file.refuse(FULL);
  await room.ask(session, 'One');
  const refused = room.entries.filter((entry) => entry.event_type === 'tool_call_refused');
  expect(refused).toMatchObject([{ rule: 'intent', error: { code: 'ledger_unavailable', kind: 'error' } }]);
  const ends = room.entries.filter((entry) => entry.event_type === 'tool_call');
  expect(ends).toMatchObject([{ result: { ok: true } }, { result: { ok: false } }, { result: { ok: true } }]);
  room.file.refuse(null);
  await room.ask(session, 'Two');
  expect(room.entries.filter((entry) => entry.event_type === 'change_set_applied')).toHaveLength(1);
  expect(room.lines()).toHaveLength(5);
});

it('H-13 what another session left out is written by the next one', async () => {
  const first = makeLedgerRoom([selects, writes('src/a.txt'), says]);
  first.file.refuse(FULL);
  const session = await first.begin();
  await first.ask(session, 'One');
  await session.close();
  first.file.refuse(null);
  const second = makeLedgerRoom([says], { file: first.file, store: first.store });
  const next = await second.begin({ session: sessionIdSchema.parse('rook-20261115-ffffffff') });
  await second.ask(next, 'Two');
  expect(second.lines().map(({ type, session_id: id }) => [type, id === session.id])).toEqual([
    ['call', true],
    ['change', true],
    ['call', true],
  ]);
});
