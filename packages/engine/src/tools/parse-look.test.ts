import { expect, it } from 'vitest';

import { createFakeWorkspace } from '../ports/fakes/fake-workspace.ts';
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

/** As it is written, with another text in the place of some of it. */
async function write(alter: (text: string) => string = (text) => text): Promise<Uint8Array> {
  const workspace = createFakeWorkspace(
    new Map([
      ['a', 'one'],
      ['d/b', 'two'],
      ['left/c', 'three'],
    ]),
  );
  const before = await surveyOf(workspace);
  const held = new Map([['d/b', { bytes: encode('two') }]]);
  const found = {
    looked: 7,
    before,
    also: ['left/c'],
    intent: 'INT-1',
    held,
    clones: NOTHING_HELD,
    repository: null,
    read: async () => null,
  };
  const [, head = encode(''), ...rest] = await describeLook({ workspace, ignore: [] }, found);
  const text = encode(alter(new TextDecoder().decode(head)));
  const length = new Uint8Array(new Float64Array([text.length]).buffer);
  return Buffer.concat([length, text, ...rest]);
}

it('E-16 what was written of a look is read again', async () => {
  const workspace = createFakeWorkspace(
    new Map([
      ['a', 'one'],
      ['d/b', 'two'],
      ['left/c', 'three'],
    ]),
  );
  const look = parseLook(await write());
  const { files, folders, left } = await surveyOf(workspace);
  expect([...(look?.before.files ?? [])]).toEqual([...files]);
  expect([look?.before.folders, look?.before.left]).toEqual([folders, left]);
  expect(look).toMatchObject({ looked: 7, also: ['left/c'], intent: 'INT-1', index: null });
  expect([...(look?.held ?? [])].map(([path, { bytes }]) => [path, new TextDecoder().decode(bytes)])).toEqual(
    [['d/b', 'two']],
  );
});

it('E-16 what is cut, longer, or no look at all is read as none', async () => {
  const whole = await write();
  for (let length = 0; length < whole.length; length += 1)
    expect(parseLook(whole.subarray(0, length))).toBeNull();
  expect(parseLook(Buffer.concat([whole, encode('x')]))).toBeNull();
  expect(parseLook(await write((text) => text.replace('rook look 1', 'rook look 2')))).toBeNull();
  expect(parseLook(new Uint8Array(new Float64Array([NaN, 1]).buffer))).toBeNull();
});

it.each([
  ['a name that leads out', '"b"', '".."'],
  ['a name with a folder', '"b"', '"b/c"'],
  ['a folder that leads out', '["d",', '["../d",'],
  ['a folder of the system', '["d",', '["/d",'],
  ['a held file that leads out', '["d/b",3]', '["../b",3]'],
  ['a file that counts and leads out', '"also":["left/c"]', '"also":["../c"]'],
])('E-16 a look with %s is read as none', async (_title, from, to) => {
  const altered = await write((text) => {
    expect(text).toContain(from);
    return text.replace(from, to);
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
    repository: null,
    read: async () => null,
  };
  const pieces = await describeLook({ workspace, ignore: [] }, found);
  const look = parseLook(Buffer.concat([...pieces]));
  expect([...(look?.held.keys() ?? [])].toSorted()).toEqual(['a', 'large']);
  expect(Buffer.concat([...pieces]).includes('secret')).toBe(false);
});
