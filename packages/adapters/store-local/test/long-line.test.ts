import { hash } from 'node:crypto';
import { statSync, truncateSync } from 'node:fs';

import { turnIdSchema } from '@rook/contract';
import { expect, it } from 'vitest';

import { fieldOf, makeRoom, makeWrittenRoom, must, turnDraft } from './fault-room.ts';
import { bundlePrograms, startProgram, valuesOf } from './run-program.ts';

const MEGABYTE = 1 << 20;
const isLinux = process.platform === 'linux';
if (!isLinux)
  process.stderr.write('SKIPPED: only Linux limits the memory of a process; nothing is proved about it.\n');

it.skipIf(!isLinux)(
  'T-15 verifies a session with a line of a gigabyte in a little memory',
  async () => {
    const program = bundlePrograms('verify-and-tell')('verify-and-tell');
    const room = await makeWrittenRoom();
    truncateSync(room.file, statSync(room.file).size + 1024 * MEGABYTE);
    // Node itself reserves close to six hundred.
    const memoryLimit = 900 * MEGABYTE;
    const end = await startProgram(program, { room, memoryLimit }).end;
    expect([end.code, end.signal]).toEqual([0, null]);
    expect(valuesOf(end)).toEqual([
      { ok: true, value: { id: room.session, entries: 4, ok: true, anchored: true, torn: [5] } },
    ]);
    const twin = await startProgram(program, { room, memoryLimit, words: ['gathering'], quiet: true }).end;
    expect(twin.stdout).toBe('');
  },
  120_000,
);

it('T-15 goes on behind a line that is too long to be held, and seals it', async () => {
  const room = await makeWrittenRoom();
  const before = statSync(room.file).size;
  truncateSync(room.file, before + 100 * MEGABYTE);
  const journal = await room.open();
  must(await journal.append([turnDraft(9)]));
  must(await journal.close());
  expect(await room.verify()).toMatchObject({ ok: true, anchored: true, torn: [5], entries: 6 });
  const seal = (await room.lines())[5];
  const said = ['line', 'bytes', 'sha256'].map((name) => (seal === undefined ? '' : fieldOf(seal, name)));
  expect(said).toEqual([5, 100 * MEGABYTE, hash('sha256', Buffer.alloc(100 * MEGABYTE), 'hex')]);
}, 60_000);

it('T-15 reads the longest line that Rook writes', async () => {
  const room = makeRoom();
  const journal = await room.open();
  const text = '\u0001'.repeat(5 * MEGABYTE - 1);
  const turn = {
    event_type: 'turn',
    turn_id: turnIdSchema.parse('t0001'),
    user: { text },
    assistant: { text },
    tool_call_count: 0,
  } as const;
  must(await journal.append([turn]));
  must(await journal.close());
  expect(statSync(room.file).size).toBeGreaterThan(2 * 6 * 5 * MEGABYTE - 100);
  expect(await room.verify()).toMatchObject({ ok: true, anchored: true, torn: [], entries: 1 });
  const [line] = await room.lines();
  expect(line?.read).toMatchObject({ kind: 'known', entry: { assistant: { text } } });
}, 60_000);
