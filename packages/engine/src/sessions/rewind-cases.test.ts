import { expect, it } from 'vitest';

import { prepareRewind } from '../edits/prepare-rewind.ts';
import { makeHistory } from '../journal/fold-history.ts';
import type { HistorySet } from '../journal/history-set.ts';
import { loadHistory } from '../journal/load-history.ts';
import { lines, makeRewindRoom } from './test-rewinds.ts';
import { must } from './test-session.ts';

const SOURCE = lines(40, { 10: 'function old() {', 11: '  return 1;', 12: '}' });
const change = { path: 'a.ts', edits: [{ search: '  return 1;\n', replace: '  return 2;\n' }] };

const formatted = (text: string) => text.replaceAll(/^line (\d+)$/gmu, 'line($1);');
const windows = (text: string) => text.replaceAll('\n', '\r\n');

it('E-27 a formatter ran after the change: other lines stay as it left them', async () => {
  const room = makeRewindRoom({ 'a.ts': SOURCE });
  await room.apply(change);
  await room.save('a.ts', formatted((await room.text('a.ts')) ?? ''));
  must(await room.undo());
  expect(await room.text('a.ts')).toContain('  return 1;\n');
  expect(await room.text('a.ts')).toBe(formatted(SOURCE));
});

it('E-27 a formatter moved the changed line: it is refused, and both sides are shown', async () => {
  const room = makeRewindRoom({ 'a.ts': SOURCE });
  await room.apply(change);
  await room.save('a.ts', SOURCE.replace('  return 1;', '    return 2;'));
  const plan = await room.preview();
  expect(plan.refused).toMatchObject([
    { conflicts: [{ line: 11, ours: '    return 2;\n', theirs: '  return 1;\n' }] },
  ]);
});

it('E-27 all line ends were converted: the change is taken back, and the line ends stay converted', async () => {
  const room = makeRewindRoom({ 'a.ts': SOURCE });
  await room.apply(change);
  await room.save('a.ts', windows((await room.text('a.ts')) ?? ''));
  must(await room.undo());
  expect(await room.text('a.ts')).toBe(windows(SOURCE));
  must(await room.undo({ direction: 'forward' }));
  expect(await room.text('a.ts')).toBe(windows(SOURCE.replace('return 1', 'return 2')));
});

it('E-27 the changed function was moved to another file: nothing is guessed, and both files stay', async () => {
  const room = makeRewindRoom({ 'a.ts': SOURCE });
  await room.apply(change);
  const block = 'function old() {\n  return 2;\n}\n';
  const rest = ((await room.text('a.ts')) ?? '').replace(block, '');
  await room.save('a.ts', rest);
  await room.save('b.ts', block);
  const plan = await room.preview();
  expect(plan.refused).toMatchObject([{ path: 'a.ts', conflicts: [{ ours: '', theirs: '  return 1;\n' }] }]);
  expect(await room.undo()).toMatchObject({ ok: false, error: { code: 'conflict' } });
  expect([await room.text('a.ts'), await room.text('b.ts')]).toEqual([rest, block]);
});

it('E-16 the user switched to another branch and came back: nothing is lost on either', async () => {
  const room = makeRewindRoom({ 'a.ts': SOURCE });
  await room.apply(change, { path: 'new.ts', content: 'made\n' });
  const here = await room.text('a.ts');
  await room.save('a.ts', SOURCE.replace('function old', 'function other'));
  await room.save('new.ts', null);
  // The other branch has neither: where the change is not there, there is nothing to take back.
  expect((await room.preview()).error?.code).toBe('conflict');
  await room.save('a.ts', here);
  await room.save('new.ts', 'made\n');
  must(await room.undo());
  expect([await room.text('a.ts'), await room.text('new.ts')]).toEqual([SOURCE, null]);
});

