import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  linkSync,
  lstatSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { expect, it } from 'vitest';

import { createSearchIndex } from '../src/index.ts';
import { makeRoom, must } from './fault-room.ts';
import { bundlePrograms, killAfter, startProgram, valuesOf } from './run-program.ts';
import {
  firstSession,
  makeSearchRoom,
  places,
  search,
  sessions,
  turnLine,
  type SearchRoom,
} from './search-room.ts';

const OTHER_USER = 65_534;
const isRoot = process.getuid?.() === 0;

function makeFilledRoom(): SearchRoom {
  const room = makeSearchRoom();
  for (const [number, session] of sessions.entries())
    room.put(session, turnLine('apple', number) + turnLine('pear', 10 + number));
  return room;
}

const createIndex = ({ folder, store }: SearchRoom) => createSearchIndex(folder, store);

it('I-30 keeps the index for its owner alone and lets nobody wait for it', async () => {
  const room = makeFilledRoom();
  const index = createIndex(room);
  expect(places(await search(index, 'apple'))).toEqual(['3:1', '2:1', '1:1']);
  for (const name of readdirSync(room.folder).filter((one) => one.startsWith('index')))
    expect(statSync(join(room.folder, name)).mode & 0o777).toBe(0o600);
  // What is appended while somebody indexes is written at once and found the next time.
  const updating = index.update();
  room.add(firstSession, turnLine('apple', 99));
  must(await updating);
  expect(places(await search(index, 'apple'))).toEqual(['1:3', '3:1', '2:1', '1:1']);
  await index.close();
});

it('I-30 makes nothing where there is no folder of Rook', async () => {
  const room = makeSearchRoom();
  rmSync(room.folder, { recursive: true });
  const index = createIndex(room);
  expect(await search(index, 'apple')).toEqual({ hits: [], more: false });
  expect(must(await index.rebuild())).toMatchObject({ sessions: 0, entries: 0 });
  await index.close();
  expect(existsSync(room.folder)).toBe(false);
});

it('I-30 finds a line only when it is finished', async () => {
  const room = makeSearchRoom();
  const index = createIndex(room);
  const torn = turnLine('apple');
  room.put(firstSession, torn.slice(0, -1));
  expect(places(await search(index, 'apple'))).toEqual([]);
  room.add(firstSession, '\n');
  expect(places(await search(index, 'apple'))).toEqual(['1:1']);
  await index.close();
});

it.each<[string, (room: SearchRoom) => void]>([
  ['garbage', ({ index }) => writeFileSync(index, 'no database at all, but rather long'.repeat(999))],
  ['nothing', ({ index }) => truncateSync(index, 0)],
  ['a cut file', ({ index }) => truncateSync(index, Math.floor(statSync(index).size / 2))],
  ['an overwritten page', overwriteMiddle],
  ['another version', (room) => changeIndex(room, 'PRAGMA user_version = 999')],
  ['a missing table', (room) => changeIndex(room, 'DROP TABLE entries')],
  ['missing words', (room) => changeIndex(room, 'DROP TABLE words_0')],
  [
    'a trigger',
    (room) => changeIndex(room, 'CREATE TRIGGER t AFTER INSERT ON files BEGIN DELETE FROM files; END'),
  ],
  ['another program’s database', anotherDatabase],
])('I-30 mends an index by itself that holds %s', async (_name, damage) => {
  const room = makeFilledRoom();
  const first = createIndex(room);
  await search(first, 'apple');
  await first.close();
  damage(room);
  room.add(firstSession, turnLine('apple', 50));
  const index = createIndex(room);
  expect(places(await search(index, 'apple'))).toEqual(['1:3', '3:1', '2:1', '1:1']);
  await index.close();
});

function overwriteMiddle({ index }: SearchRoom): void {
  const file = openSync(index, 'r+');
  for (let place = 16_384; place < statSync(index).size; place += 16_384)
    writeSync(file, Buffer.alloc(16_384, 0xff), 0, 16_384, place);
  closeSync(file);
}

function changeIndex({ index }: SearchRoom, statement: string): void {
  const database = new DatabaseSync(index);
  database.exec(statement);
  database.close();
}

function anotherDatabase(room: SearchRoom): void {
  rmSync(room.index);
  changeIndex(room, 'CREATE TABLE entries (id INTEGER); PRAGMA user_version = 2');
}

