import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { ContentHash, Result } from '@rook/contract';
import type { Workspace } from '@rook/engine';
import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { createLocalWorkspace } from '../src/index.ts';

const isLinux = process.platform === 'linux';
const isRoot = process.getuid?.() === 0;
let outer = '';
let root = '';
let workspace: Workspace;

beforeEach(async () => {
  outer = await realpath(await mkdtemp(join(tmpdir(), 'rook-workspace-')));
  root = join(outer, 'root');
  await mkdir(root);
  workspace = createLocalWorkspace(root);
});
afterEach(async () => {
  await rm(outer, { recursive: true, force: true });
});

async function writeOne(path: string, bytes: Uint8Array, expected: ContentHash | null) {
  return workspace.apply([{ path, expected, bytes }]);
}

function messageOf(result: Result<unknown>): string {
  return result.ok ? 'it succeeded' : `${result.error.code}: ${result.error.message}`;
}

it.skipIf(!isLinux)('D-02 never opens a pipe, a socket or a device, and hangs on none', async () => {
  spawnSync('mkfifo', [join(root, 'pipe')]);
  const server = createServer();
  await new Promise<void>((done) => {
    server.listen(join(root, 'socket'), done);
  });
  const kinds = await workspace.list('');
  expect(kinds).toMatchObject({
    ok: true,
    value: [
      { name: 'pipe', kind: 'other' },
      { name: 'socket', kind: 'other' },
    ],
  });
  for (const name of ['pipe', 'socket']) {
    expect(await workspace.locate(name)).toEqual({
      ok: true,
      value: { path: name, kind: 'other', bytes: null },
    });
    expect(messageOf(await workspace.read(name))).toMatch(/^not_readable: .*never opened/u);
    expect(messageOf(await writeOne(name, new Uint8Array(), null))).toMatch(/^invalid_input: /u);
  }
  await new Promise((done) => {
    server.close(done);
  });
});

it.skipIf(!isLinux)('E-06 does not follow a link to a device', async () => {
  await symlink('/dev/zero', join(root, 'zero'));
  expect(messageOf(await workspace.read('zero'))).toMatch(/^outside_workspace: /u);
});

it.skipIf(!isLinux)('D-02 lists names whose bytes are no text, and says what to do about them', async () => {
  const bytes = Buffer.concat([Buffer.from(join(root, 'a')), Buffer.from([0xff])]);
  await writeFile(bytes, 'x');
  await writeFile(join(root, 'line\nbreak'), 'y');
  expect(await workspace.list('')).toEqual({
    ok: true,
    value: [
      { name: 'a\uFFFD', kind: 'other' },
      { name: 'line\nbreak', kind: 'file' },
    ],
  });
  expect(messageOf(await workspace.read('a\uFFFD'))).toMatch(/^not_found: .*rename the file/u);
});

it.skipIf(!isLinux)(
  'D-02 lists a folder of 100,000 items',
  async () => {
    await mkdir(join(root, 'many'));
    spawnSync('sh', ['-c', 'seq -f f%06g 0 99999 | xargs touch'], { cwd: join(root, 'many') });
    const listed = await workspace.list('many');
    spawnSync('rm', ['-r', join(root, 'many')]);
    expect(listed.ok && listed.value.length).toBe(100_000);
    expect(listed.ok && listed.value.at(-1)).toEqual({ name: 'f099999', kind: 'file' });
  },
  120_000,
);

it.skipIf(!isRoot || !isLinux)('D-02 says that permission is denied, and for what', () => {
  const program = `
    import { mkdirSync, writeFileSync, chmodSync } from 'node:fs';
    import { createLocalWorkspace } from ${JSON.stringify(join(import.meta.dirname, '../src/index.ts'))};
    const workspace = createLocalWorkspace(${JSON.stringify(root)});
    const write = (path) => workspace.apply([{ path, expected: null, bytes: new Uint8Array() }]);
    process.setgid(65534);
    process.setuid(65534);
    const answers = [await workspace.list('closed'), await workspace.read('closed/a'), await workspace.read('secret'),
      await write('secret'), await write('new')];
    process.stdout.write(answers.map((answer) => answer.ok ? 'ok' : answer.error.code + ': ' + answer.error.message).join('\\n'));
  `;
  const setup = `mkdir closed && echo a > closed/a && chmod 700 closed && echo s > secret && chmod 600 secret && chmod 755 . ..`;
  spawnSync('sh', ['-c', setup], { cwd: root });
  const ran = spawnSync(process.execPath, ['--input-type=module-typescript', '-e', program], {
    encoding: 'utf8',
  });
  expect(ran.stdout.split('\n')).toEqual([
    'not_readable: closed could not be listed: permission is denied; mend that, or leave it out.',
    'not_readable: closed/a could not be looked at: permission is denied; mend that, or leave it out.',
    'not_readable: secret could not be read: permission is denied; mend that, or leave it out.',
    'not_readable: secret could not be read: permission is denied; mend that, or leave it out.',
    'not_writable: new could not be written: permission is denied. Nothing was changed.',
  ]);
});

it('D-02 says that a workspace that was taken away is not there', async () => {
  await rm(root, { recursive: true });
  expect(messageOf(await workspace.list(''))).toMatch(/^not_found: The workspace folder is not there/u);
  expect(messageOf(await workspace.read('a'))).toMatch(/^not_found: /u);
});

it('E-06 says of a path through a file that there is no folder', async () => {
  await writeFile(join(root, 'file'), '');
  expect(messageOf(await workspace.locate('file/a'))).toMatch(/^not_found: .*file is no folder/u);
});

