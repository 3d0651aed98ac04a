import { gzipSync } from 'node:zlib';

import type { EntryDraft } from '@rook/contract';
import { entryExamples } from '@rook/contract/testing';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { createFakeStore } from '../ports/fakes/fake-store.ts';
import { lineHash } from './line-hash.ts';
import { loadSession } from './load-session.ts';
import { readJournal } from './read-journal.ts';
import { exportText, fieldsOfLines, importText, sessionIds } from './test-exchange.ts';
import { createTestJournal, must, session, startDraft, turnDraft, type TestJournal } from './test-journal.ts';
import { verifySession } from './verify-session.ts';

async function written(drafts: readonly EntryDraft[]): Promise<TestJournal> {
  const test = createTestJournal();
  const journal = await test.open();
  must(await journal.append([startDraft, ...drafts]));
  must(await journal.close());
  return test;
}

const everyType = entryExamples.filter(({ event_type: type }) => type !== 'session_start');

/** Lines with a chain of their own, as a forger would write them. */
function chained(values: readonly object[]): string {
  let prev = '0'.repeat(64);
  return values
    .map((value) => {
      const line = JSON.stringify({ ...value, prev });
      prev = lineHash(line);
      return `${line}\n`;
    })
    .join('');
}

it('I-42 imports what was exported: equal messages, a chain that verifies, and an anchor', async () => {
  const test = await written(everyType);
  const { text } = await exportText(test.store);
  const imported = must(await importText(test.store, text));
  expect(imported).toMatchObject({ entries: everyType.length + 1, blobs: 0, redacted: [] });
  expect(imported.session).toMatch(/^rook-20261117-[0-9a-f]{8}$/);
  expect(must(await verifySession(test.store, imported.session))).toEqual({
    id: imported.session,
    entries: everyType.length + 2,
    ok: true,
    anchored: true,
    torn: [],
  });
  const [before, after] = [
    must(await loadSession(test.store, session)),
    must(await loadSession(test.store, imported.session)),
  ];
  for (const part of [
    'pairs',
    'todos',
    'tags',
    'actions',
    'bugs',
    'usage',
    'summary',
    'pairFileHistory',
  ] as const)
    expect(after[part], part).toEqual(before[part]);
  expect(after.importedFrom).toEqual({
    session_id: session,
    head: lineHash((await test.text()).trimEnd().split('\n').at(-1) ?? ''),
    exported_at: '2026-11-16T08:00:00.000Z',
  });
});

it('I-42 gives equal messages for whatever was said', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: 'binary', maxLength: 60 }), { maxLength: 8 }),
      async (texts) => {
        const test = await written(texts.map((text, index) => turnDraft(index + 1, text)));
        const other = createFakeStore();
        const { session: id } = must(await importText(other, (await exportText(test.store)).text));
        expect(must(await loadSession(other, id)).pairs).toEqual(
          must(await loadSession(test.store, session)).pairs,
        );
        // What was imported can be exported and imported again.
        const again = await exportText(other, { session: id });
        const second = must(await importText(other, again.text));
        expect(must(await loadSession(other, second.session)).pairs).toEqual(
          must(await loadSession(other, id)).pairs,
        );
        expect(must(await verifySession(other, second.session)).ok).toBe(true);
      },
    ),
    { numRuns: 40 },
  );
});

it('I-42 gives no right by what was imported: every entry says that it is data', async () => {
  const test = await written(everyType);
  const { text } = await exportText(test.store);
  // A forger leaves out what says so, and claims to be nobody's import.
  const imported = must(await importText(test.store, text));
  const flags: unknown[] = [];
  for await (const batch of readJournal(test.store, imported.session))
    for (const { read } of must(batch)) flags.push(read.kind === 'known' ? read.entry.imported : read.kind);
  expect(flags.slice(0, -1)).toEqual(Array.from({ length: everyType.length + 1 }, () => true));
  expect(flags.at(-1)).toBe(undefined);
  const document = must(await loadSession(test.store, imported.session));
  expect(document.fileRegistry).toEqual({});
  expect(document.changeHistory.history.map(({ rewindable }) => rewindable)).toEqual([false, false]);
  expect(document.changeHistory.position).toBe(-1);
  const own = must(await loadSession(test.store, session));
  expect(Object.keys(own.fileRegistry)).toEqual(['src/greet.ts']);
  expect(own.changeHistory.history.map(({ rewindable }) => rewindable)).toEqual([true, false]);
});

