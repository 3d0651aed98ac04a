import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import type { SessionId } from '@rook/contract';
import { searchByScan, type SearchFilter, type SearchIndex, type StoredSession } from '@rook/engine';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { createSearchIndex, createWordSplitter } from '../src/index.ts';
import { must } from './fault-room.ts';
import { makeSearchRoom, sessions, type SearchRoom } from './search-room.ts';

const splitter = createWordSplitter();

/** Words that differ in script, case, marks and folding, and what stands between words. */
const PIECES = [
  'error Error ERRORS err naïve NAIVE e\u0301clair éclair Ωmega ωμέγα ας ΑΣ'.split(' '),
  '日本語 日本 привет ПРИВЕТ straße STRASSE İstanbul istanbul ﬁx ١٢٣ Ǆ ªº ªºt'.split(' '),
  'a b2 x_y foo-bar don’t 😀 \u2028 \uD83D \u0000 \n " \\ \uF8FF'.split(' '),
].flat();
const text = fc.oneof(
  fc.array(fc.constantFrom(...PIECES), { maxLength: 5 }).map((pieces) => pieces.join(' ')),
  fc.array(fc.constantFrom(...PIECES), { maxLength: 3 }).map((pieces) => pieces.join('')),
  fc.string({ unit: 'binary', maxLength: 12 }),
);
const TYPES = ['turn', 'tool_call', 'tag', 'action', 'from_the_future', 'command_ended', 'file_shown'];
const PATHS = ['src/add.ts', './src/add.ts', 'lib/src/add.ts', 'add.ts', 'src\\other.ts'];

/** A line of any kind, with or without its end. */
const line = fc
  .record({
    type: fc.constantFrom(...TYPES),
    time: fc.integer({ min: 0, max: 5 }),
    one: text,
    other: text,
    tag: fc.constantFrom('bug', 'two words', 'ünï'),
    tool: fc.constantFrom('edit', 'read_file'),
    path: fc.constantFrom(...PATHS),
  })
  .map(({ type, time, one, other, tag, tool, path }) =>
    JSON.stringify({
      event_type: type,
      timestamp: new Date(Date.UTC(2026, 10, 15) + time * 1000).toISOString(),
      turn_id: 't0001',
      tags: [tag],
      path,
      user: { text: one },
      assistant: { text: { truncated: true, byte_len: 9, sha256: 'x', preview: other } },
      title: one,
      details: other,
      note: one,
      output: other,
      tool: { name: tool, input: { path, list: [one, { deep: other }] } },
      result: { ok: true, reply: one },
      unknown: [one],
    }),
  );
const anyLine = fc.oneof(
  { weight: 9, arbitrary: line },
  {
    weight: 1,
    arbitrary: fc.constantFrom('', '{}', 'torn {"event_type":"turn"', '[1]', '{"event_type":"turn"}'),
  },
);
const lines = fc
  .tuple(fc.array(anyLine, { minLength: 1, maxLength: 4 }), fc.constantFrom('\n', ''))
  .map(([all, end]) => all.join('\n') + (all.length > 0 ? end : ''));

const step = fc.record({
  session: fc.constantFrom(...sessions.slice(0, 2)),
  kind: fc.constantFrom('add', 'add', 'add', 'edit', 'edit', 'put', 'remove'),
  lines,
});
type Step = Parameters<Parameters<typeof step.map>[0]>[0];

const filter: fc.Arbitrary<SearchFilter> = fc.oneof(
  fc.constant({}),
  fc.constantFrom(...sessions).map((session) => ({ session })),
  fc.constantFrom(...TYPES).map((type) => ({ type })),
  fc.constantFrom('bug', 'two words', 'ünï', 'none').map((tag) => ({ tag })),
  fc.constantFrom('edit', 'none').map((tool) => ({ tool })),
  fc.constantFrom('src/add.ts', 'add.ts', 'other.ts', 'd.ts').map((file) => ({ file })),
  fc.integer({ min: 0, max: 5 }).map((time) => ({ since: Date.UTC(2026, 10, 15) + time * 1000 })),
  fc.integer({ min: 0, max: 5 }).map((time) => ({ before: Date.UTC(2026, 10, 15) + time * 1000 })),
);
const word = fc.constantFrom(
  'err',
  'error',
  'TERROR',
  'naïve',
  'knave',
  'eclair',
  'a',
  '日本',
  'ас',
  'ПРИ',
  'stras',
);
const question = fc.record({
  text: fc.oneof({ weight: 3, arbitrary: word }, { weight: 1, arbitrary: text }),
  filter: fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: filter }),
  limit: fc.constantFrom(1, 3, 100),
});

