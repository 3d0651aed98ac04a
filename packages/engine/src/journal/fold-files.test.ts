import {
  changeSetIdSchema,
  contentHashSchema,
  parseEntry,
  sessionDocumentSchema,
  type EntryDraft,
  type SessionDocument,
} from '@rook/contract';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { turnIdAfter } from './create-ids.ts';
import { languageOf } from './fold-files-language.ts';
import { addRanges, moveRanges } from './fold-files-ranges.ts';
import { knownFile } from './fold-files.ts';
import { createSessionFold } from './fold-session.ts';
import { loadSession } from './load-session.ts';
import { createTestJournal, must, session, turnDraft } from './test-journal.ts';

type Shown = Extract<EntryDraft, { event_type: 'file_shown' }>;
type Applied = Extract<EntryDraft, { event_type: 'change_set_applied' }>;

function shown(turn: number, fields: Partial<Shown> = {}): EntryDraft {
  return {
    event_type: 'file_shown',
    turn_id: turnIdAfter(turn - 1),
    path: 'src/a.ts',
    sha256: 'a1'.repeat(32),
    md5: 'c3'.repeat(16),
    size: 412,
    whole: true,
    by: 'ai-adhoc',
    ...fields,
  };
}

function applied(turn: number | null, file: Partial<Applied['files'][number]> = {}): Applied {
  const [before, after] = ['a1', 'b2'].map((part) => contentHashSchema.parse(`sha256:${part.repeat(32)}`));
  return {
    event_type: 'change_set_applied',
    change_set_id: changeSetIdSchema.parse(`cs-${turn ?? 0}`),
    ...(turn === null ? {} : { turn_id: turnIdAfter(turn - 1) }),
    kind: 'edit',
    intent_id: null,
    files: [
      {
        path: 'src/a.ts',
        status: 'applied',
        before_hash: before ?? null,
        after_hash: after ?? null,
        added: 1,
        removed: 1,
        ...file,
      },
    ],
  };
}

async function fold(drafts: readonly EntryDraft[]): Promise<SessionDocument> {
  const test = createTestJournal();
  const live = createSessionFold(session);
  const journal = await test.open({
    written: (entries) => entries.forEach((entry) => live.add(parseEntry(entry))),
  });
  must(await journal.append(drafts));
  const document = must(await loadSession(test.store, session));
  expect(document).toEqual(live.document());
  expect(sessionDocumentSchema.parse(document)).toEqual(document);
  return document;
}

const lines = (start: number, end: number) => ({ whole: false, ranges: [{ start, end }] });

it('D-14 D-16 keeps what is known of a file that was shown, alike live and after a reload', async () => {
  const { fileRegistry } = await fold([turnDraft(1), turnDraft(2), shown(3)]);
  expect(fileRegistry).toEqual({
    'src/a.ts': {
      path: 'src/a.ts',
      absolutePath: '/w/src/a.ts',
      md5: 'c3'.repeat(16),
      sha256: 'a1'.repeat(32),
      lastSeenTurn: 3,
      sizeBytes: 412,
      language: 'typescript',
      loadedBy: 'ai-adhoc',
      whole: true,
      ranges: [],
      stale: false,
    },
  });
});

it('D-16 D-18 marks a file as changed, with the hash that it has now, until it is shown again', async () => {
  const turns = [turnDraft(1), turnDraft(2)];
  const changed = await fold([...turns, shown(1), applied(2)]);
  expect(changed.fileRegistry['src/a.ts']).toMatchObject({
    lastSeenTurn: 1,
    lastModifiedTurn: 2,
    sha256: 'b2'.repeat(32),
    md5: null,
    whole: false,
    stale: true,
  });
  const again = shown(2, { sha256: 'b2'.repeat(32), md5: 'd4'.repeat(16) });
  const { fileRegistry } = await fold([...turns, shown(1), applied(2), again]);
  expect(fileRegistry['src/a.ts']).toMatchObject({
    lastSeenTurn: 2,
    md5: 'd4'.repeat(16),
    whole: true,
    stale: false,
  });
});

const after = { after_md5: 'd4'.repeat(16), after_size: 500 };
const rewound: Applied = { ...applied(1, { ...after, whole: true }), kind: 'rewind' };

