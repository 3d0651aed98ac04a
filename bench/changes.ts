import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sessionIdSchema, turnIdSchema } from '@rook/contract';
import { createRedactor, openJournal, type Journal } from '@rook/engine';
import { createLocalStore } from '@rook/store-local';
import { createLocalWorkspace } from '@rook/workspace-local';

import { createChangeSetIds } from '../packages/engine/src/edits/change-set-ids.ts';
import { writeChangeSet } from '../packages/engine/src/edits/write-change-set.ts';
import { medianOf, type Measurement } from './measurement.ts';

const FOLDERS = 300;
const FILES_IN_A_FOLDER = 100;
const ROUNDS = 15;
/** How much cheaper a change set is to be. */
const TIMES_CHEAPER = 50;

/** What one changed file costs in a large tree, beside keeping the tree in a shadow repository of git. */
export async function measureChanges(): Promise<Measurement[]> {
  const folder = mkdtempSync(join(tmpdir(), 'rook-changes-'));
  try {
    const workspace = join(folder, 'workspace');
    makeTree(workspace);
    const git = createShadow(folder, workspace);
    if (git === null) {
      process.stdout.write('not measured: change sets beside git, because this machine has none\n');
      return [];
    }
    // What was made just now would be written with the first change that waits for the disk.
    spawnSync('sync');
    const own = await createWriter(folder, workspace);
    const times: { own: number[]; commit: number[]; tree: number[] } = { own: [], commit: [], tree: [] };
    const bytes: { own: number[]; git: number[] } = { own: [], git: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = sizeOf(join(folder, 'own'));
      times.own.push(await timed(async () => own.change(round)));
      bytes.own.push(sizeOf(join(folder, 'own')) - before);
      const objects = sizeOf(join(folder, 'shadow', 'objects'));
      times.commit.push(await timed(async () => git('add', '-A') && git('commit', '-qm', `change ${round}`)));
      // The list of all files is written anew with each change.
      const index = statSync(join(folder, 'shadow', 'index')).size;
      bytes.git.push(sizeOf(join(folder, 'shadow', 'objects')) - objects + index);
      await own.change(round + ROUNDS);
      times.tree.push(await timed(async () => git('add', '-A') && git('write-tree')));
    }
    await own.close();
    const name = `a change of one file of ${FOLDERS * FILES_IN_A_FOLDER}`;
    const time = { unit: 'ms', measured: medianOf(times.own), limit: 1 / TIMES_CHEAPER };
    return [
      { name: `${name}, time`, reference: 'git add and commit', against: medianOf(times.commit), ...time },
      { name: `${name}, time`, reference: 'git add and write-tree', against: medianOf(times.tree), ...time },
      {
        name: `${name}, bytes written`,
        reference: 'git add and commit',
        unit: 'bytes',
        measured: medianOf(bytes.own),
        against: medianOf(bytes.git),
        limit: 1 / TIMES_CHEAPER,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function makeTree(workspace: string): void {
  for (let folder = 0; folder < FOLDERS; folder += 1) {
    const path = join(workspace, `folder-${folder}`);
    mkdirSync(path, { recursive: true });
    for (let file = 0; file < FILES_IN_A_FOLDER; file += 1)
      writeFileSync(join(path, `file-${file}.ts`), contentOf(folder * FILES_IN_A_FOLDER + file));
  }
}

function contentOf(number: number): string {
  return Array.from(
    { length: 40 },
    (_line, line) => `export const value${line} = ${number * 40 + line};`,
  ).join('\n');
}

/** Null where there is no git. */
function createShadow(folder: string, workspace: string): ((...words: string[]) => boolean) | null {
  const place = ['--git-dir', join(folder, 'shadow'), '--work-tree', workspace];
  const identity = ['-c', 'user.name=bench', '-c', 'user.email=bench@example.org', '-c', 'gc.auto=0'];
  const git = (...words: string[]): boolean =>
    spawnSync('git', [...place, ...identity, ...words], { cwd: workspace, stdio: 'ignore' }).status === 0;
  return git('init', '-q') && git('add', '-A') && git('commit', '-qm', 'all') ? git : null;
}

async function createWriter(
  folder: string,
  root: string,
): Promise<{ readonly change: (round: number) => Promise<void>; readonly close: () => Promise<unknown> }> {
  const store = createLocalStore({ home: join(folder, 'own', 'home'), folder: join(folder, 'own', '.rook') });
  const workspace = createLocalWorkspace(root);
  const opened = await openJournal({
    store,
    clock: {
      now: () => new Date(),
      monotonic: () => performance.now(),
      sleep: async (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    },
    session: sessionIdSchema.parse('rook-20261116-0a1b2c3d'),
    holder: { surface: 'bench' },
    sync: 'turn',
    lines: {
      workspace: { name: 'w', uri: 'file:///w', trusted: true },
      mode: { agent_mode: null, safety: 'allow' },
      redactor: createRedactor({ secrets: [] }),
    },
  });
  if (!opened.ok) throw new Error(opened.error.message);
  const journal: Journal = opened.value;
  const nextId = createChangeSetIds({ now: () => new Date() });
  return {
    close: async () => journal.close(),
    change: async (round) => {
      const path = `folder-${round % FOLDERS}/file-${round % FILES_IN_A_FOLDER}.ts`;
      const read = await workspace.read(path);
      if (!read.ok) throw new Error(read.error.message);
      const after = Buffer.from(
        readFileSync(join(root, path), 'utf8').replace('value0 = ', `value0 = ${round}`),
      );
      const files = [{ path, before: read.value.hash, after, added: 1, removed: 1 }];
      const turn = turnIdSchema.parse('t0001');
      const written = await writeChangeSet(
        { workspace, store, journal, nextId },
        { kind: 'edit', intent: null, files, turn },
      );
      if (!written.ok) throw new Error(written.error.message);
    },
  };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((item) => item.isFile())
    .reduce((sum, item) => sum + statSync(join(item.parentPath, item.name)).size, 0);
}