function take(room: SearchRoom, { session, kind, lines: added }: Step): void {
  if (kind === 'add') room.add(session, added);
  else if (kind === 'put') room.put(session, added);
  else if (kind === 'remove') room.remove(session);
  else {
    // Somebody changes a letter and nothing else.
    room.add(session, '');
    const before = readFileSync(room.file(session), 'utf8');
    room.put(session, before.replaceAll('error', 'tERROR').replaceAll('naïve', 'knave').replaceAll('a', 'ą'));
  }
}

/** The suite: after every step, whatever it was, the index answers as the scan does. */
async function checkIndex(
  create: (room: SearchRoom) => SearchIndex,
  { runs, seed }: { readonly runs: number; readonly seed?: number },
): Promise<void> {
  const rounds = fc.array(fc.tuple(step, fc.array(question, { minLength: 1, maxLength: 3 })), {
    minLength: 2,
    maxLength: 6,
  });
  const property = fc.asyncProperty(rounds, async (steps) => {
    const room = makeSearchRoom();
    const index = create(room);
    try {
      for (const [one, questions] of steps) {
        take(room, one);
        must(await index.update());
        for (const asked of questions) {
          const scanned = await searchByScan(room.store, splitter, asked);
          expect(await index.search(asked)).toEqual(scanned);
        }
      }
    } finally {
      await index.close();
      rmSync(room.root, { recursive: true, force: true });
    }
  });
  // A twin fails on purpose; nobody needs its smallest failure.
  await fc.assert(property, { numRuns: runs, ...(seed === undefined ? {} : { seed, endOnFailure: true }) });
}

it('I-30 answers from the index what a scan of the journals answers, after every change', async () => {
  await expect(
    checkIndex(({ folder, store }) => createSearchIndex(folder, store), { runs: 100 }),
  ).resolves.toBeUndefined();
}, 120_000);

/** A twin that sees the journals only through a copy, which a rule keeps up to date in a wrong way. */
function createTwin(room: SearchRoom, copy: (session: StoredSession, path: string) => void): SearchIndex {
  const mirror = makeSearchRoom();
  const index = createSearchIndex(mirror.folder, mirror.store);
  const refresh = async () => {
    const listed = must(await room.store.list());
    const there = new Set<SessionId>(listed.map(({ id }) => id));
    for (const session of sessions) if (!there.has(session)) mirror.remove(session);
    for (const session of listed) {
      const path = mirror.file(session.id);
      mkdirSync(dirname(path), { recursive: true });
      copy(session, path);
    }
  };
  return {
    ...index,
    update: async (watch) => {
      await refresh();
      return index.update(watch);
    },
  };
}

type Copy = Parameters<typeof createTwin>[1];

const copyAll: Copy = ({ path }, copy) => writeFileSync(copy, readFileSync(path));

const forgetLast: Copy = ({ path }, copy) => {
  const all = readFileSync(path, 'utf8').split('\n');
  writeFileSync(copy, all.slice(0, -2).join('\n') + (all.length > 2 ? '\n' : ''));
};

const onlyAppend: Copy = ({ path }, copy) => {
  const known = readIfThere(copy);
  writeFileSync(copy, Buffer.concat([known, readFileSync(path).subarray(known.length)]));
};

it('I-30 accepts an index that sees a true copy', async () => {
  const checked = checkIndex((room) => createTwin(room, copyAll), { runs: 25, seed: 1 });
  await expect(checked).resolves.toBeUndefined();
}, 120_000);

it.each([
  ['forgets the last line of a batch', forgetLast],
  ['does not notice a rewritten file', onlyAppend],
])(
  'I-30 rejects an index that %s',
  async (_name, copy) => {
    const checked = checkIndex((room) => createTwin(room, copy), { runs: 150, seed: 1 });
    await expect(checked).rejects.toThrow(/Property failed/);
  },
  120_000,
);

function readIfThere(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    return Buffer.alloc(0);
  }
}
