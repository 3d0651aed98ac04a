import { spawnSync } from 'node:child_process';
import { closeSync, fsyncSync, mkdtempSync, openSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createChangeWriter } from './change-writer.ts';
import { makeChangedTree, type ChangedTree } from './changed-tree.ts';
import { medianOf, type Measurement } from './measurement.ts';
import { createDiskTimer } from './time-disk.ts';

const ROUNDS = 15;
/** The first rounds pay for folders that are made once, and git's for its files to be in memory. */
const WARM_ROUNDS = 2;
/** A set of a session that has made some: the first ones pay for the compiler. */
const WARM_SETS = 40;
/** How much cheaper a change set is in bytes and in time, on a machine that does nothing else; docs/decisions says why. */
const CHEAPER = { bytes: 50, time: 50 };
/** How much longer it may take than the waits that it promises; on a busy machine its own work takes the most. */
const MOST_WAITS = 6;

/**
 * What one changed file costs in a large tree, beside keeping the tree in a shadow repository of git. Measured is the median set of one
 * session, from the plan to the answer; each begins when the disk has what git left to the system, which the set would wait for otherwise.
 */
export async function measureChanges(): Promise<Measurement[]> {
  const folder = mkdtempSync(join(tmpdir(), 'rook-changes-'));
  try {
    const tree = makeChangedTree(join(folder, 'workspace'));
    const git = createShadow(folder, tree.root);
    if (git === null) {
      process.stdout.write('not measured: change sets beside git, because this machine has none\n');
      return [];
    }
    // What was made just now would be written with the first change that waits for the disk.
    spawnSync('sync');
    const { times, bytes } = await measureRounds(folder, tree, git);
    const own = medianOf(times.own);
    const name = `a change of one file of ${tree.count}`;
    const slower = (reference: string, all: readonly number[], limit = 1 / CHEAPER.time): Measurement => {
      return { name: `${name}, time`, reference, unit: 'ms', measured: own, against: medianOf(all), limit };
    };
    const bytesOfGit = { reference: 'git add and commit', unit: 'bytes', against: medianOf(bytes.git) };
    return [
      slower('git add and commit', times.commit),
      slower('git add and write-tree', times.tree),
      slower('git add and commit, forced to the disk as a change set is', times.durable),
      slower('the six waits for the disk that a change set promises', times.disk, MOST_WAITS),
      {
        name: `${name}, bytes written`,
        ...bytesOfGit,
        measured: medianOf(bytes.own),
        limit: 1 / CHEAPER.bytes,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Git = (...words: string[]) => boolean;

interface Rounds {
  readonly times: { readonly [Way in 'own' | 'commit' | 'tree' | 'durable' | 'disk']: readonly number[] };
  readonly bytes: { readonly [Way in 'own' | 'git']: readonly number[] };
}

async function measureRounds(folder: string, tree: ChangedTree, git: Git): Promise<Rounds> {
  const writer = await createChangeWriter(join(folder, 'own'), tree.root);
  const objects = join(folder, 'shadow', 'objects');
  const own: number[] = [];
  const commit: number[] = [];
  const list: number[] = [];
  const durable: number[] = [];
  const disk: number[] = [];
  const timer = createDiskTimer(folder);
  const index = join(folder, 'shadow', 'index');
  const bytes: { own: number[]; git: number[] } = { own: [], git: [] };
  let next = 0;
  /** Each way keeps a change of its own, so that none finds the work done. */
  const change = async (): Promise<number> => {
    const path = tree.files[next % tree.files.length] ?? '';
    next += 1;
    const write = await writer.plan(path);
    bringToDisk(index);
    return timed(write);
  };
  for (let set = 0; set < WARM_SETS; set += 1) await change();
  for (let round = -WARM_ROUNDS; round < ROUNDS; round += 1) {
    const before = sizeOf(join(folder, 'own'));
    const first = await change();
    const written = sizeOf(join(folder, 'own')) - before;
    const held = sizeOf(objects);
    const committed = await timed(() => git('add', '-A') && git('commit', '-qm', `change ${round}`));
    // The list of all files is written anew with each change.
    const kept = sizeOf(objects) - held + statSync(index).size;
    const second = await change();
    const listed = await timed(() => git('add', '-A') && git('write-tree'));
    const third = await change();
    const forced = await timed(
      () => git(...FORCED, 'add', '-A') && git(...FORCED, 'commit', '-qm', `forced ${round}`),
    );
    bringToDisk(index);
    const waited = timer.time();
    if (round < 0) continue;
    own.push(first, second, third);
    commit.push(committed);
    list.push(listed);
    durable.push(forced);
    disk.push(waited);
    bytes.own.push(written);
    bytes.git.push(kept);
  }
  await writer.close();
  timer.close();
  return { times: { own, commit, tree: list, durable, disk }, bytes };
}

/** By itself git does not wait for the disk; a shadow that promises what a change set does has to. */
const FORCED = ['-c', 'core.fsync=all', '-c', 'core.fsyncMethod=fsync'];

/** Null where there is no git. */
function createShadow(folder: string, workspace: string): Git | null {
  const place = ['--git-dir', join(folder, 'shadow'), '--work-tree', workspace];
  const identity = ['-c', 'user.name=bench', '-c', 'user.email=bench@example.org', '-c', 'gc.auto=0'];
  const git = (...words: string[]): boolean =>
    spawnSync('git', [...place, ...identity, ...words], { cwd: workspace, stdio: 'ignore' }).status === 0;
  return git('init', '-q') && git('add', '-A') && git('commit', '-qm', 'all') ? git : null;
}

function bringToDisk(path: string): void {
  const file = openSync(path, 'r+');
  fsyncSync(file);
  closeSync(file);
}

async function timed(work: () => unknown): Promise<number> {
  const start = performance.now();
  if ((await work()) === false) throw new Error('git failed');
  return performance.now() - start;
}

function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((item) => item.isFile())
    .reduce((sum, item) => sum + statSync(join(item.parentPath, item.name)).size, 0);
}
