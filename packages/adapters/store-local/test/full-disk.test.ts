import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { EntryBase } from '@rook/contract';
import { contentHash } from '@rook/engine';
import { expect, it, onTestFinished } from 'vitest';

import { writeOutPacks } from '../src/write-out-packs.ts';
import { findBrokenPromises } from './check-promises.ts';
import { fieldOf, makeFolder, makeRoom, must, startDraft, tellEntries, turnDraft } from './fault-room.ts';
import { bundlePrograms, linesOf, startProgram } from './run-program.ts';

const canMount = process.getuid?.() === 0 && process.platform === 'linux';
if (!canMount)
  process.stderr.write('SKIPPED: only root on Linux can make a full disk; nothing is proved about it.\n');

/** A file system of its own with 512 KB. */
function mountSmall(): string {
  const folder = join(makeFolder(), 'small');
  mkdirSync(folder);
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=512k', 'tmpfs', folder]);
  if (status !== 0) throw new Error(`The small disk could not be made: ${String(stderr)}`);
  onTestFinished(() => {
    spawnSync('umount', ['-l', folder]);
  });
  return folder;
}

/** Takes all that is left of a disk until the file is removed. */
function fillDisk(folder: string): string {
  const ballast = join(folder, 'ballast');
  try {
    for (;;) writeFileSync(ballast, Buffer.alloc(4096), { flag: 'a' });
  } catch {
    return ballast;
  }
}

const turnsOf = (from: number, count: number, length: number) =>
  Array.from({ length: count }, (_item, index) => turnDraft(from + index, 'x'.repeat(length)));

// A page of the disk takes 4096 bytes, so each length tears the batches at another place.
it.skipIf(!canMount).each([10, 300, 700, 1500, 5000])(
  'I-14 I-15 I-16 T-15 keeps what a full disk refused (fields of %i), and writes it once and in order',
  async (length) => {
    const disk = mountSmall();
    const room = makeRoom(disk);
    const told: EntryBase[] = [];
    const journal = await room.open({ written: (entries) => told.push(...entries) });
    must(await journal.append([startDraft, turnDraft(1)]));
    const ballast = fillDisk(disk);
    const acknowledged: string[] = [];
    let refused = 0;
    let sent = 1;
    while (refused < 4) {
      const before = room.bytes();
      const result = await journal.append(turnsOf(sent + 1, 9, length));
      sent += 9;
      if (result.ok) acknowledged.push(...result.value.map(({ event_id: id }) => id));
      else refused += 1;
      expect(result).toMatchObject(
        result.ok ? { ok: true } : { ok: false, error: { code: 'journal_unavailable' } },
      );
      expect(journal.state().unwritten > 0).toBe(!result.ok);
      expect(await findBrokenPromises(room, acknowledged, before)).toEqual([]);
    }
    rmSync(ballast);
    const before = room.bytes();
    const [last] = must(await journal.append([turnDraft(sent + 1)]));
    expect(journal.state()).toMatchObject({ unwritten: 0, lost: 0 });
    must(await journal.close());
    expect(await findBrokenPromises(room, [...acknowledged, last?.event_id ?? 'none'], before)).toEqual([]);
    const lines = (await room.lines()).filter(({ read }) => read.kind !== 'unreadable');
    const expected = Array.from(
      { length: sent + 1 },
      (_item, index) => `t${String(index + 1).padStart(4, '0')}`,
    );
    expect(tellEntries(lines).filter((text) => text.startsWith('t0'))).toEqual(expected);
    expect(told.map(({ seq }) => seq)).toEqual(lines.map((line) => fieldOf(line, 'seq')));
  },
);

it.skipIf(!canMount)('T-15 a session cannot begin on a full disk, and can once there is room', async () => {
  const disk = mountSmall();
  const room = makeRoom(disk);
  const ballast = fillDisk(disk);
  await expect(room.open()).rejects.toThrow(/not_writable|journal_unavailable/);
  rmSync(ballast);
  const journal = await room.open();
  must(await journal.append([startDraft]));
  must(await journal.close());
  expect(await room.verify()).toMatchObject({ ok: true, entries: 1 });
});

it('T-15 a limit on the size of files tears a write; what it refused is said, and nothing else is lost', async () => {
  const program = bundlePrograms('write-and-tell')('write-and-tell');
  for (const fileLimit of [1, 2, 3, 5, 8]) {
    const room = makeRoom();
    const end = await startProgram(program, { room, fileLimit }).end;
    const said = linesOf(end);
    const state: unknown = JSON.parse(said.at(-1) ?? '{}');
    expect(state).toMatchObject({ failed: 'journal_unavailable', unwritten: 50 });
    expect(end.code).toBe(1);
    expect(room.bytes()).toHaveLength(fileLimit * 1024);
    const acknowledged = said.slice(0, -1);
    expect(await findBrokenPromises(room, acknowledged, new Uint8Array())).toEqual([]);
    const before = room.bytes();
    const journal = await room.open();
    must(await journal.append([turnDraft(99)]));
    must(await journal.close());
    expect(await findBrokenPromises(room, acknowledged, before)).toEqual([]);
    expect(tellEntries(await room.lines()).slice(-2)).toEqual(['journal_repaired', 't0099']);
  }
});

const content = (number: number) => Buffer.alloc(3000, `content ${number} `);

it.skipIf(!canMount)(
  'E-25 T-15 loses no kept content on a full disk, and refuses what has no room',
  async () => {
    const disk = mountSmall();
    const room = makeRoom(disk);
    const { blobs } = room.store();
    mkdirSync(room.folder, { mode: 0o700 });
    must(await blobs.putAll([content(1), content(2)]));
    const ballast = fillDisk(disk);
    const kept = [1, 2];
    let refused = false;
    for (let number = 3; !refused; number += 1) {
      refused = !(await blobs.putAll([content(number)])).ok;
      if (!refused) kept.push(number);
    }
    await writeOutPacks(join(room.folder, 'blobs'));
    const readAll = async () =>
      Promise.all(
        kept.map(async (number) => must(await room.store().blobs.get(contentHash(content(number))))),
      );
    const asKept = kept.map((number) => content(number).toString());
    expect((await readAll()).map((bytes) => Buffer.from(bytes ?? []).toString())).toEqual(asKept);
    rmSync(ballast);
    expect((await writeOutPacks(join(room.folder, 'blobs'))).size).toBe(0);
    expect((await readAll()).map((bytes) => Buffer.from(bytes ?? []).toString())).toEqual(asKept);
    must(await blobs.putAll([content(0)]));
  },
);
