import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { CommandLine } from '@rook/engine';
import { createCommandShell, createLocalShell } from '@rook/shell-local';
import { createLocalWorkspace } from '@rook/workspace-local';

import { createWorkspaceWatch } from '../packages/engine/src/tools/watch-workspace.ts';
import { makeChangedTree } from './changed-tree.ts';
import { medianMemory, type Run } from './measure.ts';
import { medianOf, type Measurement } from './measurement.ts';

const ROUNDS = 41;
const LOOKS = 9;
const LARGE = '1000000000';
const SMALL = '50000000';
const variables = new Map([['PATH', process.env['PATH'] ?? '/usr/bin:/bin']]);

/** What running a command costs beside the command itself. */
export async function measureShell(): Promise<Measurement[]> {
  return [await measureStart(), measureFlood(), ...(await measureLooks())];
}

/** From the start to the certainty that nothing is left. */
async function measureStart(): Promise<Measurement> {
  const shell = createCommandShell(variables);
  const [bare, own]: [number[], number[]] = [[], []];
  for (let round = -5; round < ROUNDS; round += 1) {
    const plain = await timeOf(runBare);
    const marked = await timeOf(async () => {
      const started = await shell.start(lineOf(`bench-${process.pid}-${round}`), () => undefined);
      if (started.ok) await started.value.ended;
    });
    if (round < 0) continue;
    bare.push(plain);
    own.push(marked);
  }
  return {
    name: 'a command that does nothing, time',
    reference: 'a bare spawn of the same shell',
    unit: 'ms',
    measured: medianOf(own),
    against: medianOf(bare),
    limit: 1.5,
  };
}

function lineOf(mark: string): CommandLine {
  return {
    command: 'true',
    cwd: tmpdir(),
    env: variables,
    mark,
    timeoutMilliseconds: 30_000,
    signal: new AbortController().signal,
    endsWaiting: true,
    confinement: null,
  };
}

async function runBare(): Promise<void> {
  const child = spawn('bash', ['--noprofile', '--norc', '-c', 'true'], {
    cwd: tmpdir(),
    env: Object.fromEntries(variables),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdout.resume();
  child.stderr.resume();
  await new Promise((resolve) => child.once('close', resolve));
}

async function timeOf(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** The peak of the process that watches a command print a gigabyte, beside one that prints a twentieth of it. */
function measureFlood(): Measurement {
  const program = fileURLToPath(new URL('flood.ts', import.meta.url));
  const runs: readonly Run[] = [
    [process.execPath, program, SMALL],
    [process.execPath, program, LARGE],
  ];
  const [small = 0, large = 0] = medianMemory(runs, 3);
  return {
    name: 'a command that prints 1 GB, peak memory',
    reference: 'one that prints 50 MB',
    unit: 'KB',
    measured: large,
    against: small,
    limit: 1.25,
  };
}

/** What looking at a tree before and after a command costs, beside what git takes to look at it once. */
async function measureLooks(): Promise<Measurement[]> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'rook-shell-')));
  try {
    const { count } = makeChangedTree(root);
    const git = (...words: readonly string[]): void => {
      const { status } = spawnSync('git', words, { cwd: root, stdio: 'ignore' });
      if (status !== 0) throw new Error(`git ${words.join(' ')} failed`);
    };
    git('init', '-q');
    git('add', '-A', '-f');
    git('status', '--porcelain');
    const makeWatch = () =>
      createWorkspaceWatch({
        workspace: createLocalWorkspace(root),
        shell: createLocalShell(),
        clock: { now: () => new Date() },
        ignore: [],
      });
    const watch = makeWatch();
    const times: [number[], number[], number[], number[]] = [[], [], [], []];
    for (let round = -2; round < LOOKS; round += 1) {
      const status = await timeOf(async () => git('status', '--porcelain'));
      let begun: Awaited<ReturnType<typeof watch.begin>> | undefined;
      const before = await timeOf(async () => {
        begun = await watch.begin();
      });
      const after = await timeOf(async () => {
        if (begun?.ok === true) await begun.value.end();
      });
      const first = await timeOf(async () => void (await makeWatch().begin()));
      if (round < 0) continue;
      for (const [index, time] of [status, before, after, first].entries()) times[index]?.push(time);
    }
    const [status, before, after, first] = times.map(medianOf);
    const reference = `git status of ${count} files`;
    const figure = (name: string, limit: number, measured = 0): Measurement => ({
      name,
      reference,
      unit: 'ms',
      measured,
      against: status ?? 0,
      limit,
    });
    return [
      // Git looks with all cores, and has its list from the start; who looks for the first time has to read every folder.
      figure('looking at a workspace for the first time, time', 3, first),
      figure('looking at it again before a command, time', 1.1, before),
      figure('comparing it after, time', 1.1, after),
    ];
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
