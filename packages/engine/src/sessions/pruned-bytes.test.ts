import {
  changeSetIdSchema,
  fail,
  messageIdSchema,
  rookError,
  succeed,
  type ContentHash,
  type EntryDraft,
} from '@rook/contract';
import { expect, it } from 'vitest';

import { createSessionId } from '../journal/create-ids.ts';
import { loadHistory } from '../journal/load-history.ts';
import { openJournal } from '../journal/open-journal.ts';
import { choosePruned, pruneBlobs, type PruneLimits } from '../journal/prune-blobs.ts';
import { surveyBlobs } from '../journal/survey-blobs.ts';
import { finished, text } from '../models/test-models.ts';
import { contentHash } from '../ports/content-hash.ts';
import type { Store } from '../ports/store.ts';
import { makeRewindRoom, type RewindRoom } from './test-rewinds.ts';
import { makeSessionRoom, must } from './test-session.ts';

const DAY = 86_400_000;
const hashOf = (content: string): ContentHash => contentHash(Buffer.from(content));
const byAge: PruneLimits = { maxAgeDays: 30, maxBytes: null };

/** Writes into a session of its own, as the session that prunes does. */
async function append({ store, clock, setup }: RewindRoom, drafts: readonly EntryDraft[]): Promise<void> {
  const session = createSessionId(setup.brand, clock.now());
  const { holder, lines } = setup;
  const journal = must(await openJournal({ store, clock, holder, lines, session, sync: 'never' }));
  must(await journal.append(drafts));
  must(await journal.close());
}

async function prune(
  room: RewindRoom,
  limits: PruneLimits,
  store: Store = room.store,
): Promise<readonly string[]> {
  const pruned = await pruneBlobs({
    store,
    clock: room.clock,
    limits,
    journal: {
      append: async (drafts) => {
        await append(room, drafts);
        return succeed([]);
      },
    },
  });
  return must(pruned);
}

async function has({ store }: RewindRoom, content: string): Promise<boolean> {
  return must(await store.blobs.get(hashOf(content))) !== null;
}

/** An old change of `a`, and one of `a` and `b` forty days later. */
async function makeOldAndNew(): Promise<{ readonly room: RewindRoom }> {
  const room = makeRewindRoom({ a: 'one\n', b: 'b\n' });
  await room.apply({ path: 'a', content: 'two\n' }, { path: 'n', content: 'made\n' });
  room.clock.advance(40 * DAY);
  await room.apply({ path: 'a', content: 'three\n' }, { path: 'b', content: 'B\n' });
  room.clock.advance(DAY);
  return { room };
}

it('E-17 prunes what only old change sets need, says so in the history, and rewinds all the rest', async () => {
  const { room } = await makeOldAndNew();
  expect((await prune(room, byAge)).toSorted()).toEqual([hashOf('one\n'), hashOf('made\n')].toSorted());
  const history = must(await loadHistory(room.store));
  expect([history.isPruned(hashOf('one\n')), history.isPruned(hashOf('two\n'))]).toEqual([true, false]);
  must(await room.undo());
  expect([await room.text('a'), await room.text('b')]).toEqual(['two\n', 'b\n']);

  const plan = await room.preview();
  expect(plan.error).toMatchObject({ code: 'not_rewindable' });
  expect(plan.refused.map(({ path }) => path)).toEqual(['a']);
  expect(plan.error?.message).toContain('they were pruned');
  expect(await room.undo()).toMatchObject({ ok: false, error: { code: 'not_rewindable' } });
  expect(await room.text('a')).toBe('two\n');
  // What was made needs no old bytes.
  must(await room.undo({ file: 'n' }));
  expect(await room.text('n')).toBeNull();
});

it('E-17 says missing, not pruned, of bytes that nobody let go', async () => {
  const { room } = await makeOldAndNew();
  must(await room.store.blobs.remove([hashOf('b\n')], room.clock.now()));
  const plan = await room.preview();
  expect(plan.refused.map(({ path }) => path)).toEqual(['b']);
  expect(plan.error?.message).toContain('nobody wrote down why');
});

