import { mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { contentHash, type FileWrite, type Workspace } from '@rook/engine';
import { createFakeWorkspace, failedCases, workspaceSuite } from '@rook/engine/testing';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { createEditorWorkspace } from './create-editor-workspace.ts';
import { createTestEditor, type TestHabits } from './test-editor.ts';
import { differenceOf } from './text-of-change.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const change = (path: string, before: string | null, after: string | null): FileWrite => ({
  path,
  expected: before === null ? null : contentHash(encode(before)),
  bytes: after === null ? null : encode(after),
});
const FORMATTED = { mayFormat: true };

interface Room {
  readonly disk: Workspace;
  readonly editor: ReturnType<typeof createTestEditor>;
  readonly workspace: Workspace;
  readonly text: (path: string) => Promise<string | null>;
}

function room(files: Readonly<Record<string, string>>, habits: TestHabits = {}): Room {
  const disk = createFakeWorkspace(new Map(Object.entries(files)));
  const editor = createTestEditor(disk, habits);
  return {
    disk,
    editor,
    workspace: createEditorWorkspace(editor, disk),
    text: async (path) => {
      const read = await disk.read(path);
      return read.ok ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(read.value.bytes) : null;
    },
  };
}

it.each([
  ['nothing is open', false],
  ['every file that is changed is open', true],
])('passes the suite of its port where %s', async (_how, isOpen) => {
  const failed = await failedCases(workspaceSuite, () => {
    const links = new Map<string, string>();
    const disk = createFakeWorkspace(new Map(), links);
    const editor = createTestEditor(disk);
    const inner = createEditorWorkspace(editor, disk);
    const workspace: Workspace = {
      ...inner,
      apply: async (changes, options) => {
        for (const { path } of isOpen ? changes : []) {
          const located = await disk.locate(path);
          if (located.ok) await editor.open(located.value.path);
        }
        const applied = await inner.apply(changes, { ...options, mayFormat: true });
        for (const document of editor.documents()) document.isClosed = true;
        return applied;
      },
    };
    return () => ({ workspace, link: async (path, target) => void links.set(path, target) });
  });
  expect(failed).toEqual([]);
});

it('E-25 edits of open files are one step of the editor, and only what differs is replaced', async () => {
  const { editor, workspace, text } = room({ a: 'one\ntwo\nthree\n', b: 'x\r\ny\r\n', c: 'closed' });
  await editor.open('a');
  await editor.open('b');
  const applied = await workspace.apply(
    [
      change('a', 'one\ntwo\nthree\n', 'one\n2\nthree\n'),
      change('b', 'x\r\ny\r\n', 'x\r\ny\r\nz\r\n'),
      change('c', 'closed', 'on the disk'),
    ],
    FORMATTED,
  );
  expect(applied.ok && applied.value.files.map(({ path, saved }) => [path, saved])).toEqual([
    ['a', undefined],
    ['b', undefined],
    ['c', undefined],
  ]);
  expect(editor.steps.map((step) => step.map(({ start, end, text: fresh }) => [start, end, fresh]))).toEqual([
    [
      [4, 7, '2'],
      [6, 6, 'z\r\n'],
    ],
  ]);
  expect([await text('a'), await text('b'), await text('c')]).toEqual([
    'one\n2\nthree\n',
    'x\r\ny\r\nz\r\n',
    'on the disk',
  ]);
});

it('E-25 what the editor makes of it on saving is told beside what was planned', async () => {
  const { editor, workspace } = room({ a: 'a\n' }, { format: (text) => text.toUpperCase() });
  await editor.open('a');
  const applied = await workspace.apply([change('a', 'a\n', 'b\n')], FORMATTED);
  const [file] = applied.ok ? applied.value.files : [];
  expect(file?.hash).toBe(contentHash(encode('B\n')));
  expect(file?.saved).toEqual(encode('B\n'));
});

it('E-16 what is brought back is not formatted', async () => {
  const { editor, workspace, text } = room({ a: 'a\n' }, { format: (shown) => shown.toUpperCase() });
  await editor.open('a');
  expect((await workspace.apply([change('a', 'a\n', 'b\n')])).ok).toBe(true);
  expect(await text('a')).toBe('b\n');
  expect(editor.steps).toEqual([]);
});

it.each([
  ['mixed line ends', 'a\r\nb\n', 'a\r\nc\n'],
  ['other line ends than before', 'a\n', 'a\r\n'],
  ['a mark that was not there', 'a\n', '\uFEFFa\n'],
  ['a first line end', 'a', 'a\r\nb'],
])(
  'E-02 goes to the disk where the editor would not write just these bytes: %s',
  async (_why, old, fresh) => {
    const { editor, workspace, text } = room({ a: old });
    await editor.open('a');
    expect((await workspace.apply([change('a', old, fresh)], FORMATTED)).ok).toBe(true);
    expect(await text('a')).toBe(fresh);
    expect(editor.steps).toEqual([]);
  },
);

it('E-02 keeps the mark at the beginning of a file', async () => {
  const { editor, workspace, text } = room({ a: '\uFEFFa\n' });
  await editor.open('a');
  expect((await workspace.apply([change('a', '\uFEFFa\n', '\uFEFFb\n')], FORMATTED)).ok).toBe(true);
  expect(await text('a')).toBe('\uFEFFb\n');
  expect(editor.steps).toHaveLength(1);
});

