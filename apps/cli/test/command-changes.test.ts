import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  utimesSync,
} from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { entriesOf, journalLines } from './ask-rook.ts';
import { commitAll, runCommand, runJson } from './command-rook.ts';
import { listAt, textAt, valueAt } from './read-output.ts';
import { runRook } from './run-rook.ts';
import { runTool } from './run-tool.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';

function read({ workspace }: Sandbox, path: string): string | null {
  const file = join(workspace, path);
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

function changedFiles(sandbox: Sandbox): readonly unknown[] {
  return listAt(entriesOf(journalLines(sandbox), 'change_set_applied').at(-1), 'files');
}

it('E-16 what a command changed is a change set, which rook changes shows and rook rewind takes back', async () => {
  const sandbox = makeSandbox();
  place(join(sandbox.workspace, 'changed.txt'), 'one\n');
  place(join(sandbox.workspace, 'gone.sh'), 'echo\n');
  chmodSync(join(sandbox.workspace, 'gone.sh'), 0o755);
  place(join(sandbox.workspace, 'same.txt'), 'same\n');
  const run = await runJson(
    sandbox,
    'echo two >> changed.txt; rm gone.sh; mkdir -p new/deep; echo n > new/deep/n.txt; touch same.txt',
  );
  const id = textAt(run, 'changeSet');
  expect(changedFiles(sandbox).map((file) => valueAt(file, 'path'))).toEqual([
    'changed.txt',
    'gone.sh',
    'new/deep/n.txt',
  ]);
  const shown = await runRook(sandbox, ['changes', id]);
  expect(shown.stdout).toContain('changed.txt');
  expect((await runRook(sandbox, ['rewind', id, '--yes'])).code).toBe(0);
  expect([read(sandbox, 'changed.txt'), read(sandbox, 'gone.sh'), read(sandbox, 'new/deep/n.txt')]).toEqual([
    'one\n',
    'echo\n',
    null,
  ]);
  expect(statSync(join(sandbox.workspace, 'gone.sh')).mode & 0o777).toBe(0o755);
  expect(existsSync(join(sandbox.workspace, 'new'))).toBe(false);
  expect((await runRook(sandbox, ['forward', '--yes'])).code).toBe(0);
  expect(read(sandbox, 'changed.txt')).toBe('one\ntwo\n');
});

it('E-16 a command that changes nothing leaves no change set', async () => {
  const sandbox = makeSandbox();
  place(join(sandbox.workspace, 'a.txt'), 'a\n');
  chmodSync(join(sandbox.workspace, 'a.txt'), 0o644);
  expect(
    valueAt(
      await runJson(
        sandbox,
        'cat a.txt; touch a.txt; chmod 600 a.txt; chmod 644 a.txt; cp a.txt b; mv b a.txt',
      ),
      'changeSet',
    ),
  ).toBe(null);
  expect(entriesOf(journalLines(sandbox), 'change_set_applied')).toEqual([]);
});

it('E-16 sees a change that leaves size and time as they were', async () => {
  const sandbox = makeSandbox();
  place(join(sandbox.workspace, 'a.txt'), 'abc\n');
  const command = 'touch -r a.txt stamp; printf "xyz\\n" > a.txt; touch -r stamp a.txt; rm stamp';
  expect(textAt(await runJson(sandbox, command), 'changeSet')).toMatch(/^cs-/u);
  expect((await runRook(sandbox, ['rewind', '--yes'])).code).toBe(0);
  expect(read(sandbox, 'a.txt')).toBe('abc\n');
});

it('E-16 takes the old content of a clean file from git, and says of a lost one that it cannot be rewound', async () => {
  const sandbox = makeSandbox();
  const large = 'line of text\n'.repeat(100_000);
  place(join(sandbox.workspace, 'clean.txt'), large);
  place(join(sandbox.workspace, 'dirty.txt'), large);
  // So that it is certain that git did not look in the moment in which they were written.
  runTool('sh', '-c', 'sleep 0.2');
  commitAll(sandbox);
  writeFileSync(join(sandbox.workspace, 'dirty.txt'), `${large}mine\n`);
  // So that it is certain that nothing was written a moment ago.
  runTool('sh', '-c', 'sleep 0.2');
  const id = textAt(await runJson(sandbox, 'echo over > clean.txt; echo over > dirty.txt'), 'changeSet');
  const shown = await runRook(sandbox, ['changes', id]);
  expect(shown.stdout).toContain('dirty.txt cannot be rewound');
  expect(shown.stdout).not.toContain('clean.txt cannot be rewound');
  expect((await runRook(sandbox, ['rewind', id, '--file', 'clean.txt', '--yes'])).code).toBe(0);
  expect(read(sandbox, 'clean.txt')).toBe(large);
  expect((await runRook(sandbox, ['rewind', id, '--yes'])).code).toBe(1);
  expect(read(sandbox, 'dirty.txt')).toBe('over\n');
});

it('E-16 does not take a file for what git has when its size and time were made the same again', async () => {
  const sandbox = makeSandbox();
  const file = join(sandbox.workspace, 'same.txt');
  place(file, 'as git has it\n');
  runTool('sh', '-c', 'sleep 0.2');
  commitAll(sandbox);
  const { atime, mtime } = statSync(file);
  writeFileSync(file, 'what I wrote.\n');
  utimesSync(file, atime, mtime);
  runTool('sh', '-c', 'sleep 0.2');
  const id = textAt(await runJson(sandbox, 'echo over > same.txt'), 'changeSet');
  expect((await runRook(sandbox, ['rewind', id, '--yes'])).code).toBe(0);
  expect(read(sandbox, 'same.txt')).toBe('what I wrote.\n');
});

it('E-16 names a file over 8 MB when the command ends, and rewinds the others without it', async () => {
  const sandbox = makeSandbox();
  place(join(sandbox.workspace, 'small.txt'), 'one\n');
  place(join(sandbox.workspace, 'grown.bin'), 'tiny\n');
  place(join(sandbox.workspace, 'shrunk.bin'), 'x'.repeat(9_000_000));
  // So that it is certain that nothing was written a moment ago.
  runTool('sh', '-c', 'sleep 0.2');
  const run = await runJson(
    sandbox,
    'echo two > small.txt; for f in grown made; do head -c 9000000 /dev/zero > $f.bin; done; echo s > shrunk.bin',
  );
  const large = ['grown.bin', 'made.bin', 'shrunk.bin'];
  const notes = listAt(run, 'notes').join(' ');
  expect(notes).toContain(
    `Cannot be rewound, because they are larger than 8 MB (where the file system can clone: 64 MB, 512 MB in all): ${large.join(', ')}.`,
  );
  const id = textAt(run, 'changeSet');
  const shown = await runRook(sandbox, ['changes', id]);
  for (const path of large)
    expect(shown.stdout).toContain(`${path} cannot be rewound: it is larger than 8 MB`);
  const refused = await runRook(sandbox, ['rewind', id, '--yes']);
  expect([refused.code, read(sandbox, 'small.txt')]).toEqual([1, 'two\n']);
  for (const path of large) expect(refused.stdout).toContain(`in the way  ${path}`);
  expect(refused.stdout).toContain('larger than 8 MB');
  expect(refused.stdout).toContain('--partial');
  expect(refused.stdout).not.toContain('nobody wrote down why');
  const partial = await runRook(sandbox, ['rewind', id, '--partial', '--yes']);
  expect([partial.code, read(sandbox, 'small.txt'), read(sandbox, 'shrunk.bin')]).toEqual([
    0,
    'one\n',
    's\n',
  ]);
  for (const path of large) expect(partial.stdout).toContain(`left as it is  ${path}`);
  expect((await runRook(sandbox, ['rewind', id, '--partial', '--yes'])).code).toBe(1);
  expect((await runRook(sandbox, ['rewind', '--yes'])).stderr).toContain('There is nothing to rewind.');
  expect((await runRook(sandbox, ['forward', '--yes'])).code).toBe(0);
  expect(read(sandbox, 'small.txt')).toBe('two\n');
});

it('E-16 looks at nothing that git ignores, and follows no link', async () => {
  const sandbox = makeSandbox();
  place(join(sandbox.workspace, '.gitignore'), 'built/\n*.log\n');
  place(join(sandbox.workspace, 'write.sh'), 'echo x > link/a\n');
  mkdirSync(join(sandbox.folder, 'outside'));
  symlinkSync(join(sandbox.folder, 'outside'), join(sandbox.workspace, 'link'));
  const run = await runJson(
    sandbox,
    'mkdir built; echo x > built/a; echo x > a.log; sh write.sh; echo x > kept',
  );
  expect(changedFiles(sandbox).map((file) => valueAt(file, 'path'))).toEqual(['kept']);
  expect(listAt(run, 'notes').join(' ')).toContain('Files that changed while it ran');
  rmSync(join(sandbox.folder, 'outside'), { recursive: true });
});

it('E-16 G-07 what a command changed before its time was over is recorded too', async () => {
  const sandbox = makeSandbox();
  const end = await runCommand(sandbox, 'echo x > half; sleep 60', '--timeout', '1');
  expect(end.code).toBe(124);
  expect(changedFiles(sandbox).map((file) => valueAt(file, 'path'))).toEqual(['half']);
});

it('E-16 N-20 a set with a name that looks like a secret cannot be rewound, and that is said at once', async () => {
  const sandbox = makeSandbox();
  const secret = ['ghp', 'R7xQ2mZ9vK4nB8cL1pW6tY3sD5fG0hJ9aE2u'].join('_');
  const told = await runCommand(sandbox, `echo s > ${secret}; echo o > other`);
  expect(told.stderr).toContain('None of this can be rewound');
  const [id = ''] = /cs-\d+/u.exec(told.stderr) ?? [];
  const listed = await runRook(sandbox, ['changes']);
  expect(listed.stdout).toContain('a secret was taken out of a name, cannot be rewound');
  const shown = await runRook(sandbox, ['changes', id]);
  expect(shown.stdout).toContain('it cannot be rewound');
  expect(listed.stdout + shown.stdout).not.toContain(secret);
  expect(await runRook(sandbox, ['rewind', id, '--yes'])).toMatchObject({ code: 1 });
  expect(read(sandbox, 'other')).toBe('o\n');
});
