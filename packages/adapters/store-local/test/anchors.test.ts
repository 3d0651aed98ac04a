import { readFileSync, rmSync, writeFileSync } from 'node:fs';

import { verifySession, type Store } from '@rook/engine';
import { expect, it } from 'vitest';

import { makeWrittenRoom, must, tellEntries, turnDraft, type FaultRoom } from './fault-room.ts';
import { rechain } from './rechain.ts';

const LINE_BREAK = 10;
const TURNS = 6;
const linesOf = (room: FaultRoom) => room.bytes().toString('utf8').trimEnd().split('\n');
const join = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('');

it('T-15 finds a cut behind every line and inside every line', async () => {
  const room = await makeWrittenRoom(TURNS);
  const whole = room.bytes();
  for (let end = whole.length - 1; end >= 0; end = end < 1 ? -1 : whole.lastIndexOf(LINE_BREAK, end - 1)) {
    for (const cut of new Set([end + 1, end, Math.max(0, end - 100)])) {
      if (cut === whole.length) continue;
      room.put(whole.subarray(0, cut));
      expect(await room.verify(), `cut at ${cut}`).toMatchObject({
        ok: false,
        reason: 'cut',
        anchored: true,
      });
    }
  }
  room.put('');
  expect(await room.verify()).toMatchObject({ ok: false, reason: 'cut', entries: 0 });
});

it('T-15 finds one changed byte at any of 250 places', async () => {
  const room = await makeWrittenRoom(TURNS);
  const whole = room.bytes();
  const reasons = new Set<string | undefined>();
  for (let change = 0; change < 250; change += 1) {
    const place = Math.floor((change * whole.length) / 250);
    const changed = Buffer.from(whole);
    changed[place] = (whole[place] ?? 0) ^ (1 << (change % 7));
    room.put(changed);
    const { ok, reason, firstBadLine = 0 } = await room.verify();
    expect(ok, `byte ${place}`).toBe(false);
    const line = whole.subarray(0, place).filter((byte) => byte === LINE_BREAK).length + 1;
    expect(
      Math.abs(firstBadLine - line),
      `byte ${place}: line ${firstBadLine}, ${reason}`,
    ).toBeLessThanOrEqual(reason === 'cut' ? TURNS : 1);
    reasons.add(reason);
  }
  expect([...reasons].filter((reason) => !KNOWN_REASONS.has(String(reason)))).toEqual([]);
});

const KNOWN_REASONS = new Set(['altered', 'unreadable', 'order', 'foreign', 'rewritten', 'cut']);

const attacks: readonly (readonly [string, (lines: readonly string[]) => string, RegExp])[] = [
  ['two lines swapped', ([a = '', b = '', c = '', ...rest]) => join([a, c, b, ...rest]), /^(order|altered)$/],
  ['a line twice', ([a = '', b = '', ...rest]) => join([a, b, b, ...rest]), /^(order|altered)$/],
  ['the last line twice', (lines) => join([...lines, lines.at(-1) ?? '']), /^(order|altered)$/],
  ['a line left out', (lines) => join(lines.toSpliced(2, 1)), /^(order|altered)$/],
  ['the first line left out', (lines) => join(lines.slice(1)), /^(order|altered)$/],
  [
    'other words, chained anew',
    (lines) => rechain(lines.map((line) => line.replace('question', 'answer'))),
    /^rewritten$/,
  ],
  ['a line left out, chained anew', (lines) => rechain(lines.toSpliced(2, 1)), /^(cut|rewritten)$/],
  ['a line put in, chained anew', (lines) => rechain(lines.toSpliced(2, 0, lines[2] ?? '')), /^rewritten$/],
];

it.each(attacks)('T-15 finds %s', async (_title, attack, reason) => {
  const room = await makeWrittenRoom(TURNS);
  room.put(attack(linesOf(room)));
  const verdict = await room.verify();
  expect(verdict).toMatchObject({ ok: false, anchored: true });
  expect(verdict.reason).toMatch(reason);
});

it.each(attacks)('T-15 does not let %s go unnoticed when the session goes on', async (_title, attack) => {
  const room = await makeWrittenRoom(TURNS);
  room.put(attack(linesOf(room)));
  const before = room.bytes();
  const journal = await room.open();
  must(await journal.append([turnDraft(9)]));
  must(await journal.close());
  expect(room.bytes().subarray(0, before.length).equals(before)).toBe(true);
  const told = tellEntries(await room.lines()).includes('bug_recorded');
  expect(told || !(await room.verify()).ok).toBe(true);
});

it('T-15 says that nothing outside could show a cut when there is no anchor', async () => {
  const room = await makeWrittenRoom(TURNS);
  rmSync(room.anchor);
  expect(await room.verify()).toMatchObject({ ok: true, anchored: false, entries: TURNS + 1 });
  room.put(join(linesOf(room).slice(0, 3)));
  expect(await room.verify()).toMatchObject({ ok: true, anchored: false, entries: 3 });
});

it.each(['', '{', '[]', 'null', '{"seq":"4"}', '\0\0\0'])(
  'T-15 does not take a damaged anchor (%j) for none',
  async (text) => {
    const room = await makeWrittenRoom(TURNS);
    writeFileSync(room.anchor, text);
    const verdict = await verifySession(room.store(), room.session);
    expect(verdict).toMatchObject({ ok: false, error: { code: 'not_readable' } });
    expect(verdict.ok ? '' : verdict.error.message).toContain(room.anchor);
  },
);

it('T-15 lets a session go on behind its anchor', async () => {
  const room = await makeWrittenRoom(TURNS);
  const anchor = readFileSync(room.anchor);
  const journal = await room.open();
  must(await journal.append([turnDraft(7), turnDraft(8)]));
  expect(readFileSync(room.anchor).equals(anchor)).toBe(true);
  expect(await room.verify()).toMatchObject({ ok: true, anchored: true, entries: TURNS + 3 });
  must(await journal.close());
  expect(await room.verify()).toMatchObject({ ok: true, anchored: true, entries: TURNS + 3 });
});

it('T-15 verifies from the file and its anchor alone', async () => {
  const room = await makeWrittenRoom(TURNS);
  for (const name of ['locks', 'blobs', '.gitignore'])
    rmSync(`${room.folder}/${name}`, { recursive: true, force: true });
  expect(await room.verify()).toMatchObject({ ok: true, anchored: true });
});

it('T-15 has checks that catch a verify which ignores the anchor', async () => {
  const room = await makeWrittenRoom(TURNS);
  room.put(join(linesOf(room).slice(0, 3)));
  expect(must(await verifySession(blind(room.store()), room.session)).ok).toBe(true);
  expect((await room.verify()).ok).toBe(false);
});

/** The twin: a store that knows of no anchor. */
function blind(store: Store): Store {
  return {
    ...store,
    anchors: { ...store.anchors, get: async () => ({ ok: true, value: null }) },
  };
}
