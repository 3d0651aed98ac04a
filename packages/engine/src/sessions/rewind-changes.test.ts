import { expect, it } from 'vitest';

import { loadHistory } from '../journal/load-history.ts';
import { lines, makeRewindRoom } from './test-rewinds.ts';
import { must } from './test-session.ts';

it('E-16 brings a changed, a deleted and a renamed file back byte for byte, and removes the one that it made', async () => {
  const room = makeRewindRoom({ a: 'one\r\ntwo\n', gone: 'gone\n', from: 'moved\n' });
  const id = await room.apply(
    { path: 'a', edits: [{ search: 'two', replace: 'TWO' }] },
    { path: 'gone', delete: true },
    { path: 'from', renameTo: 'to' },
    { path: 'new/n', content: 'made\n' },
  );
  expect(await room.text('a')).toBe('one\r\nTWO\n');
  const rewound = must(await room.undo());
  expect([rewound.isRecorded, rewound.report.files.length]).toEqual([true, 4]);
  expect(
    await Promise.all(['a', 'gone', 'from', 'to', 'new/n'].map(async (path) => room.text(path))),
  ).toEqual(['one\r\ntwo\n', 'gone\n', 'moved\n', null, null]);
  const entry = room.entries.findLast((one) => one.event_type === 'change_set_applied');
  expect(entry).toMatchObject({ kind: 'rewind', parent_change_set_id: id, undoes: [{ change_set_id: id }] });
  expect(room.entries.filter((one) => one.event_type === 'tool_call_allowed')).toHaveLength(2);
});

it('E-20 moves the pointer back with a rewind, on with a forward, and to what is appended after a rewind', async () => {
  const room = makeRewindRoom({ a: lines(20) });
  const position = async () => must(await loadHistory(room.store)).position()?.id ?? null;
  const first = await room.apply({ path: 'a', edits: [{ search: 'line 2\n', replace: 'first\n' }] });
  const second = await room.apply({ path: 'a', edits: [{ search: 'line 9\n', replace: 'second\n' }] });
  expect(await position()).toBe(second);
  must(await room.undo());
  expect(await position()).toBe(first);
  must(await room.undo());
  expect(await position()).toBeNull();
  expect(await room.text('a')).toBe(lines(20));
  expect(await room.undo()).toMatchObject({ error: { code: 'not_found' } });

  must(await room.undo({ direction: 'forward' }));
  expect(await room.text('a')).toBe(lines(20, { 2: 'first' }));
  expect(await position()).toBe(first);
  const third = await room.apply({ path: 'a', edits: [{ search: 'line 15\n', replace: 'third\n' }] });
  expect(await position()).toBe(third);
  must(await room.undo({ direction: 'forward' }));
  expect(await room.text('a')).toBe(lines(20, { 2: 'first', 9: 'second', 15: 'third' }));
  expect(await room.undo({ direction: 'forward' })).toMatchObject({ error: { code: 'not_found' } });
});

it('E-27 keeps what a user wrote elsewhere in the file, and says that it was merged', async () => {
  const room = makeRewindRoom({ a: lines(20) });
  await room.apply({ path: 'a', edits: [{ search: 'line 5\n', replace: 'ours\nours too\n' }] });
  await room.save('a', `top\n${await room.text('a')}bottom`);
  const plan = await room.preview();
  expect(plan.files).toMatchObject([{ path: 'a', way: 'merged', added: 1, removed: 2 }]);
  must(await room.undo());
  expect(await room.text('a')).toBe(`top\n${lines(20)}bottom`);
  must(await room.undo({ direction: 'forward' }));
  expect(await room.text('a')).toBe(`top\n${lines(20, { 5: 'ours\nours too' })}bottom`);
});

it('E-27 refuses lines that a user changed too, shows both sides, and writes nothing', async () => {
  const room = makeRewindRoom({ a: lines(9), b: 'b\n' });
  await room.apply(
    { path: 'a', edits: [{ search: 'line 5\n', replace: 'ours\n' }] },
    { path: 'b', content: 'B\n' },
  );
  await room.save('a', lines(9, { 5: 'theirs' }));
  const plan = await room.preview();
  expect(plan.error).toMatchObject({ code: 'conflict' });
  expect(plan.refused).toMatchObject([
    { path: 'a', conflicts: [{ line: 5, ours: 'theirs\n', theirs: 'line 5\n' }] },
  ]);
  expect(await room.undo()).toMatchObject({ ok: false, error: { code: 'conflict' } });
  expect(await room.text('b')).toBe('B\n');
  must(await room.undo({ file: 'b' }));
  expect([await room.text('a'), await room.text('b')]).toEqual([lines(9, { 5: 'theirs' }), 'b\n']);
});

it.each([
  ['a file that it made and that was changed since', { path: 'n', content: 'made\n' }, 'n', 'made\nmine\n'],
  ['a name that it deleted and that is taken again', { path: 'a', delete: true }, 'a', 'mine\n'],
  ['an old name that is taken again', { path: 'a', renameTo: 'to' }, 'a', 'mine\n'],
  ['a file that was deleted since', { path: 'a', content: 'A\n' }, 'a', null],
])('E-27 leaves %s as it is', async (_what, change, path, text) => {
  const room = makeRewindRoom({ a: 'a\n' });
  await room.apply(change);
  await room.save(path, text);
  expect(await room.undo()).toMatchObject({ ok: false, error: { code: 'conflict' } });
  expect(await room.text(path)).toBe(text);
});