it('I-30 begins anew when the index is taken away while it is open', async () => {
  const room = makeFilledRoom();
  const index = createIndex(room);
  await search(index, 'apple');
  for (const ending of ['', '-wal', '-shm']) rmSync(room.index + ending, { force: true });
  expect(places(await search(index, 'apple'))).toEqual(['3:1', '2:1', '1:1']);
  expect(existsSync(room.index)).toBe(true);
  await index.close();
});

it('I-30 never shows what a journal does not say any more', async () => {
  const room = makeFilledRoom();
  const index = createIndex(room);
  await search(index, 'apple');
  room.put(firstSession, turnLine('grape', 70));
  room.remove(sessions[1] ?? firstSession);
  const answer = must(await index.search({ text: 'apple', filter: {}, limit: 9 }));
  expect(places(answer)).toEqual(['3:1']);
  await index.close();
});

it.each<[string, (room: SearchRoom) => void]>([
  ['a link', ({ index, root }) => symlinkSync(join(root, 'victim'), index)],
  ['a second name', ({ index, root }) => linkSync(join(root, 'victim'), index)],
  ['a link beside it', ({ index, root }) => symlinkSync(join(root, 'victim'), `${index}-wal`)],
])('I-30 neither reads nor writes through %s', async (_name, plant) => {
  const room = makeFilledRoom();
  writeFileSync(join(room.root, 'victim'), 'mine');
  plant(room);
  const index = createIndex(room);
  const updated = await index.update();
  await index.close();
  expect(updated).toMatchObject({ ok: false, error: { code: 'unsafe_folder' } });
  expect(lstatSync(join(room.root, 'victim')).size).toBe(4);
});

it.runIf(isRoot)('I-30 says so where the index cannot be written', async () => {
  const room = makeFilledRoom();
  const program = bundlePrograms('index-and-tell')('index-and-tell');
  for (const path of ['.', ...readdirSync(room.root, { recursive: true, encoding: 'utf8' })])
    chownSync(join(room.root, path), OTHER_USER, OTHER_USER);
  chmodSync(room.folder, 0o500);
  chmodSync(dirname(program), 0o755);
  const running = startProgram(program, { room: makeRoom(room.root), words: ['apple'], uid: OTHER_USER });
  expect(valuesOf(await running.end)).toMatchObject([{ code: 'not_writable' }]);
});

const LARGE_TURNS = 40_000;

function makeLargeRoom(): SearchRoom {
  const room = makeSearchRoom();
  for (const [number, session] of sessions.entries()) {
    const lines = Array.from({ length: LARGE_TURNS / 4 }, (_item, index) =>
      turnLine(`apple number${index} of ${'many words '.repeat(20)}`, number * 100_000 + index),
    );
    room.put(session, lines.join(''));
  }
  return room;
}

it('I-30 answers right after processes were killed while they indexed', async () => {
  const room = makeLargeRoom();
  const program = bundlePrograms('index-and-tell')('index-and-tell');
  for (const delay of [20, 60, 120, 200, 300, 400]) {
    const running = startProgram(program, { room: makeRoom(room.root), words: ['apple'], quiet: true });
    await killAfter(running, delay);
  }
  const index = createIndex(room);
  must(await index.update());
  const answer = must(await index.search({ text: 'apple', filter: {}, limit: 100_000 }));
  expect(new Set(places(answer)).size).toBe((LARGE_TURNS * 3) / 4);
  expect(answer.hits).toHaveLength((LARGE_TURNS * 3) / 4);
  await index.close();
}, 60_000);

it('I-30 lets several processes index at once, and no entry is found twice', async () => {
  const room = makeLargeRoom();
  const program = bundlePrograms('index-and-tell')('index-and-tell');
  const ends = await Promise.all(
    [1, 2, 3].map(async () => startProgram(program, { room: makeRoom(room.root), words: ['apple'] }).end),
  );
  const all = (LARGE_TURNS * 3) / 4;
  expect(ends.flatMap(valuesOf)).toEqual(Array.from({ length: 3 }, () => ({ found: all, entries: all })));
}, 60_000);

it('I-30 gives the rest of the process its turn while it indexes, and can be cancelled', async () => {
  const room = makeLargeRoom();
  const index = createIndex(room);
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const cancel = new AbortController();
  cancel.abort();
  expect(await index.update({ signal: cancel.signal })).toMatchObject({ error: { code: 'cancelled' } });
  const seen: number[] = [];
  must(await index.update({ progress: ({ doneBytes, allBytes }) => seen.push(doneBytes / allBytes) }));
  isDone = true;
  expect(turns).toBeGreaterThan(20);
  expect(seen.at(-1)).toBe(1);
  await index.close();
});
