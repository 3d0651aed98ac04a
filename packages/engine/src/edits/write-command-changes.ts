import { createHash } from 'node:crypto';

import {
  contentHashSchema,
  type ChangeSetId,
  type ContentHash,
  type EntryOf,
  type IntentId,
  type Result,
  type TurnId,
} from '@rook/contract';
import { succeed } from '@rook/contract';

import type { Unkept } from '../journal/history-set.ts';
import type { Journal } from '../journal/open-journal.ts';
import { contentHash } from '../ports/content-hash.ts';
import type { Blobs, Store } from '../ports/store.ts';
import { countChanges, diffLines } from './diff-lines.ts';
import { decodeText } from './file-text.ts';
import { tokensOf } from './finish-text.ts';

/** A file that a command changed. */
export interface CommandChange {
  readonly path: string;
  /** What it held; null: it was not there; `unknown`: nobody has its bytes any more. */
  readonly before: Uint8Array | null | 'unknown';
  readonly beforeMode?: number;
  /** What it holds; null: it is gone; `unknown`: it is too large to be kept. */
  readonly after: Uint8Array | null | 'unknown';
  /** Why one of them is `unknown`. */
  readonly unkept?: Unkept;
}

export interface CommandChanges {
  readonly files: readonly CommandChange[];
  readonly madeFolders: readonly string[];
  readonly turn: TurnId;
  readonly intent: IntentId | null;
  readonly by: 'assistant' | 'user';
  /** What is checked out; left out where the ledger does not need it. */
  readonly revision?: string | null;
}

export interface CommandChangePorts {
  readonly store: Pick<Store, 'changing' | 'blobs'>;
  readonly journal: Pick<Journal, 'append'>;
  readonly nextId: () => ChangeSetId;
}

/** Stands for bytes that nobody has: no content has this hash, so nothing can be brought back by it. */
const UNKNOWN_CONTENT: ContentHash = contentHashSchema.parse(`sha256:${'0'.repeat(64)}`);

/**
 * Writes down what a command did to files, as a change set that can be rewound like any other. Nothing is written to the files: that
 * has happened. Old and new bytes are kept first.
 */
export async function writeCommandChanges(
  { store, journal, nextId }: CommandChangePorts,
  { files, madeFolders, turn, intent, by, revision }: CommandChanges,
): Promise<Result<ChangeSetId>> {
  return store.changing(async () => {
    const id = nextId();
    const described: ChangedFile[] = [];
    for (const file of files) {
      const kept = await keepBoth(store.blobs, file);
      if (!kept.ok) return kept;
      described.push(describeFile(file));
    }
    const written = await journal.append(
      [
        {
          event_type: 'change_set_applied',
          change_set_id: id,
          turn_id: turn,
          kind: 'by_command',
          intent_id: intent,
          by,
          files: described,
          ...(revision === undefined ? {} : { revision_id: revision }),
          ...(madeFolders.length === 0 ? {} : { made_folders: [...madeFolders] }),
        },
      ],
      { durable: true },
    );
    return written.ok ? succeed(id) : written;
  });
}

type ChangedFile = EntryOf<'change_set_applied'>['files'][number];

async function keepBoth(blobs: Blobs, { before, after }: CommandChange): Promise<Result<void>> {
  for (const bytes of [before, after]) {
    if (bytes === null || bytes === 'unknown') continue;
    const kept = await blobs.put(bytes);
    if (!kept.ok) return kept;
  }
  return succeed(undefined);
}

/** Larger files are not compared line by line. */
const MOST_COMPARED_BYTES = 2_000_000;

function describeFile({ path, before, beforeMode, after, unkept }: CommandChange): ChangedFile {
  const lines = compareLines(before, after);
  return {
    path,
    status: 'applied',
    before_hash: hashOf(before),
    ...(beforeMode === undefined ? {} : { before_mode: beforeMode }),
    after_hash: hashOf(after),
    ...(unkept === undefined ? {} : { unkept }),
    ...lines,
    ...(after === null || after === 'unknown'
      ? {}
      : { after_md5: createHash('md5').update(after).digest('hex'), after_size: after.length }),
  };
}

function hashOf(content: CommandChange['before']): ContentHash | null {
  if (content === null) return null;
  return content === 'unknown' ? UNKNOWN_CONTENT : contentHash(content);
}

function compareLines(
  before: CommandChange['before'],
  after: CommandChange['after'],
): Pick<ChangedFile, 'added' | 'removed' | 'hunks'> {
  const [old, fresh] = [linesOf(before), linesOf(after)];
  if (old === null || fresh === null) return { added: 0, removed: 0 };
  const hunks = diffLines(old, fresh);
  return {
    ...countChanges(hunks),
    hunks: hunks.map(({ oldStart, oldEnd, newStart, newEnd }) => ({
      start: oldStart + 1,
      removed: oldEnd - oldStart,
      added: newEnd - newStart,
    })),
  };
}

/** Null for what is no text, or not known. */
function linesOf(content: CommandChange['before']): readonly string[] | null {
  if (content === null) return [];
  if (content === 'unknown' || content.length > MOST_COMPARED_BYTES) return null;
  const text = decodeText(content);
  return text === null ? null : tokensOf(text.text);
}
