import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, it } from 'vitest';

import { readMemory } from '../test/read-memory.ts';
import { createCommandShell } from './create-command-shell.ts';
import { lineOf, runLine } from './test-commands.ts';

const shell = createCommandShell(new Map(), () => null, readMemory);
const folder = mkdtempSync(join(tmpdir(), 'rook-editors-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const has = (program: string, ...words: readonly string[]): boolean =>
  process.platform === 'linux' && spawnSync(program, words).status === 0;

async function endOf(command: string): Promise<string> {
  return (await runLine(shell, lineOf(command, { cwd: folder }))).by;
}

it.skipIf(!has('vim', '--version'))(
  'G-07 sees that an editor waits for keys, and lets one come to its end that does not',
  async () => {
    const ends = await Promise.all(
      ['vim x', 'vim -u NONE y; true', "vim -es -c 'sleep 3' -c 'qa!' z"].map(endOf),
    );
    expect(ends).toEqual(['waiting', 'waiting', 'itself']);
  },
  60_000,
);

const SELECT = 'import os, select, signal, socket\nsignal.alarm(4)\n';

it.skipIf(!has('python3', '--version'))(
  'G-07 sees who waits for anything unusual of its input, and does not mistake others for it',
  async () => {
    const lines = [
      'select.select([0], [], [0])',
      // A peer could send something unusual, and who wants to write waits for a reader.
      's = socket.create_server(("127.0.0.1", 0)); select.select([0], [], [s])',
      'r, w = os.pipe(); os.set_blocking(w, False)\ntry:\n  while True: os.write(w, b"x" * 4096)\nexcept BlockingIOError: pass\nselect.select([0], [w], [])',
    ];
    const ends = await Promise.all(lines.map(async (line) => endOf(`exec python3 -c '${SELECT}${line}'`)));
    // The alarm that ends the others is not heard, so it is not seen.
    expect(ends).toEqual(['waiting', 'itself', 'itself']);
  },
  60_000,
);
