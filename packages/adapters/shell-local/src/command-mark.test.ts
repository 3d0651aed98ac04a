import { closeSync, mkdtempSync, openSync, rmSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { CommandMark } from '@rook/engine';
import { expect, it, onTestFinished } from 'vitest';

import { createCommandShell } from './create-command-shell.ts';
import { readProcess, readText } from './process-table.ts';
import { areGone, isRunning, lineOf, runLine } from './test-commands.ts';

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rook-mark-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function openUnnamed(folder: string): number {
  const path = join(folder, 'mark');
  const file = openSync(path, 'w+');
  unlinkSync(path);
  return file;
}

/** Leaves its own id and that of a process that keeps nothing but the mark, and ends at once. */
function escapeLine(folder: string): string {
  const [own, other] = [join(folder, 'own'), join(folder, 'other')];
  return `echo $$ > ${own}; env -i setsid -f sh -c 'echo $$ > ${other}; exec sleep 600' </dev/null >/dev/null 2>&1`;
}

function idIn(folder: string, name: 'own' | 'other'): number {
  return Number(readText(join(folder, name)) ?? Number.NaN);
}

/** By now nothing can be read any more of the shell that ran the line. */
function waitForShell(folder: string): void {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  const hasEnded = (): boolean =>
    idIn(folder, 'own') > 0 && idIn(folder, 'other') > 0 && readProcess(idIn(folder, 'own')) === null;
  for (let tries = 0; tries < 2000 && !hasEnded(); tries += 1) Atomics.wait(pause, 0, 0, 10);
}

type Handing = (mark: CommandMark) => CommandMark;

/** Whether a process that escaped before anybody could look at its command was ended. */
async function endsEscaped(handing: Handing): Promise<boolean> {
  const folder = makeFolder();
  const file = openUnnamed(folder);
  const close = (): void => {
    closeSync(file);
    waitForShell(folder);
  };
  const shell = createCommandShell(new Map(), () => handing({ file, close }));
  const ended = await runLine(shell, lineOf(escapeLine(folder)));
  expect(ended).toMatchObject({ code: 0, by: 'itself' });
  const id = idIn(folder, 'other');
  expect(id).toBeGreaterThan(0);
  const isGone = ended.leftBehind === 1 && (await areGone([id]));
  if (isRunning(id)) process.kill(id, 'SIGKILL');
  return isGone;
}

/** It hands on one file, and looks for another. */
const forgetful: Handing = (mark) => {
  const other = openUnnamed(makeFolder());
  onTestFinished(() => closeSync(other));
  let asked = 0;
  return {
    close: () => mark.close(),
    get file() {
      asked += 1;
      return asked === 1 ? mark.file : other;
    },
  };
};

it.skipIf(process.platform !== 'linux')(
  'G-07 ends by its mark what gave up all else, although the line had ended before it was looked at',
  async () => {
    expect(await endsEscaped((mark) => mark)).toBe(true);
    expect(await endsEscaped(forgetful)).toBe(false);
  },
  60_000,
);

it.skipIf(process.platform !== 'linux')(
  'G-07 lets none of many escape that leave a line that ends at once',
  async () => {
    const folders = Array.from({ length: 24 }, makeFolder);
    for (const folder of folders) {
      const file = openUnnamed(folder);
      const shell = createCommandShell(new Map(), () => ({ file, close: () => closeSync(file) }));
      await runLine(shell, lineOf(escapeLine(folder)));
    }
    // One that was ended before it could say its id is gone too.
    const ids = folders.map((folder) => idIn(folder, 'other')).filter((id) => id > 0);
    expect(await areGone(ids)).toBe(true);
  },
  120_000,
);
