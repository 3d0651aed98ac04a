import { fail, rookError, sessionIdSchema, succeed, type Result, type SessionId } from '@rook/contract';

import type { SessionWriter, Store } from '../store.ts';
import type { SuiteCase } from './failed-cases.ts';
import { storeBlobSuite } from './store-blob-suite.ts';
import { storeTrashSuite } from './store-trash-suite.ts';

const session = sessionIdSchema.parse('rook-20261115-00000001');
const other = sessionIdSchema.parse('rook-20261116-00000002');
const me = { surface: 'suite', endpoint: 'http://127.0.0.1:4100' };

const idle = async () => succeed(undefined);

/** What every store promises. */
export const storeSuite: readonly SuiteCase<Store>[] = [
  ...storeTrashSuite,
  ...storeBlobSuite,
  {
    title: 'a session that was never opened has no lines and is not listed',
    check: async (open) => {
      const listed = await open().list();
      return (await readAll(open(), session)) === '' && listed.ok && listed.value.length === 0
        ? null
        : `got ${JSON.stringify(listed)}`;
    },
  },
  {
    title: 'a place that can be written says so, and nothing is left of the try',
    check: async (open) => {
      const [first, second] = [await open().checkWritable(), await open().checkWritable()];
      const listed = await open().list();
      return first.ok && second.ok && listed.ok && listed.value.length === 0 ? null : 'it does not';
    },
  },
  {
    title: 'an append that succeeded is there for another process at once, byte for byte',
    check: async (open) => {
      const writer = await take(open(), session);
      const awkward = `one\ntwo\u2028\r\n\u0000\u0000\n${'x'.repeat(3_000_000)}\n{"torn`;
      for (const [index, part] of splitAt(awkward, 7).entries()) {
        const appended = await writer.append(encode(part), index % 2 === 0);
        if (!appended.ok) return appended.error.message;
        const expected = splitAt(awkward, 7)
          .slice(0, index + 1)
          .join('');
        if ((await readAll(open(), session)) !== expected)
          return `after part ${index} something else is there`;
      }
      await writer.close();
      return null;
    },
  },
  {
    title: 'bytes that are no text stay what they are',
    check: async (open) => {
      const bytes = Uint8Array.from([0xff, 0xfe, 0x00, 0x0a, 0x0a, 0xc3, 0x28]);
      await withWriter(open(), session, async (writer) => writer.append(bytes, false));
      const lines = await readLines(open(), session);
      const shown = lines.map((line) => `${[...line.bytes].join(' ')}${line.finished ? '' : '…'}`);
      return JSON.stringify(shown) === '["255 254 0","","195 40…"]' ? null : `got ${shown.join('|')}`;
    },
  },
  {
    title: 'who has read a part of the lines reads on behind it, also over more than one read',
    check: async (open) => {
      const text = `one\nzwölf\n${'x'.repeat(700_000)}\nlast\n{"torn`;
      await withWriter(open(), session, async (writer) => writer.append(encode(text), false));
      for (const from of [0, 4, 11, 11 + 700_001, encode(text).length]) {
        const read: string[] = [];
        for await (const batch of open().read(session, from))
          for (const line of batch.ok ? batch.value : [])
            read.push(`${new TextDecoder().decode(line.bytes)}${line.finished ? '\n' : ''}`);
        const expected = new TextDecoder().decode(encode(text).subarray(from));
        if (read.join('') !== expected) return `from byte ${from} something else comes`;
      }
      return null;
    },
  },
  {
    title: 'appends made at the same time keep the order of the calls',
    check: async (open) => {
      const words = Array.from({ length: 50 }, (_unused, index) => `${index}\n`);
      await withWriter(open(), session, async (writer) =>
        Promise.all(words.map(async (word, index) => writer.append(encode(word), index % 3 === 0))),
      );
      return (await readAll(open(), session)) === words.join('')
        ? null
        : 'the order changed or lines are missing';
    },
  },
  {
    title: 'one holder at a time, who is named, and the next one after that',
    check: async (open) => {
      const first = await take(open(), session);
      const second = await open().open(session, me);
      const holder = await open().holder(session);
      const elsewhere = await open().open(other, me);
      await first.close();
      await first.close();
      const third = await open().open(session, me);
      if (second.ok || second.error.code !== 'session_in_use') return 'two could hold it';
      if (!holder.ok || holder.value?.surface !== me.surface) return 'the holder is not named';
      if (holder.value.endpoint !== me.endpoint) return 'the holder cannot be reached';
      if (!elsewhere.ok || !third.ok) return 'it stayed held';
      await third.value.close();
      await elsewhere.value.close();
      const free = await open().holder(session);
      return free.ok && free.value === null ? null : 'a holder is named although there is none';
    },
  },
  {
    title: 'nothing is written through a writer that was closed',
    check: async (open) => {
      const writer = await take(open(), session);
      await writer.append(encode('one\n'), false);
      await writer.close();
      const late = await writer.append(encode('two\n'), false);
      return !late.ok && (await readAll(open(), session)) === 'one\n' ? null : 'it was';
    },
  },
  {
    title: 'a writer that was opened anew goes on behind what is there',
    check: async (open) => {
      const written = await withWriter(open(), session, async (writer) => {
        await writer.append(encode('one\n'), true);
        await writer.reopen();
        return writer.append(encode('two\n'), true);
      });
      return written.ok && (await readAll(open(), session)) === 'one\ntwo\n' ? null : 'it does not';
    },
  },
  {
    title: 'a session is placed whole or not at all, and never over another one',
    check: async (open) => {
      const broken = await open().place(session, placed('one\n', undefined));
      const listed = await open().list();
      if (broken.ok || broken.error.code !== 'busy') return 'the failure of a chunk is not told';
      if (!listed.ok || listed.value.length > 0) return 'a part was placed';
      const whole = await open().place(session, placed('one\n', 'two\n'));
      if (!whole.ok || (await readAll(open(), session)) !== 'one\ntwo\n') return 'it is not there';
      const again = await open().place(session, placed('three\n'));
      if (again.ok || again.error.code !== 'exists') return 'another one was placed over it';
      await withWriter(open(), session, async (writer) => writer.append(encode('four\n'), true));
      return (await readAll(open(), session)) === 'one\ntwo\nfour\n' ? null : 'it does not go on';
    },
  },
  {
    title: 'sessions are listed with their size and are apart',
    check: async (open) => {
      await withWriter(open(), session, async (writer) => writer.append(encode('a\n'), false));
      await withWriter(open(), other, async (writer) => writer.append(encode('bb\n'), false));
      const listed = await open().list();
      const sizes = new Map(listed.ok ? listed.value.map(({ id, bytes }) => [id, bytes]) : []);
      const right = sizes.size === 2 && sizes.get(session) === 2 && sizes.get(other) === 3;
      return right && (await readAll(open(), other)) === 'bb\n' ? null : `got ${JSON.stringify([...sizes])}`;
    },
  },
  {
    title: 'one changes the files of the workspace at a time, and each gets the answer of its own work',
    check: async (open) => {
      let inside = 0;
      let most = 0;
      const work = async (number: number): Promise<Result<number>> => {
        inside += 1;
        most = Math.max(most, inside);
        // Long enough for another one to come in, if it could.
        for (let step = 0; step < 5; step += 1) await open().blobs.put(Uint8Array.of(number, step));
        inside -= 1;
        return number === 3 ? fail(rookError('stale_file', 'three')) : succeed(number);
      };
      const answers = await Promise.all(
        [1, 2, 3, 4].map(async (number) => open().changing(async () => work(number))),
      );
      const told = answers.map((answer) => (answer.ok ? answer.value : answer.error.message));
      return most === 1 && JSON.stringify(told) === JSON.stringify([1, 2, 'three', 4])
        ? null
        : `${most} at once: ${JSON.stringify(told)}`;
    },
  },
  {
    title: 'who does not want to wait for a change hears that it is busy, and the work is not begun',
    check: async (open) => {
      const release = Promise.withResolvers<void>();
      const begun = Promise.withResolvers<void>();
      const first = open().changing(async () => {
        begun.resolve();
        await release.promise;
        return succeed('first');
      });
      await begun.promise;
      let ran = false;
      const act = async () => {
        ran = true;
        return succeed('second');
      };
      const second = await open().changing(act, { milliseconds: 0 });
      release.resolve();
      await first;
      if (ran || second.ok || second.error.code !== 'busy') return `got ${JSON.stringify(second)}`;
      return (await open().changing(act)).ok ? null : 'it stays busy';
    },
  },
  {
    title:
      'who left a change open is named until it is settled, whatever others or it itself change meanwhile',
    check: async (open) => {
      const told: string[] = [];
      const tell = async (): Promise<void> => {
        const left = await open().leftChanging();
        told.push(left.ok ? left.value.toSorted().join(' ') : left.error.code);
      };
      await open().changing(
        async (mark) => {
          const noted = await mark.noted();
          await tell();
          return noted;
        },
        { session },
      );
      await tell();
      for (const one of [session, other])
        await open().changing(
          async (mark) => {
            mark.leaveOpen();
            return fail(rookError('internal', 'It stands in the middle.'));
          },
          { session: one },
        );
      await open().changing(idle, { session });
      await open().changing(idle);
      await tell();
      for (const one of [session, other]) {
        await open().changing(
          async (mark) => {
            mark.settle();
            return succeed(undefined);
          },
          { session: one },
        );
        await tell();
      }
      const right = [session, '', `${session} ${other}`, other, ''];
      return JSON.stringify(told) === JSON.stringify(right) ? null : `told ${JSON.stringify(told)}`;
    },
  },
  {
    title: 'anchors and documents are there for another process, each under its session',
    check: async (open) => {
      const anchor = { seq: 3, hash: 'a'.repeat(64) };
      await open().anchors.set(session, { seq: 1, hash: 'b'.repeat(64) });
      await open().anchors.set(session, anchor);
      await withWriter(open(), session, async (writer) => writer.append(encode('a\n'), false));
      await open().documents.put(session, 'session.json', '{"a":1}');
      const [mine, none] = [await open().anchors.get(session), await open().anchors.get(other)];
      const all = await open().anchors.list();
      const [text, missing] = [
        await open().documents.get(session, 'session.json'),
        await open().documents.get(session, 'x'),
      ];
      const anchored =
        mine.ok && JSON.stringify(mine.value) === JSON.stringify(anchor) && none.ok && none.value === null;
      const named = all.ok && all.value.length === 1 && all.value[0] === session;
      const documented = text.ok && text.value === '{"a":1}' && missing.ok && missing.value === null;
      return anchored && named && documented
        ? null
        : `got ${JSON.stringify([mine, none, all, text, missing])}`;
    },
  },
];