it('E-16 permissions are given also to a file whose text is not saved, and its text stays', async () => {
  const { editor, workspace, text, disk } = room({ a: 'a\n' });
  const document = await editor.open('a');
  if (document === null) throw new Error('It is not open.');
  document.isDirty = true;
  const before = await workspace.read('a');
  expect(before.ok && before.value.mode).toBe(0o644);
  const permissions = [{ path: 'a', expectedMode: 0o644, mode: 0o755 }];
  expect((await workspace.rehearse([], permissions)).ok).toBe(true);
  expect((await workspace.apply([], { permissions })).ok).toBe(true);
  const after = await disk.locate('a');
  expect([after.ok && after.value.mode, await text('a'), document.isDirty]).toEqual([0o755, 'a\n', true]);
});

it('E-28 where the editor does not save one file, all are as before', async () => {
  const { editor, workspace, text } = room({ a: 'a', b: 'b', c: 'c', d: 'd' }, { refuses: new Set(['b']) });
  await editor.open('a');
  const second = await editor.open('b');
  const applied = await workspace.apply(
    [
      change('a', 'a', '1'),
      change('b', 'b', '2'),
      change('c', 'c', '3'),
      change('n/e', null, '4'),
      change('d', 'd', null),
    ],
    FORMATTED,
  );
  expect(applied).toMatchObject({ ok: false, error: { code: 'not_writable', path: 'b', isUndone: false } });
  expect([await text('a'), await text('b'), await text('c'), await text('n/e'), await text('d')]).toEqual([
    'a',
    'b',
    'c',
    null,
    'd',
  ]);
  expect(second?.getText()).toBe('b');
});

it('E-25 what is typed while others are written is not overwritten', async () => {
  const { disk, editor, workspace } = room({ a: 'a', b: 'b' });
  const first = await editor.open('a');
  const slow: Workspace = {
    ...disk,
    apply: async (changes, options) => {
      if (first?.isDirty === false) first.type(1, 1, ' mine');
      return disk.apply(changes, options);
    },
  };
  const applied = await createEditorWorkspace(editor, slow).apply(
    [change('a', 'a', 'theirs'), change('b', 'b', 'other')],
    FORMATTED,
  );
  expect(applied).toMatchObject({ ok: false, error: { code: 'stale_file', path: 'a', isUndone: true } });
  expect(first?.getText()).toBe('a mine');
  expect(await workspace.read('b')).toMatchObject({ ok: true, value: { hash: contentHash(encode('b')) } });
});

it('E-25 touches nothing before it is allowed, and asks once', async () => {
  const { editor, workspace, text } = room({ a: 'a', b: 'b' });
  await editor.open('a');
  const changes = [change('a', 'a', '1'), change('b', 'b', '2')];
  let asked = 0;
  const permit = async () => {
    asked += 1;
    expect([await text('a'), await text('b'), editor.steps.length]).toEqual(['a', 'b', 0]);
    return { ok: true, value: undefined } as const;
  };
  expect((await workspace.apply(changes, { ...FORMATTED, permit })).ok).toBe(true);
  expect(asked).toBe(1);
});

it('E-25 what is typed until the first file is touched is not written under', async () => {
  const { editor, workspace, text } = room({ a: 'a\r\nb\n' });
  const document = await editor.open('a');
  const permit = async () => {
    document?.type(1, 1, ' mine');
    return { ok: true, value: undefined } as const;
  };
  const applied = await workspace.apply([change('a', 'a\r\nb\n', 'theirs')], { ...FORMATTED, permit });
  expect(applied).toMatchObject({ ok: false, error: { code: 'stale_file', path: 'a' } });
  expect(await text('a')).toBe('a\r\nb\n');
});

it('E-25 sees unsaved text of a file that was opened through a link', async () => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'rook-linked-')));
  await writeFile(join(folder, 'a'), 'a');
  await symlink(folder, `${folder}-link`);
  const disk: Workspace = { ...createFakeWorkspace(new Map([['a', 'a']])), root: folder };
  const editor = createTestEditor(disk);
  const document = await editor.open('a', join(`${folder}-link`, 'a'));
  document?.type(1, 1, ' mine');
  const workspace = createEditorWorkspace(editor, disk);
  const applied = await workspace.apply([change('a', 'a', 'theirs')], FORMATTED);
  expect(applied).toMatchObject({ ok: false, error: { code: 'stale_file' } });
  await rm(`${folder}-link`);
  await rm(folder, { recursive: true });
});

it('E-02 what differs, put in its place, makes the one text of the other', () => {
  const piece = fc.constantFrom('a', 'b', '\r\n', '😀', '😁', '\u{1F600}', 'é');
  const text = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(text, text, (old, fresh) => {
      const { start, end, text: put } = differenceOf({ old, fresh });
      expect(old.slice(0, start) + put + old.slice(end)).toBe(fresh);
      expect(
        /^[\uDC00-\uDFFF\n]/u.test(old.slice(start)) && /[\uD800-\uDBFF\r]$/u.test(old.slice(0, start)),
      ).toBe(false);
      expect(
        /^[\uDC00-\uDFFF\n]/u.test(old.slice(end)) && /[\uD800-\uDBFF\r]$/u.test(old.slice(0, end)),
      ).toBe(false);
    }),
    { numRuns: 2000 },
  );
});
