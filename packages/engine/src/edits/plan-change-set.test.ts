import { rookError } from '@rook/contract';
import { expect, it } from 'vitest';

import { listNamedPaths, planChangeSet } from './plan-change-set.ts';
import {
  askPlan,
  md5,
  messageOf,
  outcomeOf,
  planText,
  sha256,
  showLines,
  showWhole,
  toDisk,
} from './test-plan.ts';

const FILE = 'one\ntwo\nthree\nfour\nfive\n';
const edit = { edits: [{ search: 'two\n', replace: 'TWO\n' }] };
const EDITED = FILE.replace('two', 'TWO');

it.each<[string, Record<string, unknown>, string]>([
  ['whole content', { content: EDITED }, EDITED],
  ['a diff', { diff: '@@ -1,3 +1,3 @@\n one\n-two\n+TWO\n three\n' }, EDITED],
  ['a diff as content', { content: '@@ -1,3 +1,3 @@\n one\n-two\n+TWO\n three\n', isDiff: true }, EDITED],
  ['new text of lines', { content: 'TWO', lineRange: { start: 2, end: 2 } }, EDITED],
  ['line operations', { lineOperations: [{ type: 'replace', line: 2, content: 'TWO' }] }, EDITED],
  ['search and replace', edit, EDITED],
  [
    'empty content beside operations',
    { content: '', lineOperations: [{ type: 'delete', line: 1 }] },
    FILE.slice(4),
  ],
  ['a deletion', { delete: true }, 'deleted'],
])('E-01 plans %s', (_name, change, after) => {
  expect(planText(FILE, change)).toBe(after);
});

it('E-22 CF-05 plans a patch that adds, updates, moves and deletes files', () => {
  const patch = [
    '*** Begin Patch',
    '*** Add File: new.ts',
    '+first',
    '+second',
    '*** Update File: a.ts',
    '*** Move to: b.ts',
    '@@',
    ' one',
    '-two',
    '+TWO',
    '*** Delete File: old.ts',
    '*** End Patch',
  ].join('\n');
  expect(listNamedPaths([{ patch }])).toEqual(['new.ts', 'a.ts', 'b.ts', 'old.ts']);
  const files = { 'new.ts': null, 'a.ts': FILE, 'b.ts': null, 'old.ts': 'gone\n' };
  const plan = askPlan({ files, changes: [{ patch }] });
  expect(plan.files.map((file) => [file.path, outcomeOf(file)])).toEqual([
    ['new.ts', 'first\nsecond\n'],
    ['b.ts', EDITED],
    ['old.ts', 'deleted'],
  ]);
  expect(plan.files[1]).toMatchObject({ renamedFrom: 'a.ts', added: 1, removed: 1 });
});

it('E-07 says by lines what changes', () => {
  const [file] = askPlan({ files: { 'a.ts': FILE }, changes: [{ path: 'a.ts', ...edit }] }).files;
  const hunks = [{ oldStart: 1, oldEnd: 2, newStart: 1, newEnd: 2 }];
  expect(file).toMatchObject({ before: { hash: toDisk(FILE).hash }, added: 1, removed: 1, hunks });
});

it.each<[string, string[], string]>([
  ['the right MD5', [md5(FILE)], EDITED],
  ['the right SHA-256', [sha256(FILE)], EDITED],
  ['twelve digits of it', [sha256(FILE).slice(0, 12)], EDITED],
  ['the mark that the model was shown', [`[MD5: ${md5(FILE)}]`], EDITED],
  ['eleven digits', [sha256(FILE).slice(0, 11)], 'hash_mismatch'],
  ['a wrong hash', [md5('other')], 'hash_mismatch'],
  ['no hash', [], 'no_hash'],
])('E-03 E-04 without a session compares %s with the disk', (_name, [hash], outcome) => {
  const hashes = hash === undefined ? {} : { './a.ts': hash };
  const plan = askPlan({
    files: { 'a.ts': FILE },
    changes: [{ path: 'a.ts', ...edit }],
    hashes,
    options: { rule: 'disk' },
  });
  expect(outcomeOf(plan.files[0])).toBe(outcome);
});

