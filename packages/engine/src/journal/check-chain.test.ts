import { expect, it } from 'vitest';

import type { Store } from '../ports/store.ts';
import { readJournal } from './read-journal.ts';
import { createTestJournal, must, session, startDraft, tagDraft, turnDraft } from './test-journal.ts';
import { verifySession } from './verify-session.ts';

/** A store whose session holds the text; its anchor is the one given. */
function holding(store: Store, text: string): Store {
  return {
    ...store,
    read: async function* () {
      const parts = text.split('\n');
      const lines = parts.map((part, index) => ({
        bytes: new TextEncoder().encode(part),
        finished: index < parts.length - 1,
      }));
      yield { ok: true, value: lines.filter(({ bytes, finished }) => finished || bytes.length > 0) };
    },
  };
}

async function sample(): Promise<{ store: Store; text: string; lines: string[] }> {
  const test = createTestJournal();
  const journal = await test.open();
  must(await journal.append([startDraft, turnDraft(1), tagDraft(1, ['bug']), turnDraft(2)]));
  must(await journal.settle());
  const text = await test.text();
  return { store: test.store, text, lines: text.trimEnd().split('\n') };
}

it('finds nothing wrong with what was written', async () => {
  const { store } = await sample();
  expect(must(await verifySession(store, session))).toEqual({
    id: session,
    entries: 4,
    ok: true,
    anchored: true,
    torn: [],
  });
});

it('finds every changed byte', async () => {
  const { store, text } = await sample();
  for (let place = 0; place < text.length; place += 3) {
    if (text[place] === '\n') continue;
    const changed = `${text.slice(0, place)}${text[place] === 'x' ? 'y' : 'x'}${text.slice(place + 1)}`;
    const verified = must(await verifySession(holding(store, changed), session));
    expect(verified.ok, `byte ${place}`).toBe(false);
  }
});

const attacks: readonly (readonly [string, (lines: readonly string[]) => readonly string[], string])[] = [
  ['a dropped line', (lines) => lines.toSpliced(1, 1), 'order'],
  ['two lines swapped', ([a = '', b = '', c = '', d = '']) => [a, c, b, d], 'order'],
  ['a line twice', ([a = '', b = '', ...rest]) => [a, b, b, ...rest], 'order'],
  ['a line of garbage', ([a = '', ...rest]) => [a, 'garbage', ...rest], 'unreadable'],
  ['a cut end', (lines) => lines.slice(0, 3), 'cut'],
  ['nothing left', () => [], 'cut'],
];

it.each(attacks)('finds %s', async (_title, attack, reason) => {
  const { store, lines } = await sample();
  const text = attack(lines)
    .map((line) => `${line}\n`)
    .join('');
  expect(must(await verifySession(holding(store, text), session))).toMatchObject({
    ok: false,
    reason,
    anchored: true,
  });
});

it('names the line that was changed, not the one that shows it', async () => {
  const { store, lines } = await sample();
  for (const place of [0, 1, 2, 3]) {
    for (const [from, to] of [
      ['"uri":"file:///w"', '"uri":"file:///x"'],
      ['"prev":"', '"prev":"f'],
    ] as const) {
      const changed = lines.map((line, index) =>
        index === place ? line.replace(from, to).replace(/("prev":"f[0-9a-f]{63})[0-9a-f]/, '$1') : line,
      );
      const verified = must(await verifySession(holding(store, `${changed.join('\n')}\n`), session));
      expect(verified.ok ? 'ok' : verified.firstBadLine, `${to} in line ${place + 1}`).toBe(place + 1);
    }
  }
});

it('finds a chain that was made anew, by its anchor, and cannot without one', async () => {
  const { store } = await sample();
  const forged = createTestJournal();
  const journal = await forged.open();
  must(await journal.append([startDraft, turnDraft(1, 'other'), tagDraft(1, ['bug']), turnDraft(2)]));
  const text = await forged.text();
  expect(must(await verifySession(holding(store, text), session))).toMatchObject({
    ok: false,
    reason: 'rewritten',
  });
  const unanchored = {
    ...store,
    anchors: { ...store.anchors, get: async () => ({ ok: true, value: null }) as const },
  };
  expect(must(await verifySession(holding(unanchored, text), session))).toMatchObject({
    ok: true,
    anchored: false,
  });
});

it('calls an unfinished end torn and not wrong, and lets the session go on behind its anchor', async () => {
  const { store, text } = await sample();
  expect(must(await verifySession(holding(store, `${text}{"torn`), session))).toMatchObject({
    ok: true,
    torn: [5],
    entries: 4,
  });
  expect(must(await verifySession(holding(store, `${text}\u0000\u0000`), session))).toMatchObject({
    ok: true,
    torn: [5],
  });
});

it('calls garbage wrong as soon as an entry follows that does not seal it', async () => {
  const { store, text, lines } = await sample();
  expect(must(await verifySession(holding(store, `${text}garbage\n`), session))).toMatchObject({
    ok: true,
    torn: [5],
  });
  const followed = `${lines.slice(0, 3).join('\n')}\ngarbage\n${lines[3]}\n`;
  expect(must(await verifySession(holding(store, followed), session))).toMatchObject({
    ok: false,
    firstBadLine: 4,
    reason: 'unreadable',
  });
});

it('names the first thousand torn lines of a file that has many more, and blames them behind an entry', async () => {
  const { store, text, lines } = await sample();
  const many = '\n'.repeat(5000);
  const torn = must(await verifySession(holding(store, `${text}${many}`), session));
  expect(torn).toMatchObject({ ok: true, entries: 4 });
  expect(torn.torn).toEqual(Array.from({ length: 1000 }, (_unused, index) => index + 5));
  const followed = `${lines.slice(0, 3).join('\n')}\n${many}${lines[3]}\n`;
  expect(must(await verifySession(holding(store, followed), session))).toMatchObject({
    ok: false,
    firstBadLine: 4,
    reason: 'unreadable',
  });
});

it('reads a line that is too long to be held by its length and its hash', async () => {
  const { store } = await sample();
  const long = { bytes: 6_000_000_000, sha256: 'a'.repeat(64) };
  const holdingLong: Store = {
    ...store,
    read: async function* (id) {
      yield* store.read(id);
      yield { ok: true, value: [{ bytes: new TextEncoder().encode('{}'), finished: false, whole: long }] };
    },
  };
  expect(must(await verifySession(holdingLong, session))).toMatchObject({ ok: true, torn: [5], entries: 4 });
  const read = [];
  for await (const batch of readJournal(holdingLong, session)) read.push(...must(batch));
  expect(read.at(-1)).toMatchObject({ bytes: long.bytes, hash: long.sha256, read: { kind: 'unreadable' } });
});