it('D-10 D-16 offers the hash that a file has after the change, and knows what the model wrote of it', async () => {
  const whole = await fold([turnDraft(1), turnDraft(2), shown(1), applied(2, { ...after, whole: true })]);
  const now = { sha256: 'b2'.repeat(32), md5: 'd4'.repeat(16), sizeBytes: 500 };
  expect(whole.fileRegistry['src/a.ts']).toMatchObject({
    ...now,
    lastSeenTurn: 2,
    lastModifiedTurn: 2,
    whole: true,
    stale: false,
  });
  expect(whole.pairFileHistory[1]).toMatchObject([
    { op: 'update', md5: 'd4'.repeat(16), size: 500, prevMd5: 'c3'.repeat(16) },
  ]);
  const hunks = [{ start: 5, removed: 2, added: 4 }];
  const edited = await fold([turnDraft(1), shown(1), applied(1, { ...after, hunks })]);
  expect(edited.fileRegistry['src/a.ts']).toMatchObject({ ...now, whole: true, stale: false });
  const inPart = await fold([turnDraft(1), shown(1, lines(1, 10)), applied(1, { ...after, hunks })]);
  expect(inPart.fileRegistry['src/a.ts']).toMatchObject({
    ...now,
    whole: false,
    ranges: [{ start: 1, end: 12 }],
    stale: false,
  });
  const made = await fold([turnDraft(1), applied(1, { ...after, before_hash: null, whole: true })]);
  expect(made.fileRegistry['src/a.ts']).toMatchObject({ ...now, whole: true, loadedBy: 'ai-adhoc' });
});

it.each([
  ['the user made', [shown(1)], applied(null, { ...after, whole: true })],
  ['a rewind made', [shown(1)], rewound],
  [
    'the editor formatted on saving',
    [shown(1)],
    applied(1, { ...after, whole: true, planned_hash: contentHashSchema.parse(`sha256:${'e5'.repeat(32)}`) }),
  ],
  [
    'was of another content than was shown',
    [shown(1, { sha256: 'e5'.repeat(32) })],
    applied(1, { ...after, hunks: [] }),
  ],
  ['nobody described', [shown(1)], applied(1, after)],
])('D-16 D-18 does not take for known what %s', async (_what, before, change) => {
  const { fileRegistry } = await fold([turnDraft(1), ...before, change]);
  expect(fileRegistry['src/a.ts']).toMatchObject({
    md5: 'd4'.repeat(16),
    sha256: 'b2'.repeat(32),
    whole: false,
    ranges: [],
    stale: true,
  });
});

it('D-16 moves the lines that are known as the lines themselves move', () => {
  const hunk = fc.record({
    gap: fc.integer({ min: 1, max: 6 }),
    removed: fc.integer({ min: 0, max: 4 }),
    added: fc.integer({ min: 0, max: 4 }),
  });
  const property = fc.property(fc.array(hunk, { maxLength: 5 }), fc.array(fc.boolean()), (steps, flags) => {
    // Each line is its number, or 0 where the change wrote it; known are those whose flag is set.
    const file = Array.from({ length: 60 }, (_unused, index) => index + 1);
    const isKnown = (line: number) => line === 0 || flags[line % Math.max(1, flags.length)] === true;
    let next = 1;
    const hunks = steps.map(({ gap, removed, added }) => {
      const start = next + gap;
      next = start + removed;
      return { start, removed, added };
    });
    const changed = hunks.reduceRight(
      (all, { start, removed, added }) =>
        all.toSpliced(start - 1, removed, ...Array.from({ length: added }, () => 0)),
      file,
    );
    const ranges = file.filter(isKnown).map((line) => ({ start: line, end: line }));
    const moved = addRanges([], moveRanges(addRanges([], ranges), hunks));
    const expected = changed.flatMap((line, index) =>
      isKnown(line) ? [{ start: index + 1, end: index + 1 }] : [],
    );
    expect(moved).toEqual(addRanges([], expected));
  });
  expect(() => fc.assert(property)).not.toThrow();
});

it('D-18 a search hit does not show a changed file again, and shows that one changed outside', async () => {
  const hit = shown(2, { whole: false, sha256: 'b2'.repeat(32) });
  for (const drafts of [
    [shown(1), applied(1), hit],
    [shown(1), hit],
  ]) {
    const { fileRegistry } = await fold([turnDraft(1), ...drafts]);
    expect(fileRegistry['src/a.ts']).toMatchObject({ lastSeenTurn: 2, whole: false, stale: true });
  }
});

