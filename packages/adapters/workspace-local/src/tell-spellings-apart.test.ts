import { linkSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

import { comesBack, tellsApart } from './tell-spellings-apart.ts';

function makeFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'ROOK-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

it('E-16 two names that are there tell that the disk tells them apart, and one that answers to both that it does not', () => {
  const root = makeFolder();
  mkdirSync(join(root, '1'));
  writeFileSync(join(root, '1/none'), '');
  writeFileSync(join(root, '1/NONE'), '');
  expect(tellsApart(root, '1/README', '1/readme')).toBe(true);
  expect(tellsApart(root, '1/new/README', '1/new/readme')).toBe(true);
  expect(tellsApart(root, '1/new/X/same', '1/new/x/same')).toBe(true);
  expect(tellsApart(root, '1/same', '1/same')).toBe(false);
  expect(tellsApart(root, '1/e\u0301', '1/\u00e9')).toBe(process.platform === 'linux');
});

it('E-16 where no name has a letter the next folder above tells', () => {
  const root = makeFolder();
  mkdirSync(join(root, '1/2'), { recursive: true });
  writeFileSync(join(root, '1/2/3'), '');
  linkSync(join(root, '1/2/3'), join(root, 'letters'));
  linkSync(join(root, 'letters'), join(root, 'LETTERS'));
  expect(tellsApart(root, '1/2/A', '1/2/a')).toBe(true);
});

it('E-16 a name that was never there has no place beside one like it', () => {
  const bytes = new Uint8Array();
  expect(comesBack({ path: 'a', expected: null, bytes })).toBe(false);
  expect(comesBack({ path: 'a', expected: null, bytes, comesBack: true })).toBe(true);
});