it('never offers to rewind a change set whose path lost a secret', async () => {
  const change = entryExamples.find(({ event_type: type }) => type === 'change_set_applied');
  if (change?.event_type !== 'change_set_applied') throw new Error('no example');
  const files = change.files.map((file) => ({ ...file, path: 'src/[redacted: known].ts' }));
  const test = await written([{ ...change, files }]);
  const { history, position } = must(await loadSession(test.store, session)).changeHistory;
  expect([history[0]?.rewindable, position]).toEqual([false, -1]);
});

it('imports the same export twice into two sessions, under ids of their own', async () => {
  const test = await written([turnDraft(1)]);
  const { text } = await exportText(test.store);
  const ids = [
    must(await importText(test.store, text)).session,
    must(await importText(test.store, text)).session,
  ];
  expect(new Set([...ids, session]).size).toBe(3);
  expect(must(await verifySession(test.store, session)).ok).toBe(true);
  for (const id of ids) expect(must(await verifySession(test.store, id)).ok).toBe(true);
});

it('N-20 takes secrets of this machine out of what is imported', async () => {
  const test = await written([turnDraft(1, 'canary-4711-key')]);
  const { text } = await exportText(test.store);
  const store = createFakeStore();
  const { session: id, redacted } = must(await importText(store, text, ['canary-4711-key']));
  expect(redacted).toEqual([1]);
  expect(JSON.stringify(must(await loadSession(store, id)))).not.toContain('canary');
});

it('keeps the files that come along, byte for byte, and only under the hash of their bytes', async () => {
  const test = createTestJournal();
  const bytes = Uint8Array.from([0xff, 0x00, 0x0d, 0x0a]);
  const blob = must(await test.store.blobs.put(bytes));
  const journal = await test.open();
  const message = entryExamples.find(({ event_type: type }) => type === 'message_admitted');
  if (message?.event_type !== 'message_admitted') throw new Error('no example');
  must(await journal.append([startDraft, { ...message, images: [{ blob, media_type: 'image/png' }] }]));
  must(await journal.close());
  const { text } = await exportText(test.store, { withFiles: true });
  const store = createFakeStore();
  expect(must(await importText(store, text)).blobs).toBe(1);
  expect([...(must(await store.blobs.get(blob)) ?? [])]).toEqual([...bytes]);
  const forged: object[] = fieldsOfLines(text);
  forged.splice(-2, 1, { blob, bytes: Buffer.from('other').toString('base64') });
  const unnamed = fieldsOfLines(text);
  unnamed.splice(1, 2);
  const last = { end: true, lines: unnamed.length - 1 };
  for (const bad of [chained(forged), chained([...unnamed.slice(0, -1), last])]) {
    const other = createFakeStore();
    expect((await importText(other, bad)).ok).toBe(false);
    expect(must(await other.blobs.get(blob))).toBe(null);
  }
});

it('imports entries of types that it does not know, as data', async () => {
  const test = await written([turnDraft(1)]);
  const values = fieldsOfLines((await exportText(test.store)).text);
  values.splice(2, 1, { ...values[2], event_type: 'from_the_future', secret_right: true });
  const { session: id } = must(await importText(test.store, chained(values)));
  const kinds: string[] = [];
  for await (const batch of readJournal(test.store, id))
    for (const { read } of must(batch)) kinds.push(read.kind);
  expect(kinds).toEqual(['known', 'foreign', 'known']);
});

const DEEP = 100_000;

