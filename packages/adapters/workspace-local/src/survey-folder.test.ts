import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { namesOfList } from '@rook/engine';
import { expect, it, onTestFinished, vi } from 'vitest';

import { knowNothing, type FolderKnowledge } from './folder-knowledge.ts';
import { surveyFolder } from './survey-folder.ts';

function makeTree(): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'rook-survey-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const folder of ['a/b', 'c', 'out']) mkdirSync(join(root, folder), { recursive: true });
  for (const file of ['one', 'a/two', 'a/b/three', 'c/four']) writeFileSync(join(root, file), file);
  return root;
}

const OPTIONS = { mostFiles: 1000, skips: async () => new Set(['out']) };

async function look(root: string, known?: FolderKnowledge) {
  const seen = await surveyFolder(root, OPTIONS, known);
  if (!seen.ok) throw new Error(seen.error.message);
  const { files, folders, isWhole } = seen.value;
  return {
    files: [...files].toSorted(([a], [b]) => (a < b ? -1 : 1)),
    folders: [...folders].toSorted(),
    isWhole,
  };
}

/** What was changed a moment ago is read again anyway. */
async function untilSettled(root: string): Promise<void> {
  const folders = [root, ...['a', 'a/b', 'c'].map((folder) => join(root, folder))];
  await vi.waitUntil(() =>
    folders.every((folder) => Date.now() - (statSync(folder, { throwIfNoEntry: false })?.ctimeMs ?? 0) > 100),
  );
}

const CHANGES: readonly (readonly [string, (at: (path: string) => string) => void])[] = [
  ['nothing', () => undefined],
  ['a new file', (at) => writeFileSync(at('a/b/new'), 'n')],
  ['another content', (at) => writeFileSync(at('a/two'), 'other')],
  ['a file that is gone', (at) => rmSync(at('a/b/three'))],
  ['a file under another name', (at) => renameSync(at('one'), at('c/one'))],
  ['a file put in the place of another', (at) => renameSync(at('one'), at('a/two'))],
  ['a folder that is gone', (at) => rmSync(at('a/b'), { recursive: true })],
  ['a folder under another name', (at) => renameSync(at('a'), at('c/a'))],
  [
    'two folders that changed places',
    (at) => {
      renameSync(at('a'), at('x'));
      renameSync(at('c'), at('a'));
      renameSync(at('x'), at('c'));
    },
  ],
  [
    'a file in the place of a folder',
    (at) => {
      rmSync(at('c'), { recursive: true });
      writeFileSync(at('c'), 'c');
    },
  ],
  [
    'a link in the place of a folder',
    (at) => {
      renameSync(at('c'), at('d'));
      symlinkSync('d', at('c'));
    },
  ],
  [
    'a link in the place of a file',
    (at) => {
      rmSync(at('a/two'));
      symlinkSync('../one', at('a/two'));
    },
  ],
];

it.each(CHANGES)('E-16 a look that remembers folders sees %s as a fresh one does', async (_name, change) => {
  const root = makeTree();
  await untilSettled(root);
  const known = knowNothing();
  const { listings } = known;
  await look(root, known);
  expect(listings.size).toBe(4);
  change((path) => join(root, path));
  expect(await look(root, known)).toEqual(await look(root));
  expect(await look(root, known)).toEqual(await look(root));
});

it('E-16 reads no folder again in which nothing was made or taken away', async () => {
  const root = makeTree();
  await untilSettled(root);
  const known = knowNothing();
  const { listings } = known;
  await look(root, known);
  const { ctimeMs: changed, ino: inode } = statSync(join(root, 'c'));
  listings.set('c', { changed, inode, names: namesOfList([]), rules: -1 });
  expect((await look(root, known)).files.map(([path]) => path)).toEqual(['a/b/three', 'a/two', 'one']);
  listings.set('c', { changed: changed - 1, inode, names: namesOfList([]), rules: -1 });
  expect(await look(root, known)).toEqual(await look(root));
});

