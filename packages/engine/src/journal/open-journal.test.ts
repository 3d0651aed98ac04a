import { contentHashSchema, parseEntry } from '@rook/contract';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import type { SessionWriter, Store } from '../ports/store.ts';
import { lineHash } from './line-hash.ts';
import { createTestJournal, must, startDraft, tagDraft, turnDraft } from './test-journal.ts';
import { verifySession } from './verify-session.ts';

function entriesOf(text: string): Record<string, unknown>[] {
  return text.split('\n').flatMap((line) => {
    const value: unknown = line === '' ? null : JSON.parse(line);
    return typeof value === 'object' && value !== null ? [Object.fromEntries(Object.entries(value))] : [];
  });
}

it('I-05 gives every entry the base fields, a number and the hash of the line before', async () => {
  const test = createTestJournal();
  const journal = await test.open();
  must(await journal.append([startDraft, turnDraft(1)]));
  const lines = (await test.text()).trimEnd().split('\n');
  const [first, second] = entriesOf(await test.text());
  expect(first).toMatchObject({
    schema_version: 1,
    event_type: 'session_start',
    timestamp: '2026-11-15T22:00:00.000Z',
    workspace: { name: 'w', uri: 'file:///w', trusted: true },
    session_id: test.session,
    mode: { agent_mode: null, safety: 'ask' },
    seq: 0,
    prev: '0'.repeat(64),
  });
  expect(second).toMatchObject({ seq: 1, prev: lineHash(lines[0] ?? '') });
  expect(lines.map((line) => parseEntry(JSON.parse(line)).kind)).toEqual(['known', 'known']);
});

it('I-03 only ever adds to the file', async () => {
  const test = createTestJournal();
  const journal = await test.open();
  let before = '';
  for (let turn = 1; turn < 6; turn += 1) {
    must(await journal.append([turnDraft(turn)]));
    const after = await test.text();
    expect(after.startsWith(before)).toBe(true);
    before = after;
  }
});

it('I-10 goes on counting turns and actions where another process stopped', async () => {
  const test = createTestJournal();
  const first = await test.open();
  must(await first.append([startDraft, turnDraft(1), turnDraft(2)]));
  must(await first.close());
  const second = await test.open();
  expect(second.state()).toMatchObject({ entries: 3, turns: 2, actions: 0, unwritten: 0, lost: 0 });
});

it('seals a torn end before it writes anything else', async () => {
  const test = createTestJournal();
  const journal = await test.open();
  must(await journal.append([startDraft, turnDraft(1)]));
  test.fault.bytes = 20;
  expect((await journal.append([turnDraft(2)])).ok).toBe(false);
  expect(journal.state().unwritten).toBe(1);
  const torn = (await test.text()).split('\n')[2] ?? '';
  delete test.fault.bytes;
  must(await journal.append([turnDraft(3)]));
  const lines = (await test.text()).trimEnd().split('\n');
  expect(lines[2]).toBe(torn);
  expect(JSON.parse(lines[3] ?? '')).toMatchObject({
    event_type: 'journal_repaired',
    line: 3,
    bytes: 20,
    sha256: lineHash(torn),
    prev: lineHash(torn),
    seq: 2,
  });
  expect(lines.slice(4).flatMap(entriesOf)).toMatchObject([{ turn_id: 't0002' }, { turn_id: 't0003' }]);
  expect(must(await verifySession(test.store, test.session))).toMatchObject({
    ok: true,
    entries: 5,
    torn: [3],
  });
});

it('B-28 loses nothing that was acknowledged and writes nothing twice, wherever a write breaks', async () => {
  const property = fc.asyncProperty(
    fc.array(
      fc.record({
        count: fc.integer({ min: 1, max: 4 }),
        cut: fc.option(fc.nat({ max: 3000 }), { nil: undefined }),
      }),
      {
        minLength: 1,
        maxLength: 12,
      },
    ),
    async (steps) => {
      const test = createTestJournal();
      const journal = await test.open();
      let number = 0;
      for (const { count, cut } of steps) {
        if (cut === undefined) delete test.fault.bytes;
        else test.fault.bytes = cut;
        await journal.append(
          Array.from({ length: count }, () => turnDraft((number += 1), 'x'.repeat(number * 7))),
        );
      }
      delete test.fault.bytes;
      must(await journal.append([tagDraft(1, ['end'])]));
      const turns = entriesIn(await test.text()).filter((entry) => entry['event_type'] === 'turn');
      expect(turns.map((entry) => entry['turn_id'])).toEqual(
        Array.from({ length: number }, (_unused, index) => `t${String(index + 1).padStart(4, '0')}`),
      );
      expect(must(await verifySession(test.store, test.session)).ok).toBe(true);
    },
  );
  await expect(fc.assert(property, { numRuns: 150 })).resolves.toBeUndefined();
});

