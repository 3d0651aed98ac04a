import { contentHashSchema, succeed } from '@rook/contract';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { must } from '../journal/test-journal.ts';
import type { Workspace } from '../ports/workspace.ts';
import { recoverChangeSets } from './recover-change-sets.ts';
import {
  bytesOf,
  hashOf,
  makeChangeSetRoom,
  planned,
  planOf,
  type ChangeSetRoom,
} from './test-change-sets.ts';
import { writeChangeSet } from './write-change-set.ts';

/** When it may touch files. */
const dies = (workspace: Workspace): Workspace => ({
  ...workspace,
  apply: async (_changes, options) => {
    await options?.permit?.();
    throw new Error('The process ended here.');
  },
});

const FILES = [
  planned('a', 'a', 'A'),
  planned('b', 'b', null),
  planned('n', null, 'N'),
  { ...planned('to', 'from', 'TO'), renamedFrom: 'from' },
];
const BEFORE = { a: 'a', b: 'b', from: 'from' };
const AFTER = { a: 'A', n: 'N', to: 'TO' };

/** A room in which a process died with the files as they are given. */
async function makeCrash(now: Readonly<Record<string, string>>): Promise<ChangeSetRoom> {
  const room = await makeChangeSetRoom(BEFORE, dies);
  await writeChangeSet(room.ports, planOf(...FILES));
  expect(room.open()).toHaveLength(1);
  for (const path of ['a', 'b', 'n', 'from', 'to']) {
    const read = await room.workspace.read(path);
    const text = now[path];
    const bytes = text === undefined ? null : bytesOf(text);
    const expected = read.ok ? read.value.hash : null;
    if (bytes !== null || expected !== null) must(await room.workspace.apply([{ path, expected, bytes }]));
  }
  return room;
}

async function recover(room: ChangeSetRoom) {
  return must(await recoverChangeSets({ ...room.ports, workspace: room.workspace }, room.open()));
}

const show = (files: Readonly<Record<string, string>>) =>
  Object.entries(files)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, text]) => `${name}=${text}`)
    .join(' ');

it('E-25 a set that was written whole is finished, one that was not begun is refused', async () => {
  for (const [now, outcome, type] of [
    [AFTER, 'finished', 'change_set_applied'],
    [BEFORE, 'undone', 'change_set_refused'],
  ] as const) {
    const room = await makeCrash(now);
    expect(await recover(room)).toMatchObject([{ outcome, displaced: [] }]);
    expect(await room.tell()).toBe(show(now));
    expect(room.entries.at(-1)).toMatchObject({ event_type: type, recovered: true });
    expect(room.open()).toEqual([]);
    expect(await recover(room)).toEqual([]);
  }
});

it('E-25 closes a set whose process ended before anything of it was kept, and needs no bytes for that', async () => {
  const room = await makeChangeSetRoom(BEFORE, (workspace) => ({
    ...workspace,
    apply: async () => {
      throw new Error('The process ended here.');
    },
  }));
  await writeChangeSet(room.ports, planOf(...FILES));
  expect(must(await room.test.store.blobs.list())).toEqual([]);
  expect(await recover(room)).toMatchObject([{ outcome: 'undone', displaced: [] }]);
  expect(await room.tell()).toBe(show(BEFORE));
  expect(room.open()).toEqual([]);
});

const isDeleted = (path = '') => path === 'b' || path === 'from';

it('E-25 E-27 does not bring back what somebody deleted after the crash, says so, and keeps it to be rewound', async () => {
  const room = await makeCrash({ a: 'A', from: 'from' });
  const [recovered] = await recover(room);
  expect(recovered).toMatchObject({ outcome: 'in_part' });
  expect(recovered?.message).toContain(
    `Deleted since, and left so; what they held is kept: b (${hashOf('b')}).`,
  );
  expect(await room.tell()).toBe(show({ a: 'a', from: 'from' }));
  expect(room.entries.at(-1)).toMatchObject({
    event_type: 'change_set_applied',
    files: [
      { path: 'a', status: 'skipped' },
      { path: 'b', status: 'applied' },
      { path: 'n', status: 'skipped' },
      { path: 'to', status: 'skipped' },
    ],
  });
});

it('E-25 finishes without making again what somebody deleted after the crash', async () => {
  const room = await makeCrash({ a: 'A', b: 'b', from: 'from', to: 'TO' });
  const { blobs } = room.test.store;
  const store = {
    ...room.test.store,
    blobs: {
      ...blobs,
      get: async (hash: string) =>
        hash === hashOf('a') ? succeed(null) : blobs.get(contentHashSchema.parse(hash)),
    },
  };
  const recovered = must(
    await recoverChangeSets({ ...room.ports, store, workspace: room.workspace }, room.open()),
  );
  expect(recovered).toMatchObject([{ outcome: 'finished' }]);
  expect(recovered[0]?.message).toContain('Deleted since, and left so');
  expect(await room.tell()).toBe(show({ a: 'A', to: 'TO' }));
  expect(room.entries.at(-1)).toMatchObject({
    files: [
      { status: 'applied' },
      { status: 'applied' },
      { path: 'n', status: 'skipped' },
      { status: 'applied' },
    ],
  });
});

