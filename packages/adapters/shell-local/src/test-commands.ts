import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';

import type { CommandEnd, CommandLine, CommandShell } from '@rook/engine';

import { readProcess } from './process-table.ts';

/** What a command did. */
export interface RanCommand extends CommandEnd {
  readonly text: string;
}

export function lineOf(command: string, more: Partial<CommandLine> = {}): CommandLine {
  return {
    command,
    cwd: tmpdir(),
    env: new Map([['PATH', process.env['PATH'] ?? '/usr/bin:/bin']]),
    mark: randomUUID(),
    timeoutMilliseconds: 60_000,
    signal: new AbortController().signal,
    endsWaiting: true,
    confinement: null,
    ...more,
  };
}

/** Runs a line to its end; `heard` is told all that was printed so far, each time more is. */
export async function runLine(
  shell: CommandShell,
  line: CommandLine,
  heard: (text: string) => void = () => undefined,
): Promise<RanCommand> {
  let text = '';
  const started = await shell.start(line, ({ bytes }) => {
    text += Buffer.from(bytes).toString('latin1');
    heard(text);
    return undefined;
  });
  if (!started.ok) throw new Error(started.error.message);
  return { ...(await started.value.ended), text };
}

/** What is left of a process that ended, until somebody asks for it, does not run. */
export function isRunning(id: number): boolean {
  if (process.platform === 'linux') return readProcess(id) !== null;
  try {
    return process.kill(id, 0);
  } catch {
    return false;
  }
}

/** Whether all of these are gone; what the system has yet to clear away may take a moment. */
export async function areGone(ids: readonly number[]): Promise<boolean> {
  for (let tries = 0; tries < 100; tries += 1) {
    if (!ids.some((id) => isRunning(id))) return true;
    await wait(50);
  }
  return false;
}

/** The numbers that a command printed, each on its line. */
export function idsIn(text: string): readonly number[] {
  return [...text.matchAll(/^\d+$/gmu)].map(([id]) => Number(id));
}
