import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

import { openJournal, verifySession, type Store, type Verification } from '@rook/engine';
import { expect, it } from 'vitest';

import { createLocalStore } from '../src/index.ts';
import { anchorFile, sessionFile } from '../src/session-paths.ts';
import { makeFolder, makeRoom, must, startDraft, turnDraft, type FaultRoom } from './fault-room.ts';
import { lineSetting } from './line-setting.ts';

/** One place in which the session of a room lies, with the room's home. */
interface Place {
  readonly folder: string;
  readonly file: string;
  /** Opens the session, writes a turn for each number, and closes it. */
  goOn(...turns: readonly number[]): Promise<void>;
  verify(): Promise<Verification>;
  /** Keeps so many lines of the file. */
  cut(lines: number): void;
}

function placeAt(room: FaultRoom, name: string): Place {
  const folder = join(room.root, name, '.rook');
  const file = sessionFile(folder, room.session);
  const store = (): Store => createLocalStore({ home: room.home, folder });
  return {
    folder,
    file,
    goOn: async (...turns) => {
      const { clock, session } = room;
      const setup = { store: store(), clock, session, holder: { surface: 'test' }, sync: 'turn' } as const;
      const journal = must(await openJournal({ ...setup, lines: lineSetting }));
      const drafts = turns.map((turn) => turnDraft(turn));
      must(
        await journal.append(
          existsSync(file) && readFileSync(file).length > 0 ? drafts : [startDraft, ...drafts],
        ),
      );
      must(await journal.close());
    },
    verify: async () => must(await verifySession(store(), room.session)),
    cut: (lines) =>
      writeFileSync(file, `${readFileSync(file, 'utf8').split('\n').slice(0, lines).join('\n')}\n`),
  };
}

const copy = (from: Place, to: Place) =>
  cpSync(dirname(from.folder), dirname(to.folder), { recursive: true });
const move = (from: Place, to: Place) => renameSync(dirname(from.folder), dirname(to.folder));

/** A workspace `first` with three turns, and the place of another. */
async function makePlaces(): Promise<{ room: FaultRoom; first: Place; second: Place; third: Place }> {
  const room = makeRoom(makeFolder());
  const [first, second, third] = [placeAt(room, 'first'), placeAt(room, 'second'), placeAt(room, 'third')];
  mkdirSync(dirname(first.folder));
  await first.goOn(1, 2, 3);
  return { room, first, second, third };
}

const GOOD = { ok: true, anchored: true };

it('T-15 both are good when a workspace was copied and goes on in both places', async () => {
  const { first, second } = await makePlaces();
  copy(first, second);
  expect(await second.verify()).toMatchObject({ ...GOOD, entries: 4 });
  await second.goOn(4, 5);
  expect(await first.verify()).toMatchObject({ ...GOOD, entries: 4 });
  await first.goOn(6);
  expect(await first.verify()).toMatchObject({ ...GOOD, entries: 5 });
  expect(await second.verify()).toMatchObject({ ...GOOD, entries: 6 });
  for (const place of [first, second]) {
    place.cut(4);
    expect(await place.verify()).toMatchObject({ ok: false, anchored: true, reason: 'cut' });
  }
});

it('T-15 finds that the end of a moved workspace was cut, also after it moved back', async () => {
  const { room, first, second } = await makePlaces();
  move(first, second);
  expect(await second.verify()).toMatchObject({ ...GOOD, entries: 4 });
  const whole = readFileSync(second.file);
  second.cut(3);
  expect(await second.verify()).toMatchObject({ ok: false, anchored: true, reason: 'cut' });
  writeFileSync(second.file, whole);
  await second.goOn(4, 5);
  expect(readdirSync(join(room.home, 'anchors', room.session))).toHaveLength(1);
  move(second, first);
  expect(await first.verify()).toMatchObject({ ...GOOD, entries: 6 });
  first.cut(5);
  expect(await first.verify()).toMatchObject({ ok: false, anchored: true, reason: 'cut' });
});

it('T-15 a moved workspace that was cut keeps the proof when it goes on', async () => {
  const { first, second } = await makePlaces();
  move(first, second);
  second.cut(2);
  await second.goOn(4);
  expect(await second.verify()).toMatchObject({ ok: false, anchored: true });
  await second.goOn(5, 6);
  expect((await second.verify()).ok).toBe(false);
});

