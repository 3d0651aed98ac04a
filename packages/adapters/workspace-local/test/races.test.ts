import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

import { createLocalWorkspace } from '../src/index.ts';
import { hashOf, tell } from './five-files.ts';
import { bundleProgram, makeFolder, startProgram } from './run-program.ts';

/** Two processes add to one number as often as told; answers what is there in the end and what they say they did. */
async function race(program: string, times: number, how: string): Promise<{ counter: number; done: number }> {
  const root = makeFolder();
  writeFileSync(join(root, 'counter'), '0');
  const both = [1, 2].map(() => startProgram(program, [root, String(times), how]));
  const ends = await Promise.all(both.map(async ({ end }) => end));
  expect(ends.flatMap(({ said }) => said.filter((line) => line.startsWith('unexpected')))).toEqual([]);
  const done = ends.reduce((sum, { said }) => sum + Number(said.at(-1)), 0);
  expect(readdirSync(root)).toEqual(['counter']);
  return { counter: Number(readFileSync(join(root, 'counter'), 'utf8')), done };
}

it('E-25 T-15 of 10,000 writes by two processes to one file, each that succeeded counts once', async () => {
  const { counter, done } = await race(bundleProgram('race'), 5000, '');
  expect(counter).toBe(done);
  expect(done).toBeGreaterThan(100);
}, 180_000);

it('E-25 has a check that catches who compares and then writes', async () => {
  const program = bundleProgram('race');
  let lost = 0;
  for (let tries = 0; lost === 0 && tries < 20; tries += 1) {
    const { counter, done } = await race(program, 2000, 'naive');
    lost = done - counter;
  }
  expect(lost).not.toBe(0);
}, 120_000);

it.skipIf(process.platform !== 'linux')(
  'E-06 E-25 touches nothing outside while a folder is swapped for a link that leads out',
  async () => {
    const outer = makeFolder();
    const [root, away] = [join(outer, 'root'), join(outer, 'away')];
    for (const folder of [root, away, join(root, 'in')]) mkdirSync(folder);
    writeFileSync(join(away, 'f'), '0');
    writeFileSync(join(root, 'in', 'f'), '0');
    const swapper = startProgram(bundleProgram('swap-folder'), [root]);
    await swapper.ready;
    const workspace = createLocalWorkspace(root);
    let count = 0;
    for (let tries = 0; tries < 1500 || count === 0; tries += 1) {
      const applied = await workspace.apply([
        { path: 'in/f', expected: hashOf(String(count)), bytes: Buffer.from(String(count + 1)) },
        { path: `in/n${tries}`, expected: null, bytes: Buffer.from('n') },
      ]);
      if (applied.ok) count += 1;
      if (applied.ok) rmIn(root, `n${tries}`);
    }
    expect(swapper.child.exitCode).toBeNull();
    swapper.child.kill('SIGKILL');
    await swapper.end;
    expect(tell(away)).toEqual(['f=0']);
    // The folder lies under one of its two names, wherever the swapper died.
    const inside = tell(root).filter((text) => /\/f=/u.test(text) && !text.endsWith('away/f=0'));
    expect(inside).toEqual([expect.stringMatching(new RegExp(`^(?:in|kept)/f=${count}$`, 'u'))]);
  },
  120_000,
);

/** Wherever the folder is at the moment. */
function rmIn(root: string, name: string): void {
  for (const folder of ['in', 'kept']) {
    const path = join(root, folder, name);
    rmSync(path, { force: true });
  }
}

const canMount = process.getuid?.() === 0 && process.platform === 'linux';
if (!canMount)
  process.stderr.write('SKIPPED: only root on Linux can make a full disk; nothing is proved about it.\n');

it.skipIf(!canMount)('E-25 a disk that gets full on the way leaves all as it was', async () => {
  const disk = join(makeFolder(), 'small');
  mkdirSync(disk);
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=512k', 'tmpfs', disk]);
  expect(mounted.status, String(mounted.stderr)).toBe(0);
  onTestFinished(() => void spawnSync('umount', ['-l', disk]));
  const root = realpathSync(disk);
  const names = ['a', 'b', 'c', 'd', 'e'];
  for (const name of names) writeFileSync(join(root, name), name);
  const set = (bytes: number) =>
    names.map((name) => ({ path: name, expected: hashOf(name), bytes: Buffer.alloc(bytes, name) }));
  const before = tell(root);
  // One page more each time, so that the disk ends in each of the files.
  for (const kilobytes of [600, 300, 200, 150, 110]) {
    const refused = await createLocalWorkspace(root).apply([
      ...set(kilobytes * 1024),
      { path: 'made/f', expected: null, bytes: Buffer.from('f') },
    ]);
    expect(refused).toMatchObject({ ok: false, error: { code: 'not_writable', isUndone: true } });
    expect(refused.ok ? '' : refused.error.message).toMatch(/the disk is full/u);
    expect(tell(root)).toEqual(before);
  }
  expect(await createLocalWorkspace(root).apply(set(50 * 1024))).toMatchObject({ ok: true });
});
