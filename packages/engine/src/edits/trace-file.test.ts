import { array, assert, asyncProperty, boolean, constantFrom, nat, tuple } from 'fast-check';
import { expect, it } from 'vitest';

import type { HistorySet } from '../journal/history-set.ts';
import { contentHash } from '../ports/content-hash.ts';
import { mergeChange } from './merge-change.ts';
import { bytesOf, makeTraceRoom, textOf, type TraceRoom } from './test-trace.ts';

it('H-30 follows a line that later edits moved, split or rewrote in part', async () => {
  const room = makeTraceRoom();
  const texts = ['a\nb\nc\n', 'new\na\nb\nc\n', 'new\na\nb one\nb two\nc\n', 'new\na\nb one\nB TWO\nc\n'];
  room.disk.set('x.ts', texts[0] ?? '');
  for (const [index, after] of texts.entries())
    if (index > 0) room.write('edit', [{ path: 'x.ts', before: texts[index - 1] ?? '', after }]);
  expect(await room.origins('x.ts')).toEqual(['cs-1', 'earlier', 'cs-2', 'cs-3', 'earlier']);
});

it('H-30 does not give a last line to whoever only ended it', async () => {
  const room = makeTraceRoom();
  room.disk.set('x', 'mine');
  room.write('edit', [{ path: 'x', before: 'mine', after: 'mine\ntheirs' }]);
  expect(await room.origins('x')).toEqual(['earlier', 'cs-1']);
  room.disk.set('x', 'mine\ntheirs\nouter\n');
  expect(await room.origins('x')).toEqual(['earlier', 'cs-1', 'outside']);
});

it('H-30 names what somebody changed without Rook, between two sets and after the last', async () => {
  const room = makeTraceRoom();
  room.write('edit', [{ path: 'x', before: null, after: 'a\nb\n' }]);
  room.disk.set('x', 'a\nmine\nb\n');
  room.write('edit', [{ path: 'x', before: 'a\nmine\nb\n', after: 'a\nmine\nb\nc\n' }]);
  room.disk.set('x', 'top\na\nmine\nb\nc\n');
  expect(await room.origins('x')).toEqual(['outside', 'cs-1', 'outside', 'cs-1', 'cs-2']);
  const { runs } = await room.trace('x');
  const gaps = runs.flatMap(({ origin }) =>
    origin.kind === 'outside' ? [[origin.after?.id, origin.before?.id]] : [],
  );
  expect(gaps).toEqual([
    ['cs-2', undefined],
    ['cs-1', 'cs-2'],
  ]);
});

it('H-30 gives what a rewind brings back to whoever wrote it, and says what brought it back', async () => {
  const room = makeTraceRoom();
  room.write('edit', [{ path: 'x', before: null, after: 'a\nb\n' }]);
  const cut = room.write('edit', [{ path: 'x', before: 'a\nb\n', after: 'a\nB\n' }]);
  const back = room.write('rewind', [{ path: 'x', before: 'a\nB\n', after: 'a\nb\n' }], cut);
  expect(await room.origins('x')).toEqual(['cs-1', 'cs-1']);
  expect((await room.trace('x')).runs.map(({ backBy }) => backBy?.id)).toEqual([undefined, 'cs-3']);
  room.write('forward', [{ path: 'x', before: 'a\nb\n', after: 'a\nB\n' }], back);
  expect(await room.origins('x')).toEqual(['cs-1', 'cs-2']);
});

it('H-30 knows equal lines apart after a rewind', async () => {
  const room = makeTraceRoom();
  room.write('edit', [{ path: 'x', before: null, after: 'a\n}\n' }]);
  const more = room.write('edit', [{ path: 'x', before: 'a\n}\n', after: 'a\n}\n}\n' }]);
  room.write('rewind', [{ path: 'x', before: 'a\n}\n}\n', after: 'a\n}\n' }], more);
  expect(await room.origins('x')).toEqual(['cs-1', 'cs-1']);
});

