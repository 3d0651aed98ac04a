import { fail, rookError, succeed } from '@rook/contract';

import type { LedgerFile } from '../ledger-file.ts';
import type { SuiteCase } from './failed-cases.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

/** What every adapter of `LedgerFile` promises. */
export const ledgerFileSuite: readonly SuiteCase<LedgerFile>[] = [
  {
    title: 'without a file there are no lines and no bookmark',
    check: async (open) => {
      const seen = await bookmarkOf(open());
      return seen === 'null' ? expectText(open(), '') : `the bookmark is ${seen}`;
    },
  },
  {
    title: 'what is added stands there once, in order, also for another process',
    check: async (open) => {
      for (const text of ['one\n', 'two\n', 'three\n']) await add(open(), text, text);
      return expectText(open(), 'one\ntwo\nthree\n');
    },
  },
  {
    title: 'the bookmark is that of the last addition, also of an empty one',
    check: async (open) => {
      await add(open(), 'one\n', 'first');
      const first = await bookmarkOf(open());
      await add(open(), '', 'second');
      const seen = [first, await bookmarkOf(open())].join(' ');
      return seen === 'first second' ? expectText(open(), 'one\n') : `the bookmarks were ${seen}`;
    },
  },
  {
    title: 'bytes are replaced by others, also longer and shorter ones, and what is added follows',
    check: async (open) => {
      await add(open(), 'one\nzwölf\nthree\n', 'first');
      const splices = [
        { start: 0, end: 3, text: 'eleven' },
        { start: 4, end: 10, text: 'ä' },
      ];
      const done = await open().hold(async (ledger) => {
        const replaced = await ledger.replace(splices);
        return replaced.ok ? ledger.append(bytes('four\n'), 'second') : replaced;
      });
      if (!done.ok) return done.error.message;
      const seen = await bookmarkOf(open());
      return seen === 'second' ? expectText(open(), 'eleven\nä\nthree\nfour\n') : `the bookmark is ${seen}`;
    },
  },
  {
    title: 'after a replacement alone the bookmark counts no more, and is still known',
    check: async (open) => {
      await add(open(), 'one\n', 'first');
      await open().hold(async (ledger) => ledger.replace([{ start: 0, end: 3, text: 'two' }]));
      const last = await open().hold(async ({ lastBookmark }) => succeed(lastBookmark));
      const seen = `${await bookmarkOf(open())} ${last.ok ? (last.value ?? 'none') : last.error.message}`;
      return seen === 'null first' ? expectText(open(), 'two\n') : `the bookmarks were ${seen}`;
    },
  },
  {
    title: 'many that read and add at the same time wait for each other',
    check: async (open) => {
      await Promise.all(Array.from({ length: 20 }, async () => addNext(open())));
      return expectText(open(), Array.from({ length: 20 }, (_unused, index) => `${index}\n`).join(''));
    },
  },
  {
    title: 'a failure of the work is its answer, and leaves everything as it was',
    check: async (open) => {
      await add(open(), 'one\n', 'first');
      const failed = await open().hold(async () => fail(rookError('internal', 'no')));
      if (failed.ok) return 'it succeeded';
      const seen = await bookmarkOf(open());
      return seen === 'first' ? expectText(open(), 'one\n') : `the bookmark is ${seen}`;
    },
  },
];

async function add(file: LedgerFile, text: string, bookmark: string): Promise<void> {
  await file.hold(async (ledger) => ledger.append(bytes(text), bookmark));
}

/** Adds the number of the lines that are there. */
async function addNext(file: LedgerFile): Promise<void> {
  await file.hold(async (ledger) => {
    const text = await textOf(file);
    const next = text.split('\n').length - 1;
    return ledger.append(bytes(`${next}\n`), String(next));
  });
}

async function bookmarkOf(file: LedgerFile): Promise<string> {
  const held = await file.hold(async ({ bookmark }) => succeed(String(bookmark)));
  return held.ok ? (held.value ?? 'no folder') : held.error.message;
}

async function expectText(file: LedgerFile, wanted: string): Promise<string | null> {
  const text = await textOf(file);
  return text === wanted ? null : `it reads ${JSON.stringify(text)}`;
}

async function textOf(file: LedgerFile): Promise<string> {
  const parts: string[] = [];
  for await (const batch of file.read()) {
    if (!batch.ok) return batch.error.message;
    for (const line of batch.value)
      parts.push(`${new TextDecoder().decode(line.bytes)}${line.finished ? '\n' : ''}`);
  }
  return parts.join('');
}
