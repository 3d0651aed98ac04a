import { turnIdSchema } from '@rook/contract';
import { expect, it } from 'vitest';

import { must } from '../journal/test-journal.ts';
import type { Workspace } from '../ports/workspace.ts';
import { bytesOf, hashOf, makeChangeSetRoom, planned, planOf } from './test-change-sets.ts';
import { writeChangeSet } from './write-change-set.ts';

const turn = turnIdSchema.parse('t0001');

/** An editor that saves every text in capital letters, as a formatter would. */
function formatting(workspace: Workspace): Workspace {
  return {
    ...workspace,
    apply: async (changes, options = {}) => {
      if (options.mayFormat !== true) return workspace.apply(changes, options);
      const formatted = changes.map((change) => ({ ...change, bytes: capitals(change.bytes) }));
      const applied = await workspace.apply(formatted, options);
      if (!applied.ok) return applied;
      const files = applied.value.files.map((file, index) => {
        const bytes = formatted[index]?.bytes ?? null;
        return bytes === null ? file : { ...file, saved: bytes };
      });
      return { ok: true, value: { ...applied.value, files } };
    },
  };
}

function capitals(bytes: Uint8Array | null): Uint8Array | null {
  return bytes === null ? null : bytesOf(new TextDecoder().decode(bytes).toUpperCase());
}

it('E-14 what the editor saved is what counts, and what was planned is kept beside it', async () => {
  const room = await makeChangeSetRoom({ a: 'one\ntwo\n' }, formatting);
  const file = { ...planned('a', 'one\ntwo\n', 'one\nnew\n'), hunks: [{ start: 2, removed: 1, added: 1 }] };
  const written = await writeChangeSet(room.ports, { ...planOf(file), turn });
  expect(written).toMatchObject({
    ok: true,
    value: {
      files: [{ path: 'a', afterHash: hashOf('ONE\nNEW\n'), added: 2, removed: 2, isFormatted: true }],
    },
  });
  expect(room.entries[0]).toMatchObject({ files: [{ after_hash: hashOf('one\nnew\n') }] });
  expect(room.entries[1]).toMatchObject({
    event_type: 'change_set_applied',
    files: [
      {
        path: 'a',
        before_hash: hashOf('one\ntwo\n'),
        planned_hash: hashOf('one\nnew\n'),
        after_hash: hashOf('ONE\nNEW\n'),
        after_size: 8,
        hunks: [{ start: 1, removed: 2, added: 2 }],
      },
    ],
  });
  for (const text of ['one\ntwo\n', 'one\nnew\n', 'ONE\nNEW\n'])
    expect(must(await room.test.store.blobs.get(hashOf(text))), text).toEqual(bytesOf(text));
});

it('E-16 what is brought back is asked for to the byte', async () => {
  const room = await makeChangeSetRoom({ a: 'one\n' }, formatting);
  const plan = { ...planOf(planned('a', 'one\n', 'old\n')), kind: 'rewind' as const };
  expect(await writeChangeSet(room.ports, plan)).toMatchObject({
    ok: true,
    value: { files: [{ afterHash: hashOf('old\n'), isFormatted: false }] },
  });
  expect(await room.tell()).toBe('a=old\n');
});
