import { createHash } from 'node:crypto';

import { succeed, type ContentHash, type EntryOf, type Result, type RookError } from '@rook/contract';

import type { Unkept } from '../journal/history-set.ts';
import { contentHash } from '../ports/content-hash.ts';
import type { Blobs } from '../ports/store.ts';
import { countChanges, describeHunks, diffLines } from './diff-lines.ts';
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
  /** The permissions that it got; left out where they stayed. */
  readonly afterMode?: number;
  /** Of a file that was made read-only: its permissions. */
  readonly madeMode?: number;
  /** It was a symbolic link, and `before` is what `linkContent` makes of it. */
  readonly wasLink?: true;
  /** The same of what it is now. */
  readonly isLink?: true;
  /** Nothing changed but its permissions: both contents are the same, known or not, and none has to be kept. */
  readonly permissionsOnly?: true;
  /** Why one of them is `unknown`. */
  readonly unkept?: Unkept;
}

/** The same once its bytes are kept, under these hashes. */
export interface KeptChange extends Omit<CommandChange, 'before' | 'after'> {
  readonly before: ContentHash | null | 'unknown';
  readonly after: ContentHash | null | 'unknown';
  /** What else is written down of it. */
  readonly facts: Pick<ChangedFile, 'added' | 'removed' | 'hunks' | 'after_md5' | 'after_size'>;
}

export type ChangedFile = EntryOf<'change_set_applied'>['files'][number];

export interface KeptChanges {
  readonly files: readonly KeptChange[];
  /** Why not all of their bytes are kept; null where they are. */
  readonly problem: RookError | null;
}

/** So many are kept at once, because each waits for the disk, and so many bytes, or those of one file. */
const KEPT_AT_ONCE = 8;
const BYTES_AT_ONCE = 16_000_000;

/**
 * Keeps old and new bytes, and lets go of them before it takes the next. What cannot be kept is written down all the same, as a file
 * that cannot be rewound: the others can be.
 */
export async function keepCommandChanges(
  blobs: Pick<Blobs, 'put'>,
  changes: AsyncIterable<CommandChange>,
): Promise<KeptChanges> {
  const files: KeptChange[] = [];
  let problem: RookError | null = null;
  let [batch, bytes]: [CommandChange[], number] = [[], 0];
  const keep = async (): Promise<void> => {
    for (const kept of await Promise.all(batch.map(async (change) => keepCommandChange(blobs, change)))) {
      files.push(kept.change);
      problem ??= kept.problem;
    }
    [batch, bytes] = [[], 0];
  };
  for await (const change of changes) {
    batch.push(change);
    bytes += sizeOf(change.before) + sizeOf(change.after);
    if (batch.length === KEPT_AT_ONCE || bytes >= BYTES_AT_ONCE) await keep();
  }
  await keep();
  return { files, problem };
}

export async function keepCommandChange(
  blobs: Pick<Blobs, 'put'>,
  { before, after, ...change }: CommandChange,
): Promise<{ readonly change: KeptChange; readonly problem: RookError | null }> {
  if (change.permissionsOnly === true) return { change: nameContent(change, after), problem: null };
  const [old, fresh] = [await keepContent(blobs, before), await keepContent(blobs, after)];
  const problem = old.ok ? (fresh.ok ? null : fresh.error) : old.error;
  const facts = { ...compareLines(before, after), ...describeContent(after) };
  const kept = {
    ...change,
    before: old.ok ? old.value : ('unknown' as const),
    after: fresh.ok ? fresh.value : ('unknown' as const),
    ...(problem === null ? {} : { unkept: 'unknown' as const }),
    facts,
  };
  return { change: kept, problem };
}

/** What its permissions were given to, by its hash alone. */
function nameContent(
  change: Omit<CommandChange, 'before' | 'after'>,
  content: CommandChange['after'],
): KeptChange {
  const hash = content === null || content === 'unknown' ? ('unknown' as const) : contentHash(content);
  return { ...change, before: hash, after: hash, facts: { added: 0, removed: 0, hunks: [] } };
}

async function keepContent(
  blobs: Pick<Blobs, 'put'>,
  content: CommandChange['before'],
): Promise<Result<KeptChange['before']>> {
  return content === null || content === 'unknown' ? succeed(content) : blobs.put(content);
}

function sizeOf(content: CommandChange['before']): number {
  return content === null || content === 'unknown' ? 0 : content.length;
}

function describeContent(content: CommandChange['after']): Pick<ChangedFile, 'after_md5' | 'after_size'> {
  if (content === null || content === 'unknown') return {};
  return { after_md5: createHash('md5').update(content).digest('hex'), after_size: content.length };
}

/** Larger files are not compared line by line. */
const MOST_COMPARED_BYTES = 2_000_000;

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