it('E-16 a folder that cannot be seen to its end takes nothing from the others', async () => {
  const root = makeTree();
  await untilSettled(root);
  const known = knowNothing();
  const { listings } = known;
  const wanted = await look(root, known);
  const { ctimeMs: changed, ino: inode } = statSync(join(root, 'a'));
  // The system refuses to look for the second name; the third is never asked for.
  listings.set('a', { changed, inode, names: namesOfList(['two', 'x'.repeat(300), 'b']), rules: -1 });
  const seen = await look(root, known);
  expect(seen.files).toEqual(wanted.files.filter(([path]) => path !== 'a/b/three'));
  expect(seen.folders).toEqual(wanted.folders.filter((folder) => folder !== 'a/b'));
});

it('E-16 remembers no folder of which it has not seen all, and none that is gone', async () => {
  const root = makeTree();
  await untilSettled(root);
  const known = knowNothing();
  const { listings } = known;
  expect(await surveyFolder(root, { ...OPTIONS, mostFiles: 0 }, known)).toMatchObject({
    value: { isWhole: false },
  });
  expect(await look(root, known)).toEqual(await look(root));
  rmSync(join(root, 'c'), { recursive: true });
  await look(root, known);
  expect([...listings.keys()]).not.toContain('c');
});

it('E-16 a look that nobody waits for sees the same, and lets others go first', async () => {
  const root = makeTree();
  for (let folder = 0; folder < 40; folder += 1) mkdirSync(join(root, `a/f${folder}`));
  const wanted = await look(root);
  // Time goes on by itself here, as on a machine that is slow.
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 3));
  onTestFinished(() => void vi.restoreAllMocks());
  let others = 0;
  const other = (): void => {
    others += 1;
    if (others < 1000) setImmediate(other);
  };
  setImmediate(other);
  const seen = await surveyFolder(root, { ...OPTIONS, idle: new AbortController().signal });
  const turns = others;
  others = 1000;
  expect(seen).toMatchObject({ ok: true, value: { isWhole: true } });
  expect(seen.ok && [...seen.value.files.keys()].toSorted()).toEqual(wanted.files.map(([path]) => path));
  expect(turns).toBeGreaterThan(10);
});

it('E-16 one that is aborted stops, is not whole, and forgets nothing of what was known', async () => {
  const root = makeTree();
  await untilSettled(root);
  const known = knowNothing();
  const { listings } = known;
  await look(root, known);
  const before = [...listings.keys()];
  const stop = new AbortController();
  stop.abort();
  const seen = await surveyFolder(root, { ...OPTIONS, idle: stop.signal }, known);
  expect(seen).toMatchObject({ ok: true, value: { isWhole: false } });
  expect([...listings.keys()]).toEqual(before);
});

it('E-16 what git has in a folder that is left out is seen where it lies, links too, and never through a link', async () => {
  const root = makeTree();
  const at = (path: string): string => join(root, 'out', path);
  mkdirSync(at('in/deep'), { recursive: true });
  for (const path of ['file', 'in/file', 'in/deep/file']) writeFileSync(at(path), 'f');
  symlinkSync('../c', at('link'));
  symlinkSync('../one', at('in/link'));
  symlinkSync('in', at('way'));
  const seen = await surveyFolder(root, OPTIONS);
  if (!seen.ok) throw new Error(seen.error.message);
  const { files } = seen.value;
  const names = ['file', 'gone', 'in', 'link', 'in/file', 'in/link', 'way/file', 'way/link', 'way/deep/file'];
  seen.value.add(names.map((name) => `out/${name}`));
  const added = [...files.keys()].filter((path) => path.startsWith('out/'));
  expect(added).toEqual(['out/file', 'out/in/file']);
  expect([...files.links()].map(([path]) => path)).toEqual(['out/link', 'out/in/link']);
  expect(files.isLink('out/link')).toBe(true);
});
