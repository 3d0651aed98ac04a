import { fail, parseEntry, rookError } from '@rook/contract';
import { expect, it } from 'vitest';

import { turnIdAfter } from './create-ids.ts';
import { cutField, FIELD_LIMIT_BYTES } from './limit-fields.ts';
import { createRedactor } from './redact-secrets.ts';
import { createTestJournal, must, startDraft, tagDraft, turnDraft } from './test-journal.ts';
import { verifySession } from './verify-session.ts';

const call = {
  event_type: 'tool_call_requested',
  turn_id: turnIdAfter(0),
  tool_use_id: 'c',
  round: 1,
} as const;

it('I-11 I-12 cuts a field at five megabytes and keeps its bytes', async () => {
  const { blobs } = createTestJournal().store;
  expect(must(await cutField('x'.repeat(FIELD_LIMIT_BYTES - 1), blobs))).toBeUndefined();
  const cut = must(await cutField('x'.repeat(FIELD_LIMIT_BYTES), blobs));
  expect(cut).toMatchObject({ truncated: true, byte_len: FIELD_LIMIT_BYTES, preview: 'x'.repeat(1000) });
  expect(cut?.sha256).toMatch(/^[0-9a-f]{64}$/);
  expect(must(await cutField('ü'.repeat(FIELD_LIMIT_BYTES / 2), blobs))).toMatchObject({
    byte_len: FIELD_LIMIT_BYTES,
  });
  const object = { a: 'x'.repeat(FIELD_LIMIT_BYTES) };
  expect(must(await cutField(object, blobs))).toMatchObject({ byte_len: FIELD_LIMIT_BYTES + 8 });
});

it('I-13 writes an entry whatever a field holds, and the fields beside it', async () => {
  const test = createTestJournal();
  const circular: Record<string, unknown> = {};
  circular['self'] = circular;
  const failing = {
    get broken(): string {
      throw new Error('no');
    },
  };
  const inputs = [circular, { big: 1n }, { toJSON: () => undefined }, failing, () => 1, undefined];
  const journal = await test.open();
  for (const input of inputs) must(await journal.append([{ ...call, tool: { name: 'kept', input } }]));
  must(await journal.append([{ event_type: 'session_changed', title: 'kept', settings: circular }]));
  must(await journal.append([startDraft]));
  const lines = (await test.text()).trimEnd().split('\n');
  expect(lines).toHaveLength(inputs.length + 2);
  expect(lines.slice(0, -1).filter((line) => !line.includes('kept'))).toEqual([]);
  expect(lines.filter((line) => parseEntry(JSON.parse(line)).kind === 'unreadable')).toEqual([]);
});

it('does not let a draft say what the journal itself says', async () => {
  const test = createTestJournal();
  const journal = await test.open();
  const forged = { ...tagDraft(1, ['x']), session_id: 'rook-20200101-00000000', event_id: 'zzz', seq: 9 };
  const [entry] = must(await journal.append([forged]));
  expect(entry).toMatchObject({ session_id: test.session, seq: 0 });
  expect(entry?.event_id).not.toBe('zzz');
  expect(must(await verifySession(test.store, test.session)).ok).toBe(true);
});

it('N-20 looks for secrets in what will be written, also where a value writes itself', async () => {
  const secret = ['known', 'secret', '77'].join('-');
  const test = createTestJournal([secret]);
  const journal = await test.open();
  const input = { address: { toJSON: () => `https://host/?q=${secret}` }, when: new Date(0), list: [secret] };
  must(await journal.append([{ ...call, tool: { name: 'n', input } }]));
  expect(await test.text()).not.toContain(secret);
  expect(await test.text()).toContain('1970-01-01T00:00:00.000Z');
});

it('N-20 begins a session anew without the secrets of its title', async () => {
  const secret = ['known', 'secret', '78'].join('-');
  const test = createTestJournal([secret]);
  const start = { ...startDraft, session_title: `about ${secret}` };
  const lines = {
    workspace: { name: 'w', uri: 'u', trusted: true },
    mode: { agent_mode: null, safety: 'ask' },
    redactor: createRedactor({ secrets: [secret] }),
    start,
  } as const;
  const journal = await test.open({ lines });
  must(await journal.append([start, turnDraft(1)]));
  test.fault.gone = true;
  await journal.append([turnDraft(2)]);
  test.fault.gone = false;
  must(await journal.append([turnDraft(3)]));
  expect(await test.text()).toContain('session_start');
  expect(await test.text()).not.toContain(secret);
});

it('says that an entry is lost when the bytes of its long field cannot be kept', async () => {
  const test = createTestJournal();
  const full = {
    ...test.store,
    blobs: { ...test.store.blobs, put: async () => fail(rookError('not_writable', 'Full.')) },
  };
  const journal = await test.open({ store: full });
  expect(await journal.append([turnDraft(1, 'x'.repeat(6_000_000))])).toMatchObject({
    ok: false,
    error: { code: 'journal_unavailable' },
  });
  expect(journal.state()).toMatchObject({ entries: 0, lost: 1 });
  must(await journal.append([turnDraft(2)]));
  expect(await test.text()).toContain('1 entries could not be kept');
  expect(journal.state()).toMatchObject({ entries: 2, lost: 0, unwritten: 0 });
});

it('writes more than fits into one text', async () => {
  const test = createTestJournal();
  const journal = await test.open();
  const drafts = Array.from({ length: 30 }, (_unused, index) => turnDraft(index + 1, 'x'.repeat(400_000)));
  expect(must(await journal.append(drafts))).toHaveLength(30);
  expect(must(await verifySession(test.store, test.session))).toMatchObject({ ok: true, entries: 30 });
});

it('keeps what is null when an entry is looked at value by value', async () => {
  const test = createTestJournal(['known-secret-79']);
  const journal = await test.open();
  const ended = { event_type: 'command_ended', command_id: 'c', exit_code: null, signal: null } as const;
  must(await journal.append([{ ...ended, timed_out: true, output: 'known-secret-79', timing_ms: 1 }]));
  const [line = ''] = (await test.text()).split('\n');
  expect(parseEntry(JSON.parse(line))).toMatchObject({
    kind: 'known',
    entry: { exit_code: null, signal: null, output: '[redacted: known]' },
  });
});

it('N-20 leaves a field out rather than write it when the redactor gives nothing back', async () => {
  const test = createTestJournal();
  const redactor = {
    mayHold: () => true,
    redactText: (text: string) => ({ text, found: [] }),
    redactValue: () => ({ value: '[redacted: unreadable]', found: ['unreadable'] }),
    unfinishedFrom: () => 0,
  };
  const mode = { agent_mode: null, safety: 'ask' } as const;
  const journal = await test.open({
    lines: { workspace: { name: 'w', uri: 'u', trusted: true }, mode, redactor },
  });
  must(await journal.append([turnDraft(1, 'canary')]));
  expect(await test.text()).not.toContain('canary');
});

it('cuts whatever has grown where an entry would be too long to be read again', async () => {
  const test = createTestJournal();
  const journal = await test.open();
  const todos = Array.from({ length: 70 }, () => ({ text: 'x'.repeat(1024 * 1024), completed: false }));
  must(await journal.append([startDraft, { event_type: 'todo_changed', todos }]));
  const line = (await test.text()).split('\n')[1] ?? '';
  expect(line.length).toBeLessThan(5000);
  expect(JSON.parse(line)).toMatchObject({ event_type: 'todo_changed', todos: { truncated: true } });
  expect(must(await verifySession(test.store, test.session))).toMatchObject({ ok: true, entries: 2 });
});
