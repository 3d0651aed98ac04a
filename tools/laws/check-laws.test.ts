import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { expect, it } from 'vitest';

import { checkLaws } from './check-laws.ts';
import { judgeTree } from './judge-tree.ts';
import { laws } from './laws.ts';

const ROOT = path.join(import.meta.dirname, '..', '..');

it('T-07 a law that throws says no', async () => {
  const { violations } = await checkLaws(path.join(import.meta.dirname, 'fixtures', 'lawful'), [
    { name: 'broken', check: fails },
    { name: 'rejecting', check: async () => fails() },
  ]);
  expect(violations.map(({ law, message }) => [law, message.includes('no idea')])).toEqual([
    ['broken', true],
    ['rejecting', true],
  ]);
});

it('T-07 a root without files is no lawful repository', async () => {
  expect(await judgeTree({})).toEqual([expect.stringContaining('.:1  laws: The root has no file')]);
});

it('T-07 the program prints each violation, a summary, and exits 1', () => {
  const result = runProgram(path.join(import.meta.dirname, 'fixtures', 'casts-as'));
  expect(result.stdout.split('\n')).toEqual([
    expect.stringMatching(/^tools\/read\.ts:1 {2}casts: This "as" overrules the compiler; .+\.$/u),
    `laws: ${laws.length} laws, 1 files, 1 violations`,
    '',
  ]);
  expect(result.status).toBe(1);
});

it('T-07 the program exits 0 on a lawful tree', () => {
  const result = runProgram(path.join(import.meta.dirname, 'fixtures', 'lawful'));
  expect(result.stdout).toMatch(/^laws: \d+ laws, \d+ files, 0 violations\n$/u);
  expect(result.status).toBe(0);
});

it('T-13 the laws obey themselves', async () => {
  const { violations } = await checkLaws(ROOT);
  expect(violations.filter(({ path: file }) => file.startsWith('tools/laws/'))).toEqual([]);
}, 180_000);

it('T-08 in a git folder the ignored files are left out and forced ones are seen', async () => {
  const root = mkdtempSync(path.join(tmpdir(), 'rook-laws-'));
  const git = (...words: string[]): string => execFileSync('git', words, { cwd: root, encoding: 'utf8' });
  git('init', '--quiet');
  writeFileSync(path.join(root, '.gitignore'), '.env\nscratch/\n');
  writeFileSync(path.join(root, '.env'), 'A=1\n');
  mkdirSync(path.join(root, 'scratch'));
  writeFileSync(path.join(root, 'scratch', 'aB.ts'), 'export let x: any\n');
  writeFileSync(path.join(root, 'kept.ts'), 'export const kept = [1];\n');
  writeFileSync(path.join(root, 'removed.ts'), 'export const removed = [1];\n');
  git('add', 'removed.ts');
  rmSync(path.join(root, 'removed.ts'));
  const before = await checkLaws(root);
  git('add', '--force', '.env');
  const after = await checkLaws(root);
  rmSync(root, { recursive: true });
  expect([before.files, before.violations]).toEqual([2, []]);
  expect(after.violations).toEqual([expect.objectContaining({ law: 'texts', path: '.env' })]);
});

function fails(): never {
  throw new Error('no idea');
}

function runProgram(root: string): { status: number | null; stdout: string } {
  const program = path.join(import.meta.dirname, 'check-laws.ts');
  return spawnSync(process.execPath, [program, root], { encoding: 'utf8' });
}
