import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

import { setFileAside } from './set-file-aside.ts';

it('T-14 sets a file, a folder or a link aside under a name that nobody has', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rook-aside-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'x');
  writeFileSync(path, '');
  expect(setFileAside(path)).toBe(`${path}.set-aside-1`);
  symlinkSync('nowhere', path);
  expect(setFileAside(path)).toBe(`${path}.set-aside-2`);
  mkdirSync(path);
  expect(setFileAside(path)).toBe(`${path}.set-aside-3`);
  expect(setFileAside(path)).toBeNull();
  expect(readdirSync(folder)).toHaveLength(3);
});