it('E-06 refuses a root that became a link to elsewhere', async () => {
  await mkdir(join(outer, 'other'));
  await writeFile(join(outer, 'other', 'secret'), 'x');
  await rename(root, join(outer, 'moved'));
  await symlink('other', root);
  expect(messageOf(await workspace.read('secret'))).toMatch(/^outside_workspace: /u);
});

it.skipIf(!isLinux)(
  'E-25 shows nothing from outside while a folder is swapped for a link again and again',
  async () => {
    await mkdir(join(root, 'inside'));
    await writeFile(join(root, 'inside', 'file'), 'inside');
    await mkdir(join(outer, 'away'));
    await writeFile(join(outer, 'away', 'file'), 'outside');
    const reading = { isDone: false };
    const swap = async () => {
      while (!reading.isDone) {
        await rename(join(root, 'inside'), join(root, 'kept'));
        await symlink('../away', join(root, 'inside'));
        await rm(join(root, 'inside'));
        await rename(join(root, 'kept'), join(root, 'inside'));
      }
    };
    const swapper = swap();
    const seen = new Set<string>();
    for (let tries = 0; tries < 500; tries += 1) {
      const read = await workspace.read('inside/file');
      seen.add(read.ok ? Buffer.from(read.value.bytes).toString() : read.error.code);
    }
    reading.isDone = true;
    await swapper;
    expect(seen).not.toContain('outside');
  },
);

it('E-25 keeps the mode of a file and leaves nothing beside it', async () => {
  await writeFile(join(root, 'run.sh'), 'old');
  await chmod(join(root, 'run.sh'), 0o751);
  const old = await workspace.read('run.sh');
  const written = await writeOne('run.sh', Buffer.from('new'), old.ok ? old.value.hash : null);
  expect(written.ok).toBe(true);
  const { mode } = await stat(join(root, 'run.sh'));
  expect(process.platform === 'win32' || (mode & 0o777) === 0o751).toBe(true);
  expect(await readdir(root)).toEqual(['run.sh']);
});

it('E-25 removes the drafts that a killed process left, and no young one', async () => {
  const old = join(root, '.rook-0123456789ab.draft');
  const young = join(root, '.rook-ba9876543210.draft');
  await writeFile(old, 'x');
  await writeFile(young, 'x');
  spawnSync('touch', ['-t', '200001010000', old]);
  await writeOne('a', new Uint8Array(), null);
  expect([existsSync(old), existsSync(young)]).toEqual([!isLinux, true]);
});

it('E-25 writes nothing into what took the place of the file', async () => {
  await writeFile(join(root, 'a'), 'one');
  const read = await workspace.read('a');
  await rm(join(root, 'a'));
  await symlink(join(outer, 'target'), join(root, 'a'));
  const written = await writeOne('a', Buffer.from('two'), read.ok ? read.value.hash : null);
  expect(messageOf(written)).toMatch(/^outside_workspace: /u);
  expect(existsSync(join(outer, 'target'))).toBe(false);
});

it('D-02 reads a file of several pieces whole', async () => {
  const bytes = Buffer.from(Array.from({ length: 3_000_001 }, (_unused, index) => index % 251));
  await writeFile(join(root, 'a'), bytes);
  const read = await workspace.read('a');
  expect(read.ok && bytes.equals(read.value.bytes)).toBe(true);
});

it('E-06 takes an absolute path for what it leads to', async () => {
  await writeFile(join(root, 'a'), 'x');
  await symlink('root', join(outer, 'link'));
  expect(await workspace.locate(join(outer, 'link', 'a'))).toMatchObject({
    value: { path: 'a', kind: 'file' },
  });
  expect(await workspace.locate(join(outer, 'link', 'new'))).toMatchObject({
    value: { path: 'new', kind: 'missing' },
  });
  for (const path of [outer, join(outer, 'none'), join(outer, 'link', '..', 'x'), join(outer, 'root2')])
    expect(messageOf(await workspace.locate(path))).toMatch(/^outside_workspace: /u);
});

it('E-06 locates nothing outside, whatever a path is made of', async () => {
  await mkdir(join(root, 'a', 'b'), { recursive: true });
  await writeFile(join(root, 'a', 'file'), 'x');
  await mkdir(join(outer, 'away'));
  for (const [path, target] of [
    ['out', '..'],
    ['away', '../away'],
    ['in', 'a/b'],
    ['up', 'a/../../root/a'],
    ['a/b/far', '../../../away/x'],
    ['loop', 'loop/a'],
    ['gone', 'none/../../x'],
  ] as const)
    await symlink(target, join(root, path));
  const names = [
    'a',
    'b',
    'file',
    'out',
    'away',
    'in',
    'up',
    'far',
    'loop',
    'gone',
    'root',
    '..',
    '.',
    '',
    'none',
    '...',
  ];
  const paths = fc.array(fc.constantFrom(...names), { maxLength: 8 }).map((parts) => parts.join('/'));
  await fc.assert(
    fc.asyncProperty(paths, fc.boolean(), async (path, isWhole) => {
      const located = await workspace.locate(isWhole ? join(root, path) : path);
      if (!located.ok || located.value.kind === 'missing') return;
      const real = await realpath(join(root, located.value.path));
      expect(real).toBe(join(root, located.value.path));
      expect(`${real}/`.startsWith(`${root}/`)).toBe(true);
    }),
    { numRuns: 500 },
  );
});
