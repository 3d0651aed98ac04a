import { contentHashSchema, type ContentHash } from '@rook/contract';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { contentHash } from '../ports/content-hash.ts';
import { createFakeStore } from '../ports/fakes/fake-store.ts';
import { makeRewindRoom, type RewindRoom } from './test-rewinds.ts';

const PATHS = ['a', 'b', 'deep/c'] as const;

type Step =
  | {
      readonly do: 'change';
      readonly path: string;
      readonly at: number;
      readonly as: string;
      readonly other: string;
    }
  | { readonly do: 'save'; readonly path: string; readonly at: number; readonly as: string }
  | { readonly do: 'make' | 'delete' | 'remove'; readonly path: string }
  | { readonly do: 'move' | 'carry'; readonly path: string; readonly to: string }
  | { readonly do: 'rewind'; readonly which: number; readonly cascade: boolean; readonly oneFile: boolean }
  | { readonly do: 'forward' };

const path = fc.constantFrom(...PATHS);
const place = fc.nat(11);
const word = fc.constantFrom('x', 'y', 'z\nz', '');
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('change' as const), path, at: place, as: word, other: path }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('save' as const), path, at: place, as: word }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('make' as const, 'delete' as const, 'remove' as const),
      path,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('move' as const, 'carry' as const), path, to: path }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('rewind' as const),
      which: fc.nat(5),
      cascade: fc.boolean(),
      oneFile: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('forward' as const) }) },
);

function changed(text: string, at: number, as: string, mark: string): string {
  const rows = text.split('\n');
  rows.splice(at % rows.length, 1, ...(as === '' ? [] : [`${as} ${mark}`]));
  return rows.join('\n');
}

const ignore = () => undefined;
const START = Array.from({ length: 12 }, (_, index) => `line ${index}`).join('\n');

/** The contents that a user saved or that were on the disk in the beginning: none of them may vanish. */
interface Scene {
  readonly room: RewindRoom;
  readonly precious: Map<ContentHash, string>;
}

async function play({ room, precious }: Scene, move: Step, number: number): Promise<void> {
  switch (move.do) {
    case 'change': {
      const changes: { path: string; content: string }[] = [];
      for (const one of new Set([move.path, move.other])) {
        const text = await room.text(one);
        if (text !== null)
          changes.push({ path: one, content: changed(text, move.at, move.as, `ai ${number}`) });
      }
      if (changes.length > 0) await room.apply(...changes).catch(ignore);
      break;
    }
    case 'save': {
      const text = changed((await room.text(move.path)) ?? START, move.at, move.as, `user ${number}`);
      await room.save(move.path, text);
      precious.set(contentHash(Buffer.from(text)), text);
      break;
    }
    case 'make':
      await room.apply({ path: move.path, content: `made ${number}\n` }).catch(ignore);
      break;
    case 'delete':
      await room.apply({ path: move.path, delete: true }).catch(ignore);
      break;
    case 'remove': {
      // What a user removes is theirs to remove.
      const text = await room.text(move.path);
      if (text === null) break;
      await room.save(move.path, null);
      precious.delete(contentHash(Buffer.from(text)));
      break;
    }
    case 'move':
      await room.apply({ path: move.path, renameTo: move.to }).catch(ignore);
      break;
    case 'carry': {
      // What a user renames keeps its content.
      const [moved, taken] = [await room.text(move.path), await room.text(move.to)];
      if (moved === null || taken !== null) break;
      await room.save(move.to, moved);
      await room.save(move.path, null);
      break;
    }
    case 'rewind': {
      const sets = room.entries.filter((entry) => entry.event_type === 'change_set_applied');
      const set = sets[sets.length - 1 - (move.which % Math.max(sets.length, 1))];
      const file = move.oneFile ? set?.files[0]?.path : undefined;
      await undoAndCheck(room, {
        cascade: move.cascade,
        ...(set === undefined ? {} : { changeSet: set.change_set_id }),
        ...(file === undefined ? {} : { file }),
      });
      break;
    }
    default:
      await undoAndCheck(room, { direction: 'forward' });
  }
}

async function tell(room: RewindRoom): Promise<string> {
  return JSON.stringify(await Promise.all(PATHS.map(async (one) => room.text(one))));
}

/** Rewind, forward, and rewind once more: the middle step is the identity, and a refusal writes nothing. */
async function undoAndCheck(room: RewindRoom, wish: Parameters<RewindRoom['undo']>[0]): Promise<void> {
  const before = await tell(room);
  const done = await room.undo(wish);
  if (!done.ok) {
    expect(await tell(room)).toBe(before);
    return;
  }
  const after = await tell(room);
  // What only notes what a user had undone by hand is undone by doing that again.
  if (done.value.changeSet === null || done.value.report.files.length === 0) return;
  const back = await room.undo({ changeSet: done.value.changeSet });
  expect(back).toMatchObject({ ok: true });
  expect(await tell(room)).toBe(before);
  if (!back.ok || back.value.changeSet === null) return;
  expect(await room.undo({ changeSet: back.value.changeSet })).toMatchObject({ ok: true });
  expect(await tell(room)).toBe(after);
}

/** Whether every content that was somebody's is on the disk, or kept under a hash that the journal names. */
async function findLost({ room, precious }: Scene): Promise<readonly string[]> {
  const named = new Set<string>();
  for (const entry of room.entries)
    if (entry.event_type === 'change_set_applied')
      for (const file of entry.files)
        for (const hash of [file.before_hash, file.after_hash]) named.add(hash ?? '');
  const lost: string[] = [];
  const onDisk = await Promise.all(PATHS.map(async (one) => room.text(one)));
  for (const [hash, text] of precious) {
    const kept = named.has(hash) ? await room.store.blobs.get(hash) : null;
    if (!onDisk.includes(text) && !(kept?.ok === true && kept.value !== null)) lost.push(text);
  }
  return lost;
}

/** A content that the user itself saved over is no longer asked for. */
async function run(steps: readonly Step[], room: RewindRoom): Promise<readonly string[]> {
  const scene: Scene = { room, precious: new Map([[contentHash(Buffer.from(START)), START]]) };
  for (const [number, move] of steps.entries()) {
    const old = 'path' in move && move.do === 'save' ? await room.text(move.path) : null;
    if (old !== null) scene.precious.delete(contentHash(Buffer.from(old)));
    await play(scene, move, number);
  }
  return findLost(scene);
}

it('E-16 E-20 E-27 loses no byte of a user in any sequence, and rewind then forward is the identity', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
      const room = makeRewindRoom({ a: START, 'deep/c': START });
      expect(await run(steps, room)).toEqual([]);
    }),
    { numRuns: 60 },
  );
}, 120_000);

it('E-27 has a check that catches a store that forgets', async () => {
  const store = createFakeStore();
  const nothing = contentHashSchema.parse(`sha256:${'0'.repeat(64)}`);
  const blobs = {
    ...store.blobs,
    put: async () => ({ ok: true as const, value: nothing }),
    putAll: async () => ({ ok: true as const, value: undefined }),
  };
  const room = makeRewindRoom({ a: START }, { store: { ...store, blobs } });
  const steps: readonly Step[] = [
    { do: 'save', path: 'a', at: 1, as: 'x' },
    { do: 'change', path: 'a', at: 5, as: 'y', other: 'a' },
  ];
  expect(await run(steps, room)).toHaveLength(1);
});
