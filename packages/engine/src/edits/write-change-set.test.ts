import { fail, rookError, succeed, turnIdSchema, type Entry } from '@rook/contract';
import { expect, it } from 'vitest';

import { must } from '../journal/test-journal.ts';
import type { Workspace } from '../ports/workspace.ts';
import { bytesOf, hashOf, makeChangeSetRoom, planned, planOf } from './test-change-sets.ts';
import { writeChangeSet } from './write-change-set.ts';

const typesOf = (entries: readonly Entry[]) => entries.map(({ event_type: type }) => type);
const rename = { ...planned('c', 'b', 'B'), renamedFrom: 'b' };

it('E-14 writes all files, and writes down what it does before and after', async () => {
  const seen: string[] = [];
  const room = await makeChangeSetRoom({ a: 'a', b: 'b', x: 'x' }, (workspace) => ({
    ...workspace,
    apply: async (changes, options = {}) =>
      workspace.apply(changes, {
        ...options,
        permit: async () => {
          const allowed = (await options.permit?.()) ?? succeed(undefined);
          seen.push(...typesOf(room.entries));
          for (const text of ['a', 'A', 'b', 'B', 'x', 'N'])
            expect(must(await room.test.store.blobs.get(hashOf(text))), text).not.toBeNull();
          return allowed;
        },
      }),
  }));
  const turn = turnIdSchema.parse('t0001');
  const files = [
    { ...planned('a', 'a', 'A'), hunks: [{ start: 1, removed: 1, added: 1 }] },
    rename,
    planned('x', 'x', null),
    { ...planned('new/n', null, 'N'), whole: true },
  ];
  const written = await writeChangeSet(room.ports, { ...planOf(...files), turn, costUsd: 0.5 });
  expect(written).toMatchObject({ ok: true, value: { isRecorded: true, madeFolders: ['new'] } });
  expect(await room.tell()).toBe('a=A c=B');
  expect(seen).toEqual(['change_set_started']);
  expect(typesOf(room.entries)).toEqual(['change_set_started', 'change_set_applied']);
  expect(room.entries[1]).toMatchObject({
    change_set_id: written.ok ? written.value.id : '',
    turn_id: 't0001',
    cost_usd: 0.5,
    made_folders: ['new'],
    files: [
      { path: 'a', status: 'applied', before_hash: hashOf('a'), after_hash: hashOf('A'), after_size: 1 },
      { path: 'c', renamed_from: 'b', before_hash: hashOf('b'), after_hash: hashOf('B') },
      { path: 'x', after_hash: null },
      { path: 'new/n', before_hash: null, whole: true, added: 1, removed: 0 },
    ],
  });
  expect(room.open()).toEqual([]);
});

it.each([
  ['is stale', planned('b', 'old', 'B'), 'stale_file'],
  ['is gone', planned('gone', 'old', 'B'), 'stale_file'],
  ['is there already', planned('b', null, 'B'), 'stale_file'],
  ['lies outside', planned('../b', null, 'B'), 'outside_workspace'],
  ['is moved onto another', { ...planned('x', 'b', 'b'), renamedFrom: 'b' }, 'stale_file'],
])(
  'E-04 E-19 E-25 refuses the whole set when one file %s, and writes that down',
  async (_what, bad, code) => {
    const room = await makeChangeSetRoom({ a: 'a', b: 'b', x: 'x' });
    const written = await writeChangeSet(room.ports, planOf(planned('a', 'a', 'A'), bad));
    expect(written).toMatchObject({
      ok: false,
      error: {
        code,
        isUndone: true,
        isRecorded: true,
        files: [
          { path: 'a', status: 'skipped', error: { code: 'other_refused' } },
          { path: bad.path, status: 'refused', error: { code } },
        ],
      },
    });
    expect(await room.tell()).toBe('a=a b=b x=x');
    expect(room.entries.at(-1)).toMatchObject({
      event_type: 'change_set_refused',
      error: { code },
      files: [{ status: 'skipped' }, { status: 'refused', error: { code } }],
    });
    expect(room.open()).toEqual([]);
  },
);

it('E-25 tells both hashes of a stale file', async () => {
  const room = await makeChangeSetRoom({ a: 'now' });
  const written = await writeChangeSet(room.ports, planOf(planned('a', 'then', 'A')));
  expect(written.ok ? '' : written.error.message).toMatch(
    new RegExp(`it was ${hashOf('then')} and is ${hashOf('now')}`, 'u'),
  );
});

