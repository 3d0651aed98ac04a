import { chmodSync, linkSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { applyJson, hashesOf } from './apply-rook.ts';
import { listAt, textAt } from './read-output.ts';
import { runRook } from './run-rook.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';

const OLD = 'one\ntwo\nthree\n';
const EDIT = { path: 'a.txt', edits: [{ search: 'two\n', replace: 'TWO\n' }] };

function prepare(): Sandbox {
  const sandbox = makeSandbox();
  place(join(sandbox.workspace, 'a.txt'), OLD);
  return sandbox;
}

const spoilt: readonly (readonly [string, (folder: string) => void, readonly unknown[]])[] = [
  ['a hard link', (folder) => linkSync(join(folder, 'a.txt'), join(folder, 'b.txt')), []],
  ['a read-only file', (folder) => chmodSync(join(folder, 'a.txt'), 0o444), []],
  ['a name that differs in spelling alone', () => undefined, [{ path: 'A.txt', content: 'a\n' }]],
  ['a file inside of a file', () => undefined, [{ path: 'a.txt/b', content: 'b\n' }]],
  [
    'a file in the way of a folder that the same reply makes',
    () => undefined,
    [
      { path: 'd', content: 'd\n' },
      { path: 'd/e', content: 'e\n' },
    ],
  ],
];

it.each(spoilt)(
  'E-07 --dry-run refuses %s as the real run does, and writes nothing',
  async (_name, spoil, more) => {
    const sandbox = prepare();
    spoil(sandbox.workspace);
    const before = readdirSync(sandbox.workspace);
    const reply = { fileHashes: hashesOf(sandbox, 'a.txt'), fileChanges: [EDIT, ...more] };
    const rehearsed = await applyJson(sandbox, reply, '--dry-run');
    expect(rehearsed).toMatchObject({ code: 1, printed: { changeSet: null } });
    expect(readdirSync(sandbox.workspace)).toEqual(before);
    expect(readFileSync(join(sandbox.workspace, 'a.txt'), 'utf8')).toBe(OLD);
    const real = await applyJson(sandbox, reply);
    expect(real).toEqual(rehearsed);
    expect(readFileSync(join(sandbox.workspace, 'a.txt'), 'utf8')).toBe(OLD);
  },
);

it('E-12 E-28 a change of the wrong shape is refused alone with --partial, and otherwise with all others', async () => {
  const sandbox = prepare();
  place(join(sandbox.workspace, 'b.txt'), OLD);
  const fileChanges = [
    EDIT,
    { path: 'bad.txt', content: 7 },
    { path: 'b.txt', edits: [{ search: 'one\n', replace: 'ONE\n' }] },
    { path: './b.txt', edits: 'two' },
  ];
  const reply = { fileHashes: hashesOf(sandbox, 'a.txt', 'b.txt'), fileChanges };
  expect(await applyJson(sandbox, reply)).toMatchObject({ code: 1, codes: ['malformed'] });
  expect(readFileSync(join(sandbox.workspace, 'a.txt'), 'utf8')).toBe(OLD);
  const rehearsed = await applyJson(sandbox, reply, '--partial', '--dry-run');
  expect(rehearsed).toMatchObject({ code: 1, codes: ['malformed', 'malformed'] });
  const part = await applyJson(sandbox, reply, '--partial');
  expect(part).toMatchObject({ code: 1, codes: ['malformed', 'malformed'] });
  expect(textAt(part.printed, 'changeSet')).toMatch(/^cs-/);
  expect(listAt(part.printed, 'files')).toMatchObject([
    { path: 'a.txt', status: 'applied' },
    { path: 'bad.txt', status: 'refused' },
    { path: 'b.txt', status: 'refused' },
  ]);
  expect(readFileSync(join(sandbox.workspace, 'a.txt'), 'utf8')).toBe('one\nTWO\nthree\n');
  expect(readFileSync(join(sandbox.workspace, 'b.txt'), 'utf8')).toBe(OLD);
  const { stdout } = await runRook(sandbox, ['changes']);
  expect(stdout).toContain('2 files refused (malformed)');
});

it('E-12 E-28 --partial leaves out what the disk refuses, each with its own reason, and writes the rest', async () => {
  const sandbox = prepare();
  const names = ['locked.txt', 'linked.txt', 'b.txt'];
  for (const name of names) place(join(sandbox.workspace, name), OLD);
  chmodSync(join(sandbox.workspace, 'locked.txt'), 0o444);
  linkSync(join(sandbox.workspace, 'linked.txt'), join(sandbox.workspace, 'second.txt'));
  const edits = names.map((path) => ({ ...EDIT, path }));
  const made = ['n', 'n/deep'].map((path) => ({ path, content: 'n\n' }));
  const reply = {
    fileHashes: hashesOf(sandbox, 'a.txt', ...names),
    fileChanges: [EDIT, ...edits, ...made],
  };
  expect(await applyJson(sandbox, reply)).toMatchObject({ code: 1, printed: { changeSet: null } });
  const right = [
    { path: 'a.txt', status: 'applied' },
    { path: 'locked.txt', status: 'refused', code: 'not_writable' },
    { path: 'linked.txt', status: 'refused', code: 'invalid_input' },
    { path: 'b.txt', status: 'applied' },
    { path: 'n', status: 'applied' },
    { path: 'n/deep', status: 'refused' },
  ];
  const rehearsed = await applyJson(sandbox, reply, '--partial', '--dry-run');
  expect(listAt(rehearsed.printed, 'files')).toMatchObject(right);
  const part = await applyJson(sandbox, reply, '--partial');
  expect(part.code).toBe(1);
  expect(listAt(part.printed, 'files')).toMatchObject(right);
  const texts = ['a.txt', ...names].map((name) => readFileSync(join(sandbox.workspace, name), 'utf8'));
  const changed = 'one\nTWO\nthree\n';
  expect(texts).toEqual([changed, OLD, OLD, changed]);
  expect((await runRook(sandbox, ['changes'])).stdout).toContain('3 files refused (not_writable)');
});

it('E-19 what is refused beside applied files is in the history too', async () => {
  const sandbox = prepare();
  const gone = { path: 'gone.txt', edits: [{ search: 'x', replace: 'y' }] };
  const reply = { fileHashes: hashesOf(sandbox, 'a.txt'), fileChanges: [EDIT, gone] };
  expect(await applyJson(sandbox, reply, '--partial')).toMatchObject({ code: 1 });
  const { stdout } = await runRook(sandbox, ['changes']);
  expect(stdout).toContain('1 file refused (not_found)');
  expect(stdout).toContain('1 file (+1 -1)');
});

it('E-13 a diff makes a file that can be executed', async () => {
  const sandbox = makeSandbox();
  const diff =
    'diff --git a/run.sh b/run.sh\nnew file mode 100755\n--- /dev/null\n+++ b/run.sh\n@@ -0,0 +1 @@\n+echo\n';
  expect(await applyJson(sandbox, { fileChanges: [{ path: 'run.sh', diff }] })).toMatchObject({ code: 0 });
  expect(statSync(join(sandbox.workspace, 'run.sh')).mode & 0o777).toBe(0o755);
});