it('E-25 brings every state between to before or after, and leaves what was changed since', async () => {
  const paths = ['a', 'b', 'n', 'from', 'to'] as const;
  const ends = fc.constantFrom<'before' | 'after' | 'mine'>('before', 'after', 'mine');
  const property = fc.asyncProperty(fc.tuple(ends, ends, ends, ends, ends), async (states) => {
    const all = [BEFORE, AFTER].map((files): Readonly<Record<string, string>> => files);
    const wanted = (index: number, end: 'before' | 'after' | 'mine') => {
      const path = paths[index] ?? 'a';
      const text = end === 'mine' ? `mine ${path}` : all[end === 'before' ? 0 : 1]?.[path];
      return text === undefined ? [] : [[path, text] as const];
    };
    const now = Object.fromEntries(states.flatMap((end, index) => wanted(index, end)));
    const room = await makeCrash(now);
    const [recovered] = await recover(room);
    const outcome = recovered?.outcome;
    // What goes, goes after all is written: where something is not, somebody else deleted what is gone.
    const isCut = states.some((state, index) => state === 'before' && !isDeleted(paths[index]));
    const isGone = (index: number) => isCut && isDeleted(paths[index]) && states[index] === 'after';
    const isPart = states.some((_state, index) => isGone(index));
    const isDone = !isCut && states.includes('after');
    expect(outcome).toBe(isDone ? 'finished' : isPart ? 'in_part' : 'undone');
    const end = isDone ? ('after' as const) : ('before' as const);
    const right = states.flatMap((state, index) =>
      isGone(index) ? [] : wanted(index, state === 'mine' ? 'mine' : end),
    );
    expect(await room.tell()).toBe(show(Object.fromEntries(right)));
    expect(room.open()).toEqual([]);
  });
  await expect(fc.assert(property, { numRuns: 100 })).resolves.toBeUndefined();
});

it('E-25 finishes what it cannot undo, and says what it can do neither with', async () => {
  const half = { a: 'A', b: 'b', from: 'from' };
  for (const [lost, outcome, told] of [
    [['a'], 'finished', AFTER],
    [['a', 'N'], 'in_part', half],
  ] as const) {
    const room = await makeCrash(half);
    const { blobs } = room.test.store;
    const gone = new Set<string>(lost.map((text) => hashOf(text)));
    const store = {
      ...room.test.store,
      blobs: {
        ...blobs,
        get: async (hash: string) =>
          gone.has(hash) ? succeed(null) : blobs.get(contentHashSchema.parse(hash)),
      },
    };
    const recovered = await recoverChangeSets(
      { ...room.ports, store, workspace: room.workspace },
      room.open(),
    );
    expect(must(recovered)).toMatchObject([{ outcome }]);
    expect(await room.tell()).toBe(show(told));
    expect(room.entries.at(-1)).toMatchObject({
      event_type: 'change_set_applied',
      files:
        outcome === 'finished'
          ? [{ status: 'applied' }, { status: 'applied' }, { status: 'applied' }, { status: 'applied' }]
          : [{ status: 'applied' }, { status: 'skipped' }, { status: 'skipped' }, { status: 'skipped' }],
    });
    expect(room.open()).toEqual([]);
  }
});

it('E-25 leaves a set open that cannot be looked after now', async () => {
  const room = await makeCrash({ a: 'A', b: 'b', from: 'from' });
  const recovered = must(
    await recoverChangeSets(
      {
        ...room.ports,
        workspace: {
          ...room.workspace,
          apply: async () => ({
            ok: false,
            error: {
              code: 'not_writable',
              kind: 'error',
              message: 'The disk is full.',
              retryable: true,
              path: 'a',
              isUndone: true,
              displaced: [],
            },
          }),
        },
      },
      room.open(),
    ),
  );
  expect(recovered).toMatchObject([{ outcome: 'open' }]);
  expect(recovered[0]?.message).toMatch(/^The process of cs-\d+ ended.* The disk is full\. Mend that/u);
  expect(room.open()).toHaveLength(1);
});

it('E-25 finishes no change set that was imported', async () => {
  const room = await makeCrash(BEFORE);
  const [started] = room.entries;
  expect(started).toMatchObject({ event_type: 'change_set_started' });
  if (started !== undefined) room.entries.splice(0, room.entries.length, { ...started, imported: true });
  expect(room.open()).toEqual([]);
});
