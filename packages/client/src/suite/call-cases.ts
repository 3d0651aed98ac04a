import { contentHashSchema, fail, rookError, succeed, type Result } from '@rook/contract';

import type { StageCase } from './workbench-stage.ts';

/** What every transport promises of calls and blobs. */
export const callCases: readonly StageCase[] = [
  {
    title: 'a call goes down as it is, and its answer comes back',
    check: async ({ client, fake }) => {
      fake.answer('file_find', () => succeed({ paths: ['src/a.ts'] }));
      const answer = await client.call('file_find', { text: 'a', limit: 3 });
      const input = { text: 'a', limit: 3 };
      if (!isSame(fake.called, [{ name: 'file_find', input }])) return show(fake.called);
      return answer.ok && isSame(answer.value, { paths: ['src/a.ts'] }) ? null : show(answer);
    },
  },
  {
    title: 'a failing call gives its failure, with code, kind and sentence',
    check: async ({ client, fake }) => {
      const error = rookError('session_in_use', 'Another window writes to it – “now”.');
      fake.answer('about', () => fail(error));
      const answer = await client.call('about', {});
      return !answer.ok && isSame(answer.error, error) ? null : show(answer);
    },
  },
  {
    title: 'a workbench that throws gives a failure',
    check: async ({ client, fake }) => {
      fake.answer('about', () => {
        throw new TypeError('of the test');
      });
      return failsWith(await client.call('about', {}), 'internal');
    },
  },
  {
    title: 'a bad input is refused and goes no further',
    check: async ({ client, fake }) => {
      fake.answer('file_find', () => succeed({ paths: [] }));
      const answer = await client.call('file_find', { text: 'a', limit: 0 });
      return fake.called.length > 0 ? 'it was called' : failsWith(answer, 'invalid_input');
    },
  },
  {
    title: 'a bad output is a failure, not a value',
    check: async ({ client, fake }) => {
      fake.answer('file_find', () => succeed({ paths: [7] }));
      return failsWith(await client.call('file_find', { text: 'a' }), 'internal');
    },
  },
  {
    title: 'text of every script and a big one come back as they were',
    check: async ({ client, fake }) => {
      const text = `${'ä€😀\u2028\0\n"\\'.repeat(40_000)} עברית`;
      fake.answer('file_show', (input) => succeed({ text, sha256: JSON.stringify(input), size: 1 }));
      const answer = await client.call('file_show', { path: 'Größe/😀.txt' });
      if (!answer.ok) return show(answer);
      if (answer.value.text !== text) return 'the text differs';
      return answer.value.sha256 === '{"path":"Größe/😀.txt"}' ? null : answer.value.sha256;
    },
  },
  {
    title: 'calls beside each other get their own answers',
    check: async ({ client, fake }) => {
      fake.answer('file_show', (input) => succeed({ text: JSON.stringify(input), sha256: '', size: 1 }));
      const paths = Array.from({ length: 30 }, (_none, place) => `f${place}`);
      const answers = await Promise.all(paths.map(async (path) => client.call('file_show', { path })));
      const texts = answers.map((answer) => (answer.ok ? answer.value.text : answer.error.message));
      return isSame(
        texts,
        paths.map((path) => JSON.stringify({ path })),
      )
        ? null
        : show(texts);
    },
  },
  {
    title: 'bytes are kept and come back, every one of them',
    check: async ({ client }) => {
      const bytes = Uint8Array.from({ length: 300_000 }, (_none, place) => (place * 7 + (place >> 8)) % 256);
      for (const kept of [bytes, new Uint8Array()]) {
        const hash = await client.keepBlob(kept);
        if (!hash.ok) return show(hash);
        const read = await client.readBlob(hash.value);
        if (!read.ok || read.value === null) return show(read);
        if (read.value.length !== kept.length || read.value.some((byte, place) => byte !== kept[place])) {
          return 'the bytes differ';
        }
      }
      return null;
    },
  },
  {
    title: 'a part of kept bytes is that part, and what lies beyond their end is empty',
    check: async ({ client }) => {
      const bytes = Uint8Array.from({ length: 3000 }, (_none, place) => (place * 7 + (place >> 8)) % 256);
      const hash = await client.keepBlob(bytes);
      if (!hash.ok) return show(hash);
      for (const [from, count] of [
        [0, 3000],
        [0, 10],
        [1234, 1000],
        [2990, 1000],
        [3000, 5],
        [99_999, 5],
      ] as const) {
        const read = await client.readBlob(hash.value, { from, bytes: count });
        if (!read.ok || read.value === null) return show(read);
        if (!isSame([...read.value], [...bytes.subarray(from, from + count)]))
          return `${from}: the bytes differ`;
      }
      return null;
    },
  },
  {
    title: 'bytes that were never kept are null',
    check: async ({ client }) => {
      const read = await client.readBlob(contentHashSchema.parse(`sha256:${'0'.repeat(64)}`));
      return read.ok && read.value === null ? null : show(read);
    },
  },
];

function failsWith(answer: Result<unknown>, code: string): string | null {
  return !answer.ok && answer.error.code === code ? null : show(answer);
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function show(value: unknown): string {
  return JSON.stringify(value).slice(0, 500);
}
