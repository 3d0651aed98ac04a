import { createHash } from 'node:crypto';
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { fail, rookError } from '@rook/contract';
import { expect, it, onTestFinished } from 'vitest';

import { createLocalWorkspace } from '../src/create-local-workspace.ts';

/** What a crash would have left of this file. */
function heldOf(name: string): string {
  return `.rook-${createHash('sha256').update(name).digest('hex').slice(0, 12)}-000000000000.held`;
}

function makeRoot(): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'rook-own-names-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  return root;
}

const keep = async () => fail(rookError('internal', 'nothing is to be kept here'));

it.each([
  ['the file itself', heldOf('notes.txt')],
  ['a folder on the way', `${heldOf('notes.txt')}/y`],
  ['a folder further up', `a/${heldOf('notes.txt')}/b/y`],
  ['a folder named as new content', `${heldOf('notes.txt').replace('.held', '.draft')}/y`],
  ['a folder behind a link', 'link/y'],
])('E-06 refuses a name of its own as %s, also in a rehearsal', async (_where, path) => {
  const root = makeRoot();
  mkdirSync(join(root, heldOf('behind.txt')));
  symlinkSync(heldOf('behind.txt'), join(root, 'link'));
  const workspace = createLocalWorkspace(root);
  const write = { path, expected: null, bytes: Buffer.from('y\n') };
  const refused = { ok: false, error: { code: 'invalid_input', path, isUndone: true } };
  expect(await workspace.rehearse([write])).toMatchObject(refused);
  expect(await workspace.apply([write])).toMatchObject(refused);
  expect(readdirSync(root).toSorted()).toEqual([heldOf('behind.txt'), 'link'].toSorted());
  expect(readdirSync(join(root, heldOf('behind.txt')))).toEqual([]);
});

it('E-06 E-25 a folder or a link that has the name of something left by a crash is not touched', async () => {
  const root = makeRoot();
  const [folder, link] = [heldOf('folder.txt'), heldOf('link.txt')];
  mkdirSync(join(root, folder));
  writeFileSync(join(root, folder, 'y'), 'y\n');
  symlinkSync('folder.txt', join(root, link));
  writeFileSync(join(root, heldOf('file.txt')), 'mine\n');
  const workspace = createLocalWorkspace(root);
  const mended = await workspace.mend(['folder.txt', 'link.txt', 'file.txt'], keep);
  expect(mended).toMatchObject({ ok: true, value: [{ path: 'file.txt', how: 'put_back' }] });
  expect(lstatSync(join(root, folder)).isDirectory()).toBe(true);
  expect(readFileSync(join(root, folder, 'y'), 'utf8')).toBe('y\n');
  expect(lstatSync(join(root, link)).isSymbolicLink()).toBe(true);
  expect(readdirSync(root).toSorted()).toEqual([folder, link, 'file.txt'].toSorted());
  // Nobody is told that they wait for a change that is under way.
  expect(await workspace.read('folder.txt')).toMatchObject({ ok: false, error: { code: 'not_found' } });
});
