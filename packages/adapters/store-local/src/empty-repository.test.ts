import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

import { findEmptyRepository } from './empty-repository.ts';

it('E-16 the empty repository is one for git, and says nothing', () => {
  const folder = findEmptyRepository() ?? '';
  expect(readdirSync(folder).toSorted()).toEqual(['HEAD', 'objects', 'process', 'refs']);
  const told = execFileSync('git', [`--git-dir=${folder}`, 'rev-parse', '--absolute-git-dir']).toString();
  expect(told.trim()).toBe(folder);
  expect(findEmptyRepository()).toBe(folder);
});

it('E-16 one that was taken away is made again', () => {
  const folder = findEmptyRepository() ?? '';
  rmSync(folder, { recursive: true });
  const again = findEmptyRepository() ?? '';
  expect(existsSync(join(again, 'HEAD'))).toBe(true);
});

/** A process that makes one, and ends by itself or is killed. */
function startInFolder(parent: string, end: string): void {
  const module = new URL('empty-repository.ts', import.meta.url).href;
  const script = `import(${JSON.stringify(module)}).then(async ({ findEmptyRepository }) => {
    findEmptyRepository();
    ${end}
  });`;
  try {
    execFileSync(process.execPath, ['-e', script], {
      env: { ...process.env, TMPDIR: parent },
      stdio: 'ignore',
    });
  } catch {
    // It was killed.
  }
}

it('E-16 it goes away with the process, and what a killed one left with a later one', () => {
  const parent = mkdtempSync(join(tmpdir(), 'rook-empty-'));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  startInFolder(parent, '');
  expect(readdirSync(parent)).toEqual([]);
  startInFolder(parent, `process.kill(process.pid, 'SIGKILL');`);
  const [left = ''] = readdirSync(parent);
  expect(left).toMatch(/^rook-git-/);
  const longAgo = new Date(Date.now() - 2 * 86_400_000);
  utimesSync(join(parent, left), longAgo, longAgo);
  startInFolder(parent, 'await new Promise((resolve) => setTimeout(resolve, 500));');
  expect(readdirSync(parent)).toEqual([]);
});