it('E-17 prunes by size the oldest first, and no more than it must', async () => {
  const { room } = await makeOldAndNew();
  const size = must(await room.store.blobs.list()).reduce((sum, { bytes }) => sum + bytes, 0);
  expect(await prune(room, { maxAgeDays: null, maxBytes: size })).toEqual([]);
  const pruned = await prune(room, { maxAgeDays: null, maxBytes: size - 1 });
  expect(pruned).toHaveLength(1);
  expect([hashOf('one\n'), hashOf('made\n')]).toContain(pruned[0]);
  expect(await prune(room, { maxAgeDays: null, maxBytes: null })).toEqual([]);
});

it('E-17 lets go of what nobody names first, and of nothing in vain where the rest cannot fit', async () => {
  const { room } = await makeOldAndNew();
  const size = must(await room.store.blobs.list()).reduce((sum, { bytes }) => sum + bytes, 0);
  const left = Buffer.from('x'.repeat(1000));
  must(await room.store.blobs.put(left));
  expect(await prune(room, { maxAgeDays: null, maxBytes: size })).toEqual([contentHash(left)]);
  expect(await has(room, 'one\n')).toBe(true);

  const needed = Buffer.from('y'.repeat(1000));
  must(await room.store.blobs.put(needed));
  const image = { blob: contentHash(needed), media_type: 'image/png' };
  const messageId = messageIdSchema.parse('msg-1-a');
  await append(room, [
    { event_type: 'message_admitted', message_id: messageId, text: 'Look.', images: [image] },
  ]);
  expect(await prune(room, { maxAgeDays: null, maxBytes: size })).toEqual([]);
  expect(await has(room, 'one\n')).toBe(true);
});

it('E-17 prunes nothing that is needed for anything but an old change set, nor where a session cannot be read', async () => {
  const { room } = await makeOldAndNew();
  const unreadable: Store = {
    ...room.store,
    readTrash: async function* () {
      yield fail(rookError('not_readable', 'It cannot be read.'));
    },
    listTrash: async () => room.store.list(),
  };
  await expect(prune(room, byAge, unreadable)).rejects.toThrow(/cannot be read/u);
  expect(await has(room, 'one\n')).toBe(true);
  await append(room, [
    {
      event_type: 'change_set_refused',
      change_set_id: changeSetIdSchema.parse('cs-7'),
      kind: 'edit',
      intent_id: null,
      files: [],
      error: { ...rookError('stale_file', 'x') },
      displaced: [{ path: 'x', blob: hashOf('one\n') }],
    },
  ]);
  expect(await prune(room, byAge)).toEqual([hashOf('made\n')]);
});

it('E-17 keeps the bytes of a change set that was begun and not ended, however old', async () => {
  const { room } = await makeOldAndNew();
  await append(room, [
    {
      event_type: 'change_set_started',
      change_set_id: changeSetIdSchema.parse('cs-7'),
      kind: 'edit',
      intent_id: null,
      files: [{ path: 'a', before_hash: hashOf('one\n'), after_hash: null, added: 0, removed: 1 }],
    },
  ]);
  room.clock.advance(400 * DAY);
  expect(await prune(room, byAge)).not.toContain(hashOf('one\n'));
});

it('E-17 has a check that catches a survey that knows only change sets', async () => {
  const { room } = await makeOldAndNew();
  await append(room, [
    {
      event_type: 'message_admitted',
      message_id: messageIdSchema.parse('msg-1-a'),
      text: 'Look.',
      images: [{ blob: hashOf('one\n'), media_type: 'image/png' }],
    },
  ]);
  const survey = must(await surveyBlobs(room.store));
  const kept = must(await room.store.blobs.list());
  const chosen = (one: typeof survey) =>
    choosePruned(kept, one, byAge, room.clock.now()).map(({ hash }) => hash);
  expect(chosen(survey)).not.toContain(hashOf('one\n'));
  expect(chosen({ ...survey, ofOthers: new Set() })).toContain(hashOf('one\n'));
});

it('E-17 a session prunes beside its first turn, as the settings say, and not without one', async () => {
  const { room } = await makeOldAndNew();
  for (const [settings, isThere] of [
    [{}, true],
    [{ 'blobs.maxAgeDays': 30 }, false],
  ] as const) {
    const asked = makeSessionRoom([[text('Hello.'), finished()]], { store: room.store, settings });
    asked.clock.advance(60 * DAY);
    const session = await asked.open();
    expect(await has(room, 'one\n')).toBe(true);
    await asked.ask(session, 'Hello.');
    must(await session.close());
    expect(await has(room, 'one\n')).toBe(isThere);
    expect(asked.types().includes('blobs_pruned')).toBe(!isThere);
  }
});