it('mends a mending that breaks at any byte', async () => {
  for (let cut = 1; cut < 700; cut += 1) {
    const test = createTestJournal();
    const journal = await test.open();
    for (const bytes of [0, 576, 2, cut]) {
      test.fault.bytes = bytes;
      await journal.append([turnDraft(1)]);
    }
    delete test.fault.bytes;
    must(await journal.append([turnDraft(2)]));
    expect(must(await verifySession(test.store, test.session)).ok, `byte ${cut}`).toBe(true);
  }
});

/** The readable entries; torn lines are none. */
function entriesIn(text: string): Record<string, unknown>[] {
  return text.split('\n').flatMap((line) => {
    try {
      return entriesOf(line);
    } catch {
      return [];
    }
  });
}

it('I-14 keeps fifty entries while nothing can be written, I-16 in their order, and says what was lost', async () => {
  const test = createTestJournal();
  const journal = await test.open();
  must(await journal.append([startDraft]));
  test.fault.bytes = 0;
  for (let turn = 1; turn <= 60; turn += 1) {
    const result = await journal.append([turnDraft(turn)]);
    expect(result).toMatchObject({ ok: false, error: { code: 'journal_unavailable', retryable: true } });
  }
  expect(journal.state()).toMatchObject({ entries: 1, unwritten: 50, lost: 10 });
  delete test.fault.bytes;
  must(await journal.append([turnDraft(61)]));
  const [, lost, ...turns] = entriesOf(await test.text());
  expect(lost).toMatchObject({
    event_type: 'bug_recorded',
    description: '10 entries could not be kept while the journal could not be written.',
  });
  expect(turns.map((entry) => entry['turn_id'])).toEqual(
    Array.from({ length: 51 }, (_unused, index) => `t${String(index + 11).padStart(4, '0')}`),
  );
  expect(journal.state()).toMatchObject({ unwritten: 0, lost: 0 });
});

it('I-15 writes what waits when it is closed', async () => {
  const test = createTestJournal();
  const journal = await test.open();
  test.fault.bytes = 0;
  expect((await journal.append([turnDraft(1)])).ok).toBe(false);
  delete test.fault.bytes;
  must(await journal.close());
  expect(entriesOf(await test.text())).toMatchObject([{ turn_id: 't0001' }]);
});

it('keeps the order of calls, also when one of them has a field that goes to the blob store first', async () => {
  const test = createTestJournal();
  const journal = await test.open();
  const drafts = [turnDraft(1), turnDraft(2, 'x'.repeat(6_000_000)), turnDraft(3)];
  const results = await Promise.all(drafts.map(async (draft) => journal.append([draft])));
  expect(results.every(({ ok }) => ok)).toBe(true);
  expect(entriesOf(await test.text()).map((entry) => entry['turn_id'])).toEqual(['t0001', 't0002', 't0003']);
});

it('N-20 writes no secret, neither into the line nor into the blob of a long field', async () => {
  const secret = ['hunter2', 'is', 'known'].join('-');
  const test = createTestJournal([secret]);
  const journal = await test.open();
  must(
    await journal.append([
      turnDraft(1, `my key is ${secret}`),
      turnDraft(2, `${secret} ${'x'.repeat(6_000_000)}`),
    ]),
  );
  expect(await test.text()).not.toContain(secret);
  const [, second] = entriesOf(await test.text());
  const blob = /"blob":"(sha256:[0-9a-f]{64})"/.exec(JSON.stringify(second))?.[1];
  const kept = await test.store.blobs.get(contentHashSchema.parse(blob));
  expect(new TextDecoder().decode(must(kept) ?? undefined)).toMatch(/^\[redacted: known\] x+$/);
});

it('tells only what was written, in order and once', async () => {
  const test = createTestJournal();
  const told: number[] = [];
  const journal = await test.open({ written: (entries) => told.push(...entries.map(({ seq }) => seq)) });
  must(await journal.append([startDraft]));
  test.fault.bytes = 5;
  await journal.append([turnDraft(1)]);
  delete test.fault.bytes;
  must(await journal.append([turnDraft(2)]));
  expect(told).toEqual([0, 1, 2, 3]);
});

it.each([
  ['always', [true, true, true]],
  ['turn', [false, true, true]],
  ['never', [false, false, false]],
] as const)('journal.sync %s forces to disk when it says so', async (sync, expected) => {
  const test = createTestJournal();
  const asked: boolean[] = [];
  const store: Store = {
    ...test.store,
    open: async (id, note) => {
      const opened = await test.store.open(id, note);
      if (!opened.ok) return opened;
      const append: SessionWriter['append'] = async (bytes, durable) => {
        asked.push(durable);
        return opened.value.append(bytes, durable);
      };
      return { ok: true, value: { ...opened.value, append } };
    },
  };
  const journal = await test.open({ store, sync });
  must(await journal.append([startDraft]));
  must(await journal.append([turnDraft(1)], { durable: true }));
  must(await journal.settle());
  expect(asked).toEqual(expected);
});
