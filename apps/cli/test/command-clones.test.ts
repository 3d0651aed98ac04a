import { createHash, randomBytes } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

import { failedCases, fileClonesSuite, type FileClonesStage } from '@rook/engine/testing';
import { createFileClones } from '@rook/store-local';
import { afterAll, expect, it, onTestFinished, vi } from 'vitest';

import { entriesOf, journalLines, startRook } from './ask-rook.ts';
import { isRunning, PLAIN, runJson } from './command-rook.ts';
import { listAt, textAt, valueAt } from './read-output.ts';
import { openReflinkFolder, sayWithoutReflinks } from './reflink-folder.ts';
import { runRook } from './run-rook.ts';
import { runTool } from './run-tool.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';

const reflinks = openReflinkFolder();
const isMissing = reflinks === null;
// A machine of ours may lack the right to mount, which is no failure.
const isSkipped = isMissing && process.env['CI'] !== 'true';
if (isMissing) sayWithoutReflinks();
afterAll(() => reflinks?.close());

/** Large files take their time on a machine that others work on too. */
const LONG = { timeout: 90_000 };
const LARGE_BYTES = 20_000_000;
/** A file system that clones nothing. */
const MEMORY = '/dev/shm';

function hashOf({ workspace }: Sandbox, path: string): string {
  return createHash('sha256')
    .update(readFileSync(join(workspace, path)))
    .digest('hex');
}

/** What lies in the folders of clones. */
function leftClones({ workspace }: Sandbox): readonly string[] {
  const folder = join(workspace, '.rook', 'clones');
  return existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
}

/** Writes a file that was changed long ago, so that nothing about it is doubtful. */
function placeOld(file: string, content: string | Uint8Array, secondsAgo = 1000): void {
  place(file, content);
  const time = Date.now() / 1000 - secondsAgo;
  utimesSync(file, time, time);
}

function changed(sandbox: Sandbox): readonly unknown[] {
  return listAt(entriesOf(journalLines(sandbox), 'change_set_applied').at(-1), 'files');
}

it.skipIf(isSkipped)('E-16 the clones of a real file system keep what clones promise', async () => {
  if (reflinks === null) return;
  const failed = await failedCases(fileClonesSuite, () => {
    const root = makeSandbox(reflinks.path).workspace;
    mkdirSync(join(root, '.rook'));
    const stage: FileClonesStage = {
      clones: createFileClones({ root, folder: join(root, '.rook') }),
      canClone: true,
      put: async (path, bytes) => {
        mkdirSync(dirname(join(root, path)), { recursive: true });
        writeFileSync(join(root, path), bytes);
      },
      remove: async (path) => rmSync(join(root, path)),
      stamp: async (path) => {
        const { size, mode, ino: inode, mtimeMs: modified, ctimeMs: changedAt } = lstatSync(join(root, path));
        return { size, mode, inode, modified, changed: changedAt };
      },
    };
    return () => stage;
  });
  expect(failed).toEqual([]);
});

it.skipIf(isSkipped)('E-16 a clone into which somebody wrote is not taken for the old content', async () => {
  if (reflinks === null) return;
  const { workspace: root } = makeSandbox(reflinks.path);
  const folder = join(root, '.rook');
  mkdirSync(folder);
  placeOld(join(root, 'a'), 'old');
  const { size, mode, ino: inode, mtimeMs: modified, ctimeMs: changedAt } = lstatSync(join(root, 'a'));
  const clones = createFileClones({ root, folder });
  const taken = await clones.take([['a', { size, mode, inode, modified, changed: changedAt }]]);
  const inner = join(folder, 'clones', readdirSync(join(folder, 'clones'))[0] ?? '');
  for (const name of readdirSync(inner)) if (name !== 'lock') writeFileSync(join(inner, name), 'bad');
  expect(await taken.get('a')?.read()).toBe(null);
});

