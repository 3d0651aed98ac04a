import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { sessionIdSchema } from '@rook/contract';
import { createLocalStore } from '@rook/store-local';
import { build } from 'esbuild';

import { makeChangedTree } from './changed-tree.ts';
import { countChanges, createWatch } from './looking-watch.ts';
import { medianOf, type Measurement } from './measurement.ts';

const LOOKS = 9;
const SESSION = sessionIdSchema.parse('rook-20261116-00000001');

/** What looking at a tree before and after a command costs, beside what git takes to look at it once. */
export async function measureLooks(): Promise<Measurement[]> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'rook-looks-')));
  const programs = mkdtempSync(join(tmpdir(), 'rook-first-look-'));
  try {
    const program = await buildFirstLook(programs);
    const { count } = makeChangedTree(root);
    mkdirSync(join(root, '.rook'));
    startGit(root, 'init', '-q');
    startGit(root, 'add', '-A', '-f');
    startGit(root, 'config', 'gc.auto', '0');
    startGit(root, '-c', 'user.name=b', '-c', 'user.email=b@example.org', 'commit', '-q', '-m', 'all');
    const [anew, status, ever, other, first, prepared, before, after] = (await timeLooks(root, program)).map(
      medianOf,
    );
    const figure = (name: string, limit: number, measured = 0): Measurement => ({
      name,
      reference: `git status of ${count} files`,
      unit: 'ms',
      measured,
      against: status ?? 0,
      limit,
    });
    return [
      // Git looks at the files, and starting it is a part of each figure. The first look of a process also meets code that nothing has compiled
      // yet; where nothing was kept of earlier looks each file and each folder has to be looked at.
      figure('looking at a workspace, the very first look, time', 6, ever),
      {
        ...figure('looking at a workspace, the very first look, time', 1, ever),
        reference: `git status of ${count} files that git knows nothing of yet`,
        against: anew ?? 0,
      },
      figure(
        'looking at a workspace, the first look of a process after git wrote its index, time',
        1.3,
        other,
      ),
      figure('looking at a workspace, the first look of a process, time', 1.2, first),
      figure('looking at a workspace, the first look of a session, prepared, time', 1.1, prepared),
      figure('looking at it again before a command, time', 1, before),
      figure('comparing it after, time', 1, after),
    ];
  } finally {
    for (const folder of [root, programs]) rmSync(folder, { recursive: true, force: true });
  }
}

/** As it is shipped: in one file, and not read as TypeScript. */
async function buildFirstLook(folder: string): Promise<string> {
  const program = join(folder, 'first-look.mjs');
  await build({
    entryPoints: [fileURLToPath(new URL('first-look.ts', import.meta.url))],
    outfile: program,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    mainFields: ['module', 'main'],
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
  });
  return program;
}

/** In turns, so that whatever else the machine does meets all of them alike. */
async function timeLooks(root: string, program: string): Promise<readonly number[][]> {
  const watch = createWatch(root);
  const { looks } = createLocalStore({ home: join(root, '.home'), folder: join(root, '.rook') });
  const times = Array.from({ length: 8 }, (): number[] => []);
  for (let round = -2; round < LOOKS; round += 1) {
    // As when it was cloned elsewhere: the index names the files, and says nothing of how they look on the disk.
    startGit(root, 'read-tree', 'HEAD');
    const anew = await timeOf(async () => startGit(root, 'status', '--porcelain'));
    const status = await timeOf(async () => startGit(root, 'status', '--porcelain'));
    for (const name of ['folders', 'noted']) rmSync(join(root, '.rook', name), { force: true });
    const ever = timeFirst(program, root);
    changeIndex(root, round);
    const other = timeFirst(program, root);
    const first = timeFirst(program, root);
    const prepared = timeFirst(program, root, 'prepared');
    // Git's index became another, which a session understands once.
    const settled = await watch.begin();
    if (settled.ok) await countChanges(settled.value);
    let begun: Awaited<ReturnType<typeof watch.begin>> | undefined;
    const before = await timeOf(async () => {
      begun = await watch.begin();
      // What was seen is on the disk before the command begins.
      if (begun.ok) await looks.keep(SESSION, 'c-1', await begun.value.describe(null));
    });
    await looks.drop(SESSION, 'c-1');
    const after = await timeOf(async () => {
      if (begun?.ok === true) await countChanges(begun.value);
    });
    if (round < 0) continue;
    for (const [index, time] of [anew, status, ever, other, first, prepared, before, after].entries())
      times[index]?.push(time);
  }
  return times;
}

/** Git notes something else of a file, and does so half a minute later, so that it is none of its own second. */
function changeIndex(root: string, round: number): void {
  const name = `changed-${round}`;
  writeFileSync(join(root, name), name);
  startGit(root, 'add', '-f', name);
  const later = new Date(Date.now() + 30_000);
  utimesSync(join(root, '.git', 'index'), later, later);
}

function timeFirst(...words: readonly string[]): number {
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
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