const stale = showWhole(toDisk('older\n'));

it.each<[string, Parameters<typeof askPlan>[0]['shown'], string | undefined, string, string]>([
  ['shown', {}, undefined, EDITED, ''],
  ['never shown', { 'a.ts': null }, undefined, 'no_hash', 'No hash provided: '],
  ['never shown, but a right hash', { 'a.ts': null }, md5(FILE), 'no_hash', 'No hash provided: '],
  ['changed since', { 'a.ts': stale }, undefined, 'stale_file', 'Stale file: '],
  [
    'changed since, with the hash that was shown',
    { 'a.ts': stale },
    md5('older\n'),
    'stale_file',
    'Stale file: ',
  ],
  ['changed since, with the hash of today', { 'a.ts': stale }, md5(FILE), 'stale_file', 'Stale file: '],
  ['shown, with a wrong hash', {}, md5('x'), 'hash_mismatch', 'Hash mismatch: '],
])('E-04 E-25 CF-06 in a session: %s', (_name, shown = {}, hash, outcome, words) => {
  const changes = [{ path: 'a.ts', ...edit, ...(hash === undefined ? {} : { hash }) }];
  const [file] = askPlan({ files: { 'a.ts': FILE }, changes, shown }).files;
  expect(outcomeOf(file)).toBe(outcome);
  expect(messageOf(file).startsWith(words)).toBe(true);
});

it('E-25 names both hashes and says to look again', () => {
  const [file] = askPlan({
    files: { 'a.ts': FILE },
    changes: [{ path: 'a.ts', ...edit }],
    shown: { 'a.ts': stale },
  }).files;
  for (const words of [sha256('older\n'), sha256(FILE), md5(FILE), 'look at the file again']) {
    expect(messageOf(file)).toContain(words);
  }
});

it.each<[string, Record<string, unknown>, [number, number][], string]>([
  ['an edit of shown lines', edit, [[2, 2]], EDITED],
  ['an edit of hidden lines', edit, [[3, 5]], 'no_hash'],
  [
    'a hunk whose context is hidden',
    { diff: '@@ -1,3 +1,3 @@\n one\n-two\n+TWO\n three\n' },
    [[2, 3]],
    'no_hash',
  ],
  [
    'a hunk that was shown',
    { diff: '@@ -1,3 +1,3 @@\n one\n-two\n+TWO\n three\n' },
    [
      [1, 1],
      [2, 3],
    ],
    EDITED,
  ],
  ['an operation on a hidden line', { lineOperations: [{ type: 'delete', line: 2 }] }, [[1, 1]], 'no_hash'],
  [
    'an insertion beside a shown line',
    { lineOperations: [{ type: 'insert', line: 6, content: 'x' }] },
    [[5, 5]],
    `${FILE}x\n`,
  ],
  [
    'an insertion between hidden lines',
    { lineOperations: [{ type: 'insert', line: 4, content: 'x' }] },
    [[1, 2]],
    'no_hash',
  ],
  ['whole content', { content: EDITED }, [[1, 5]], 'no_hash'],
  ['a deletion', { delete: true }, [[1, 5]], 'no_hash'],
  ['a rename', { renameTo: 'b.ts' }, [[1, 5]], 'no_hash'],
])('E-04 a file shown in part: %s', (_name, change, ranges, outcome) => {
  const shown = { 'a.ts': showLines(FILE, ...ranges) };
  const plan = askPlan({
    files: { 'a.ts': FILE, 'b.ts': null },
    changes: [{ path: 'a.ts', ...change }],
    shown,
  });
  expect(outcomeOf(plan.files[0])).toBe(outcome);
});

