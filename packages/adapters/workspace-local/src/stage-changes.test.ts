import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { contentHash, type FileWrite } from '@rook/engine';
import { expect, it, onTestFinished } from 'vitest';

import { createLocalWorkspace } from './create-local-workspace.ts';

/** More than are waited for at once, twice over. */
const COUNT = 300;

function makeSet(): { readonly root: string; readonly changes: readonly FileWrite[] } {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'rook-drafts-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const changes = Array.from({ length: COUNT }, (_none, index): FileWrite => {
    const [path, old, bytes] = [`f${index}`, Buffer.from(`old ${index}`), Buffer.from(`new ${index}`)];
    writeFileSync(join(root, path), old);
    return { path, expected: contentHash(old), bytes };
  });
  return { root, changes };
}

function readAll(root: string): readonly string[] {
  return readdirSync(root).map((name) => `${name}=${readFileSync(join(root, name), 'utf8')}`);
}

const countOpenFiles = (): number => readdirSync('/proc/self/fd').length;

it('E-25 a set of more files than are waited for at once is written whole, and leaves nothing beside it', async () => {
  const { root, changes } = makeSet();
  const applied = await createLocalWorkspace(root).apply(changes);
  expect(applied.ok && applied.value.files.length).toBe(COUNT);
  const wanted = changes.map(({ path, bytes }) => `${path}=${String(bytes)}`);
  expect(readAll(root).toSorted()).toEqual(wanted.toSorted());
});

it.skipIf(process.platform !== 'linux')(
  'E-25 where the folder of one is gone, all others are as before and none stays open',
  async () => {
    const { root, changes } = makeSet();
    const before = readAll(root);
    const path = 'folder/file';
    const late: FileWrite = { path, expected: contentHash(Buffer.from('old')), bytes: Buffer.from('new') };
    mkdirSync(join(root, 'folder'));
    writeFileSync(join(root, path), 'old');
    const workspace = createLocalWorkspace(root, {
      watch: (step, now) => {
        if (step === 'stage' && now === path) rmSync(join(root, 'folder'), { recursive: true });
      },
    });
    const files = countOpenFiles();
    const applied = await workspace.apply([...changes.slice(0, 200), late]);
    expect(applied).toMatchObject({ ok: false, error: { isUndone: true, path } });
    expect(readAll(root)).toEqual(before);
    expect(countOpenFiles()).toBe(files);
  },
);
