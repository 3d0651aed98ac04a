import { chownSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { expect, it } from 'vitest';

import { errorOf, jsonOf, textAt, valueAt } from './read-output.ts';
import { runRook } from './run-rook.ts';
import { runTool } from './run-tool.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';

const OTHER_USER = 65_534;
const PAGE_BYTES = 4096;
const isRoot = process.getuid?.() === 0;
const setInWorkspace = ['settings', 'set', 'mode', 'safe', '--scope', 'workspace', '--json'];

it('T-14 refuses a workspace whose .rook is a link', async () => {
  const sandbox = makeSandbox();
  place(join(sandbox.folder, 'elsewhere', 'settings.json'), '{"mode": "safe"}');
  symlinkSync(join(sandbox.folder, 'elsewhere'), join(sandbox.workspace, '.rook'));
  expect(await refusal(sandbox)).toMatch(/is a link/);
  expect(existsSync(join(sandbox.folder, 'elsewhere', 'locks'))).toBe(false);
});

it('T-14 refuses a workspace whose .rook is a link to nowhere, and makes nothing there', async () => {
  const sandbox = makeSandbox();
  symlinkSync(join(sandbox.folder, 'elsewhere'), join(sandbox.workspace, '.rook'));
  expect(await refusal(sandbox)).toMatch(/is a link/);
  expect(existsSync(join(sandbox.folder, 'elsewhere'))).toBe(false);
});

it('T-14 refuses a workspace whose .rook is a file', async () => {
  const sandbox = makeSandbox();
  writeFileSync(join(sandbox.workspace, '.rook'), 'mine');
  expect(await refusal(sandbox)).toMatch(/is no folder/);
  expect(readFileSync(join(sandbox.workspace, '.rook'), 'utf8')).toBe('mine');
});

it.skipIf(!isRoot)('T-14 refuses a workspace whose .rook belongs to another user', async () => {
  const sandbox = makeSandbox();
  place(sandbox.workspaceFile, '{"mode": "safe"}');
  chownSync(join(sandbox.workspace, '.rook'), OTHER_USER, OTHER_USER);
  expect(await refusal(sandbox)).toMatch(/belongs to another user/);
});

it.each(['chats', 'blobs', 'locks', 'trash'])('T-14 refuses a link as .rook/%s', async (name) => {
  const sandbox = makeSandbox();
  place(sandbox.workspaceFile, '{"mode": "safe"}');
  mkdirSync(join(sandbox.folder, 'elsewhere'));
  symlinkSync(join(sandbox.folder, 'elsewhere'), join(sandbox.workspace, '.rook', name));
  expect(await refusal(sandbox)).toMatch(/is a link/);
});

it('T-14 makes no file outside the workspace through a linked lock', async () => {
  const sandbox = makeSandbox();
  const outside = join(sandbox.folder, 'outside');
  mkdirSync(join(sandbox.workspace, '.rook', 'locks'), { recursive: true, mode: 0o700 });
  symlinkSync(outside, join(sandbox.workspace, '.rook', 'locks', 'settings.sqlite'));
  const { signal } = await runRook(sandbox, setInWorkspace);
  expect(signal).toBeNull();
  expect(existsSync(outside)).toBe(false);
});

it('T-14 deletes no file outside through the journal of a lock that the workspace brought along', async () => {
  const sandbox = makeSandbox();
  const outside = join(sandbox.folder, 'precious.txt');
  writeFileSync(outside, 'precious');
  const locks = join(sandbox.workspace, '.rook', 'locks');
  mkdirSync(locks, { recursive: true, mode: 0o700 });
  placeHotJournal(join(locks, 'settings.sqlite'), outside);
  const { signal } = await runRook(sandbox, setInWorkspace);
  expect(signal).toBeNull();
  expect(readFileSync(outside, 'utf8')).toBe('precious');
});

it.each(['a folder', 'a named pipe', 'text'])('T-15 %s as lock ends in one clear sentence', async (what) => {
  const sandbox = makeSandbox();
  const lock = join(sandbox.rookHome, 'locks', 'settings.sqlite');
  mkdirSync(join(sandbox.rookHome, 'locks'), { recursive: true, mode: 0o700 });
  if (what === 'a folder') mkdirSync(lock);
  else if (what === 'text') writeFileSync(lock, 'no database '.repeat(500));
  else runTool('mkfifo', lock);
  const end = await runRook(sandbox, ['settings', 'set', 'mode', 'safe', '--json']);
  expect(end.code).toBe(1);
  expect(errorOf(end).code).toMatch(/^(not_writable|unsafe_folder)$/);
  expect(errorOf(end).message).toContain(lock);
});

it.each(['workspace', 'rookHome'] as const)(
  'T-14 diagnose empties no file through a link that waits in the %s',
  async (which) => {
    const sandbox = makeSandbox();
    const outside = join(sandbox.folder, 'precious.txt');
    writeFileSync(outside, 'precious');
    mkdirSync(join(sandbox.workspace, '.rook'), { mode: 0o700 });
    mkdirSync(sandbox.rookHome, { mode: 0o700 });
    const folder = which === 'workspace' ? join(sandbox.workspace, '.rook') : sandbox.rookHome;
    // Process ids can be guessed; the test knows the one that counts before the process has begun.
    const started = (id: number) => symlinkSync(outside, join(folder, `.write_test_${id}`));
    const { signal } = await runRook(sandbox, ['diagnose'], { started });
    expect(signal).toBeNull();
    expect(readFileSync(outside, 'utf8')).toBe('precious');
  },
);

/** Why the workspace is refused, the same for who writes and for who reads. */
async function refusal(sandbox: Sandbox): Promise<string> {
  const set = await runRook(sandbox, setInWorkspace);
  expect(set.code).toBe(1);
  expect(errorOf(set)).toMatchObject({ code: 'unsafe_folder', kind: 'denied', retryable: false });
  const { message } = errorOf(set);
  const told = jsonOf(await runRook(sandbox, ['settings', 'get', 'mode', '--json']));
  expect(valueAt(told, 'value')).toBe('ask');
  expect(textAt(told, 'problems', 0, 'message')).toBe(message);
  const diagnosed = await runRook(sandbox, ['diagnose']);
  expect(diagnosed.code).toBe(1);
  expect(diagnosed.stdout).toMatch(/^❌ Workspace: /m);
  return message;
}

/** A database and the journal of an unfinished change to it that names another file for deletion. */
function placeHotJournal(database: string, victim: string): void {
  const made = new DatabaseSync(database);
  made.exec('CREATE TABLE made_elsewhere (text)');
  made.close();
  const magic = Buffer.from('d9d505f920a163d7', 'hex');
  const header = Buffer.alloc(512);
  magic.copy(header);
  const numbers = [0, 1, readFileSync(database).length / PAGE_BYTES, header.length, PAGE_BYTES];
  for (const [index, number] of numbers.entries()) header.writeUInt32BE(number, magic.length + 4 * index);
  const name = Buffer.from(victim);
  const sum = name.reduce((all, byte) => all + byte, 0);
  const [page, length, checked] = [0x4000_0000 / PAGE_BYTES + 1, name.length, sum].map(bigEndian);
  const parts = [header, page, name, length, checked, magic].flatMap((part) => part ?? []);
  writeFileSync(`${database}-journal`, Buffer.concat(parts));
}

function bigEndian(number: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(number);
  return bytes;
}
