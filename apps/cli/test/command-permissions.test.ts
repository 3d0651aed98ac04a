import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { entriesOf, journalLines } from './ask-rook.ts';
import { PLAIN, runCommand, runJson } from './command-rook.ts';
import { govern } from './intent-rook.ts';
import { changesOf } from './ledger-rook.ts';
import { makeChangeSet } from './make-change-set.ts';
import { jsonOf, listAt, textAt, valueAt } from './read-output.ts';
import { runRook, type End } from './run-rook.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';

const OTHER_USER = 65_534;
const isRoot = process.getuid?.() === 0;
const HAS_PERMISSIONS = process.platform !== 'win32';

function modeOf({ workspace }: Sandbox, path: string): string {
  return (statSync(join(workspace, path)).mode & 0o777).toString(8);
}

function read({ workspace }: Sandbox, path: string): string {
  return readFileSync(join(workspace, path), 'utf8');
}

function give({ workspace }: Sandbox, path: string, mode: number): void {
  chmodSync(join(workspace, path), mode);
}

/** A workspace with these files, each with the usual permissions. */
function fill(files: Readonly<Record<string, string>>): Sandbox {
  const sandbox = makeSandbox();
  for (const [path, text] of Object.entries(files)) {
    place(join(sandbox.workspace, path), text);
    give(sandbox, path, 0o644);
  }
  return sandbox;
}

/** The id of the change set that the command left. */
async function change(sandbox: Sandbox, command: string): Promise<string> {
  return textAt(await runJson(sandbox, command), 'changeSet');
}

async function rewind(sandbox: Sandbox, ...words: readonly string[]): Promise<End> {
  return runRook(sandbox, ['rewind', ...words, '--yes']);
}

function lastFiles(sandbox: Sandbox): readonly unknown[] {
  return listAt(entriesOf(journalLines(sandbox), 'change_set_applied').at(-1), 'files');
}

it.runIf(HAS_PERMISSIONS)(
  'E-16 a change of permissions alone is a change set, which is shown, rewound and made again',
  async () => {
    const sandbox = fill({ 'build.sh': 'echo\n', 'same.txt': 'same\n' });
    const { ino, mtimeMs } = statSync(join(sandbox.workspace, 'build.sh'));
    const run = await runCommand(sandbox, 'chmod +x build.sh');
    expect(run.stdout + run.stderr).toContain('build.sh (permissions 644 → 755).');
    expect(lastFiles(sandbox)).toMatchObject([
      { path: 'build.sh', before_mode: 0o644, after_mode: 0o755, added: 0, removed: 0 },
    ]);
    const session = /rook-\d{8}-[0-9a-f]{8}/u.exec(journalLines(sandbox)[0] ?? '')?.[0] ?? '';
    const shows: readonly (readonly string[])[] = [
      ['changes'],
      ['changes', textAt(jsonOf(await runRook(sandbox, ['changes', '--json'])), 'id')],
      ['session', 'show', session],
    ];
    for (const words of shows)
      expect((await runRook(sandbox, words)).stdout, words.join(' ')).toContain('permissions 644 → 755');
    const rehearsed = await runRook(sandbox, ['rewind', '--dry-run']);
    expect(rehearsed.stdout).toContain('as before  build.sh  permissions 755 → 644');
    expect(modeOf(sandbox, 'build.sh')).toBe('755');
    expect(await rewind(sandbox)).toMatchObject({ code: 0 });
    expect(modeOf(sandbox, 'build.sh')).toBe('644');
    expect(await runRook(sandbox, ['forward', '--yes'])).toMatchObject({ code: 0 });
    expect(modeOf(sandbox, 'build.sh')).toBe('755');
    const exported = await runRook(sandbox, ['session', 'export', session, '--output', 'whole.rook']);
    expect([exported.code, exported.stdout.includes('not kept')]).toEqual([0, false]);
    // It stayed the same file, and nobody wrote it.
    expect(statSync(join(sandbox.workspace, 'build.sh'))).toMatchObject({ ino, mtimeMs });
  },
);