it('H-30 follows a file through names, of Rook and of others, and through its deletion', async () => {
  const room = makeTraceRoom();
  room.write('edit', [{ path: 'a', before: null, after: '1\n2\n' }]);
  room.write('edit', [{ path: 'b', from: 'a', before: '1\n2\n', after: '1\n2\n3\n' }]);
  expect(await room.origins('b')).toEqual(['cs-1', 'cs-1', 'cs-2']);
  room.disk.delete('b');
  room.disk.set('c', '1\n2\n3\n');
  expect(await room.origins('c')).toEqual(['cs-1', 'cs-1', 'cs-2']);
  room.write('edit', [{ path: 'c', before: '1\n2\n3\n', after: '1\n2\n3\n4\n' }]);
  expect(await room.origins('c')).toEqual(['cs-1', 'cs-1', 'cs-2', 'cs-3']);
  const gone = room.write('edit', [{ path: 'c', before: '1\n2\n3\n4\n', after: null }]);
  expect((await room.trace('c')).runs).toEqual([]);
  room.write('rewind', [{ path: 'c', before: null, after: '1\n2\n3\n4\n' }], gone);
  expect(await room.origins('c')).toEqual(['cs-1', 'cs-1', 'cs-2', 'cs-3']);
  room.write('edit', [{ path: 'c', before: '1\n2\n3\n4\n', after: null }]);
  room.write('edit', [{ path: 'c', before: null, after: '1\n9\n' }]);
  expect(await room.origins('c')).toEqual(['cs-6', 'cs-6'].map(() => `cs-${room.sets.length}`));
});

it('H-30 exchanges two names in one set without mixing their lines', async () => {
  const room = makeTraceRoom();
  room.write('edit', [{ path: 'a', before: null, after: '1\n' }]);
  room.write('edit', [{ path: 'b', before: null, after: '2\n' }]);
  room.write('edit', [
    { path: 'b', from: 'a', before: '1\n', after: '1\n' },
    { path: 'a', from: 'b', before: '2\n', after: '2\n' },
  ]);
  room.disk.set('a', '2\n').set('b', '1\n');
  expect([await room.origins('a'), await room.origins('b')]).toEqual([['cs-2'], ['cs-1']]);
});

it('H-30 takes nothing over from a file that moved away when another one is put in its place', async () => {
  const room = makeTraceRoom();
  room.write('edit', [{ path: 'a', before: null, after: '1\n2\n' }]);
  room.write('edit', [{ path: 'b', from: 'a', before: '1\n2\n', after: '1\n2\n' }]);
  room.disk.set('a', '1\nother\n');
  expect(await room.origins('a')).toEqual(['outside', 'outside']);
});

it('H-30 does not know whose the lines are that a merged rewind brought back when the old bytes are pruned', async () => {
  const room = makeTraceRoom();
  room.write('edit', [{ path: 'x', before: null, after: '1\n2\n3\n4\n5\n' }]);
  const set = room.write('edit', [{ path: 'x', before: '1\n2\n3\n4\n5\n', after: '2\n3\n4\n5\n' }]);
  room.disk.set('x', '2\n3\n4\n5\nmine\n');
  const back = '1\n2\n3\n4\n5\nmine\n';
  room.write('rewind', [{ path: 'x', before: '2\n3\n4\n5\nmine\n', after: back }], set);
  const rest = ['cs-1', 'cs-1', 'cs-1', 'cs-1', 'outside'];
  expect(await room.origins('x')).toEqual(['cs-1', ...rest]);
  room.prune(contentHash(bytesOf('1\n2\n3\n4\n5\n')));
  expect(await room.origins('x')).toEqual(['unknown', ...rest]);
});

it('H-30 says that it is not known where the bytes were pruned, and only there', async () => {
  const room = makeTraceRoom();
  room.write('edit', [{ path: 'x', before: null, after: 'a\n' }]);
  room.write('edit', [{ path: 'x', before: 'a\n', after: 'a\nb\n' }]);
  room.prune(contentHash(bytesOf('a\n')));
  expect(await room.origins('x')).toEqual(['cs-1', 'cs-2']);
  room.prune(contentHash(bytesOf('a\nb\n')));
  expect(await room.origins('x')).toEqual(['cs-1', 'cs-2']);
  room.disk.set('x', 'a\nmine\nb\n');
  const { runs } = await room.trace('x');
  expect(runs.map(({ origin, count }) => [origin, count])).toEqual([
    [{ kind: 'unknown', cause: 'pruned', since: room.sets[1] }, 3],
  ]);
  room.write('edit', [{ path: 'x', before: 'a\nmine\nb\n', after: 'a\nmine\nb\nc\n' }]);
  expect(await room.origins('x')).toEqual(['unknown', 'unknown', 'unknown', 'cs-3']);
});