it.skipIf(isSkipped)(
  'E-16 an untracked file of 20 MB that a command changed is rewound to the byte',
  LONG,
  async () => {
    if (reflinks === null) return;
    const sandbox = makeSandbox(reflinks.path);
    for (const [name, bytes] of Object.entries({ changed: LARGE_BYTES, gone: 9_000_000, moved: 9_000_000 }))
      place(join(sandbox.workspace, name), randomBytes(bytes));
    const before = ['changed', 'gone', 'moved'].map((name) => hashOf(sandbox, name));
    // It fails, and what it did counts all the same.
    const run = await runJson(
      sandbox,
      'printf x | dd of=changed bs=1 seek=1000 conv=notrunc; rm gone; mv moved new; exit 3',
    );
    expect(valueAt(run, 'exitCode')).toBe(3);
    expect(changed(sandbox).map((file) => [valueAt(file, 'path'), valueAt(file, 'unkept')])).toEqual([
      ['changed', undefined],
      ['gone', undefined],
      ['moved', undefined],
      ['new', undefined],
    ]);
    expect(listAt(run, 'notes').join(' ')).not.toContain('Cannot be rewound');
    expect(leftClones(sandbox)).toEqual([]);
    expect((await runRook(sandbox, ['rewind', textAt(run, 'changeSet'), '--yes'])).code).toBe(0);
    expect(['changed', 'gone', 'moved'].map((name) => hashOf(sandbox, name))).toEqual(before);
    expect(existsSync(join(sandbox.workspace, 'new'))).toBe(false);
    expect((await runRook(sandbox, ['forward', '--yes'])).code).toBe(0);
    expect(existsSync(join(sandbox.workspace, 'gone'))).toBe(false);
  },
);

it.skipIf(isSkipped)(
  'E-16 files on another disk in the workspace do not keep the others from being cloned',
  async () => {
    if (reflinks?.isOwn !== true) return;
    const sandbox = makeSandbox(reflinks.path);
    const inner = join(sandbox.workspace, 'inner');
    mkdirSync(inner);
    runTool('mount', '-t', 'tmpfs', 'none', inner);
    onTestFinished(() => void runTool('umount', inner));
    placeOld(join(sandbox.workspace, 'plain'), randomBytes(1_500_000), 2000);
    for (let index = 0; index < 40; index += 1) placeOld(join(inner, `f${index}`), randomBytes(1_000_001));
    const run = await runJson(sandbox, 'echo x >> plain; echo x >> inner/f7');
    expect(listAt(run, 'notes').join(' ')).toContain('from before or after: inner/f7.');
    expect((await runRook(sandbox, ['rewind', '--file', 'plain', '--yes'])).code).toBe(0);
    expect(lstatSync(join(sandbox.workspace, 'plain')).size).toBe(1_500_000);
  },
);

it.skipIf(isSkipped)(
  'E-16 of 3,000 untracked files those beyond what is held in memory are rewound too',
  LONG,
  async () => {
    if (reflinks === null) return;
    const sandbox = makeSandbox(reflinks.path);
    for (let index = 0; index < 3000; index += 1)
      placeOld(join(sandbox.workspace, `d${index % 30}`, `f${index}`), `content ${index}\n`, 1000 + index);
    // The oldest ones are not held in memory.
    const named = Array.from({ length: 20 }, (_none, index) => 2999 - index * 10);
    const paths = named.map((index) => `d${index % 30}/f${index}`);
    const run = await runJson(sandbox, `for f in ${paths.join(' ')}; do echo more >> $f; done; rm d0/f0`);
    expect(changed(sandbox)).toHaveLength(21);
    expect(listAt(run, 'notes').join(' ')).not.toContain('Cannot be rewound');
    expect((await runRook(sandbox, ['rewind', '--yes'])).code).toBe(0);
    const texts = paths.map((path) => readFileSync(join(sandbox.workspace, path), 'utf8'));
    expect(texts).toEqual(named.map((index) => `content ${index}\n`));
  },
);

it.skipIf(isSkipped)('E-16 what is larger than 64 MB cannot be rewound, and that is said', LONG, async () => {
  if (reflinks === null) return;
  const sandbox = makeSandbox(reflinks.path);
  placeOld(join(sandbox.workspace, 'huge'), new Uint8Array(65_000_000));
  const run = await runJson(sandbox, 'echo x >> huge');
  expect(listAt(run, 'notes').join(' ')).toContain(
    '(where the file system can clone: 64 MB, 512 MB in all): huge.',
  );
  expect((await runRook(sandbox, ['rewind', textAt(run, 'changeSet'), '--yes'])).code).toBe(1);
});

