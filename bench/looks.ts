import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { createLocalShell } from '@rook/shell-local';
import { createKeptBytes } from '@rook/store-local';
import { createLocalWorkspace } from '@rook/workspace-local';

import { createWorkspaceWatch, type WorkspaceWatch } from '../packages/engine/src/tools/watch-workspace.ts';
import { makeChangedTree } from './changed-tree.ts';
import { medianOf, type Measurement } from './measurement.ts';

const LOOKS = 9;

/** The watch that a process makes for its commands. */
export function createWatch(root: string): WorkspaceWatch {
  const kept = createKeptBytes({ folder: join(root, '.rook'), name: 'folders' });
  return createWorkspaceWatch({
    workspace: createLocalWorkspace(root, { kept }),
    shell: createLocalShell(),
    clock: { now: () => new Date() },
    ignore: [],
  });
}

/** What looking at a tree before and after a command costs, beside what git takes to look at it once. */
export async function measureLooks(): Promise<Measurement[]> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'rook-looks-')));
  try {
    const { count } = makeChangedTree(root);
    mkdirSync(join(root, '.rook'));
    startGit(root, 'init', '-q');
    startGit(root, 'add', '-A', '-f');
    startGit(root, 'config', 'gc.auto', '0');
    startGit(root, '-c', 'user.name=b', '-c', 'user.email=b@example.org', 'commit', '-q', '-m', 'all');
    const [status, first, prepared, before, after] = (await timeLooks(root)).map(medianOf);
    const figure = (name: string, limit: number, measured = 0): Measurement => ({
      name,
      reference: `git status of ${count} files`,
      unit: 'ms',
      measured,
      against: status ?? 0,
      limit,
    });
    return [
      // Git looks with all cores, and a process of ours with one that is cold. A session prepares it while it waits for the model.
      figure('looking at a workspace, the first look of a process, unprepared, time', 2.5, first),
      figure('looking at a workspace, the first look of a process, prepared, time', 1.2, prepared),
      figure('looking at it again before a command, time', 1.1, before),
      figure('comparing it after, time', 1.1, after),
    ];
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** In turns, so that whatever else the machine does meets all of them alike. */
async function timeLooks(root: string): Promise<readonly number[][]> {
  const watch = createWatch(root);
  const times: [number[], number[], number[], number[], number[]] = [[], [], [], [], []];
  for (let round = -2; round < LOOKS; round += 1) {
    const status = await timeOf(async () => startGit(root, 'status', '--porcelain'));
    const first = timeFirst(root);
    const prepared = timeFirst(root, 'prepared');
    let begun: Awaited<ReturnType<typeof watch.begin>> | undefined;
    const before = await timeOf(async () => {
      begun = await watch.begin();
    });
    const after = await timeOf(async () => {
      if (begun?.ok === true) await begun.value.end();
    });
    if (round < 0) continue;
    for (const [index, time] of [status, first, prepared, before, after].entries()) times[index]?.push(time);
  }
  return times;
}

function timeFirst(...words: readonly string[]): number {
  const program = fileURLToPath(new URL('first-look.ts', import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...words], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`A first look failed: ${stderr}`);
  return Number(stdout);
}

function startGit(root: string, ...words: readonly string[]): void {
  const { status } = spawnSync('git', words, { cwd: root, stdio: 'ignore' });
  if (status !== 0) throw new Error(`git ${words.join(' ')} failed`);
}

async function timeOf(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