it('E-16 moves a renamed file back together with what a user wrote into it', async () => {
  const room = makeRewindRoom({ a: lines(9) });
  await room.apply({ path: 'a', renameTo: 'deep/b' });
  await room.save('deep/b', lines(9, { 3: 'mine' }));
  const plan = await room.preview();
  expect(plan.files).toMatchObject([{ path: 'a', renamedFrom: 'deep/b', way: 'merged' }]);
  expect(plan.removeFolders).toEqual(['deep']);
  must(await room.undo());
  expect([await room.text('a'), await room.text('deep/b')]).toEqual([lines(9, { 3: 'mine' }), null]);
});

it('E-17 rewinds from what is kept in the store, in a process that knows nothing', async () => {
  const first = makeRewindRoom({ a: 'a\n' });
  const id = await first.apply({ path: 'a', content: 'A\n' });
  const second = makeRewindRoom({}, { store: first.store, workspace: first.workspace });
  second.clock.advance(60_000);
  must(await second.undo({ changeSet: id }));
  expect(await second.text('a')).toBe('a\n');
});

it('E-18 E-19 names a change set that was never applied, and rewinds none of it', async () => {
  const room = makeRewindRoom({ a: 'a\n', b: 'b\n' });
  await expect(
    room.apply(
      { path: 'a', edits: [{ search: 'not there', replace: 'x' }] },
      { path: 'b', edits: [{ search: 'nor here', replace: 'x' }] },
    ),
  ).rejects.toThrow(/not_found/u);
  const [refused] = must(await loadHistory(room.store)).sets;
  expect(refused).toMatchObject({ isApplied: false, isRewindable: false });
  expect(await room.undo(refused === undefined ? {} : { changeSet: refused.id })).toMatchObject({
    error: {
      code: 'not_rewindable',
      message:
        '⚠️ 2 change(s) failed to apply originally (AI hallucinated file content). These cannot be rolled back.',
    },
  });
});

it('E-16 says of a file whose old bytes are gone or damaged that it cannot be rewound, and guesses nothing', async () => {
  const room = makeRewindRoom({ a: 'a\n' });
  await room.apply({ path: 'a', content: 'A\n' });
  const blobs = { ...room.store.blobs, get: async () => ({ ok: true as const, value: null }) };
  const later = makeRewindRoom({}, { workspace: room.workspace, store: { ...room.store, blobs } });
  const refused = await later.preview();
  expect(refused.error?.code).toBe('not_rewindable');
  expect(refused.error?.message).toContain('a cannot be rewound');
  expect(await room.text('a')).toBe('A\n');
});

it('E-16 finds later sets that stand on one, refuses without a cascade, and undoes all with it', async () => {
  const room = makeRewindRoom({ a: lines(30), b: lines(9) });
  const first = await room.apply({ path: 'a', edits: [{ search: 'line 10\n', replace: 'x\ny\nz\n' }] });
  await room.apply({ path: 'a', edits: [{ search: 'line 2\n', replace: '' }] });
  const third = await room.apply(
    { path: 'a', edits: [{ search: 'y\n', replace: 'Y\n' }] },
    { path: 'b', edits: [{ search: 'line 4\n', replace: 'four\n' }] },
  );
  const fourth = await room.apply({ path: 'b', edits: [{ search: 'four\n', replace: 'FOUR\n' }] });
  const refused = await room.preview({ changeSet: first });
  expect(refused.error).toMatchObject({ code: 'has_dependents' });
  expect(refused.dependents.map(({ id }) => id)).toEqual([third, fourth]);

  must(await room.undo({ changeSet: first, cascade: true }));
  const left = lines(30).replace('line 2\n', '');
  expect([await room.text('a'), await room.text('b')]).toEqual([left, lines(9)]);
  must(await room.undo({ direction: 'forward' }));
  expect(await room.text('a')).toBe(left.replace('line 10\n', 'x\nY\nz\n'));
  expect(await room.text('b')).toBe(lines(9, { 4: 'FOUR' }));
});

it('E-20 rewinds again what was made again, and does not count what was undone as standing on it', async () => {
  const room = makeRewindRoom({ a: lines(9) });
  const first = await room.apply({ path: 'a', edits: [{ search: 'line 5\n', replace: 'x\n' }] });
  const second = await room.apply({ path: 'a', edits: [{ search: 'x\n', replace: 'X\n' }] });
  expect((await room.preview({ changeSet: first })).dependents.map(({ id }) => id)).toEqual([second]);
  must(await room.undo());
  expect((await room.preview({ changeSet: first })).dependents).toEqual([]);
  must(await room.undo({ changeSet: first }));
  must(await room.undo({ direction: 'forward' }));
  must(await room.undo({ changeSet: first }));
  expect(await room.text('a')).toBe(lines(9));
  expect(await room.undo({ changeSet: first })).toMatchObject({ error: { code: 'unchanged' } });
});

it('E-20 forward brings back the set that was rewound last, not one below it', async () => {
  const room = makeRewindRoom({ a: 'a\n', b: 'b\n' });
  await room.apply({ path: 'a', content: 'A\n' });
  await room.apply({ path: 'b', content: 'B\n' });
  must(await room.undo());
  must(await room.undo());
  must(await room.undo({ direction: 'forward' }));
  expect([await room.text('a'), await room.text('b')]).toEqual(['A\n', 'b\n']);
  must(await room.undo({ direction: 'forward' }));
  expect([await room.text('a'), await room.text('b')]).toEqual(['A\n', 'B\n']);
});
