import { fail, rookError, succeed, type Result } from '@rook/contract';
import { expect, it } from 'vitest';

import type { Workspace } from '../ports/workspace.ts';
import { makeChangeSetRoom, planned, planOf, type ChangeSetRoom } from './test-change-sets.ts';
import { writeChangeSet, type ChangeSetPorts } from './write-change-set.ts';

/** What has to be on the disk before the first file is touched. */
const WAITS = ['the bytes', 'the line', 'the note'] as const;
type Wait = (typeof WAITS)[number];

/** The ports with a disk that answers one wait only when it is told to. */
function holdOne(room: ChangeSetRoom, held: Wait, answer: Promise<Result<void>>): ChangeSetPorts {
  const { store, journal } = room.ports;
  const after = async <Value>(wait: Wait, done: Result<Value>): Promise<Result<Value>> => {
    const said = wait === held ? await answer : succeed(undefined);
    return said.ok ? done : said;
  };
  return {
    ...room.ports,
    store: {
      blobs: {
        ...store.blobs,
        putAll: async (contents) => after('the bytes', await store.blobs.putAll(contents)),
      },
      changing: async (work, wait) =>
        store.changing(
          async (mark) => work({ ...mark, noted: async () => after('the note', await mark.noted()) }),
          wait,
        ),
    },
    journal: {
      append: async (drafts, options) => {
        const appended = await journal.append(drafts, options);
        // The last line is none of these waits.
        const isFirst = room.entries.length <= 1;
        return options?.durable === true && isFirst ? after('the line', appended) : appended;
      },
    },
  };
}

/** What a workspace does while one of the waits is not over, and after; in words. */
async function watchWait(held: Wait, wrap?: (workspace: Workspace) => Workspace): Promise<string> {
  const room = await makeChangeSetRoom({ a: 'a' }, wrap);
  const { promise, resolve } = Promise.withResolvers<Result<void>>();
  const writing = writeChangeSet(holdOne(room, held, promise), planOf(planned('a', 'a', 'A')));
  // All that does not hang on the wait is done by then.
  for (let turn = 0; turn < 20; turn += 1) await new Promise((next) => setImmediate(next));
  const during = await room.tell();
  resolve(succeed(undefined));
  const written = await writing;
  return `${during} ${written.ok ? 'then' : written.error.code} ${await room.tell()}`;
}

/** Asks nobody. */
function early(workspace: Workspace): Workspace {
  return { ...workspace, apply: async (changes) => workspace.apply(changes) };
}

it.each(WAITS)('E-25 touches no file before the disk has %s', async (held) => {
  expect(await watchWait(held)).toBe('a=a then a=A');
});

it.each(WAITS)('E-25 has a check that catches who writes before the disk has %s', async (held) => {
  expect(await watchWait(held, early)).toBe('a=A then a=A');
});

it.each(WAITS)('E-25 touches no file when the disk does not take %s, and closes the set', async (held) => {
  const room = await makeChangeSetRoom({ a: 'a' });
  const broken = fail(rookError('not_writable', 'The disk is full.'));
  const ports = holdOne(room, held, Promise.resolve(broken));
  const written = await writeChangeSet(ports, planOf(planned('a', 'a', 'A')));
  expect(written).toMatchObject({ ok: false, error: { code: 'not_writable', isUndone: true } });
  expect(await room.tell()).toBe('a=a');
  expect(room.open()).toEqual([]);
});

it('E-25 leaves a set open that was written although the disk had not taken its line', async () => {
  const room = await makeChangeSetRoom({ a: 'a' }, early);
  const broken = fail(rookError('not_writable', 'The disk is full.'));
  const ports = holdOne(room, 'the line', Promise.resolve(broken));
  const written = await writeChangeSet(ports, planOf(planned('a', 'a', 'A')));
  expect(written).toMatchObject({ ok: false, error: { code: 'not_writable', isUndone: false } });
  expect(room.open()).toHaveLength(1);
});
