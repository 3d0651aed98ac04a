import { spawn, spawnSync } from 'node:child_process';

import { expect, it, vi } from 'vitest';

import { openTree } from './process-tree.ts';
import { areGone } from './test-commands.ts';

const APART = ['--user', '--map-root-user', '--pid', '--fork'];
const canUnshare = spawnSync('unshare', [...APART, 'true']).status === 0;

it.skipIf(!canUnshare)('G-07 counts of a sandbox what runs in it, and not the sandbox itself', async () => {
  for (const isConfined of [true, false]) {
    // The outer program, the first process inside, and what that one started.
    const child = spawn('unshare', [...APART, 'sh', '-c', 'sleep 600 & wait'], { detached: true });
    const tree = openTree(child.pid ?? 0, { mark: `tree-${process.pid}`, link: null, isConfined });
    await vi.waitUntil(() => tree.find().length === 3, { timeout: 15_000 });
    const ids = tree.find().map(({ id }) => id);
    expect(await tree.end(2000)).toBe(isConfined ? 2 : 3);
    expect(await areGone(ids)).toBe(true);
  }
});
