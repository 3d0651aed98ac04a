import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

import { playing, saying } from './ask-rook.ts';
import { errorOf } from './read-output.ts';
import { runRook, type RookStart } from './run-rook.ts';
import { runTool } from './run-tool.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';

const OTHER_USER = 65_534;
const isRoot = process.getuid?.() === 0;
const canMount = isRoot && tryMount();
const set = ['settings', 'set', 'mode', 'ask'];

it.skipIf(!isRoot)('T-15 a home that may not be written to is named in one sentence', async () => {
  const sandbox = makeSandbox();
  mkdirSync(sandbox.rookHome);
  openFor(sandbox, 0o555);
  await expectNotWritable(sandbox, { user: OTHER_USER });
  expect(readdirSync(sandbox.rookHome)).toEqual([]);
});

it.skipIf(!isRoot)('T-15 a file in a home that may not be written to stays as it is', async () => {
  const sandbox = makeSandbox();
  place(sandbox.userFile, '{"mode": "safe"}');
  mkdirSync(join(sandbox.rookHome, 'locks'));
  for (const path of [sandbox.userFile, join(sandbox.rookHome, 'locks')]) {
    chownSync(path, OTHER_USER, OTHER_USER);
  }
  openFor(sandbox, 0o555);
  await expectNotWritable(sandbox, { user: OTHER_USER });
  expect(readFileSync(sandbox.userFile, 'utf8')).toBe('{"mode": "safe"}');
  expect(readdirSync(sandbox.rookHome).toSorted()).toEqual(['locks', 'settings.json']);
  const read = await runRook(sandbox, ['settings', 'get', 'mode'], { user: OTHER_USER });
  expect(read).toMatchObject({ code: 0, stdout: 'safe\n', stderr: '' });
});

it.skipIf(!isRoot)('T-15 diagnose says that a home may not be written to, and fails', async () => {
  const sandbox = makeSandbox();
  mkdirSync(sandbox.rookHome);
  openFor(sandbox, 0o555);
  const { code, stdout } = await runRook(sandbox, ['diagnose'], { user: OTHER_USER });
  expect(code).toBe(1);
  expect(stdout).toMatch(/^❌ Home: .*cannot be written to/m);
});

it.skipIf(!existsSync('/proc/self'))(
  'T-15 a home where the system makes no folder ends in one sentence',
  async () => {
    const sandbox = { ...makeSandbox(), rookHome: '/proc/rook-home/deep' };
    const start = { env: { ROOK_HOME: sandbox.rookHome } };
    expect(await expectNotWritable(sandbox, start)).toMatch(/could not be made/);
  },
);

it.skipIf(!existsSync('/proc/self'))(
  'R-09 T-15 a home where the system makes no folder does not hold up a conversation',
  async () => {
    const sandbox = makeSandbox();
    const env = { ...playing(sandbox, { default: saying('Hello') }), ROOK_HOME: '/proc/rook-home' };
    const end = await runRook(sandbox, ['ask', 'Hi'], { env });
    expect(end.signal).toBeNull();
    expect(end.stderr).not.toMatch(/ENOENT| at /);
  },
);

it.skipIf(!canMount)('T-15 a full disk is named, and the old file is whole', async () => {
  const sandbox = makeSandbox();
  mkdirSync(sandbox.rookHome);
  expect(mount(sandbox.rookHome)).toBe(true);
  onTestFinished(() => {
    runTool('umount', sandbox.rookHome);
  });
  const text = `{"mode": "safe"} // ${'x'.repeat(9000)}\n`;
  place(sandbox.userFile, text);
  fill(join(sandbox.rookHome, 'ballast'));
  const end = await expectNotWritable(sandbox, {});
  expect(end).toMatch(/disk is full/);
  expect(readFileSync(sandbox.userFile, 'utf8')).toBe(text);
  expect(readdirSync(sandbox.rookHome).toSorted()).toEqual(['ballast', 'locks', 'settings.json']);
});

/** Runs `settings set` twice, for a person and for a script; answers with the sentence. */
async function expectNotWritable(sandbox: Sandbox, start: RookStart): Promise<string> {
  const told = await runRook(sandbox, set, start);
  expect([told.code, told.stdout]).toEqual([1, '']);
  expect(told.stderr).toMatch(/^rook: [^\n]*\.\n$/);
  expect(told.stderr).toContain(sandbox.rookHome);
  expect(told.stderr).not.toMatch(/EACCES|ENOSPC|EROFS| at /);
  const end = await runRook(sandbox, [...set, '--json'], start);
  expect(end.code).toBe(1);
  expect(errorOf(end)).toMatchObject({ code: 'not_writable', kind: 'error', retryable: true });
  return errorOf(end).message;
}

/** Lets the other user walk through the sandbox; its home gets a mode of its own. */
function openFor(sandbox: Sandbox, mode: number): void {
  for (const folder of [sandbox.folder, sandbox.workspace, sandbox.userHome]) chmodSync(folder, 0o755);
  chownSync(sandbox.rookHome, OTHER_USER, OTHER_USER);
  chmodSync(sandbox.rookHome, mode);
}

function mount(folder: string): boolean {
  return runTool('mount', '-t', 'tmpfs', '-o', 'size=64k,mode=700', 'tmpfs', folder).ok;
}

function tryMount(): boolean {
  const folder = join(tmpdir(), `rook-mount-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  const mounted = mount(folder);
  if (mounted) runTool('umount', folder);
  rmdirSync(folder);
  return mounted;
}

/** Writes until the disk refuses. */
function fill(file: string): void {
  try {
    for (;;) writeFileSync(file, 'x'.repeat(4096), { flag: 'a' });
  } catch {
    return;
  }
}
