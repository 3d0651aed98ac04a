import { fail, rookError } from '@rook/contract';
import { expect, it } from 'vitest';

import { createFakeWorkspace } from '../ports/fakes/fake-workspace.ts';
import type { ApplyFailure, Workspace } from '../ports/workspace.ts';
import { readReply } from '../replies/read-reply.ts';
import { applyReply } from './apply-reply.ts';
import { previewRewind } from './rewind-changes.ts';
import { makeRewindRoom, type RewindRoom } from './test-rewinds.ts';
import { must } from './test-session.ts';

interface LeftRoom {
  readonly room: RewindRoom;
  /** What was told to a person. */
  readonly told: string[];
  /** What the disk answers to every change; null: it works again. */
  readonly disk: { refusal: ApplyFailure | null };
}

const READ_ONLY: ApplyFailure = {
  ...rookError('not_writable', 'a is read-only. Nothing was written.'),
  path: 'a',
  isUndone: true,
  displaced: [],
};

/** A room in which the first change set is written in half and can neither go on nor back. */
async function makeLeft(): Promise<LeftRoom> {
  const disk: LeftRoom['disk'] = { refusal: null };
  const inner = createFakeWorkspace(
    new Map([
      ['a', 'a'],
      ['b', 'b'],
    ]),
  );
  let isFirst = true;
  const workspace: Workspace = {
    ...inner,
    apply: async (changes, options) => {
      if (disk.refusal !== null) return fail(disk.refusal);
      if (!isFirst) return inner.apply(changes, options);
      isFirst = false;
      must(await inner.apply(changes.slice(0, 1), options));
      return fail({ ...READ_ONLY, isUndone: false });
    },
  };
  const made = makeRewindRoom({}, { workspace });
  const told: string[] = [];
  const log = { write: (_level: string, message: string) => void told.push(message) };
  const room = { ...made, setup: { ...made.setup, log } };
  await expect(room.apply({ path: 'a', content: 'A' }, { path: 'b', content: 'B' })).rejects.toThrow(
    'not_writable',
  );
  expect([await room.text('a'), await room.text('b')]).toEqual(['A', 'b']);
  return { room, told, disk };
}

const wish = { direction: 'rewind', cascade: false } as const;

it('E-25 E-27 an undo that failed is tried again at every start until it is done', async () => {
  const { room, told, disk } = await makeLeft();
  disk.refusal = READ_ONLY;
  for (let start = 1; start <= 3; start += 1) {
    must(await previewRewind(room.setup, wish));
    expect(told).toHaveLength(start);
    expect(told.at(-1)).toMatch(
      /^The process of cs-\d+ ended.*: a is read-only\. Mend that; then `rook rewind`/u,
    );
  }
  disk.refusal = null;
  must(await previewRewind(room.setup, wish));
  expect([await room.text('a'), await room.text('b')]).toEqual(['a', 'b']);
  expect(must(await room.store.leftChanging())).toEqual([]);
});

it('E-25 a change of another session neither hides nor loses what was left open, and settles it first', async () => {
  const { room, disk } = await makeLeft();
  const [left] = must(await room.store.leftChanging());
  disk.refusal = READ_ONLY;
  await expect(room.apply({ path: 'n', content: 'n' })).rejects.toThrow('other_refused');
  expect(must(await room.store.leftChanging())).toEqual([left]);
  disk.refusal = null;
  await room.apply({ path: 'n', content: 'n' });
  expect([await room.text('a'), await room.text('b'), await room.text('n')]).toEqual(['a', 'b', 'n']);
  expect(must(await room.store.leftChanging())).toEqual([]);
});

it('E-07 a rehearsal does not compare with half of a change set, and names it', async () => {
  const { room } = await makeLeft();
  const reading = readReply(JSON.stringify({ summary: 'x', fileChanges: [{ path: 'n', content: 'n' }] }));
  if (!reading.complete) throw new Error('The reply is not whole.');
  const order = { reading, label: 'rook apply', partial: false, dryRun: true };
  for (const refused of [
    await applyReply(room.setup, order),
    await previewRewind(room.setup, wish, { dryRun: true }),
  ]) {
    expect(refused).toMatchObject({ ok: false, error: { code: 'busy' } });
    expect(refused.ok ? '' : refused.error.message).toMatch(/^cs-\d+ of rook-.*without --dry-run/u);
  }
});
