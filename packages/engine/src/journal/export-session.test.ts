import { contentHashSchema, messageIdSchema, turnIdSchema, type EntryDraft } from '@rook/contract';
import { entryExamples } from '@rook/contract/testing';
import { expect, it } from 'vitest';

import type { ExportFormat } from './export-session.ts';
import { lineHash } from './line-hash.ts';
import { createRedactor } from './redact-secrets.ts';
import { exportText, fieldsOfLines } from './test-exchange.ts';
import { createTestJournal, must, session, startDraft, turnDraft, type TestJournal } from './test-journal.ts';

const encode = (text: string) => new TextEncoder().encode(text);
const FORMATS: readonly ExportFormat[] = ['rook', 'craft', 'markdown', 'html'];

async function write(test: TestJournal, drafts: readonly EntryDraft[]): Promise<void> {
  const journal = await test.open();
  must(await journal.append([startDraft, ...drafts]));
  must(await journal.close());
}

it('I-42 writes a header, every entry in order and an end, each naming the line before it', async () => {
  const test = createTestJournal();
  const made = entryExamples.filter(({ event_type: type }) => type !== 'session_start');
  await write(test, made);
  const { text } = await exportText(test.store);
  const lines = text.trimEnd().split('\n');
  const values = fieldsOfLines(text);
  expect(values[0]).toMatchObject({
    format: 'rook-session',
    version: 1,
    session,
    exported_at: '2026-11-16T08:00:00.000Z',
    product: { name: 'Rook', version: '0.1.0' },
    source: { entries: made.length + 1, ok: true, anchored: true, torn: [] },
    redacted: [],
    unreadable: [],
  });
  const journal = (await test.text()).trimEnd().split('\n');
  expect(values[0]).toMatchObject({ source: { head: lineHash(journal.at(-1) ?? '') } });
  expect(values.at(-1)).toMatchObject({ end: true, lines: lines.length - 1 });
  let prev = '0'.repeat(64);
  for (const [index, line] of lines.entries()) {
    expect(values[index]?.['prev']).toBe(prev);
    prev = lineHash(line);
  }
  const entries = values.slice(1, -1).map(({ prev: _prev, ...entry }) => entry);
  expect(entries).toEqual(fieldsOfLines(journal.join('\n')).map(({ prev: _prev, ...entry }) => entry));
});

it.each(FORMATS)('N-20 takes secrets out once more, in the format %s, and says which', async (format) => {
  const test = createTestJournal();
  const canary = 'canary-4711-key';
  await write(test, [
    turnDraft(1, `my key is ${canary}, ${canary}`),
    { event_type: 'session_changed', title: `About ${canary}`, labels: [canary] },
    { event_type: 'tag', turn_id: turnIdSchema.parse('t0001'), tags: [canary], note: canary },
    {
      event_type: 'tool_call',
      turn_id: turnIdSchema.parse('t0001'),
      tool: { name: canary, input: { [canary]: [canary] } },
      result: { ok: false, error: canary },
      timing_ms: 1,
    },
    { event_type: 'command_started', command_id: 'c-1', command: `echo ${canary}`, cwd: canary },
  ]);
  const { text, exported } = await exportText(test.store, {
    format,
    redactor: createRedactor({ secrets: [canary] }),
  });
  expect(text).not.toContain('canary');
  expect(text).toContain(format === 'markdown' ? 'redacted: known' : '[redacted: known]');
  expect(exported.survey.redacted.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5]);
  expect(exported.survey.redacted[0]).toEqual({ seq: 1, count: 4, rules: ['known'] });
  expect(exported.survey.marked).toEqual([1, 2, 3, 4, 5]);
  expect((await test.text()).includes(canary)).toBe(true);
});

it('exports a session that cannot be trusted, and says so', async () => {
  const test = createTestJournal();
  await write(test, [turnDraft(1), turnDraft(2)]);
  const store = {
    ...test.store,
    read: async function* () {
      for await (const batch of test.store.read(session)) {
        yield batch.ok ? { ok: true as const, value: batch.value.slice(0, 2) } : batch;
      }
    },
  };
  const { text } = await exportText(store);
  expect(fieldsOfLines(text)[0]).toMatchObject({ source: { ok: false, reason: 'cut', entries: 2 } });
  const page = await exportText(store, { format: 'html' });
  expect(page.text).toContain('NO: cut');
});

