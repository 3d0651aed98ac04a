import { expect, it } from 'vitest';

import { contentHash } from '../ports/content-hash.ts';
import { bytesOf, makeTraceRoom, textOf } from './test-trace.ts';

it('H-30 knows a content again that others put back, as a switch between branches does', async () => {
  const room = makeTraceRoom();
  const main = '1\n2\n3\n4\n';
  room.disk.set('x', main);
  room.write('edit', [{ path: 'x', before: main, after: '1\nTWO\n3\n4\n' }]);
  room.disk.set('x', main);
  expect(await room.origins('x')).toEqual(['earlier', 'earlier', 'earlier', 'earlier']);
  room.write('edit', [{ path: 'x', before: main, after: '1\n2\n3\nFOUR\n' }]);
  room.disk.set('x', '1\nTWO\n3\n4\n');
  expect(await room.origins('x')).toEqual(['earlier', 'cs-1', 'earlier', 'earlier']);
  room.write('edit', [{ path: 'x', before: '1\nTWO\n3\n4\n', after: '1\nTWO\nTHREE\n4\n' }]);
  expect(await room.origins('x')).toEqual(['earlier', 'cs-1', 'cs-3', 'earlier']);
  room.disk.set('x', '1\n2\n3\nFOUR\n');
  expect(await room.origins('x')).toEqual(['earlier', 'earlier', 'earlier', 'cs-2']);
});

it('H-30 follows a file that others moved away and back again', async () => {
  const room = makeTraceRoom();
  room.disk.set('q', '1\n2\n3\n');
  room.write('edit', [{ path: 'q', before: '1\n2\n3\n', after: 'ONE\n2\n3\n' }]);
  room.disk.delete('q');
  room.write('edit', [{ path: 'q2', before: 'ONE\n2\n3\n', after: 'ONE\nTWO\n3\n' }]);
  room.disk.delete('q2');
  room.disk.set('q', 'ONE\nTWO\n3\n');
  expect(await room.origins('q')).toEqual(['cs-1', 'cs-2', 'earlier']);
  room.write('edit', [{ path: 'q', before: 'ONE\nTWO\n3\n', after: 'ONE\nTWO\n3\n4\n' }]);
  expect(await room.origins('q')).toEqual(['cs-1', 'cs-2', 'earlier', 'cs-3']);
});

it('H-30 leaves moved lines to whoever wrote them, and says what moved them', async () => {
  const room = makeTraceRoom();
  const lines = [
    'head of it',
    'function one() {',
    '  return 1;',
    '}',
    'in between',
    'more of it',
    'tail of it',
  ];
  const first = textOf(lines);
  room.write('edit', [{ path: 'x', before: null, after: first }]);
  const [head = '', ...rest] = lines;
  const block = rest.splice(0, 3);
  const second = textOf([head, ...rest, 'new line', ...block]);
  room.write('edit', [{ path: 'x', before: first, after: second }]);
  expect(await room.origins('x')).toEqual([
    ...Array.from({ length: 4 }, () => 'cs-1'),
    'cs-2',
    ...block.map(() => 'cs-1'),
  ]);
  const { runs } = await room.trace('x');
  expect(runs.map(({ movedBy, count }) => [movedBy?.id, count])).toEqual([
    [undefined, 4],
    [undefined, 1],
    ['cs-2', 3],
  ]);
  const third = textOf([head, ...rest, 'new line']);
  const set = room.write('edit', [
    { path: 'x', before: second, after: third },
    { path: 'y', before: null, after: textOf(['import it', ...block]) },
  ]);
  expect(await room.origins('y')).toEqual(['cs-3', 'cs-1', 'cs-1', 'cs-1']);
  expect((await room.trace('y')).runs.map(({ movedBy }) => movedBy?.id)).toEqual([undefined, 'cs-3']);
  room.write(
    'rewind',
    [
      { path: 'x', before: third, after: second },
      { path: 'y', before: textOf(['import it', ...block]), after: null },
    ],
    set,
  );
  expect((await room.origins('x')).slice(-3)).toEqual(['cs-1', 'cs-1', 'cs-1']);
});

it('H-30 takes no line for a moved one that says nothing, or that is there more than once', async () => {
  const room = makeTraceRoom();
  const first = '}\nsame line\nsame line\na\nb\nc\nlonger one\n';
  room.write('edit', [{ path: 'x', before: null, after: first }]);
  room.write('edit', [{ path: 'x', before: first, after: 'a\nb\nc\nlonger one\n}\nsame line\n' }]);
  const moved = ['cs-2', 'cs-2'];
  expect(await room.origins('x')).toEqual(['cs-1', 'cs-1', 'cs-1', 'cs-1', ...moved]);
});

it('H-30 does not deny having written a file that somebody may have moved and changed', async () => {
  const room = makeTraceRoom();
  const lines = ['const one = 1;', 'const two = 2;', 'const three = 3;', 'const four = 4;'];
  room.write('edit', [{ path: 'a', before: null, after: textOf(lines) }]);
  const moved = textOf(['mine', ...lines.slice(1)]);
  room.disk.set('b', moved).set('other', 'mine\nconst two = 2;\nall\nof\nit\n');
  expect((await room.origins('b'))[1]).toBe('earlier');
  room.disk.delete('a');
  const { runs } = await room.trace('b');
  expect(runs.map(({ origin, count }) => [origin, count])).toEqual([
    [{ kind: 'unknown', cause: 'moved', since: room.sets[0], from: 'a' }, 4],
  ]);
  expect((await room.origins('other'))[1]).toBe('earlier');
  room.write('edit', [{ path: 'b', before: moved, after: `${moved}more\n` }]);
  expect(await room.origins('b')).toEqual(['unknown', 'unknown', 'unknown', 'unknown', 'cs-2']);
});

it('H-30 does not call outside what came with a merge from where only the ledger tells of it', async () => {
  for (const isTheirsFirst of [true, false]) {
    const room = makeTraceRoom();
    const base = '1\n2\n3\n4\n5\n';
    const [theirs, ours] = ['ONE\n2\n3\n4\n5\n', '1\n2\n3\n4\nFIVE\n'];
    for (const after of isTheirsFirst ? [theirs, ours] : [ours, theirs])
      room.write('edit', [{ path: 'x', before: base, after }]);
    const [at, other] = isTheirsFirst ? [0, 'cs-2'] : [1, 'cs-1'];
    const told = room.sets[at];
    if (told === undefined) throw new Error('There is no set.');
    room.sets[at] = { ...told, ledger: { model: null } };
    room.prune(contentHash(bytesOf(theirs)));
    room.disk.set('x', 'ONE\n2\n3\n4\nFIVE\n');
    expect(await room.origins('x')).toEqual(['unknown', 'earlier', 'earlier', 'earlier', other]);
  }
});
