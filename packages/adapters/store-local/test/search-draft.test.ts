import {
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import type { IndexWatch, SearchIndex } from '@rook/engine';
import { expect, it } from 'vitest';

import { createSearchIndex } from '../src/index.ts';
import { makeRoom, must } from './fault-room.ts';
import { bundlePrograms, killAfter, startProgram, valuesOf } from './run-program.ts';
import { firstSession, makeSearchRoom, sessions, turnLine, type SearchRoom } from './search-room.ts';

const TURNS = 6000;
const CANARY = 'quetzalcoatlus';

/** Some megabytes, so that making the index has several steps. */
function makeLargeRoom(): SearchRoom {
  const room = makeSearchRoom();
  for (const [number, session] of sessions.entries()) {
    const lines = Array.from({ length: TURNS / sessions.length }, (_item, index) =>
      turnLine(`apple number${index} of ${'many words '.repeat(40)}`, number * 100_000 + index),
    );
    room.put(session, lines.join(''));
  }
  return room;
}

const createIndex = ({ folder, store }: SearchRoom) => createSearchIndex(folder, store);

async function countApples(index: SearchIndex): Promise<number> {
  return must(await index.search({ text: 'apple', filter: {}, limit: 100_000 })).hits.length;
}

/** What a new process finds that takes nothing in. */
async function countAnew(room: SearchRoom): Promise<number> {
  const index = createIndex(room);
  const found = await countApples(index);
  await index.close();
  return found;
}

async function makeIndexedRoom(): Promise<SearchRoom> {
  const room = makeLargeRoom();
  const index = createIndex(room);
  must(await index.update());
  await index.close();
  return room;
}

function cancelAtOnce(): IndexWatch {
  const cancel = new AbortController();
  return { signal: cancel.signal, progress: () => cancel.abort() };
}

const draftOf = ({ index }: SearchRoom) => `${index}.draft`;

it('I-30 leaves the old index to whoever searches when a process is killed while it makes another', async () => {
  const room = await makeIndexedRoom();
  const program = bundlePrograms('reindex-and-die')('reindex-and-die');
  for (const steps of [1, 2, 4]) {
    const words = ['draft', String(steps)];
    const { signal } = await startProgram(program, { room: makeRoom(room.root), words }).end;
    expect(signal).toBe('SIGKILL');
    expect(existsSync(draftOf(room))).toBe(true);
    expect(await countAnew(room)).toBe(TURNS);
  }
  // Whatever it was doing: also while the new one takes the old one's place.
  for (const delay of [5, 100, 200, 300, 400]) {
    const words = ['draft', 'never'];
    await killAfter(startProgram(program, { room: makeRoom(room.root), words, quiet: true }), delay);
    expect(await countAnew(room)).toBe(TURNS);
  }
  const whole = startProgram(program, { room: makeRoom(room.root), words: ['draft', 'never'] });
  expect(valuesOf(await whole.end)).toEqual([{ entries: TURNS }]);
  expect(existsSync(draftOf(room))).toBe(false);
  expect(await countAnew(room)).toBe(TURNS);
}, 120_000);

it('I-30 rejects a rebuild that takes the old index away first', async () => {
  const room = await makeIndexedRoom();
  const program = bundlePrograms('reindex-and-die')('reindex-and-die');
  const { signal } = await startProgram(program, { room: makeRoom(room.root), words: ['twin', '2'] }).end;
  expect(signal).toBe('SIGKILL');
  expect(await countAnew(room)).toBeLessThan(TURNS);
}, 60_000);

it('I-30 answers from the old index while a new one is made, and from the new one then', async () => {
  const room = await makeIndexedRoom();
  const [reader, builder] = [createIndex(room), createIndex(room)];
  const before = statSync(room.index).ino;
  expect(await countApples(reader)).toBe(TURNS);
  const during: Promise<number>[] = [];
  must(await builder.rebuild({ progress: () => during.push(countApples(reader)) }));
  expect(statSync(room.index).ino).not.toBe(before);
  expect(new Set(await Promise.all(during))).toEqual(new Set([TURNS]));
  room.add(firstSession, turnLine('apple', 999_999));
  must(await reader.update());
  await reader.close();
  // The one that held the old index to the end took nothing away from the new one.
  expect(await countApples(builder)).toBe(TURNS + 1);
  await builder.close();
  expect(await countAnew(room)).toBe(TURNS + 1);
}, 60_000);

it('I-30 lets indexes be made at once without losing any', async () => {
  const room = makeLargeRoom();
  const indexes = [createIndex(room), createIndex(room), createIndex(room)];
  const [first, second, third] = indexes;
  const done = await Promise.all([first?.update(), second?.rebuild(), third?.update()]);
  expect(done).toMatchObject(Array.from({ length: 3 }, () => ({ ok: true, value: { entries: TURNS } })));
  for (const index of indexes) {
    expect(await countApples(index)).toBe(TURNS);
    await index.close();
  }
  expect(readdirSync(room.folder).filter((name) => name.startsWith('index'))).toEqual(['index.sqlite']);
}, 60_000);

it('I-30 writes over a draft that somebody left, whatever it holds', async () => {
  const room = await makeIndexedRoom();
  writeFileSync(draftOf(room), 'no database at all, but rather long'.repeat(999));
  writeFileSync(`${draftOf(room)}-wal`, 'x');
  const index = createIndex(room);
  must(await index.rebuild());
  expect(await countApples(index)).toBe(TURNS);
  await index.close();
  expect(readdirSync(room.folder).filter((name) => name.startsWith('index'))).toEqual(['index.sqlite']);
}, 60_000);

it('I-30 takes a link away that lies where the draft shall be, and writes nothing through it', async () => {
  const room = await makeIndexedRoom();
  const victim = join(room.root, 'victim');
  writeFileSync(victim, 'mine');
  symlinkSync(victim, draftOf(room));
  const index = createIndex(room);
  must(await index.rebuild());
  expect(await countApples(index)).toBe(TURNS);
  await index.close();
  expect(lstatSync(room.index).isFile()).toBe(true);
  expect(readFileSync(victim, 'utf8')).toBe('mine');
}, 60_000);

it('I-30 keeps what a cancelled first index has, and the old one when another is cancelled', async () => {
  const room = makeLargeRoom();
  const index = createIndex(room);
  expect(await index.update(cancelAtOnce())).toMatchObject({ error: { code: 'cancelled' } });
  const part = await countApples(index);
  expect(part).toBeGreaterThan(0);
  expect(part).toBeLessThan(TURNS);
  must(await index.update());
  expect(await countApples(index)).toBe(TURNS);
  expect(await index.rebuild(cancelAtOnce())).toMatchObject({ error: { code: 'cancelled' } });
  expect(existsSync(draftOf(room))).toBe(false);
  expect(await countApples(index)).toBe(TURNS);
  await index.close();
}, 60_000);

it('I-30 puts no word of a session into the index that is purged while the index is made', async () => {
  const room = makeLargeRoom();
  room.add(firstSession, turnLine(CANARY, 1));
  const index = createIndex(room);
  let purging: Promise<unknown> | undefined;
  const purge = async () =>
    must(await room.store.purge(firstSession, { surface: 'test' }, { dryRun: false }));
  const updating = index.update({ progress: () => void (purging ??= purge()) });
  must(await updating);
  await purging;
  must(await index.update());
  await index.close();
  expect(readFileSync(room.index).includes(CANARY.slice(2))).toBe(false);
  expect(await countAnew(room)).toBe((TURNS * 2) / 3);
  rmSync(room.root, { recursive: true });
}, 60_000);