it('leaves out lines that are no entries, and says which', async () => {
  const test = createTestJournal();
  await write(test, [turnDraft(1)]);
  const writer = must(await test.store.open(session, { surface: 'test' }));
  await writer.append(new TextEncoder().encode('garbage with canary\n{"torn'), true);
  await writer.close();
  const { text } = await exportText(test.store);
  expect(text).not.toContain('canary');
  expect(fieldsOfLines(text)[0]).toMatchObject({
    source: { lines: 4 },
    unreadable: [
      { line: 3, bytes: 19, sha256: lineHash('garbage with canary') },
      { line: 4, bytes: 6, sha256: lineHash('{"torn') },
    ],
  });
});

it('exports kept bytes only when asked, exactly, and never those with a secret in them', async () => {
  const test = createTestJournal();
  const { blobs } = test.store;
  const plain = Uint8Array.from([0xff, 0x00, 0x0d, 0x0a, 0xfe]);
  const hashes = [must(await blobs.put(plain)), must(await blobs.put(encode('key canary-4711-key')))];
  hashes.push(must(await blobs.put(new Uint8Array(Buffer.from('canary-4711-key', 'utf16le')))));
  const missing = contentHashSchema.parse(`sha256:${'0'.repeat(64)}`);
  await write(test, [
    {
      event_type: 'message_admitted',
      message_id: messageIdSchema.parse('msg-1763244000000-9f2c1a7b'),
      text: 'look',
      images: [...hashes, missing].map((blob) => ({ blob, media_type: 'image/png' })),
    },
  ]);
  const redactor = createRedactor({ secrets: ['canary-4711-key'] });
  const without = fieldsOfLines((await exportText(test.store, { redactor })).text);
  expect(without[0]).toMatchObject({
    left_out: [
      { blob: hashes[0], bytes: 5, reason: 'not_asked' },
      { blob: hashes[1], reason: 'not_asked' },
      { blob: hashes[2], reason: 'not_asked' },
      { blob: missing, bytes: null, reason: 'missing' },
    ],
  });
  const values = fieldsOfLines((await exportText(test.store, { redactor, withFiles: true })).text);
  expect(values[0]?.['left_out']).toEqual([
    { blob: hashes[1], bytes: 19, reason: 'secret' },
    { blob: hashes[2], bytes: 30, reason: 'secret' },
    { blob: missing, bytes: null, reason: 'missing' },
  ]);
  expect(values.at(-2)).toMatchObject({ blob: hashes[0], bytes: Buffer.from(plain).toString('base64') });
});

it('fails when the session is rewritten while it is exported, and takes one that goes on as it was', async () => {
  const test = createTestJournal();
  await write(test, [turnDraft(1)]);
  let reads = 0;
  const changing = (change: (lines: readonly string[]) => readonly string[]) => ({
    ...test.store,
    read: async function* () {
      reads += 1;
      const lines = (await test.text()).trimEnd().split('\n');
      for (const line of reads > 1 ? change(lines) : lines)
        yield { ok: true as const, value: [{ bytes: new TextEncoder().encode(line), finished: true }] };
    },
  });
  const longer = await exportText(changing((lines) => [...lines, 'more']));
  expect(fieldsOfLines(longer.text)).toHaveLength(4);
  reads = 0;
  const rewritten = exportText(changing((lines) => lines.map((line) => line.replace('hello', 'hallo'))));
  await expect(rewritten).rejects.toThrow('was changed while it was exported');
  reads = 0;
  await expect(exportText(changing((lines) => lines.slice(1)))).rejects.toThrow('was changed');
});

it('writes nothing that a terminal would obey or a way between machines would change', async () => {
  const test = createTestJournal();
  const hostile = '\u001B[2J\u202E\uFEFF\u200D\u2028\u0007\u{E0041}é漢👩‍💻\uD800';
  await write(test, [turnDraft(1, hostile)]);
  for (const format of FORMATS) {
    const { text } = await exportText(test.store, { format });
    expect(
      text.match(/(?![\n\t])[\p{Cc}\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/gu),
      format,
    ).toBe(null);
    expect(text.isWellFormed(), format).toBe(true);
    expect(text, format).toContain('é漢');
  }
  const [, , turn] = fieldsOfLines((await exportText(test.store)).text);
  expect(turn?.['user']).toEqual({ text: hostile });
});
