import { expect, it } from 'vitest';

import { createFakeWorkspace } from '../ports/fakes/fake-workspace.ts';
import { createFileTable, type ToldNumbers } from '../ports/file-table.ts';
import { namesOfList } from '../ports/folder-names.ts';
import { NO_CLONES } from '../ports/no-clones.ts';
import type { FileClone, Survey, Workspace } from '../ports/workspace.ts';
import { createHeldClones } from './hold-clones.ts';

const text = (bytes: Uint8Array | null): string | null =>
  bytes === null ? null : new TextDecoder().decode(bytes);

const toldOf = (content: string): ToldNumbers => {
  const time = content.length * 1000 + 1;
  return { size: content.length, mode: 0o10_0644, ino: 1, mtimeMs: time, ctimeMs: time };
};

/** Files whose clones are counted. */
function makeRoom(files: Readonly<Record<string, string>>) {
  const there = new Map(Object.entries(files));
  const alive = new Set<FileClone>();
  let taken = 0;
  const workspace: Workspace = {
    ...createFakeWorkspace(there),
    clones: {
      ...NO_CLONES,
      isPossible: async () => true,
      take: async (wanted) => {
        const clones = new Map<string, FileClone>();
        for (const [path] of wanted) {
          const bytes = new TextEncoder().encode(there.get(path) ?? '');
          const clone: FileClone = {
            name: path,
            read: async () => (alive.has(clone) ? bytes : null),
            remove: async () => void alive.delete(clone),
          };
          taken += 1;
          alive.add(clone);
          clones.set(path, clone);
        }
        return clones;
      },
    },
  };
  const survey = (): Survey => {
    const table = createFileTable();
    table.open('', namesOfList([...there.keys()]));
    for (const content of there.values()) table.put(toldOf(content));
    return {
      files: table,
      folders: new Set(),
      isWhole: true,
      vouched: null,
      left: new Set<string>(),
      add: () => undefined,
    };
  };
  const clones = createHeldClones(workspace, ['*.log']);
  return {
    clones,
    there,
    survey,
    hold: async (settled = Number.POSITIVE_INFINITY) =>
      clones.hold({ files: () => [...survey().files], settled }),
    taken: () => taken,
    alive: () => alive.size,
  };
}

it('E-16 a second command takes no clone again of what is the same, and a changed file is cloned anew', async () => {
  const room = makeRoom({ a: 'one', b: 'two', 'c.log': 'ignored' });
  const first = await room.hold();
  expect([room.taken(), await first.read('c.log')]).toEqual([2, null]);
  await first.release(room.survey());
  const second = await room.hold();
  expect([room.taken(), room.alive()]).toEqual([2, 2]);
  room.there.set('a', 'other one');
  room.there.delete('b');
  expect([text(await second.read('a')), text(await second.read('b'))]).toEqual(['one', 'two']);
  await second.release(room.survey());
  await second.release(room.survey());
  // What changed serves nobody any more, and takes room on the disk.
  expect(room.alive()).toBe(0);
  const third = await room.hold();
  expect([room.taken(), text(await third.read('a'))]).toEqual([3, 'other one']);
  await room.clones.close();
  expect(room.alive()).toBe(0);
});

it('E-16 a job that goes on keeps its own clones while others take theirs', async () => {
  const room = makeRoom({ a: 'one' });
  const job = await room.hold();
  room.there.set('a', 'other one');
  const command = await room.hold();
  room.there.set('a', 'third one here');
  await command.release(room.survey());
  expect([text(await job.read('a')), await command.read('a'), room.alive()]).toEqual(['one', null, 1]);
  await job.release(room.survey());
  expect(room.alive()).toBe(0);
});

it('E-16 what was written a moment before its clone was taken is cloned again for the next', async () => {
  const room = makeRoom({ a: 'one', older: 'o' });
  const first = await room.hold(2000);
  await first.release(room.survey());
  await room.hold();
  expect(room.taken()).toBe(3);
});

it('E-16 commands that begin at the same time do not take the clones of each other', async () => {
  const room = makeRoom({ a: 'one' });
  await (await room.hold()).release(room.survey());
  const [one, two] = await Promise.all([room.hold(), room.hold()]);
  await one.release(room.survey());
  expect(text(await two.read('a'))).toBe('one');
});

it('E-16 where nothing can be cloned nothing is chosen', async () => {
  const clones = createHeldClones({ ...createFakeWorkspace(), clones: NO_CLONES }, []);
  const held = await clones.hold({
    files: () => {
      throw new Error('asked in vain');
    },
    settled: 0,
  });
  expect(await held.read('a')).toBe(null);
});
