import { changeSetIdSchema, sessionIdSchema, type ContentHash } from '@rook/contract';
import { expect, it } from 'vitest';

import { contentHash } from '../ports/content-hash.ts';
import { makeHistory } from './fold-history.ts';
import type { HistorySet } from './history-set.ts';

const session = sessionIdSchema.parse('rook-20261116-0a1b2c3d');

function makeSet(name: string, kind: HistorySet['kind'], undoes: readonly string[] = []): HistorySet {
  return {
    id: changeSetIdSchema.parse(name),
    session,
    turn: null,
    timestamp: '2026-11-16T00:00:00.000Z',
    kind,
    intent: null,
    by: null,
    costUsd: null,
    isApplied: true,
    isRewindable: true,
    files: [{ path: 'a', from: 'a', before: null, after: null, added: 0, removed: 0, hunks: undefined }],
    madeFolders: [],
    undoes: undoes.map((id) => ({ session, id: changeSetIdSchema.parse(id), paths: ['a'], already: [] })),
  };
}

it('E-20 a set is undone as long as what undid it stands', () => {
  const sets = [
    makeSet('cs-1', 'edit'),
    makeSet('cs-2', 'rewind', ['cs-1']),
    makeSet('cs-3', 'forward', ['cs-2']),
    makeSet('cs-4', 'rewind', ['cs-3']),
  ];
  const undone = [1, 2, 3, 4].map((count) => {
    const history = makeHistory(sets.slice(0, count));
    return sets.slice(0, count).map((set) => history.isUndone(set));
  });
  expect(undone).toEqual([[false], [true, false], [false, true, false], [true, false, true, false]]);
});

it('E-20 comes to an end with sets that undo themselves or each other', () => {
  const sets = [
    makeSet('cs-1', 'rewind', ['cs-1']),
    makeSet('cs-2', 'rewind', ['cs-3', 'cs-1']),
    makeSet('cs-3', 'rewind', ['cs-2']),
    makeSet('cs-1', 'rewind', ['cs-1', 'cs-3']),
  ];
  const history = makeHistory(sets);
  expect(sets.map((set) => typeof history.isUndone(set))).toEqual(sets.map(() => 'boolean'));
});

it('E-20 knows nothing undone by what gives no right', () => {
  const stranger = { ...makeSet('cs-2', 'rewind', ['cs-1']), isRewindable: false };
  const [first, history] = [makeSet('cs-1', 'edit'), makeHistory([makeSet('cs-1', 'edit'), stranger])];
  expect([history.isUndone(first), history.position()?.id]).toEqual([false, first.id]);
});

it('E-20 a forward takes back all that its rewind undid, also where that acted under another name', () => {
  const [edit, undo, redo] = [
    makeSet('cs-1', 'edit'),
    makeSet('cs-2', 'rewind', ['cs-1']),
    makeSet('cs-3', 'forward', ['cs-2']),
  ];
  const undoes = redo.undoes.map(({ id }) => ({ session, id, paths: ['b'], already: [] }));
  const history = makeHistory([edit, moved(undo), { ...moved(redo), undoes }]);
  expect([history.isUndone(edit), history.position()?.id]).toEqual([false, edit.id]);
});

function moved(set: HistorySet): HistorySet {
  return { ...set, files: set.files.map((file) => renamed(file)) };
}

function renamed(file: HistorySet['files'][number]): HistorySet['files'][number] {
  return { ...file, path: 'b' };
}

it('E-16 E-20 what stays with a file that nobody can bring back is no rest that the next rewind would take back', () => {
  const [held, other] = [contentHash(Buffer.from('held')), contentHash(Buffer.from('other'))];
  const edit = makeSet('cs-1', 'edit');
  const plain = { added: 0, removed: 0, hunks: undefined };
  const command = (after: ContentHash): HistorySet => ({
    ...makeSet('cs-2', 'by_command'),
    files: [
      { ...plain, path: 'a', from: 'a', before: null, after: other },
      { ...plain, path: 'old', from: 'old', before: held, after: null, unkept: 'too_large' },
      { ...plain, path: 'new', from: 'new', before: null, after },
    ],
  });
  const positions = [held, other].map(
    (after) => makeHistory([edit, command(after), makeSet('cs-3', 'rewind', ['cs-2'])]).position()?.id,
  );
  expect(positions).toEqual(['cs-1', 'cs-2']);
});