it('E-20 what was noted as undone on another branch can be rewound after coming back', async () => {
  const room = makeRewindRoom({ 'a.ts': SOURCE });
  const id = await room.apply(change);
  const here = await room.text('a.ts');
  await room.save('a.ts', SOURCE);
  must(await room.undo());
  await room.save('a.ts', here);
  const refused = await room.preview({ changeSet: id });
  expect(refused.error?.code).toBe('unchanged');
  expect(refused.error?.message).toContain('`rook forward` first takes note of that');
  must(await room.undo({ direction: 'forward' }));
  expect(await room.text('a.ts')).toBe(here);
  must(await room.undo({ changeSet: id }));
  expect(await room.text('a.ts')).toBe(SOURCE);
});

it('E-27 the file grew beyond what can be merged: it is said, and it stays', async () => {
  const room = makeRewindRoom({ 'a.ts': SOURCE });
  await room.apply(change);
  const huge = 'x'.repeat(64_000_001);
  await room.save('a.ts', huge);
  const plan = await room.preview();
  expect(plan.error?.code).toBe('conflict');
  expect(plan.error?.message).toMatch(/more than 64 MB .* by hand/u);
  expect((await room.text('a.ts'))?.length).toBe(huge.length);
});

it('E-16 what a command changed is rewound the same way', async () => {
  const room = makeRewindRoom({ 'a.ts': SOURCE });
  await room.apply(change);
  const history = must(await loadHistory(room.store));
  const byCommand = makeHistory(history.sets.map((set) => copyOf(set)));
  expect(byCommand.position()?.kind).toBe('by_command');
  const plan = await prepareRewind({ workspace: room.workspace, blobs: room.store.blobs }, byCommand, {
    direction: 'rewind',
    cascade: false,
  });
  expect(plan.files).toMatchObject([{ path: 'a.ts', way: 'exact' }]);
});

function copyOf(set: HistorySet): HistorySet {
  const { id, session, turn, timestamp, files, by, costUsd, intent, madeFolders, undoes } = set;
  const head = { id, session, turn, timestamp, files, by, costUsd, intent, madeFolders, undoes };
  return { ...head, isApplied: true, isRewindable: true, kind: 'by_command' };
}

it('E-27 the file grew to 50 MB: what it grew by stays', async () => {
  const room = makeRewindRoom({ 'a.ts': SOURCE });
  await room.apply(change);
  const more = `${'x'.repeat(499)}\n`.repeat(100_000);
  await room.save('a.ts', `${await room.text('a.ts')}${more}`);
  must(await room.undo());
  const after = (await room.text('a.ts')) ?? '';
  expect(after.length).toBe(SOURCE.length + more.length);
  expect(after.slice(0, SOURCE.length)).toBe(SOURCE);
  expect(after.endsWith(more.slice(0, 5000))).toBe(true);
}, 60_000);

it('E-16 two change sets in different places of one file are undone in any order', async () => {
  const room = makeRewindRoom({ 'a.ts': SOURCE });
  const first = await room.apply({ path: 'a.ts', edits: [{ search: 'line 3\n', replace: '' }] });
  const second = await room.apply({ path: 'a.ts', edits: [{ search: 'line 30\n', replace: 'a\nb\n' }] });
  const third = await room.apply({ path: 'a.ts', renameTo: 'b.ts' });
  must(await room.undo({ changeSet: first }));
  expect(await room.text('b.ts')).toBe(SOURCE.replace('line 30\n', 'a\nb\n'));
  must(await room.undo({ changeSet: third }));
  must(await room.undo({ changeSet: second }));
  expect([await room.text('a.ts'), await room.text('b.ts')]).toEqual([SOURCE, null]);
});

it('E-16 bytes that are no text come back exactly, and are never merged', async () => {
  const room = makeRewindRoom({ bin: '\0one' });
  await room.apply({ path: 'bin', delete: true });
  must(await room.undo());
  expect(await room.text('bin')).toBe('\0one');
});

it('E-27 what changed between the look and the yes refuses what was shown', async () => {
  const room = makeRewindRoom({ 'a.ts': SOURCE });
  await room.apply(change);
  const plan = await room.preview();
  const mine = SOURCE.replace('line 20', 'mine').replace('return 1', 'return 2');
  await room.save('a.ts', mine);
  expect(await room.carryOut(plan)).toMatchObject({ ok: false, error: { code: 'stale_file' } });
  expect(await room.text('a.ts')).toBe(mine);
});