const encode = (text: string) => new TextEncoder().encode(text);

/** Chunks, and a failure where there is none. */
async function* placed(...texts: readonly (string | undefined)[]): AsyncGenerator<Result<Uint8Array>> {
  for (const text of texts) {
    yield text === undefined ? fail(rookError('busy', 'It broke.')) : succeed(encode(text));
  }
}

function splitAt(text: string, parts: number): string[] {
  const size = Math.ceil(text.length / parts);
  return Array.from({ length: parts }, (_unused, index) => text.slice(index * size, (index + 1) * size));
}

async function take(store: Store, id: SessionId): Promise<SessionWriter> {
  const opened = await store.open(id, me);
  if (!opened.ok) throw new Error(opened.error.message);
  return opened.value;
}

async function withWriter<Value>(
  store: Store,
  id: SessionId,
  use: (writer: SessionWriter) => Promise<Value>,
): Promise<Value> {
  const writer = await take(store, id);
  const value = await use(writer);
  await writer.close();
  return value;
}

async function readLines(store: Store, id: SessionId): Promise<{ bytes: Uint8Array; finished: boolean }[]> {
  const lines: { bytes: Uint8Array; finished: boolean }[] = [];
  for await (const batch of store.read(id)) {
    if (!batch.ok) throw new Error(batch.error.message);
    lines.push(...batch.value);
  }
  return lines;
}

async function readAll(store: Store, id: SessionId): Promise<string> {
  const lines = await readLines(store, id);
  const decoder = new TextDecoder();
  return lines.map(({ bytes, finished }) => `${decoder.decode(bytes)}${finished ? '\n' : ''}`).join('');
}
