import { mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';

import { listNames, namesOfList, type KeptBytes } from '@rook/engine';
import { expect, it, onTestFinished, vi } from 'vitest';

import { createLocalWorkspace } from './create-local-workspace.ts';
import { knowNothing, type FolderKnowledge } from './folder-knowledge.ts';
import { parseListings, writeListings } from './parse-listings.ts';
import { surveyFolder } from './survey-folder.ts';

const CHECK_BYTES = 8;
const OPTIONS = { mostFiles: 1000, skips: async () => new Set<string>() };

/** So many folders that keeping them is worth it, none of which was changed a moment ago. */
async function makeTree(count: number): Promise<string> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'rook-folders-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const folders = Array.from({ length: count }, (_none, index) => join(root, `folder-${index}`));
  for (const folder of folders) {
    mkdirSync(folder);
    writeFileSync(join(folder, 'größe'), 'g');
  }
  mkdirSync(join(root, 'none'));
  await vi.waitUntil(() => [root, ...folders].every((folder) => Date.now() - statSync(folder).ctimeMs > 100));
  return root;
}

async function look(root: string, known: FolderKnowledge = knowNothing()): Promise<readonly string[]> {
  const seen = await surveyFolder(root, OPTIONS, known);
  if (!seen.ok) throw new Error(seen.error.message);
  return [...seen.value.files.keys()].toSorted();
}

/** All that is known of the folders, as plain values. */
function describe({ listings }: FolderKnowledge) {
  return [...listings].map(([folder, { names, changed, inode, rules }]) => [
    folder,
    listNames(names),
    [changed, inode, rules],
  ]);
}

type Parse = typeof parseListings;

/** How many damaged notes of folders led to a look that is not what is there. */
async function countWrongLooks(parse: Parse): Promise<number> {
  const root = await makeTree(4);
  const known = knowNothing();
  const right = await look(root, known);
  const whole = writeListings(known);
  expect(describe(parseListings(whole))).toEqual(describe(known));
  const damaged = Array.from(whole, (byte, place) => whole.with(place, byte ^ 1));
  for (let end = 0; end < whole.length; end += 1) damaged.push(whole.slice(0, end));
  damaged.push(Uint8Array.from([...whole, 0]));
  let wrong = 0;
  for (const bytes of damaged) if ((await look(root, parse(bytes))).join() !== right.join()) wrong += 1;
  return wrong;
}

/** Believes every check, whatever became of what it is of. */
const twin: Parse = (bytes) => {
  const body = bytes.subarray(CHECK_BYTES);
  const check = Buffer.alloc(CHECK_BYTES);
  check.writeUInt32LE(crc32(body));
  check.writeUInt32LE(body.length, 4);
  return parseListings(Buffer.concat([check, body]));
};

it('E-16 notes of folders that are damaged anywhere are thrown away, and the look is right', async () => {
  expect(await countWrongLooks(parseListings)).toBe(0);
  expect(await countWrongLooks(twin)).toBeGreaterThan(0);
});

function listingOf(name: string): FolderKnowledge {
  const listing = { changed: 1, inode: 2, names: namesOfList([name]), rules: -1 };
  return { ...knowNothing(), listings: new Map([['a', listing]]) };
}

/** What another process reads of a folder with this name in it. */
function namesIn(name: string): readonly string[] {
  const { listings } = parseListings(writeListings(listingOf(name)));
  return [...listings.values()].flatMap(({ names }) => listNames(names));
}

it('E-16 notes that name what lies elsewhere lead nobody there, although they are whole', () => {
  for (const name of ['..', '.', '', 'b/c', '../a', '/a', 'a/']) expect(namesIn(name)).toEqual([]);
  expect(namesIn('b')).toEqual(['b']);
});

it('E-16 a look goes nowhere that notes name and that lies elsewhere', async () => {
  const root = await makeTree(1);
  for (const name of ['..', '../..', '.', '']) {
    const known = knowNothing();
    const wanted = await look(root, known);
    const { changed = 0, inode = 0 } = known.listings.get('') ?? {};
    known.listings.set('', { changed, inode, names: namesOfList(['folder-0', 'none', name]), rules: -1 });
    const seen = await surveyFolder(root, OPTIONS, parseListings(writeListings(known)));
    const folders = seen.ok ? [...seen.value.folders] : ['none'];
    expect(folders.filter((folder) => /(?:^|\/)\.{0,2}(?:\/|$)/u.test(folder))).toEqual([]);
    expect(wanted).toEqual(['folder-0/größe']);
  }
});

function keepInMemory(first: Uint8Array | null = null) {
  const written: Uint8Array[] = [];
  const kept: KeptBytes = {
    read: async () => written.at(-1) ?? first,
    write: async (bytes) => void written.push(bytes),
  };
  return { kept, written };
}

it('E-16 another process need not read the folders again, and sees what is new', async () => {
  const root = await makeTree(60);
  const { kept, written } = keepInMemory();
  const survey = async (keeps: boolean) => {
    const seen = await createLocalWorkspace(root, { kept }).survey({ ...OPTIONS, keeps });
    return seen.ok ? [...seen.value.files.keys()].toSorted() : [];
  };
  const first = await survey(false);
  expect([first.length, written.length]).toEqual([60, 0]);
  expect(await survey(true)).toEqual(first);
  expect(parseListings(written[0] ?? new Uint8Array()).listings.size).toBe(62);
  writeFileSync(join(root, 'folder-7', 'new'), 'n');
  rmSync(join(root, 'folder-8'), { recursive: true });
  expect(await survey(true)).toEqual(await look(root));
  // Two folders are read again faster than all are written down again.
  expect(written).toHaveLength(1);
});

it('E-16 a workspace that was copied with its notes is read anew', async () => {
  const [here, there] = [await makeTree(60), await makeTree(3)];
  const known = knowNothing();
  await look(here, known);
  const { kept } = keepInMemory(writeListings(known));
  const seen = await createLocalWorkspace(there, { kept }).survey(OPTIONS);
  expect(seen.ok && [...seen.value.files.keys()].toSorted()).toEqual(await look(there));
});