it('D-14 adds up the parts of one content, and starts over with another', async () => {
  const { fileRegistry } = await fold([
    shown(1, lines(1, 10)),
    shown(1, lines(30, 40)),
    shown(1, lines(11, 20)),
  ]);
  expect(fileRegistry['src/a.ts']).toMatchObject({
    whole: false,
    ranges: [
      { start: 1, end: 20 },
      { start: 30, end: 40 },
    ],
  });
  const other = await fold([
    shown(1),
    shown(1, lines(1, 10)),
    shown(1, { ...lines(5, 6), sha256: 'e5'.repeat(32) }),
  ]);
  expect(other.fileRegistry['src/a.ts']).toMatchObject({ whole: false, ranges: [{ start: 5, end: 6 }] });
  expect((await fold([shown(1), shown(1, lines(1, 10))])).fileRegistry['src/a.ts']?.whole).toBe(true);
});

it('forgets a file that is gone and follows one that was renamed', async () => {
  const gone = await fold([turnDraft(1), shown(1), applied(1, { after_hash: null })]);
  expect(gone.fileRegistry).toEqual({});
  const same = contentHashSchema.parse(`sha256:${'a1'.repeat(32)}`);
  const moved = await fold([
    turnDraft(1),
    shown(1),
    applied(1, { path: 'src/b.py', renamed_from: 'src/a.ts', after_hash: same }),
  ]);
  expect(Object.keys(moved.fileRegistry)).toEqual(['src/b.py']);
  expect(moved.fileRegistry['src/b.py']).toMatchObject({
    absolutePath: '/w/src/b.py',
    whole: true,
    stale: false,
  });
});

it('D-08 D-09 D-10 lists per turn what happened to files, a change with the hash after it', async () => {
  const { pairFileHistory } = await fold([
    turnDraft(1),
    shown(1, { by: 'user' }),
    turnDraft(2),
    applied(2),
    applied(2, { path: 'new.ts', before_hash: null }),
    applied(2, { path: 'no.ts', status: 'refused' }),
    applied(2, { path: 'old.ts', after_hash: null }),
  ]);
  expect(pairFileHistory).toMatchObject([
    [{ file: 'src/a.ts', op: 'read', md5: 'c3'.repeat(16), size: 412, by: 'user' }],
    [
      { file: 'src/a.ts', op: 'update', sha256: 'b2'.repeat(32), prevMd5: 'c3'.repeat(16), by: 'ai' },
      { file: 'new.ts', op: 'create', sha256: 'b2'.repeat(32) },
      { file: 'old.ts', op: 'delete', sha256: null },
    ],
  ]);
});

it('D-09 counts what names no turn to the last one, and as done by the user', async () => {
  const { pairFileHistory, fileRegistry } = await fold([turnDraft(1), turnDraft(2), shown(2), applied(null)]);
  expect(pairFileHistory[1]).toMatchObject([{ op: 'read' }, { op: 'update', by: 'user' }]);
  expect(fileRegistry['src/a.ts']).toMatchObject({ lastModifiedTurn: 2, stale: true });
});

it.each(['__proto__', 'constructor', 'toString'])(
  'knows a file called %s only when it was shown',
  async (path) => {
    const none = await fold([shown(1, { path: 'other' })]);
    expect(knownFile(none.fileRegistry, path)).toBeUndefined();
    const test = createTestJournal();
    const journal = await test.open();
    must(await journal.append([shown(1, { path })]));
    const { fileRegistry } = must(await loadSession(test.store, session));
    expect(knownFile(fileRegistry, path)).toMatchObject({ path, whole: true });
    expect(Object.keys(fileRegistry)).toEqual([path]);
  },
);

it('joins ranges as a set of lines would', () => {
  const range = fc
    .tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 0, max: 6 }))
    .map(([start, more]) => ({ start, end: start + more }));
  const property = fc.property(fc.array(fc.array(range, { maxLength: 4 }), { maxLength: 6 }), (steps) => {
    const set = new Set<number>();
    let ranges: ReturnType<typeof addRanges> = [];
    for (const step of steps) {
      ranges = addRanges(ranges, step);
      for (const { start, end } of step) for (let line = start; line <= end; line += 1) set.add(line);
    }
    const covered = ranges.flatMap(({ start, end }) =>
      Array.from({ length: end - start + 1 }, (_, index) => start + index),
    );
    expect(covered).toEqual([...set].toSorted((a, b) => a - b));
    for (const [index, { start }] of ranges.entries())
      expect(start).toBeGreaterThan((ranges[index - 1]?.end ?? -1) + 1);
  });
  expect(() => fc.assert(property)).not.toThrow();
});

it.each([
  ['a/b.ts', 'typescript'],
  ['X.PY', 'python'],
  ['Dockerfile', 'dockerfile'],
  ['.env', 'text'],
  ['a.unknown', 'text'],
])('D-14 says the language of %s', (path, language) => {
  expect(languageOf(path)).toBe(language);
});
