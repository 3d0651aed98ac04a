import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

import { expect, it, onTestFinished } from 'vitest';

import { readProcessMemory } from './read-process-memory.ts';

it.skipIf(process.platform !== 'linux')(
  'G-07 reads memory of a process that was started here, and none of others',
  async () => {
    const child = spawn('cat', { stdio: ['pipe', 'pipe', 'ignore'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    child.stdin.write('ready\n');
    await new Promise((resolve) => child.stdout.once('data', resolve));
    const id = child.pid ?? 0;
    const address = Number.parseInt(readFileSync(`/proc/${id}/maps`, 'utf8'), 16);
    // Where a program begins, its form is named.
    expect(Buffer.from(readProcessMemory(id, address, 4) ?? []).toString('latin1')).toBe('\u007FELF');
    expect(readProcessMemory(id, 0, 4)).toBeNull();
    expect(readProcessMemory(2 ** 30, address, 4)).toBeNull();
  },
);
