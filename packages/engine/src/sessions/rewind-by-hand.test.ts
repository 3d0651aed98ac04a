import { expect, it } from 'vitest';

import { loadHistory } from '../journal/load-history.ts';
import { lines, makeRewindRoom, type RewindRoom } from './test-rewinds.ts';
import { must } from './test-session.ts';

async function positionOf(room: RewindRoom): Promise<string | null> {
  return must(await loadHistory(room.store)).position()?.id ?? null;
}

const edit = (line: number, text: string) => ({
  path: 'a',
  edits: [{ search: `line ${line}\n`, replace: `${text}\n` }],
});

it('E-20 counts a set as undone that the user undid by hand, writes no file, and goes on to the one before', async () => {
  const room = makeRewindRoom({ a: lines(20) });
  const first = await room.apply(edit(2, 'first'));
  const second = await room.apply(edit(9, 'second'));
  await room.save('a', lines(20, { 2: 'first' }));
  const plan = await room.preview();
  expect([plan.target?.id, plan.error, plan.files]).toEqual([second, null, []]);
  must(await room.carryOut(plan));
  expect(room.entries.findLast((entry) => entry.event_type === 'change_set_applied')).toMatchObject({
    kind: 'rewind',
    files: [],
    undoes: [{ change_set_id: second, paths: ['a'], already: ['a'] }],
  });
  expect(await positionOf(room)).toBe(first);
  must(await room.undo());
  expect(await room.text('a')).toBe(lines(20));
});

it('E-20 makes again what was undone by hand and noted, together with what else the user wrote', async () => {
  const room = makeRewindRoom({ a: lines(20) });
  const id = await room.apply(edit(9, 'ours'));
  await room.save('a', lines(20));
  must(await room.undo());
  expect(await positionOf(room)).toBeNull();
  await room.save('a', lines(20, { 15: 'mine' }));
  must(await room.undo({ direction: 'forward' }));
  expect(await room.text('a')).toBe(lines(20, { 9: 'ours', 15: 'mine' }));
  expect(await positionOf(room)).toBe(id);
  must(await room.undo());
  expect(await room.text('a')).toBe(lines(20, { 15: 'mine' }));
});

it('E-20 forward goes on, too, where the user made the change again by hand', async () => {
  const room = makeRewindRoom({ a: lines(20), b: 'b\n' });
  const first = await room.apply({ path: 'b', content: 'B\n' });
  const second = await room.apply(edit(9, 'ours'));
  must(await room.undo());
  must(await room.undo());
  await room.save('b', 'B\n');
  must(await room.undo({ direction: 'forward' }));
  expect([await room.text('b'), await positionOf(room)]).toEqual(['B\n', first]);
  must(await room.undo({ direction: 'forward' }));
  expect([await room.text('a'), await positionOf(room)]).toEqual([lines(20, { 9: 'ours' }), second]);
});

it('E-16 names apart from what it writes the files that are already as they were, and forward leaves those alone', async () => {
  const room = makeRewindRoom({ a: 'a\n', b: 'b\n', from: 'moved\n' });
  const id = await room.apply(
    { path: 'a', content: 'A\n' },
    { path: 'b', content: 'B\n' },
    { path: 'from', renameTo: 'to' },
    { path: 'n', content: 'n\n' },
  );
  await room.save('a', 'a\n');
  await room.save('n', null);
  await room.save('from', 'moved\n');
  await room.save('to', null);
  const plan = await room.preview();
  expect(plan.files.map(({ path }) => path)).toEqual(['b']);
  expect(plan.undone.map(({ already }) => already.map(({ path }) => path))).toEqual([['a', 'to', 'n']]);
  must(await room.carryOut(plan));
  expect(await positionOf(room)).toBeNull();
  must(await room.undo({ direction: 'forward' }));
  expect([await room.text('a'), await room.text('b'), await room.text('n')]).toEqual(['a\n', 'B\n', null]);
  expect(await positionOf(room)).toBe(id);
});

it('E-20 a cascade that the user undid by hand is made again as a whole', async () => {
  const room = makeRewindRoom({ a: lines(9) });
  const first = await room.apply(edit(5, 'x'));
  await room.apply({ path: 'a', edits: [{ search: 'x\n', replace: 'y\n' }] });
  await room.save('a', lines(9));
  must(await room.undo({ changeSet: first, cascade: true }));
  expect(await positionOf(room)).toBeNull();
  must(await room.undo({ direction: 'forward' }));
  expect(await room.text('a')).toBe(lines(9, { 5: 'y' }));
});
