import { expect, it } from 'vitest';

import { listNamedPaths, listTouchedPaths } from './plan-change-set.ts';
import { askPlan, md5, messageOf, outcomeOf, sha256 } from './test-plan.ts';

const FILE = 'one\ntwo\nthree\n';
const edit = { edits: [{ search: 'two\n', replace: 'TWO\n' }] };
const UPDATE = ['@@', ' one', '-two', '+TWO'];

function patchOf(...lines: readonly string[]): string {
  return ['*** Begin Patch', ...lines, '*** End Patch'].join('\n');
}

it.each<[string, Record<string, unknown>]>([
  ['content', { content: 'shim\n' }],
  ['edits', edit],
  ['a diff', { diff: '@@ -1,2 +1,2 @@\n one\n-two\n+TWO\n' }],
  ['line operations', { lineOperations: [{ type: 'delete', line: 2 }] }],
  ['a deletion', { delete: true }],
  ['a rename with an edit', { ...edit, renameTo: 'b.txt' }],
])('E-12 refuses a rename beside a separate change of the same file: %s', (_name, change) => {
  const files = { 'a.txt': FILE, 'b.txt': null };
  const rename = { path: 'a.txt', renameTo: 'b.txt' };
  const other = { path: './a.txt', ...change };
  for (const changes of [
    [rename, other],
    [other, rename],
  ]) {
    const plan = askPlan({ files, changes, options: { partial: true } });
    expect(plan.files.map((file) => [file.path, outcomeOf(file)])).toEqual([['a.txt', 'malformed']]);
  }
});

it('E-12 refuses a patch that moves a file and changes it in another part', () => {
  const patch = patchOf('*** Update File: a.txt', '*** Move to: b.txt', '*** Update File: a.txt', ...UPDATE);
  const plan = askPlan({ files: { 'a.txt': FILE, 'b.txt': null }, changes: [{ patch }] });
  expect(plan.files.map(outcomeOf)).toEqual(['malformed']);
});

it('E-01 renames and changes a file in one change, and takes the same rename twice as one', () => {
  const files = { 'a.txt': FILE, 'b.txt': null };
  for (const change of [edit, { content: FILE.replace('two', 'TWO') }]) {
    const plan = askPlan({ files, changes: [{ path: 'a.txt', renameTo: 'b.txt', ...change }] });
    expect(plan.files).toMatchObject([{ status: 'planned', path: 'b.txt', renamedFrom: 'a.txt' }]);
    expect(outcomeOf(plan.files[0])).toBe('one\nTWO\nthree\n');
  }
  const rename = { path: 'a.txt', renameTo: 'b.txt' };
  expect(askPlan({ files, changes: [rename, rename] }).files.map(outcomeOf)).toEqual([FILE]);
});

it('E-12 skips a rename of a file to its own name, and makes the change beside it', () => {
  const files = { 'a.txt': FILE, 'c.txt': 'x\n' };
  const rename = { path: 'a.txt', renameTo: './a.txt' };
  const plan = askPlan({ files, changes: [rename, { path: 'c.txt', content: 'y\n' }] });
  expect(plan.files).toMatchObject([
    { status: 'skipped', code: 'unchanged', message: 'a.txt already has this name.' },
    { status: 'planned' },
  ]);
  const changed = askPlan({ files, changes: [{ ...rename, ...edit }] }).files;
  expect(changed).toMatchObject([{ status: 'planned', path: 'a.txt' }]);
  expect(changed[0]).not.toHaveProperty('renamedFrom');
});

it.each([' a.txt', 'a.txt ', '\ta.txt', 'a.txt\u00a0', 'src/ a.txt', 'a.txt\r'])(
  'E-29 takes the path %j as it is: it names no other file, and no new one',
  (path) => {
    const changes = [{ path, content: 'new\n' }];
    expect(listNamedPaths(changes)).toEqual([path]);
    const files = { 'a.txt': FILE, 'src/a.txt': FILE, [path]: null };
    const [file] = askPlan({ files, changes }).files;
    expect([file?.path, outcomeOf(file)]).toEqual([path, 'suspicious']);
    expect(messageOf(file)).toContain(JSON.stringify(path));
    const renamed = askPlan({ files, changes: [{ path: 'a.txt', renameTo: path }] }).files;
    expect(renamed.map(outcomeOf)).toEqual(['suspicious']);
  },
);

it('E-29 changes a file whose name has blanks at its ends, and only that one', () => {
  for (const path of [' a.txt', 'a.txt ']) {
    const files = { 'a.txt': FILE, [path]: FILE };
    const diff = `--- a/${path}\n+++ b/${path}\n@@ -1,2 +1,2 @@\n one\n-two\n+TWO\n`;
    const patch = patchOf(`*** Update File: ${path}`, ...UPDATE);
    for (const change of [{ path, ...edit }, { path, diff }, { patch }]) {
      expect(listNamedPaths([change])).toEqual([path]);
      const [file] = askPlan({ files, changes: [change] }).files;
      expect([file?.path, outcomeOf(file)]).toEqual([path, 'one\nTWO\nthree\n']);
    }
  }
});

