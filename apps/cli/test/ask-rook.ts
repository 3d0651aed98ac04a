import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Script, ScriptAnswer } from '@rook/contract';
import { onTestFinished } from 'vitest';

import { valueAt } from './read-output.ts';
import { launcher, quote, type End } from './run-rook.ts';
import { place, type Sandbox } from './sandbox.ts';

/** Nothing here takes long; who needs this long hangs. Shorter than a test may take, so that it can be told where. */
const HANGS_AFTER_MILLISECONDS = 25_000;

/** The variables that let Rook play a script. */
export function playing(sandbox: Sandbox, script: Partial<Script>): Readonly<Record<string, string>> {
  const file = join(sandbox.folder, 'script.json');
  place(file, JSON.stringify({ version: 1, steps: [], ...script }));
  return { ROOK_PROVIDER: 'scripted', ROOK_SCRIPT: file };
}

/** An answer of text alone, in pieces. */
export function saying(text: string): ScriptAnswer {
  return { events: [{ kind: 'text', text, pieceLength: 3 }], usage: { input: 1200, output: 34 } };
}

/** A model that says something and then nothing more. */
export function stalling(text: string): Partial<Script> {
  return {
    default: {
      events: [
        { kind: 'text', text },
        { kind: 'fault', fault: 'stall' },
      ],
    },
  };
}

/** The lines of all journals of the workspace, as they lie in the files. */
export function journalLines({ workspace }: Pick<Sandbox, 'workspace'>): readonly string[] {
  const chats = join(workspace, '.rook', 'chats');
  if (!existsSync(chats)) return [];
  const files = readdirSync(chats, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /session_[^/]*\.jsonl$/.test(name),
  );
  return files.toSorted().flatMap((name) => linesOf(readFileSync(join(chats, name), 'utf8')));
}

export function linesOf(text: string): readonly string[] {
  return text.split('\n').filter((line) => line !== '');
}

/** The entries of one type, in order. */
export function entriesOf(lines: readonly string[], type: string): readonly unknown[] {
  return lines
    .map((line): unknown => JSON.parse(line))
    .filter((entry) => valueAt(entry, 'event_type') === type);
}

/** A call that runs while the test looks on. */
export interface LiveRook {
  /** Resolves when the text was seen, on whichever stream. */
  seen(text: string): Promise<void>;
  /** The same for a text that comes several times. */
  seenTimes(text: string, times: number): Promise<void>;
  type(text: string): void;
  endInput(): void;
  kill(signal: NodeJS.Signals): void;
  readonly ended: Promise<End>;
}

interface LiveStart {
  readonly env: Readonly<Record<string, string>>;
  /** On a real terminal, where both streams are one. */
  readonly onTerminal?: boolean;
  /** Standard input stays open until the test ends it. */
  readonly keepsInput?: boolean;
}

export function startRook(sandbox: Sandbox, words: readonly string[], start: LiveStart): LiveRook {
  const typed = [process.execPath, launcher, ...words];
  const [command = '', ...rest] =
    start.onTerminal === true ? ['script', '-qec', `exec ${typed.map(quote).join(' ')}`, '/dev/null'] : typed;
  const child = spawn(command, rest, {
    cwd: sandbox.workspace,
    env: { ...sandbox.env, SHELL: '/bin/sh', ...start.env },
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const shown = { stdout: '', stderr: '' };
  const waits = new Set<() => void>();
  const look = () => {
    for (const wait of waits) wait();
  };
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8');
    child[stream].on('data', (piece: string) => {
      shown[stream] += piece;
      look();
    });
  }
  child.stdin.on('error', () => undefined);
  if (start.onTerminal !== true && start.keepsInput !== true) child.stdin.end();
  const { promise: ended, resolve, reject } = Promise.withResolvers<End>();
  const clock = setTimeout(() => {
    child.kill('SIGKILL');
    reject(new Error(`rook ${words.join(' ')} hangs after: ${shown.stdout}${shown.stderr}`));
  }, HANGS_AFTER_MILLISECONDS);
  ended.catch(() => undefined);
  child.on('close', (code, signal) => {
    clearTimeout(clock);
    resolve({ code, signal, ...shown });
  });
  const seenTimes = async (text: string, times: number): Promise<void> => {
    const found = Promise.withResolvers<void>();
    const wait = () => {
      if (shown.stdout.split(text).length > times || shown.stderr.split(text).length > times) found.resolve();
    };
    waits.add(wait);
    wait();
    const over = ended.then((end) => {
      throw new Error(`ended before "${text}" was seen: ${JSON.stringify(end)}`);
    });
    await Promise.race([found.promise, over]);
    waits.delete(wait);
  };
  return {
    ended,
    type: (text) => child.stdin.write(text),
    endInput: () => child.stdin.end(),
    kill: (signal) => child.kill(signal),
    seen: async (text) => seenTimes(text, 1),
    seenTimes,
  };
}