it('E-05 a new file needs no hash, one that is there does', () => {
  const changes = [{ path: 'a.ts', content: 'new\n' }];
  expect(outcomeOf(askPlan({ files: { 'a.ts': null }, changes }).files[0])).toBe('new\n');
  expect(outcomeOf(askPlan({ files: { 'a.ts': 'old\n' }, changes, shown: { 'a.ts': null } }).files[0])).toBe(
    'no_hash',
  );
  const gone = askPlan({ files: { 'a.ts': null }, changes, shown: { 'a.ts': stale } });
  expect(outcomeOf(gone.files[0])).toBe('stale_file');
});

it.each<[string, Record<string, unknown>]>([
  ['an edit', edit],
  ['a deletion', { delete: true }],
  ['a rename', { renameTo: 'b.ts' }],
  ['a line operation', { lineOperations: [{ type: 'delete', line: 1 }] }],
])('E-12 %s of a file that is not there is not found', (_name, change) => {
  const plan = askPlan({ files: { 'a.ts': null, 'b.ts': null }, changes: [{ path: 'a.ts', ...change }] });
  expect(outcomeOf(plan.files[0])).toBe('not_found');
});

it('E-28 one refused file makes the others skipped, unless partial is wanted', () => {
  const changes = [
    { path: 'a.ts', ...edit },
    { path: 'b.ts', delete: true },
  ];
  const question = { files: { 'a.ts': FILE, 'b.ts': null }, changes };
  expect(askPlan(question).files.map(({ status }) => status)).toEqual(['skipped', 'refused']);
  expect(outcomeOf(askPlan(question).files[0])).toBe('other_refused');
  const partial = askPlan({ ...question, options: { partial: true } });
  expect(partial.files.map(outcomeOf)).toEqual([EDITED, 'not_found']);
});

it('E-12 what the caller refuses, or did not look at, refuses the set', () => {
  const refused = rookError('outside_workspace', 'It leads out.');
  const proposed = { complete: true, fileChanges: [{ path: '../x', content: 'y' }] } as const;
  for (const files of [new Map([['../x', { refused }]]), new Map()]) {
    const [file] = planChangeSet(proposed, files, { rule: 'disk' }).files;
    expect(outcomeOf(file)).toBe('outside_workspace');
  }
});

it('E-13 a change that changes nothing is skipped and refuses nobody', () => {
  const changes = [
    { path: 'a.ts', content: FILE },
    { path: 'b.ts', diff: '@@ -1,2 +1,2 @@\n one\n two\n' },
    { path: 'c.ts', ...edit },
  ];
  const plan = askPlan({ files: { 'a.ts': FILE, 'b.ts': FILE, 'c.ts': FILE }, changes });
  expect(plan.files.map(({ status }) => status)).toEqual(['skipped', 'skipped', 'planned']);
  expect(plan.files.slice(0, 2).map(outcomeOf)).toEqual(['unchanged', 'unchanged']);
});

it('E-02 several changes of one file are consolidated against one hash, in their order', () => {
  const changes = [
    { path: 'a.ts', ...edit },
    {
      path: './a.ts',
      lineOperations: [
        { type: 'insert', line: 4, content: 'x' },
        { type: 'insert', line: 4, content: 'y' },
      ],
    },
    { path: 'a.ts', diff: '@@ -4,2 +4,1 @@\n four\n-five\n' },
  ];
  const plan = askPlan({ files: { 'a.ts': FILE }, changes });
  expect(plan.files).toHaveLength(1);
  expect(outcomeOf(plan.files[0])).toBe('one\nTWO\nthree\nx\ny\nfour\n');
  const hashes = { 'a.ts': md5(FILE) };
  const wrong = [changes[0], { ...changes[1], hash: md5('other') }];
  expect(outcomeOf(askPlan({ files: { 'a.ts': FILE }, changes: wrong, hashes }).files[0])).toBe(
    'hash_mismatch',
  );
});

