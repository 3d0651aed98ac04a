import { setImmediate as settleTasks } from 'node:timers/promises';

import { fail, rookError, succeed, type Result } from '@rook/contract';
import { expect, it } from 'vitest';

import type { Log } from '../ports/log.ts';
import type { IndexState, IndexWatch, SearchIndex } from '../ports/search-index.ts';
import { CLOSING_MILLISECONDS, INDEX_TIMES } from './keep-index.ts';
import { createTestJournal, must, startDraft, turnDraft } from './test-journal.ts';

const STATE: IndexState = { sessions: 1, entries: 1, readBytes: 1 };

interface WatchedIndex extends SearchIndex {
  readonly calls: string[];
}

/** An index that takes nothing in and says what was asked of it. */
function createWatchedIndex(update: (watch: IndexWatch) => Promise<Result<IndexState>>): WatchedIndex {
  const calls: string[] = [];
  return {
    calls,
    update: async (watch = {}) => {
      calls.push('update');
      return update(watch);
    },
    rebuild: async () => succeed(STATE),
    search: async () => succeed({ hits: [], more: false }),
    close: async () => void calls.push('close'),
  };
}

const updateAtOnce = async () => succeed(STATE);

/** One that works until it is told to end. */
const updateForever = async ({ signal }: IndexWatch): Promise<Result<IndexState>> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  signal?.addEventListener('abort', () => resolve());
  await promise;
  return fail(rookError('cancelled', 'Cancelled.'));
};

function createListLog(): Log & { readonly lines: string[] } {
  const lines: string[] = [];
  return { lines, write: (level, message) => lines.push(`${level} ${message}`) };
}

it('I-30 I-37 brings the index up to date once nothing was written for a while', async () => {
  const test = createTestJournal();
  const index = createWatchedIndex(updateAtOnce);
  const journal = await test.open({ index: async () => index });
  for (let turn = 1; turn <= 3; turn += 1) {
    must(await journal.append([turnDraft(turn)]));
    test.clock.advance(INDEX_TIMES.quiet - 1);
    await settleTasks();
  }
  expect(index.calls).toEqual([]);
  test.clock.advance(1);
  await settleTasks();
  expect(index.calls).toEqual(['update']);
  must(await journal.append([turnDraft(4)]));
  must(await journal.close());
  expect(index.calls).toEqual(['update', 'update', 'close']);
});

it('I-30 does not wait for quiet for ever', async () => {
  const test = createTestJournal();
  const index = createWatchedIndex(updateAtOnce);
  const journal = await test.open({ index: async () => index });
  for (let passed = 0; passed < INDEX_TIMES.longestWait; passed += 1000) {
    must(await journal.append([turnDraft(1)]));
    test.clock.advance(1000);
    await settleTasks();
  }
  expect(index.calls).toEqual(['update']);
});

it('I-30 opens no index where nothing was written', async () => {
  const test = createTestJournal();
  const first = await test.open();
  must(await first.append([startDraft]));
  must(await first.close());
  let opened = 0;
  const journal = await test.open({
    index: async () => {
      opened += 1;
      return undefined;
    },
  });
  must(await journal.close());
  expect(opened).toBe(0);
});

it('I-30 writes on while the index is brought up to date, one update at a time', async () => {
  const test = createTestJournal();
  const index = createWatchedIndex(updateForever);
  const journal = await test.open({ index: async () => index });
  for (let turn = 1; turn <= 3; turn += 1) {
    must(await journal.append([turnDraft(turn)]));
    test.clock.advance(INDEX_TIMES.quiet);
    await settleTasks();
  }
  expect(index.calls).toEqual(['update']);
  expect(await test.text()).toContain('t0003');
});

it('I-30 gives an index little time when the journal is closed, and the session is free before that', async () => {
  const test = createTestJournal();
  const index = createWatchedIndex(updateForever);
  const journal = await test.open({ index: async () => index });
  must(await journal.append([turnDraft(1)]));
  const closing = journal.close();
  let isClosed = false;
  void closing.then(() => (isClosed = true));
  await expect.poll(() => index.calls).toEqual(['update']);
  const other = must(await test.store.open(test.session, { surface: 'other' }));
  await other.close();
  test.clock.advance(CLOSING_MILLISECONDS - 1);
  await settleTasks();
  expect(isClosed).toBe(false);
  test.clock.advance(1);
  must(await closing);
  expect(index.calls.at(-1)).toBe('close');
});

it.each<[string, () => Promise<SearchIndex | undefined>, RegExp | undefined]>([
  ['cannot be opened', async () => Promise.reject(new Error('no index')), /^error .*no index/],
  [
    'fails',
    async () => createWatchedIndex(async () => fail(rookError('busy', 'Somebody works.'))),
    /^debug .*Somebody works/,
  ],
  [
    'throws',
    async () => createWatchedIndex(async () => Promise.reject(new Error('a fault'))),
    /^error .*a fault/,
  ],
  ['shall not be', async () => undefined, undefined],
])('I-30 writes and closes a journal whose index %s, and says so in the log', async (_name, open, said) => {
  const test = createTestJournal();
  const log = createListLog();
  const journal = await test.open({ index: open, log });
  must(await journal.append([turnDraft(1)]));
  test.clock.advance(INDEX_TIMES.quiet);
  await settleTasks();
  must(await journal.append([turnDraft(2)]));
  must(await journal.close());
  expect(log.lines.map((line) => said?.test(line))).toEqual(said === undefined ? [] : [true, true]);
});
