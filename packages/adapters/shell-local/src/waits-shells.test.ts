import { spawnSync } from 'node:child_process';

import { expect, it } from 'vitest';

import { readMemory } from '../test/read-memory.ts';
import { createCommandShell } from './create-command-shell.ts';
import { lineOf, runLine } from './test-commands.ts';

const shell = createCommandShell(new Map(), () => null, readMemory);
const hasBash = process.platform === 'linux' && spawnSync('bash', ['--version']).status === 0;

it.skipIf(!hasBash)(
  'G-07 sees that a shell waits at its prompt, and lets one come to its end that waits for a while only',
  async () => {
    const lines = [
      'bash --norc -i',
      'bash --noprofile --norc -i; true',
      "bash --norc -i -c 'read -t 3 x; echo $?'",
      "bash --norc -i -c 'read -e -t 3 x; echo $?'",
      "bash -c 'read -t 3 x; echo $?'",
      "bash --norc -i -c 'sleep 3'",
    ];
    const ends = await Promise.all(lines.map(async (line) => (await runLine(shell, lineOf(line))).by));
    expect(ends).toEqual(['waiting', 'waiting', 'itself', 'itself', 'itself', 'itself']);
  },
  90_000,
);