it.runIf(HAS_PERMISSIONS)(
  'E-16 rewinds permissions together with content, also of what the command made read-only',
  async () => {
    const sandbox = fill({ a: 'a\n', b: 'b\n', 'in/c': 'c\n' });
    give(sandbox, 'b', 0o700);
    const id = await change(
      sandbox,
      'echo more >> a; chmod 444 a; echo b > new; mv new b; chmod 640 b; chmod -R 777 in',
    );
    expect(lastFiles(sandbox).map((file) => [valueAt(file, 'path'), valueAt(file, 'after_mode')])).toEqual([
      ['a', 0o444],
      ['b', 0o640],
      ['in/c', 0o777],
    ]);
    expect(await rewind(sandbox, id)).toMatchObject({ code: 0 });
    expect(['a', 'b', 'in/c'].map((path) => `${read(sandbox, path)}${modeOf(sandbox, path)}`)).toEqual([
      'a\n644',
      'b\n700',
      'c\n644',
    ]);
    expect(await runRook(sandbox, ['forward', '--yes'])).toMatchObject({ code: 0 });
    expect([read(sandbox, 'a'), modeOf(sandbox, 'a'), modeOf(sandbox, 'in/c')]).toEqual([
      'a\nmore\n',
      '444',
      '777',
    ]);
  },
);

it.runIf(HAS_PERMISSIONS)(
  'E-16 leaves permissions that somebody gave since, and says so; what they wrote stays',
  async () => {
    const sandbox = fill({ a: 'a\n', b: 'b\n' });
    await change(sandbox, 'chmod 755 a b');
    give(sandbox, 'a', 0o700);
    const refused = await rewind(sandbox);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('a has other permissions now (700) than the change set gave it (755)');
    expect([modeOf(sandbox, 'a'), modeOf(sandbox, 'b')]).toEqual(['700', '755']);
    expect(await rewind(sandbox, '--file', 'b')).toMatchObject({ code: 0 });
    give(sandbox, 'a', 0o755);
    writeFileSync(join(sandbox.workspace, 'a'), 'mine\n');
    expect(await rewind(sandbox)).toMatchObject({ code: 0 });
    expect([read(sandbox, 'a'), modeOf(sandbox, 'a'), modeOf(sandbox, 'b')]).toEqual([
      'mine\n',
      '644',
      '644',
    ]);
  },
);

it.runIf(HAS_PERMISSIONS)(
  'E-16 says of permissions that somebody gave back that they are so already, and of a deleted file that it is gone',
  async () => {
    const sandbox = fill({ a: 'a\n', b: 'b\n' });
    await change(sandbox, 'chmod 755 a');
    give(sandbox, 'a', 0o644);
    const noted = await rewind(sandbox);
    expect([noted.code, noted.stdout.includes('already so  a')]).toEqual([0, true]);
    expect(await runRook(sandbox, ['forward', '--yes'])).toMatchObject({ code: 0 });
    expect(modeOf(sandbox, 'a')).toBe('755');
    await change(sandbox, 'chmod 755 b');
    rmSync(join(sandbox.workspace, 'b'));
    const gone = await rewind(sandbox);
    expect([gone.code, gone.stderr.includes('b was deleted or moved since')]).toEqual([1, true]);
  },
);

it.runIf(HAS_PERMISSIONS)(
  'E-19 permissions that a later command gave stand on those of an earlier one, lines do not',
  async () => {
    const sandbox = fill({ a: 'a\n' });
    const first = await change(sandbox, 'chmod 755 a');
    await change(sandbox, 'echo more >> a');
    const third = await change(sandbox, 'chmod 700 a');
    const refused = await rewind(sandbox, first);
    expect(refused.stderr).toContain(`Later changes stand on ${first}: ${third}.`);
    expect(await rewind(sandbox, first, '--cascade')).toMatchObject({ code: 0 });
    expect([read(sandbox, 'a'), modeOf(sandbox, 'a')]).toEqual(['a\nmore\n', '644']);
  },
);

