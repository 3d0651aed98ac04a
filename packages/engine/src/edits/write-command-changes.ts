import { createHash } from 'node:crypto';

import {
  contentHashSchema,
  type ChangeSetId,
  type ContentHash,
  type EntryOf,
  type IntentId,
  type Result,
  type RookError,
  type TurnId,
} from '@rook/contract';
import { succeed } from '@rook/contract';

import type { Unkept } from '../journal/history-set.ts';
import type { Journal } from '../journal/open-journal.ts';
import { contentHash } from '../ports/content-hash.ts';
import type { Blobs, Store } from '../ports/store.ts';
import { countChanges, describeHunks, diffLines } from './diff-lines.ts';
import { decodeText } from './file-text.ts';
import type { BesideCommand, OtherWrites } from './find-other-writes.ts';
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
  /** How many more there are than these. */
  readonly unnamed: number;
  readonly madeFolders: readonly string[];
  readonly turn: TurnId;
  readonly intent: IntentId | null;
  readonly by: 'assistant' | 'user';
  /** Whether a file lies outside the scope of the intent. */
  readonly isOutOfScope: (path: string) => boolean;
  /** What others did in the same time. */
  readonly others: () => Promise<Result<OtherWrites>>;
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

export interface WrittenChanges {
  /** Null where all of the changes were made by other change sets. */
  readonly changeSet: ChangeSetId | null;
  /** Those that are not known to be somebody else's. */
  readonly files: readonly CommandChange[];
  readonly beside: readonly BesideCommand[];
  /** Why it is not known what others did; null where it is. */
  readonly problem: RookError | null;
}

/**
 * Writes down what a command did to files, as a change set that can be rewound like any other. Nothing is written to the files: that
 * has happened. Old and new bytes are kept first.
 */
export async function writeCommandChanges(
  { store, journal, nextId }: CommandChangePorts,
  changes: CommandChanges,
): Promise<Result<WrittenChanges>> {
  const { madeFolders, turn, intent, by, revision, unnamed, isOutOfScope } = changes;
  return store.changing(async (): Promise<Result<WrittenChanges>> => {
    // Whoever changes files holds the same lock, so what was changed before is written down now.
    const others = await changes.others();
    const files = others.ok ? await leaveOthers(store.blobs, changes.files, others.value) : changes.files;
    const beside = others.ok ? others.value.beside : [];
    const problem = others.ok ? null : others.error;
    if (files.length === 0) return succeed({ changeSet: null, files, beside, problem });
    const kept = await keepAll(store.blobs, files);
    if (!kept.ok) return kept;
    const id = nextId();
    const written = await journal.append(
      [
        {
          event_type: 'change_set_applied',
          change_set_id: id,
          turn_id: turn,
          kind: 'by_command',
          intent_id: intent,
          by,
          files: files.map((file) => describeFile(file, isOutOfScope(file.path))),
          ...(revision === undefined ? {} : { revision_id: revision }),
          ...(madeFolders.length === 0 ? {} : { made_folders: [...madeFolders] }),
          ...(beside.length === 0
            ? {}
            : { beside: beside.map((one) => ({ session_id: one.session, command_id: one.id })) }),
          ...(unnamed === 0 ? {} : { unnamed_files: unnamed }),
        },
      ],
      { durable: true },
    );
    return written.ok ? succeed({ changeSet: id, files, beside, problem }) : written;
  });
}

/** What another change set wrote is not the command's; where the command went on from there, that is what was before. */
async function leaveOthers(
  blobs: Blobs,
  files: readonly CommandChange[],
  others: OtherWrites,
): Promise<readonly CommandChange[]> {
  const left: CommandChange[] = [];
  for (const file of files) {
    const wrote = others.files.get(file.path);
    if (wrote === undefined) left.push(file);
    else if (file.after === 'unknown' || hashOf(file.after) !== wrote) {
      const read = wrote === null ? succeed(null) : await blobs.get(wrote);
      const before = read.ok && (wrote === null || read.value !== null) ? read.value : 'unknown';
      left.push({ ...file, before, ...(before === 'unknown' ? { unkept: 'unknown' } : {}) });
    }
  }
  return left;
}

type ChangedFile = EntryOf<'change_set_applied'>['files'][number];

/** So many are kept at once: each waits for the disk. */
const KEPT_AT_ONCE = 8;

async function keepAll(blobs: Blobs, files: readonly CommandChange[]): Promise<Result<void>> {
  for (let at = 0; at < files.length; at += KEPT_AT_ONCE) {
    const puts = files.slice(at, at + KEPT_AT_ONCE).map(async (file) => keepBoth(blobs, file));
    const failed = (await Promise.all(puts)).find(({ ok }) => !ok);
    if (failed !== undefined) return failed;
  }
  return succeed(undefined);
}

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

function describeFile(
  { path, before, beforeMode, after, unkept }: CommandChange,
  isOutOfScope: boolean,
): ChangedFile {
  const lines = compareLines(before, after);
  return {
    path,
    status: 'applied',
    before_hash: hashOf(before),
    ...(beforeMode === undefined ? {} : { before_mode: beforeMode }),
    after_hash: hashOf(after),
    ...(unkept === undefined ? {} : { unkept }),
    ...(isOutOfScope ? { out_of_scope: true } : {}),
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
    hunks: describeHunks(hunks),
  };
}

/** Null for what is no text, or not known. */
function linesOf(content: CommandChange['before']): readonly string[] | null {
  if (content === null) return [];
  if (content === 'unknown' || content.length > MOST_COMPARED_BYTES) return null;
  const text = decodeText(content);
  return text === null ? null : tokensOf(text.text);
}