it('E-29 cuts from a path of a patch only what the format puts around it', () => {
  const named = (line: string): readonly string[] => listNamedPaths([{ patch: patchOf(line, ...UPDATE) }]);
  expect(named('*** Update File: a.txt')).toEqual(['a.txt']);
  expect(named('*** Update File: a.txt\r')).toEqual(['a.txt']);
  expect(named('*** Update File:  a.txt')).toEqual([' a.txt']);
  expect(named('*** Update File: a.txt  ')).toEqual(['a.txt  ']);
  const moved = patchOf('*** Update File: a.txt', '*** Move to: b.txt ');
  expect(listNamedPaths([{ patch: moved }])).toEqual(['a.txt', 'b.txt ']);
});

it('E-04 wants every hash right that is given for a file, in whatever spelling of its path', () => {
  const [right, wrong] = [sha256(FILE), sha256('other')];
  const ask = (hashes: Record<string, string>): string =>
    outcomeOf(
      askPlan({
        files: { 'a.txt': FILE },
        changes: [{ path: 'a.txt', ...edit }],
        hashes,
        options: { rule: 'disk' },
      }).files[0],
    );
  expect(ask({ './a.txt': wrong, 'a.txt': right })).toBe('hash_mismatch');
  expect(ask({ 'a.txt': right, './a.txt': wrong })).toBe('hash_mismatch');
  expect(ask({ 'a.txt': right, './a.txt': md5(FILE) })).toBe('one\nTWO\nthree\n');
});

it('E-04 counts the hash of a patch of one file, and refuses one hash for several', () => {
  const files = { 'a.txt': FILE, 'b.txt': 'b\n' };
  const one = patchOf('*** Update File: a.txt', ...UPDATE);
  const two = patchOf('*** Update File: a.txt', ...UPDATE, '*** Delete File: b.txt');
  const ask = (change: object): string => outcomeOf(askPlan({ files, changes: [change] }).files[0]);
  expect(ask({ patch: one, hash: sha256(FILE) })).toBe('one\nTWO\nthree\n');
  expect(ask({ patch: one, hash: sha256('other') })).toBe('hash_mismatch');
  expect(ask({ patch: two, hash: sha256(FILE) })).toBe('malformed');
});

const HUNK = '--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n one\n-two\n+TWO\n';

it.each([
  ['alone', ''],
  ['beside lines', HUNK],
])('E-13 refuses a diff that gives a file another mode, %s, and says so', (_name, hunk) => {
  const diff = `diff --git a/a.txt b/a.txt\nold mode 100644\nnew mode 100755\n${hunk}`;
  const [file] = askPlan({ files: { 'a.txt': FILE }, changes: [{ path: 'a.txt', diff }] }).files;
  expect(file).toMatchObject({ status: 'refused', code: 'suspicious' });
  expect(messageOf(file)).toContain('modes are not changed here');
});

function make(mode: string): unknown {
  const diff = `diff --git a/b b/b\nnew file mode ${mode}\n--- /dev/null\n+++ b/b\n@@ -0,0 +1 @@\n+echo\n`;
  return askPlan({ files: { b: null }, changes: [{ path: 'b', diff }] }).files[0];
}

it('E-13 a diff makes a file that can be executed, and never a link', () => {
  expect(make('100755')).toMatchObject({ status: 'planned', mode: 0o755 });
  expect(make('100644')).not.toHaveProperty('mode');
  expect(make('100644')).toMatchObject({ status: 'planned' });
  expect(make('120000')).toMatchObject({ status: 'refused', code: 'malformed' });
});

it('E-01 reports unknown fields also inside of edits and operations', () => {
  const changes = [
    { path: 'a.txt', edits: [{ search: 'two\n', replace: 'TWO\n', all: true, why: null }] },
    { path: 'b.txt', lineOperations: [{ type: 'delete', line: 1, count: 3 }] },
    { path: 'c.txt', content: 'x\n', lineRange: { start: 1, end: 1, stop: 2 } },
  ];
  expect(askPlan({ changes }).unknownFields).toEqual([
    'fileChanges[0].edits[0].all',
    'fileChanges[1].lineOperations[0].count',
    'fileChanges[2].lineRange.stop',
  ]);
});

it.each([
  [{ path: './a//b.ts', edits: [{ search: 'x', replace: 'y' }] }],
  [{ path: 'a.ts', content: 'x' }],
  [{ path: 'a.ts', lineOperations: 'no list' }],
  [{ path: '.', content: 'x' }],
  [{ content: 'x' }],
  [{ path: 7, edits: [] }],
])('E-06 names the same paths of %j alone as beside another change', (change) => {
  const other = { path: 'other.ts', delete: true };
  const beside = listTouchedPaths([change, other]);
  const alone = listTouchedPaths([change]);
  expect([...alone.paths, 'other.ts']).toEqual(beside.paths);
  expect([...alone.removes, 'other.ts']).toEqual(beside.removes);
});