it.each<[string, readonly Record<string, unknown>[], string]>([
  ['two replacements of one line', [edit, { lineOperations: [{ type: 'delete', line: 2 }] }], 'malformed'],
  ['content and an edit', [edit, { content: 'x\n' }], 'malformed'],
  ['two contents', [{ content: 'x\n' }, { content: 'y\n' }], 'malformed'],
  ['a deletion and an edit', [edit, { delete: true }], 'malformed'],
  ['two names', [{ renameTo: 'b.ts' }, { renameTo: 'c.ts' }], 'malformed'],
  ['an edit of what another puts in', [edit, { edits: [{ search: 'TWO\n', replace: '2\n' }] }], 'ambiguous'],
  [
    'overlapping operations',
    [
      {
        lineOperations: [
          { type: 'delete', line: 1, endLine: 3 },
          { type: 'replace', line: 3, content: 'x' },
        ],
      },
    ],
    'malformed',
  ],
])('E-02 E-12 refuses %s', (_name, changes, code) => {
  const files = { 'a.ts': FILE, 'b.ts': null, 'c.ts': null };
  const plan = askPlan({ files, changes: changes.map((change) => ({ path: 'a.ts', ...change })) });
  expect(plan.files.map(outcomeOf)).toEqual([code]);
});

it.each<[string, Record<string, unknown>, string]>([
  ['a line after the end', { type: 'delete', line: 6 }, 'not_found'],
  ['a range over the end', { type: 'replace', line: 4, endLine: 6, content: 'x' }, 'not_found'],
  ['an end before its start', { type: 'delete', line: 3, endLine: 2 }, 'not_found'],
  ['an insertion behind the next line', { type: 'insert', line: 7, content: 'x' }, 'not_found'],
  ['a replacement without content', { type: 'replace', line: 2 }, 'malformed'],
  ['another expected content', { type: 'delete', line: 2, expectedContent: 'three' }, 'not_found'],
  ['a line that stays beside it', { type: 'replace', line: 2, content: 'one\nTWO' }, 'suspicious'],
])('E-02 refuses an operation with %s', (_name, operation, code) => {
  expect(planText(FILE, { lineOperations: [operation] })).toBe(code);
});

it('E-02 applies an operation whose expected content is there', () => {
  const operation = { type: 'replace', line: 2, endLine: 3, content: 'x\n', expectedContent: 'two\nthree' };
  expect(planText(FILE, { lineOperations: [operation] })).toBe('one\nx\nfour\nfive\n');
});

it('E-12 a rename never writes over a file', () => {
  const changes = [{ path: 'a.ts', renameTo: 'b.ts' }];
  expect(outcomeOf(askPlan({ files: { 'a.ts': FILE, 'b.ts': 'x' }, changes }).files[0])).toBe('suspicious');
  const both = [...changes, { path: 'c.ts', renameTo: 'b.ts' }];
  const plan = askPlan({ files: { 'a.ts': FILE, 'b.ts': null, 'c.ts': FILE }, changes: both });
  expect(plan.files.map(outcomeOf)).toEqual(['suspicious', 'suspicious']);
});

it('E-01 reports unknown fields of a change', () => {
  const plan = askPlan({ files: { 'a.ts': FILE }, changes: [{ path: 'a.ts', ...edit, colour: 1 }] });
  expect(plan.unknownFields).toEqual(['fileChanges[0].colour']);
});

it('E-02 refuses insertions between which equal lines leave open which comes first', () => {
  const file = '    if (x) {\n\n\n  if (x) {\n';
  const first = { search: file, replace: '    if (x) {\n\n\n  alpha\n\n  if (x) {\n' };
  const second = { search: '\n\n  if (x) {\n', replace: '\n\nalpha\n  if (x) {\n' };
  expect(planText(file, { edits: [first] })).toBe(first.replace);
  expect(planText(file, { edits: [second] })).toBe('    if (x) {\n\n\nalpha\n  if (x) {\n');
  expect(planText(file, { edits: [first, second] })).toBe('malformed');
});
