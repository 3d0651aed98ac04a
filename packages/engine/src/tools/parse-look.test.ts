import { expect, it } from 'vitest';

import { createFakeWorkspace } from '../ports/fakes/fake-workspace.ts';
import { createFileTable } from '../ports/file-table.ts';
import { listNames, namesOfList } from '../ports/folder-names.ts';
import type { Survey, Workspace } from '../ports/workspace.ts';
import { NOTHING_HELD } from './hold-clones.ts';
import { parseLook } from './parse-look.ts';
import { describeLook } from './write-look.ts';

const encode = (text: string) => new TextEncoder().encode(text);

async function surveyOf(workspace: Workspace): Promise<Survey> {
  const seen = await workspace.survey({ mostFiles: 100, skips: async () => new Set(['left']) });
  if (!seen.ok) throw new Error(seen.error.message);
  return seen.value;
}

const FILES = new Map([
  ['a', 'one'],
  ['dd/bb', 'two'],
  ['dd/bbb', 'more'],
  ['left/c', 'three'],
]);

/** As it is written, with another head, or another text behind that. */
async function write({ head: alterHead = asIs, rest: alterRest = asIs } = {}): Promise<Uint8Array> {
  const workspace = createFakeWorkspace(FILES);
  const before = await surveyOf(workspace);
  const held = new Map([['dd/bb', { bytes: encode('two') }]]);
  const found = {
    looked: 7,
    before,
    also: ['left/c'],
    intent: 'INT-1',
    held,
    clones: NOTHING_HELD,
    links: new Map([
      ['current', { stamp: null, target: '../v1' }],
      ['odd', { stamp: null, target: null }],
    ]),
    repository: null,
    read: async () => null,
  };
  const [, head = encode(''), ...rest] = await describeLook({ workspace, ignore: [] }, found);
  const text = encode(alterHead(new TextDecoder().decode(head)));
  const length = new Uint8Array(new Float64Array([text.length]).buffer);
  const behind = alterRest(Buffer.concat(rest).toString('latin1'));
  return Buffer.concat([length, text, Buffer.from(behind, 'latin1')]);
}

function asIs(text: string): string {
  return text;
}

it('E-16 what was written of a look is read again', async () => {
  const look = parseLook(await write());
  const { files, folders, left } = await surveyOf(createFakeWorkspace(FILES));
  expect([...(look?.before.files ?? [])]).toEqual([...files]);
  expect([look?.before.folders, look?.before.left]).toEqual([folders, left]);
  expect(look).toMatchObject({ looked: 7, also: ['left/c'], intent: 'INT-1', index: null });
  expect([...(look?.links ?? [])].map(([path, { target }]) => [path, target])).toEqual([
    ['current', '../v1'],
    ['odd', null],
  ]);
  expect([...(look?.held ?? [])].map(([path, { bytes }]) => [path, new TextDecoder().decode(bytes)])).toEqual(
    [['dd/bb', 'two']],
  );
});

it('E-16 a folder that was closed on the way, one of which nothing is known, and no folder at all are read again', async () => {
  const files = createFileTable();
  files.open('', namesOfList(['a', 'ö', 'c']));
  files.put({ size: 1, mode: 0o10_0644, ino: 2, mtimeMs: 3, ctimeMs: 4 });
  files.open('empty', namesOfList([]));
  const workspace = createFakeWorkspace(new Map());
  const rest = {
    also: [],
    intent: null,
    held: new Map(),
    clones: NOTHING_HELD,
    links: new Map(),
    repository: null,
    looked: 1,
  };
  const survey = { left: new Set<string>(), isWhole: true, vouched: null, add: () => undefined };
  const folders = new Set(['empty', 'closed']);
  for (const before of [
    { ...survey, files, folders },
    { ...survey, files: createFileTable(), folders: new Set<string>() },
  ]) {
    const found = { ...rest, before, read: async () => null };
    const look = parseLook(Buffer.concat(await describeLook({ workspace, ignore: [] }, found)));
    expect([...(look?.before.files ?? [])]).toEqual([...before.files]);
    expect(look?.before.folders).toEqual(before.folders);
    const names = [...(look?.before.files.folders ?? [])].map(([, block]) => listNames(block.names));
    expect(names).toEqual([...before.files.folders.values()].map((block) => listNames(block.names)));
  }
});

it('E-16 what is cut, longer, or no look at all is read as none', async () => {
  const whole = await write();
  for (let length = 0; length < whole.length; length += 1)
    expect(parseLook(whole.subarray(0, length))).toBeNull();
  expect(parseLook(Buffer.concat([whole, encode('x')]))).toBeNull();
  expect(parseLook(await write({ head: (text) => text.replace('rook look 3', 'rook look 1') }))).toBeNull();
  expect(parseLook(new Uint8Array(new Float64Array([NaN, 1]).buffer))).toBeNull();
});

it.each([
  ['a name that leads out', 'rest', '\0bb\0', '\0..\0'],
  ['a name with a folder', 'rest', '\0bbb\0', '\0b/b\0'],
  ['a name less', 'rest', '\0bb\0bbb\0', '\0bb.bbb\0'],
  ['a folder that leads out', 'rest', '\0dd\0', '\0..\0'],
  ['a folder of the system', 'rest', '\0dd\0', '\0/d\0'],
  ['a held file that leads out', 'head', '["dd/bb",3]', '["../bb",3]'],
  ['a file that counts and leads out', 'head', '"also":["left/c"]', '"also":["../c"]'],
  ['more folders than it has', 'head', '"tables":3', '"tables":2'],
  ['paths that are not whole', 'head', '"paths":8', '"paths":7'],
])('E-16 a look with %s is read as none', async (_title, where, from, to) => {
  const altered = await write({
    [where]: (text: string) => {
      expect(text).toContain(from);
      return text.replace(from, to);
    },
  });
  expect(parseLook(altered)).toBeNull();
});

it('E-16 what is ignored is not written, nor more than some of what is held', async () => {
  const files = new Map([
    ['.gitignore', '.env\n'],
    ['.env', 'secret'],
    ['a', 'one'],
  ]);
  const workspace = createFakeWorkspace(files);
  const large = new Uint8Array(3_000_000);
  const held = new Map([
    ['.env', { bytes: encode('secret') }],
    ['a', { bytes: encode('one') }],
    ['large', { bytes: large }],
    ['other', { bytes: large }],
  ]);
  const before = await surveyOf(workspace);
  const found = {
    looked: 7,
    before,
    also: [],
    intent: null,
    held,
    clones: NOTHING_HELD,
    links: new Map(),
    repository: null,
    read: async () => null,
  };
  const pieces = await describeLook({ workspace, ignore: [] }, found);
  const look = parseLook(Buffer.concat([...pieces]));
  expect([...(look?.held.keys() ?? [])].toSorted()).toEqual(['a', 'large']);
  expect(Buffer.concat([...pieces]).includes('secret')).toBe(false);
});