it('H-30 believes no hunks that come to another number of lines than there are', async () => {
  const room = makeTraceRoom();
  room.write('edit', [{ path: 'x', before: null, after: 'a\nb\n' }]);
  const [set] = room.sets;
  const [file] = set?.files ?? [];
  if (set === undefined || file === undefined) throw new Error('There is no set.');
  room.sets[0] = { ...set, files: [{ ...file, hunks: [{ start: 1, removed: 0, added: 7 }] }] };
  expect(await room.origins('x')).toEqual(['unknown', 'unknown']);
});

it('H-30 explains nothing by what was imported', async () => {
  const room = makeTraceRoom();
  const set = room.write('edit', [{ path: 'x', before: null, after: 'a\n' }]);
  room.sets[0] = { ...set, isRewindable: false };
  expect(await room.origins('x')).toEqual(['earlier']);
});

type Step = readonly [
  kind: 'edit' | 'outside' | 'rename' | 'delete' | 'rewind' | 'move' | 'prune',
  at: number,
  cut: number,
  add: number,
  odd: boolean,
];

const steps = array(
  tuple(
    constantFrom('edit', 'edit', 'edit', 'outside', 'rename', 'delete', 'rewind', 'rewind', 'move'),
    nat(30),
    nat(4),
    nat(4),
    boolean(),
  ),
  { maxLength: 40 },
);

/** Every line that is made has a text of its own, so that who made it is known whatever becomes of it. */
function makeModel(lineOf: (count: number) => string, isEnded = false) {
  const room = makeTraceRoom();
  const makers = new Map<string, string>();
  let made = 0;
  const linesAt = (path: string): string[] => linesOf(room.disk.get(path) ?? '');
  const change = (path: string, [, at, cut, add]: Step, maker: string): string => {
    const lines = linesAt(path);
    const fresh = Array.from({ length: add }, () => {
      made += 1;
      const line = lineOf(made);
      makers.set(line, maker);
      return line;
    });
    lines.splice(at % (lines.length + 1), cut, ...fresh);
    // Every fourth content has no line end at its end.
    return at % 4 === 0 && !isEnded ? lines.join('\n') : textOf(lines);
  };
  return { room, makers, change };
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}

function isSeen(room: TraceRoom, path: string): boolean {
  return room.sets.some(({ files }) => files.some((file) => file.path === path || file.from === path));
}

/** One step of the history of the only file; answers with its name. */
function take({ room, change }: ReturnType<typeof makeModel>, path: string, step: Step): string {
  const [kind, at, , , odd] = step;
  const before = room.disk.get(path) ?? null;
  const next = `cs-${room.sets.length + 1}`;
  if (kind === 'prune') {
    const hash = room.sets[at % Math.max(1, room.sets.length)]?.files[0]?.[odd ? 'before' : 'after'] ?? null;
    if (hash !== null) room.prune(hash);
  } else if (kind === 'rewind') rewind(room, at);
  else if (kind === 'outside')
    room.disk.set(path, change(path, step, isSeen(room, path) ? 'outside' : 'earlier'));
  else if (kind === 'edit')
    room.write('edit', [{ path, before, after: change(path, step, next), hasNoHunks: odd && at % 3 === 0 }]);
  else if (before === null) return path;
  else if (kind === 'delete') {
    if (odd) room.disk.delete(path);
    else room.write('edit', [{ path, before, after: null }]);
  } else {
    const to = `${path.slice(0, 1)}${room.sets.length}-${at}`;
    if (room.disk.has(to) || isSeen(room, to)) return path;
    if (kind === 'rename')
      room.write('edit', [{ path: to, from: path, before, after: change(path, step, next) }]);
    // Who moves a file without Rook is followed as long as its content is one that Rook left.
    else if (
      room.sets.some(({ files }) => files.some(({ after }) => after === contentHash(bytesOf(before))))
    ) {
      room.disk.delete(path);
      room.disk.set(to, before);
      room.write('edit', [{ path: to, before, after: change(to, step, next) }]);
    } else return path;
    return to;
  }
  return path;
}