it.runIf(HAS_PERMISSIONS)(
  'E-16 rewinds the permissions of what nobody may read any more, and of what is too large to be kept',
  async () => {
    const sandbox = fill({ a: 'a\n', b: 'b\n', large: '' });
    writeFileSync(join(sandbox.workspace, 'large'), new Uint8Array(70_000_000));
    const paths = readdirSync(sandbox.folder, { recursive: true, encoding: 'utf8' });
    for (const path of isRoot ? ['.', ...paths] : [])
      chownSync(join(sandbox.folder, path), OTHER_USER, OTHER_USER);
    const start = isRoot ? { env: PLAIN, user: OTHER_USER } : { env: PLAIN };
    const run = await runRook(sandbox, ['command', 'run', 'chmod 000 a large; chmod 200 b'], start);
    expect(run.stdout + run.stderr).toContain(
      'a (permissions 644 → 000), b (permissions 644 → 200), large (permissions 644 → 000).',
    );
    expect((await runRook(sandbox, ['changes'], start)).stdout).not.toContain('cannot be rewound');
    expect(await runRook(sandbox, ['rewind', '--yes'], start)).toMatchObject({ code: 0 });
    expect(['a', 'b', 'large'].map((path) => modeOf(sandbox, path))).toEqual(['644', '644', '644']);
  },
);

it.runIf(HAS_PERMISSIONS)('H-30 who wrote a line is the same after other permissions', async () => {
  const sandbox = fill({ a: 'old\n' });
  const wrote = await change(sandbox, 'echo new >> a');
  await change(sandbox, 'chmod 755 a');
  const why = await runRook(sandbox, ['intent', 'why', 'a', '--json']);
  expect(why.stdout).toContain(wrote);
  expect(why.code).toBe(0);
});

it.runIf(HAS_PERMISSIONS)(
  'E-16 E-19 permissions follow a file that is renamed, and stand on what made it',
  async () => {
    const sandbox = fill({ a: 'a\n' });
    const moved = await makeChangeSet(sandbox, { path: 'a', renameTo: 'b' });
    const given = await change(sandbox, 'chmod 755 b');
    expect(await rewind(sandbox, moved)).toMatchObject({ code: 0 });
    expect(modeOf(sandbox, 'a')).toBe('755');
    expect(await rewind(sandbox, given)).toMatchObject({ code: 0 });
    expect(modeOf(sandbox, 'a')).toBe('644');
    const made = await change(sandbox, 'echo c > c; chmod 644 c');
    const executable = await change(sandbox, 'chmod 755 c');
    expect((await rewind(sandbox, made)).stderr).toContain(executable);
    expect(await rewind(sandbox, made, '--cascade')).toMatchObject({ code: 0 });
    expect(existsSync(join(sandbox.workspace, 'c'))).toBe(false);
    expect(await runRook(sandbox, ['forward', '--yes'])).toMatchObject({ code: 0 });
    expect(modeOf(sandbox, 'c')).toBe('755');
  },
);

it.runIf(HAS_PERMISSIONS)('E-16 rewinds the permissions of a file that has two names', async () => {
  const sandbox = fill({ a: 'a\n' });
  linkSync(join(sandbox.workspace, 'a'), join(sandbox.workspace, 'b'));
  await change(sandbox, 'chmod 600 a');
  expect(lastFiles(sandbox)).toMatchObject([{ path: 'a' }, { path: 'b' }]);
  expect(await rewind(sandbox)).toMatchObject({ code: 0 });
  expect([modeOf(sandbox, 'a'), modeOf(sandbox, 'b')]).toEqual(['644', '644']);
});

it.runIf(HAS_PERMISSIONS)('E-16 H-26 the ledger tells of permissions that a command gave', async () => {
  const sandbox = makeSandbox();
  govern(sandbox);
  place(join(sandbox.workspace, 'src/auth/make.sh'), 'chmod 755 src/auth/make.sh\n');
  give(sandbox, 'src/auth/make.sh', 0o644);
  const run = await runCommand(sandbox, 'sh src/auth/make.sh', '--intent', 'INT-001');
  expect(run).toMatchObject({ code: 0 });
  expect(changesOf(sandbox)).toMatchObject([
    {
      kind: 'by_command',
      mutation_class: 'unknown',
      mutation_reasons: ['only permissions were changed'],
      files: [{ relative_path: 'src/auth/make.sh', before_mode: 0o644, after_mode: 0o755 }],
    },
  ]);
  expect((await runRook(sandbox, ['diagnose'])).stdout).toMatch(/✅ Ledger/u);
});