it('I-14 writes no file when the journal cannot say so first, and closes the change set later', async () => {
  const room = await makeChangeSetRoom({ a: 'a' });
  must(
    await room.journal.append([{ event_type: 'session_start', chat_surface: 'cli', participant: 'rook' }]),
  );
  room.test.fault.bytes = 0;
  const written = await writeChangeSet(room.ports, planOf(planned('a', 'a', 'A')));
  expect(written).toMatchObject({ ok: false, error: { code: 'journal_unavailable', isRecorded: false } });
  expect(await room.tell()).toBe('a=a');
  delete room.test.fault.bytes;
  must(await room.journal.append([]));
  expect(typesOf(room.entries).slice(1)).toEqual(['change_set_started', 'change_set_refused']);
});

const broken = (workspace: Workspace): Workspace => ({
  ...workspace,
  apply: async () =>
    fail({ ...rookError('not_writable', 'The disk broke.'), path: 'a', isUndone: false, displaced: [] }),
});

it('E-25 keeps the change set open when files could not be put back', async () => {
  const room = await makeChangeSetRoom({ a: 'a' }, broken);
  const written = await writeChangeSet(room.ports, planOf(planned('a', 'a', 'A')));
  expect(written).toMatchObject({ ok: false, error: { code: 'not_writable', isUndone: false } });
  expect(typesOf(room.entries)).toEqual(['change_set_started']);
  expect(room.open()).toHaveLength(1);
});

it('E-25 settles first what a crash left beside the files, and names what it kept', async () => {
  const room = await makeChangeSetRoom({ a: 'a', b: 'b' }, (workspace) => ({
    ...workspace,
    mend: async (paths, keep) => {
      expect(paths).toEqual(['a', 'c', 'b']);
      must(await keep('a', bytesOf('left')));
      return workspace.mend(paths, keep);
    },
  }));
  const written = await writeChangeSet(room.ports, planOf(planned('a', 'a', 'A'), rename));
  expect(written.ok).toBe(true);
  expect(room.entries.at(-1)).toMatchObject({ displaced: [{ path: 'a', blob: hashOf('left') }] });
  expect(must(await room.test.store.blobs.get(hashOf('left')))).toEqual(bytesOf('left'));
});

it('E-25 answers with a failure, whatever a port throws', async () => {
  const room = await makeChangeSetRoom({ a: 'a' }, (workspace) => ({
    ...workspace,
    apply: async () => {
      throw new Error('a bug');
    },
  }));
  const written = await writeChangeSet(room.ports, planOf(planned('a', 'a', 'A')));
  expect(written).toMatchObject({ ok: false, error: { code: 'internal', isUndone: false } });
  expect(room.open()).toHaveLength(1);
});

it('E-25 one of many that expect the same content is applied, and each set has an id of its own', async () => {
  const room = await makeChangeSetRoom({ a: 'a' });
  const texts = Array.from({ length: 8 }, (_unused, index) => `A${index}`);
  const all = await Promise.all(
    texts.map(async (text) => writeChangeSet(room.ports, planOf(planned('a', 'a', text)))),
  );
  expect(all.filter(({ ok }) => ok)).toHaveLength(1);
  const ids = all.map((one) => (one.ok ? one.value.id : one.error.id));
  expect(new Set(ids).size).toBe(8);
});

it('E-25 touches no file where it cannot be noted who changes them, and closes the set', async () => {
  const room = await makeChangeSetRoom({ a: 'a' });
  const { store } = room.ports;
  const full = rookError('not_writable', 'The note could not be written.');
  const unnoted: typeof store = {
    blobs: store.blobs,
    changing: async (work, wait) =>
      store.changing(async (mark) => work({ ...mark, noted: async () => fail(full) }), wait),
  };
  const written = await writeChangeSet({ ...room.ports, store: unnoted }, planOf(planned('a', 'a', 'A')));
  expect(written).toMatchObject({ ok: false, error: { code: 'not_writable', isUndone: true } });
  expect(await room.tell()).toBe('a=a');
  expect(typesOf(room.entries)).toEqual(['change_set_started', 'change_set_refused']);
  expect(room.open()).toEqual([]);
});
