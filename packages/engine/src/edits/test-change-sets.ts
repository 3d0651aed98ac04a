import { parseEntry, type ChangeSetId, type Entry } from '@rook/contract';

import type { Journal } from '../journal/open-journal.ts';
import { createTestJournal, must, type TestJournal } from '../journal/test-journal.ts';
import { contentHash } from '../ports/content-hash.ts';
import { createFakeWorkspace } from '../ports/fakes/fake-workspace.ts';
import type { Workspace } from '../ports/workspace.ts';
import { createChangeSetIds } from './change-set-ids.ts';
import { foldOpenChangeSets, type OpenChangeSet } from './fold-open-change-sets.ts';
import type { PlannedFile } from './planned-writes.ts';
import type { ChangeSetPlan, ChangeSetPorts } from './write-change-set.ts';

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
export const hashOf = (text: string): ReturnType<typeof contentHash> => contentHash(bytesOf(text));

/** What the tests of change sets share: files in memory and a journal. */
export interface ChangeSetRoom {
  readonly ports: ChangeSetPorts;
  readonly workspace: Workspace;
  readonly test: TestJournal;
  /** What was written, in order. */
  readonly entries: Entry[];
  readonly journal: Journal;
  open(): readonly OpenChangeSet[];
  /** The files with what they hold. */
  tell(): Promise<string>;
}

export async function makeChangeSetRoom(
  files: Readonly<Record<string, string>>,
  wrap: (workspace: Workspace) => Workspace = (workspace) => workspace,
): Promise<ChangeSetRoom> {
  const test = createTestJournal();
  const entries: Entry[] = [];
  const journal = await test.open({
    written: (written) => {
      for (const entry of written) {
        const read = parseEntry(entry);
        if (read.kind === 'known') entries.push(read.entry);
      }
    },
  });
  const inner = createFakeWorkspace(new Map(Object.entries(files)));
  const workspace = wrap(inner);
  return {
    ports: { workspace, store: test.store, journal, nextId: createChangeSetIds(test.clock) },
    workspace: inner,
    test,
    entries,
    journal,
    open: () => {
      const open = new Map<ChangeSetId, OpenChangeSet>();
      for (const entry of entries) foldOpenChangeSets(open, entry);
      return [...open.values()];
    },
    tell: async () => {
      const told: string[] = [];
      for (const { name } of must(await inner.list(''))) {
        const read = await inner.read(name);
        if (read.ok) told.push(`${name}=${new TextDecoder().decode(read.value.bytes)}`);
      }
      return told.join(' ');
    },
  };
}

export function planned(path: string, before: string | null, after: string | null): PlannedFile {
  return {
    path,
    before: before === null ? null : hashOf(before),
    after: after === null ? null : bytesOf(after),
    added: after === null ? 0 : 1,
    removed: before === null ? 0 : 1,
  };
}

export function planOf(...files: readonly PlannedFile[]): ChangeSetPlan {
  return { kind: 'edit', intent: null, files };
}
