import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { succeed } from '@rook/contract';
import type { LedgerFile } from '@rook/engine';
import { failedCases, ledgerFileSuite } from '@rook/engine/testing';
import { expect, it, onTestFinished } from 'vitest';

import { makeFolder } from '../test/fault-room.ts';
import { createLedgerFile } from './ledger-file.ts';

const NAME = 'agent_trace.jsonl';

interface Room {
  readonly workspace: string;
  readonly path: string;
  readonly open: () => LedgerFile;
}

function makeRoom(): Room {
  const workspace = makeFolder();
  const folder = join(workspace, '.orchestration');
  mkdirSync(folder);
  const open = () => createLedgerFile({ folder, name: NAME, workspaceFolder: join(workspace, '.rook') });
  return { workspace, path: join(folder, NAME), open };
}

async function add({ open }: Room, text: string): Promise<unknown> {
  const done = await open().hold(async (ledger) => ledger.append(Buffer.from(text), 'mark'));
  return done.ok ? 'added' : done.error.message.replace(/^.*jsonl/u, '');
}

async function bookmarkOf({ open }: Room): Promise<unknown> {
  const held = await open().hold(async ({ bookmark }) => succeed(bookmark));
  return held.ok ? held.value : held.error.code;
}

it('H-33 the local ledger keeps every promise of the port', async () => {
  expect(await failedCases(ledgerFileSuite, () => makeRoom().open)).toEqual([]);
});

it('H-01 makes the file for its owner, puts nothing else beside it, and makes no folder', async () => {
  const room = makeRoom();
  expect(await add(room, 'one\n')).toBe('added');
  expect(readdirSync(join(room.workspace, '.orchestration'))).toEqual([NAME]);
  expect(statSync(room.path).mode & 0o777).toBe(0o600);
  rmSync(join(room.workspace, '.orchestration'), { recursive: true });
  const done = await room.open().hold(async () => succeed('worked'));
  expect(done).toEqual({ ok: true, value: null });
  expect(readdirSync(room.workspace)).toEqual(['.rook']);
});

it('H-21 looks at everything again once somebody else changed the file, or it is gone', async () => {
  const room = makeRoom();
  await add(room, 'one\n');
  expect(await bookmarkOf(room)).toBe('mark');
  appendFileSync(room.path, 'theirs\n');
  expect(await bookmarkOf(room)).toBe(null);
  await add(room, 'two\n');
  expect(await bookmarkOf(room)).toBe('mark');
  rmSync(room.path);
  expect(await bookmarkOf(room)).toBe(null);
  await add(room, 'three\n');
  writeFileSync(join(room.workspace, '.rook', 'ledger.json'), '{"size":');
  expect(await bookmarkOf(room)).toBe(null);
});

it('H-30 sees a change in the middle of a long file that is as long as before, also with its old time', async () => {
  const room = makeRoom();
  await add(room, `first\n${'x'.repeat(10_000)}\n`);
  const { atime, mtime } = statSync(room.path);
  writeFileSync(room.path, readFileSync(room.path, 'utf8').replace('first', 'other'));
  utimesSync(room.path, atime, mtime);
  expect(await bookmarkOf(room)).toBe(null);
});

it('H-30 replaces in one step, keeps the mode of the file, and leaves no draft', async () => {
  const room = makeRoom();
  await add(room, 'one\ntwo\n');
  chmodSync(room.path, 0o644);
  const done = await room.open().hold(async (ledger) => ledger.replace([{ start: 0, end: 3, text: 'ONE!' }]));
  expect([done.ok, readFileSync(room.path, 'utf8')]).toEqual([true, 'ONE!\ntwo\n']);
  expect(statSync(room.path).mode & 0o777).toBe(0o644);
  expect(readdirSync(join(room.workspace, '.orchestration'))).toEqual([NAME]);
});

const places: readonly (readonly [string, (path: string, outside: string) => void, string])[] = [
  [
    'a link that leads out',
    (path, outside) => symlinkSync(outside, path),
    ' cannot be written: it is a link.',
  ],
  [
    'a link to nothing',
    (path, outside) => symlinkSync(`${outside}-none`, path),
    ' cannot be written: it is a link.',
  ],
  [
    'a second name of a file',
    (path, outside) => linkSync(outside, path),
    ' cannot be written: it has a second name elsewhere.',
  ],
  ['a folder', (path) => mkdirSync(path), ' cannot be written: it is a folder.'],
  ['a pipe', (path) => void spawnSync('mkfifo', [path]), ' cannot be written: it is no plain file.'],
];

it.each(places)('H-21 refuses %s in place of the ledger, and leaves it alone', async (_name, put, said) => {
  const room = makeRoom();
  const outside = join(makeFolder(), 'outside');
  writeFileSync(outside, 'not ours\n');
  put(room.path, outside);
  expect(await add(room, 'one\n')).toBe(said);
  expect(await bookmarkOf(room)).toBe('not_writable');
  expect(readFileSync(outside, 'utf8')).toBe('not ours\n');
});

it('H-21 refuses a folder that is a link', async () => {
  const room = makeRoom();
  const outside = makeFolder();
  rmSync(join(room.workspace, '.orchestration'), { recursive: true });
  symlinkSync(outside, join(room.workspace, '.orchestration'));
  expect(await bookmarkOf(room)).toBe('unsafe_folder');
  expect(readdirSync(outside)).toEqual([]);
});

const canMount = process.getuid?.() === 0 && process.platform === 'linux';

it.skipIf(!canMount)(
  'H-21 a full disk leaves whole lines, and takes the next when there is room',
  async () => {
    const room = makeRoom();
    const folder = join(room.workspace, '.orchestration');
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k,mode=700', 'tmpfs', folder]);
    expect(mounted.status).toBe(0);
    onTestFinished(() => void spawnSync('umount', ['-l', folder]));
    expect(await add(room, 'one\n')).toBe('added');
    const ballast = join(folder, 'ballast');
    writeFileSync(ballast, Buffer.alloc(48 * 1024));
    expect(await add(room, 'x'.repeat(40_000))).toBe(' cannot be written: the disk is full.');
    expect(readFileSync(room.path, 'utf8')).toBe('one\n');
    // The file was touched, so it is compared again with what is known of it.
    const last = await room.open().hold(async ({ lastBookmark }) => succeed(lastBookmark));
    expect(last).toEqual({ ok: true, value: 'mark' });
    rmSync(ballast);
    expect(await add(room, 'two\n')).toBe('added');
    expect(readFileSync(room.path, 'utf8')).toBe('one\ntwo\n');
  },
);