/** Takes back one of the last sets as a rewind does: byte for byte, or merged with what came later. */
function rewind(room: TraceRoom, at: number): void {
  const undone: HistorySet | undefined = room.sets[room.sets.length - 1 - (at % 3)];
  const [file] = undone?.files ?? [];
  if (undone === undefined || file === undefined || file.from !== file.path) return;
  const { path } = file;
  const now = room.disk.get(path) ?? null;
  const [old, left] = [contentOf(room, file.before), contentOf(room, file.after)];
  if (old === undefined || left === undefined) return;
  const kind = undone.kind === 'rewind' ? 'forward' : 'rewind';
  if (now === left) {
    room.write(kind, [{ path, before: now, after: old }], undone);
    return;
  }
  if (now === null || old === null || left === null) return;
  const merged = mergeChange(bytesOf(left), bytesOf(now), bytesOf(old));
  if (merged.ok)
    room.write(kind, [{ path, before: now, after: new TextDecoder().decode(merged.bytes) }], undone);
}

const texts = new WeakMap<TraceRoom, Map<string, string>>();

/** Undefined: nobody has it. */
function contentOf(room: TraceRoom, hash: string | null): string | null | undefined {
  return hash === null ? null : texts.get(room)?.get(hash);
}

function remember(room: TraceRoom): void {
  const known = texts.get(room) ?? new Map<string, string>();
  for (const text of room.disk.values()) known.set(contentHash(bytesOf(text)), text);
  texts.set(room, known);
}

function play(model: ReturnType<typeof makeModel>, all: readonly Step[]): string {
  let path = 'f';
  for (const step of all) {
    remember(model.room);
    path = take(model, path, step);
  }
  return path;
}

it('H-30 never names the wrong origin of a line, whatever happened to the file', async () => {
  await assert(
    asyncProperty(steps, async (all) => {
      const model = makeModel((count) => `line ${count}`);
      const path = play(model, all);
      const lines = linesOf(model.room.disk.get(path) ?? '');
      expect(await model.room.origins(path)).toEqual(lines.map((line) => model.makers.get(line)));
    }),
    { numRuns: 1500 },
  );
});

it('H-30 never names the wrong origin where bytes were pruned; it may say that it is not known', async () => {
  const kinds = constantFrom('edit', 'edit', 'outside', 'rewind', 'rename', 'prune', 'delete');
  const pruning = array(tuple(kinds, nat(30), nat(4), nat(4), boolean()), {
    maxLength: 30,
  });
  await assert(
    asyncProperty(pruning, async (all) => {
      const model = makeModel((count) => `line ${count}`, true);
      const path = play(model, all);
      const lines = linesOf(model.room.disk.get(path) ?? '');
      const told = await model.room.origins(path);
      expect(told.length).toBe(lines.length);
      const wrong = lines.filter(
        (line, index) => told[index] !== model.makers.get(line) && told[index] !== 'unknown',
      );
      expect(wrong).toEqual([]);
    }),
    { numRuns: 1000 },
  );
});

it('H-30 names of equal lines only a set that wrote such a line', async () => {
  await assert(
    asyncProperty(steps, async (all) => {
      const model = makeModel((count) => `line ${count % 3}`);
      const path = play(model, all);
      const { runs, text } = await model.room.trace(path);
      const lines = runs.flatMap((run) => Array.from({ length: run.count }, () => run.origin));
      for (const [index, origin] of lines.entries()) {
        if (origin.kind !== 'written') continue;
        const after = origin.set.files.map((file) => contentOf(model.room, file.after) ?? '');
        remember(model.room);
        expect(after.some((one) => one.split('\n').includes(text?.[index] ?? '')) || after.includes('')).toBe(
          true,
        );
        expect(origin.set.kind).toBe('edit');
      }
    }),
    { numRuns: 500 },
  );
});