it('T-15 says of a copy that is shorter than the original only that nothing can be shown', async () => {
  const { first, second, third } = await makePlaces();
  copy(first, second);
  await first.goOn(4, 5);
  expect(await second.verify()).toMatchObject({ ok: true, anchored: false, entries: 4 });
  copy(first, third);
  third.cut(3);
  expect(await third.verify()).toMatchObject({ ok: true, anchored: false, entries: 3 });
  await second.goOn(6);
  expect(await second.verify()).toMatchObject({ ...GOOD, entries: 5 });
  second.cut(3);
  expect(await second.verify()).toMatchObject({ ok: false, reason: 'cut' });
});

it('T-15 a copy of a copy is good by the one that it came from, also when that is gone', async () => {
  const { first, second, third } = await makePlaces();
  copy(first, second);
  await first.goOn(4, 5);
  await second.goOn(6);
  move(second, third);
  expect(await third.verify()).toMatchObject({ ...GOOD, entries: 5 });
  rmSync(dirname(first.folder), { recursive: true });
  expect(await third.verify()).toMatchObject({ ...GOOD, entries: 5 });
});

it('T-15 an anchor from before they had a place counts until there is one of this place', async () => {
  const { room, first, second } = await makePlaces();
  const anchors = join(room.home, 'anchors');
  renameSync(anchorFile(anchors, room.session, first.folder), join(anchors, `${room.session}.json`));
  expect(await first.verify()).toMatchObject({ ...GOOD, entries: 4 });
  const whole = readFileSync(first.file);
  first.cut(3);
  expect(await first.verify()).toMatchObject({ ok: false, reason: 'cut' });
  writeFileSync(first.file, whole);
  await first.goOn(4, 5);
  move(first, second);
  second.cut(5);
  expect(await second.verify()).toMatchObject({ ok: false, reason: 'cut' });
});

it('T-15 one folder with two paths has one truth', async () => {
  const { room, first } = await makePlaces();
  const anchors = join(room.home, 'anchors');
  // As if it had been anchored through another mount of the same folder.
  symlinkSync(dirname(first.folder), join(room.root, 'alias'));
  const other = join(room.root, 'alias', '.rook');
  const text = readFileSync(anchorFile(anchors, room.session, first.folder), 'utf8');
  const changed: unknown = { ...Object(JSON.parse(text)), place: other };
  rmSync(anchorFile(anchors, room.session, first.folder));
  writeFileSync(anchorFile(anchors, room.session, other), JSON.stringify(changed));
  first.cut(3);
  expect(await first.verify()).toMatchObject({ ok: false, reason: 'cut' });
});

it.each(['', '{', '{"seq":3,"hash":"x"}', '{"seq":3,"hash":"x","place":"/elsewhere"}', 'x'.repeat(70_000)])(
  'T-15 does not take a damaged anchor of another place (%#) for none',
  async (text) => {
    const { room, first, second } = await makePlaces();
    copy(first, second);
    writeFileSync(anchorFile(join(room.home, 'anchors'), room.session, first.folder), text);
    const store = createLocalStore({ home: room.home, folder: second.folder });
    expect(await verifySession(store, room.session)).toMatchObject({
      ok: false,
      error: { code: 'not_readable' },
    });
  },
);

it('T-15 leaves alone what is no anchor', async () => {
  const { room, first } = await makePlaces();
  const folder = join(room.home, 'anchors', room.session);
  for (const name of ['notes.txt', `${'0'.repeat(63)}.json`, `${'0'.repeat(64)}.json.draft`])
    writeFileSync(join(folder, name), 'garbage');
  expect(await first.verify()).toMatchObject(GOOD);
  await first.goOn(4);
  expect(readdirSync(folder)).toHaveLength(4);
});

it('T-15 has checks that catch anchors which do not know their place', async () => {
  const { room, first, second } = await makePlaces();
  copy(first, second);
  await second.goOn(4, 5);
  // The twin: the anchor that was set last counts for every place.
  const anchors = createLocalStore({ home: room.home, folder: second.folder }).anchors;
  const placeless = { ...createLocalStore({ home: room.home, folder: first.folder }), anchors };
  expect(must(await verifySession(placeless, room.session))).toMatchObject({ ok: false, reason: 'cut' });
  expect(await first.verify()).toMatchObject(GOOD);
});
