import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

import packageFile from '../package.json' with { type: 'json' };
import { errorOf } from './read-output.ts';
import { cliFolder, launcher, quote, runRook, type RookStart } from './run-rook.ts';
import { runTool } from './run-tool.ts';
import { makeSandbox, type Sandbox } from './sandbox.ts';

const NEEDED_MAJOR = 24;
const SYSTEM_NODE = '/usr/bin/node';
const systemVersion = runTool(SYSTEM_NODE, '--version').stdout;
const hasScript = runTool('script', '--version').stdout.includes('util-linux');
const isOld = Number(/^v(\d+)/.exec(systemVersion)?.[1] ?? NEEDED_MAJOR) < NEEDED_MAJOR;
/** Under CI a skipped test fails, so the machine there must have an older Node. */
const nodes = [
  { which: 'Node 24', node: process.execPath, isMissing: false },
  { which: 'an older Node', node: SYSTEM_NODE, isMissing: !isOld },
];

for (const { which, node, isMissing } of nodes) {
  it.skipIf(isMissing)(`T-16 starts on ${which} from any folder and through a link`, async () => {
    const sandbox = makeSandbox();
    const link = join(sandbox.folder, 'rook');
    symlinkSync(launcher, link);
    for (const start of [{ node }, { node, cwd: '/' }, { node, launcher: link }]) {
      const told = await runRook(sandbox, ['settings', 'get', 'mode'], start);
      expect(told).toMatchObject({ code: 0, stdout: 'ask\n', stderr: '' });
    }
  });

  it.skipIf(isMissing)(`T-16 hands the exit code on from ${which}`, async () => {
    const sandbox = makeSandbox();
    expect((await runRook(sandbox, ['settings', 'get', 'modee'], { node })).code).toBe(1);
    expect((await runRook(sandbox, ['frobnicate'], { node })).code).toBe(2);
    const { code, stdout } = await runRook(sandbox, ['--version', '--json'], { node });
    expect(code).toBe(0);
    expect(stdout).toMatch(/"node":"v(2[4-9]|[3-9]\d)\./);
  });

  it.skipIf(isMissing)(`T-16 hands words, input and output on unchanged from ${which}`, async () => {
    const sandbox = makeSandbox();
    const copy = copyLauncher(sandbox, ECHO);
    const input = 'äöü😀\n'.repeat(100_000);
    const words = ['a b', '', '*', '$x', '--', "'"];
    const end = await runRook(sandbox, words, { node, launcher: copy, input });
    expect([end.code, end.stderr]).toEqual([42, JSON.stringify(words)]);
    expect(end.stdout === input).toBe(true);
  });

  it.skipIf(isMissing)(`T-15 SIGTERM to the launcher on ${which} ends the whole of it`, async () => {
    const { child, inner } = await startWaiting(node, WAIT);
    child.kill('SIGTERM');
    expect(await ending(child)).toEqual([null, 'SIGTERM']);
    expect(isAlive(inner)).toBe(false);
  });

  it.skipIf(isMissing)(`T-15 on ${which} the program may end a SIGTERM in its own way`, async () => {
    const { child, inner } = await startWaiting(node, END_WELL);
    child.kill('SIGTERM');
    expect(await ending(child)).toEqual([7, null]);
    expect(isAlive(inner)).toBe(false);
  });

  it.skipIf(isMissing || !hasScript)(
    `T-15 on ${which} Ctrl-C on a terminal reaches the program once, which decides`,
    async () => {
      const { child, inner } = await startWaiting(node, END_WELL, onTerminal);
      child.stdin?.write('\u0003');
      expect(await ending(child)).toEqual([130, null]);
      expect(isAlive(inner)).toBe(false);
    },
  );

  it.skipIf(isMissing)(`T-15 SIGINT to the launcher on ${which} alone reaches the program once`, async () => {
    const { child, inner } = await startWaiting(node, END_WELL);
    child.kill('SIGINT');
    expect(await ending(child)).toEqual([130, null]);
    expect(isAlive(inner)).toBe(false);
  });

  it.skipIf(isMissing)(`T-15 SIGINT to the whole group on ${which} ends the whole of it`, async () => {
    const { child, inner } = await startWaiting(node, WAIT);
    process.kill(-(child.pid ?? 0), 'SIGINT');
    expect(await ending(child)).toEqual([null, 'SIGINT']);
    expect(isAlive(inner)).toBe(false);
  });

  it.skipIf(isMissing)(`T-15 on ${which} says what to do when nothing is built`, async () => {
    const sandbox = makeSandbox();
    const copy = copyLauncher(sandbox, undefined);
    expect(await refusal(sandbox, { node, launcher: copy })).toMatch(/not built.*`npm run build`/);
  });
}

it.skipIf(!isOld)('T-16 names Node 24 on an older Node without the one of npm', async () => {
  const sandbox = makeSandbox();
  const folder = join(sandbox.folder, 'bare');
  for (const part of ['bin', 'dist']) cpSync(join(cliFolder, part), join(folder, part), { recursive: true });
  const start = { node: SYSTEM_NODE, launcher: join(folder, packageFile.bin.rook) };
  expect(await refusal(sandbox, start)).toMatch(/needs Node 24 or later.*install/);
});

it('T-16 a copy of bin and dist alone runs on Node 24', async () => {
  const sandbox = makeSandbox();
  const folder = join(sandbox.folder, 'bare');
  for (const part of ['bin', 'dist']) cpSync(join(cliFolder, part), join(folder, part), { recursive: true });
  const end = await runRook(sandbox, ['settings', 'get', 'mode'], {
    launcher: join(folder, packageFile.bin.rook),
  });
  expect(end).toMatchObject({ code: 0, stdout: 'ask\n', stderr: '' });
});

const ECHO = `
  process.stderr.write(JSON.stringify(process.argv.slice(2)));
  process.stdin.pipe(process.stdout);
  process.exitCode = 42;
`;
const WAIT = `
  process.stdout.write(String(process.pid) + '\\n');
  setInterval(() => undefined, 1000);
`;
const END_WELL = `
  let times = 0;
  const end = (code) => { times += 1; setTimeout(() => process.exit(times === 1 ? code : 99), 100); };
  process.on('SIGTERM', () => end(7));
  process.on('SIGINT', () => end(130));
${WAIT}`;

/** The launcher with another program behind it, or with none. */
function copyLauncher({ folder }: Sandbox, program: string | undefined): string {
  cpSync(join(cliFolder, 'bin'), join(folder, 'copy', 'bin'), { recursive: true });
  writeFileSync(join(folder, 'copy', 'package.json'), '{"type": "module"}');
  symlinkSync(join(cliFolder, '..', '..', 'node_modules'), join(folder, 'copy', 'node_modules'));
  if (program !== undefined) {
    mkdirSync(join(folder, 'copy', 'dist'));
    writeFileSync(join(folder, 'copy', 'dist', 'main.js'), program);
  }
  return join(folder, 'copy', packageFile.bin.rook);
}

/** The sentence with which a start fails, the same for a person and for a script. */
async function refusal(sandbox: Sandbox, start: RookStart): Promise<string> {
  const told = await runRook(sandbox, ['settings', 'list'], start);
  expect([told.code, told.stdout]).toEqual([1, '']);
  const end = await runRook(sandbox, ['settings', 'list', '--json'], start);
  expect(end.code).toBe(1);
  const { message } = errorOf(end);
  expect(told.stderr).toBe(`rook: ${message}\n`);
  expect(message).toMatch(/\.$/);
  return message;
}

/** Starts a program behind the launcher in a process group of its own and waits until it runs. */
async function startWaiting(
  node: string,
  program: string,
  around: (words: readonly string[]) => readonly string[] = (words) => words,
): Promise<{ readonly child: ChildProcess; readonly inner: number }> {
  const sandbox = makeSandbox();
  const copy = copyLauncher(sandbox, program);
  const [command = '', ...words] = around([node, copy]);
  const child = spawn(command, words, { env: sandbox.env, cwd: sandbox.workspace, detached: true });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  child.stdout.on('data', (piece: Buffer) => resolve(Number(piece.toString())));
  child.on('close', () => reject(new Error('the program ended before it ran')));
  const inner = await promise;
  expect(isAlive(inner)).toBe(true);
  return { child, inner };
}

/** The words that run a program on a terminal of its own, which gets what is written to it. */
function onTerminal(words: readonly string[]): readonly string[] {
  return ['script', '-qec', `exec ${words.map(quote).join(' ')}`, '/dev/null'];
}

async function ending(child: ChildProcess): Promise<readonly [number | null, NodeJS.Signals | null]> {
  const { promise, resolve } = Promise.withResolvers<readonly [number | null, NodeJS.Signals | null]>();
  child.on('close', (code, signal) => resolve([code, signal]));
  return promise;
}

function isAlive(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch {
    return false;
  }
}