it.skipIf(isSkipped)(
  'E-16 G-07 what a killed rook had cloned comes back by a rewind, and the clones are removed by the next start',
  async () => {
    if (reflinks === null) return;
    const sandbox = makeSandbox(reflinks.path);
    placeOld(join(sandbox.workspace, 'large'), randomBytes(2_000_000));
    const before = hashOf(sandbox, 'large');
    const rook = startRook(sandbox, ['command', 'run', 'echo x >> large; echo $$ > id; sleep 611'], {
      env: PLAIN,
    });
    const file = join(sandbox.workspace, 'id');
    await vi.waitUntil(() => existsSync(file) && readFileSync(file, 'utf8').endsWith('\n'), {
      timeout: 15_000,
    });
    const id = Number(readFileSync(file, 'utf8'));
    // The folder, its lock and the clone; whoever starts beside it leaves them alone.
    const there = leftClones(sandbox);
    expect(there).toHaveLength(3);
    await runRook(sandbox, ['rewind', '--yes'], { env: PLAIN });
    expect(leftClones(sandbox)).toEqual(there);
    rook.kill('SIGKILL');
    await rook.ended;
    expect(leftClones(sandbox)).toEqual(there);
    const { stderr } = await runRook(sandbox, ['command', 'run', 'echo next'], { env: PLAIN });
    expect(stderr).toMatch(/by it or by somebody else \(cs-\d+\): id \(new\), large \(changed\)\./u);
    expect(stderr).not.toContain('Cannot be rewound');
    expect(leftClones(sandbox)).toEqual([]);
    const [set] = entriesOf(journalLines(sandbox), 'change_set_applied');
    expect((await runRook(sandbox, ['rewind', textAt(set, 'change_set_id'), '--yes'])).code).toBe(0);
    expect(hashOf(sandbox, 'large')).toBe(before);
    expect(isRunning(id)).toBe(false);
  },
);

it.skipIf(isSkipped)(
  'E-16 G-07 a clone of a killed rook into which somebody wrote is not taken for the old content',
  async () => {
    if (reflinks === null) return;
    const sandbox = makeSandbox(reflinks.path);
    placeOld(join(sandbox.workspace, 'large'), randomBytes(2_000_000));
    const command =
      'echo x >> large; for f in .rook/clones/*/[0-9]*; do echo x >> $f; done; echo $$ > id; sleep 611';
    const rook = startRook(sandbox, ['command', 'run', command], { env: PLAIN });
    const file = join(sandbox.workspace, 'id');
    await vi.waitUntil(() => existsSync(file) && readFileSync(file, 'utf8').endsWith('\n'), {
      timeout: 15_000,
    });
    rook.kill('SIGKILL');
    await rook.ended;
    const { stderr } = await runRook(sandbox, ['command', 'run', 'echo next'], { env: PLAIN });
    expect(stderr).toContain('Cannot be rewound, because nobody has their content: large.');
  },
);

it.skipIf(isSkipped)(
  'E-16 a command that fills the disk is told of truly, and leaves no clone',
  LONG,
  async () => {
    if (reflinks?.isOwn !== true) return;
    const sandbox = makeSandbox(reflinks.path);
    const home = makeSandbox();
    placeOld(join(sandbox.workspace, 'large'), randomBytes(LARGE_BYTES));
    place(join(sandbox.workspace, '.gitignore'), 'fill\n');
    const end = await runRook(
      sandbox,
      ['command', 'run', 'printf x | dd of=large bs=1 conv=notrunc; cat /dev/zero > fill', '--json'],
      { env: { ...PLAIN, ROOK_HOME: home.rookHome, HOME: home.userHome } },
    );
    expect(end.stdout + end.stderr).toContain('It changed files (large), and that could not be recorded');
    expect(entriesOf(journalLines(sandbox), 'change_set_applied')).toEqual([]);
    expect(leftClones(sandbox)).toEqual([]);
    rmSync(join(sandbox.workspace, 'fill'));
    const before = hashOf(sandbox, 'large');
    expect(textAt(await runJson(sandbox, 'printf y | dd of=large bs=1 conv=notrunc'), 'changeSet')).toMatch(
      /^cs-/u,
    );
    expect((await runRook(sandbox, ['rewind', '--yes'], { env: PLAIN })).code).toBe(0);
    expect(hashOf(sandbox, 'large')).toBe(before);
  },
);

it.skipIf(!existsSync(MEMORY))(
  'E-16 where nothing can be cloned all is as it was, and nothing is left of trying',
  async () => {
    const sandbox = makeSandbox(MEMORY);
    placeOld(join(sandbox.workspace, 'large'), randomBytes(2_000_000));
    appendFileSync(join(sandbox.workspace, 'small'), 'one\n');
    const run = await runJson(sandbox, 'echo x >> large; echo two >> small');
    expect(listAt(run, 'notes').join(' ')).toContain(
      'Cannot be rewound, because nobody has their content from before or after: large.',
    );
    expect(leftClones(sandbox)).toEqual([]);
  },
);