it.each<[string, (text: string) => string | Uint8Array, string]>([
  ['nothing', () => '', 'truncated'],
  ['one line break', () => '\n', 'malformed'],
  ['a line that was changed', (text) => text.replace('answer to hello', 'answer to hullo'), 'not_verified'],
  ['a line that was dropped', (text) => dropLine(text, 2), 'not_verified'],
  ['a line that stands twice', (text) => text.replace(/(\{"schema[^\n]*\n)/u, '$1$1'), 'not_verified'],
  ['an end that was cut off', (text) => dropLine(text, 4), 'truncated'],
  ['a last line that was cut off', (text) => text.slice(0, -10), 'truncated'],
  ['a last line without its line break', (text) => text.slice(0, -1), 'truncated'],
  ['something behind the end', (text) => `${text}{}\n`, 'malformed'],
  ['two exports', (text) => text + text, 'malformed'],
  ['line breaks of another system', (text) => text.replaceAll('\n', '\r\n'), 'malformed'],
  ['a byte order mark', (text) => `\uFEFF${text}`, 'malformed'],
  ['a compressed file', (text) => gzipSync(text), 'malformed'],
  ['a compressed file without a line break', () => Uint8Array.of(0x1f, 0x8b, 8), 'malformed'],
  ['bytes that are no text', () => Uint8Array.from([0xff, 0xfe, 0x0a]), 'malformed'],
  ['a page', () => '<!DOCTYPE html>\n<html>\n', 'malformed'],
  ['other JSON', () => '{"a":1}\n', 'malformed'],
  ['JSON that is no object', () => '[]\nnull\n7\n', 'malformed'],
  ['a newer version', (text) => rechain(text, 0, { version: 2 }), 'malformed'],
  ['a header without a source', (text) => rechain(text, 0, { source: 1 }), 'malformed'],
  ['a session id that leads elsewhere', (text) => rechain(text, 0, { session: '../../x' }), 'malformed'],
  ['a number that is none', (text) => rechain(text, 2, { seq: 1e300 }), 'malformed'],
  ['a number that would be another one', (text) => rechain(text, 2, { cost: 2 ** 60 }), 'malformed'],
  [
    'entries that are not all there',
    (text) => rechain(text, 0, { source: sourceOf(text, 7) }),
    'not_verified',
  ],
  ['an entry under another number', (text) => rechain(text, 2, { seq: 5 }), 'not_verified'],
  [
    'a redaction of an entry that is not there',
    (text) => rechain(text, 0, { redacted: [{ seq: 9, count: 1, rules: ['known'] }] }),
    'not_verified',
  ],
  ['a wrong type of a field', (text) => rechain(text, 2, { timestamp: 5 }), 'malformed'],
  ['an import flag that is no flag', (text) => rechain(text, 2, { imported: 'no' }), 'malformed'],
  ['a wrong count at the end', (text) => rechain(text, 3, { lines: 9 }), 'not_verified'],
  ['an end with more in it', (text) => rechain(text, 3, { more: 1 }), 'malformed'],
  ['a journal itself', (text) => text.split('\n').slice(1).join('\n'), 'malformed'],
  [
    'nesting without end',
    (text) => text.replace('"hello"', '['.repeat(DEEP) + ']'.repeat(DEEP)),
    'malformed',
  ],
])('refuses %s, and imports nothing', async (_what, spoil, code) => {
  const test = await written([turnDraft(1)]);
  const { text } = await exportText(test.store);
  const result = await importText(test.store, spoil(text));
  expect(result.ok ? 'ok' : result.error.code).toBe(code);
  expect(result.ok ? '' : result.error.message).toContain('Nothing was imported.');
  expect(await sessionIds(test.store)).toEqual([session]);
});

it('takes keys that mean something elsewhere for what they are', async () => {
  const test = await written([turnDraft(1)]);
  const values = fieldsOfLines((await exportText(test.store)).text);
  const [odd = {}] = fieldsOfLines(
    '{"user":{"text":"x","__proto__":{"polluted":1}},"__proto__":{"imported":false}}',
  );
  const line = Object.fromEntries([...Object.entries(values[2] ?? {}), ...Object.entries(odd)]);
  values.splice(2, 1, line);
  const { session: id } = must(await importText(test.store, chained(values)));
  expect(Reflect.get({}, 'polluted')).toBe(undefined);
  expect(must(await verifySession(test.store, id)).ok).toBe(true);
  expect(must(await loadSession(test.store, id)).pairs[0]?.request.text).toBe('x');
});

it('writes nothing when the export changes between its proof and its use', async () => {
  const test = await written([turnDraft(1)]);
  const other = await written([turnDraft(1, 'another')]);
  const texts = [(await exportText(test.store)).text, (await exportText(other.store)).text];
  const store = createFakeStore();
  const result = await importText(store, texts[0] ?? '', [], texts[1]);
  expect(result).toMatchObject({ ok: false, error: { code: 'not_verified' } });
  expect(await sessionIds(store)).toEqual([]);
});

it('goes on behind what was imported with a turn of its own', async () => {
  const test = await written([turnDraft(1), turnDraft(2)]);
  const { session: id } = must(await importText(test.store, (await exportText(test.store)).text));
  const journal = await test.open({ session: id });
  expect(journal.state()).toMatchObject({ turns: 2, entries: 4 });
  must(await journal.append([turnDraft(3)]));
  must(await journal.close());
  expect(must(await verifySession(test.store, id))).toMatchObject({ ok: true, anchored: true, entries: 5 });
});

function dropLine(text: string, number: number): string {
  return text
    .split('\n')
    .filter((_line, index) => index !== number - 1)
    .join('\n');
}

function rechain(text: string, index: number, change: object): string {
  const values = fieldsOfLines(text);
  values[index] = { ...values[index], ...change };
  return chained(values);
}

/** What the header says of its source, with another number of entries. */
function sourceOf(text: string, entries: number): object {
  const source: unknown = fieldsOfLines(text)[0]?.['source'];
  return { ...(typeof source === 'object' ? source : {}), entries };
}
