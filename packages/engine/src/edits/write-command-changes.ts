import {
  readWritten,
  succeed,
  type ChangeSetId,
  type ContentHash,
  type EntryBase,
  type IntentId,
  type Result,
  type RookError,
  type TurnId,
} from '@rook/contract';

import { hasNames } from '../journal/fold-history.ts';
import type { Journal } from '../journal/open-journal.ts';
import { UNKNOWN_CONTENT } from '../journal/unknown-content.ts';
import type { Store } from '../ports/store.ts';
import type { BesideCommand, OtherWrites, RecordedSet } from './find-other-writes.ts';
import type { ChangedFile, KeptChange } from './keep-command-changes.ts';
import { leaveOthers } from './leave-others.ts';

export interface CommandChanges {
  readonly command: string;
  /** Their bytes are kept. */
  readonly files: readonly KeptChange[];
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
  /** The process in which it ran died, and this is what was found at a later start. */
  readonly isRecovered?: true;
}

export interface CommandChangePorts {
  readonly store: Pick<Store, 'changing' | 'blobs'>;
  readonly journal: Pick<Journal, 'append'>;
  readonly nextId: () => ChangeSetId;
}

export interface WrittenChanges {
  /** Null where all of the changes were made by other change sets. */
  readonly changeSet: ChangeSetId | null;
  /** Those that are not known to be somebody else's. */
  readonly files: readonly KeptChange[];
  readonly beside: readonly BesideCommand[];
  /** What another command that ran in the same time wrote down before, and may be the work of this one. */
  readonly elsewhere: readonly ElsewhereChanges[];
  /** Why it is not known what others did; null where it is. */
  readonly problem: RookError | null;
  /** False where a secret was taken out of the name of a file, so that nothing of it can be rewound. */
  readonly isNamed: boolean;
}

interface ElsewhereChanges extends RecordedSet {
  readonly paths: readonly string[];
}

/**
 * Writes down what a command did to files, as a change set that can be rewound like any other. Nothing is written to the files: that
 * has happened. Old and new bytes were kept before.
 */
export async function writeCommandChanges(
  { store, journal, nextId }: CommandChangePorts,
  changes: CommandChanges,
): Promise<Result<WrittenChanges>> {
  const { command, madeFolders, turn, intent, by, revision, unnamed, isOutOfScope } = changes;
  return store.changing(async (): Promise<Result<WrittenChanges>> => {
    // Whoever changes files holds the same lock, so what was changed before is written down now.
    const others = await changes.others();
    const own = others.ok
      ? await leaveOthers(store.blobs, changes.files, others.value)
      : succeed(changes.files);
    if (!own.ok) return own;
    const files = own.value;
    const beside = others.ok ? others.value.beside : [];
    const problem = others.ok ? null : others.error;
    const elsewhere = others.ok ? findElsewhere(changes.files, files, others.value) : [];
    const told = { files, beside, elsewhere, problem };
    if (files.length === 0) return succeed({ ...told, changeSet: null, isNamed: true });
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
          command_id: command,
          files: files.map((file) => describeFile(file, isOutOfScope(file.path))),
          ...(revision === undefined ? {} : { revision_id: revision }),
          ...(madeFolders.length === 0 ? {} : { made_folders: [...madeFolders] }),
          ...(beside.length === 0
            ? {}
            : { beside: beside.map((one) => ({ session_id: one.session, command_id: one.id })) }),
          ...(unnamed === 0 ? {} : { unnamed_files: unnamed }),
          ...(changes.isRecovered === true ? { recovered: true } : {}),
        },
      ],
      { durable: true },
    );
    return written.ok ? succeed({ ...told, changeSet: id, isNamed: areNamed(written.value) }) : written;
  });
}

/** Whether all files of it have their names there, as they were written down. */
function areNamed(entries: readonly EntryBase[]): boolean {
  return entries.every((entry) => {
    const read = readWritten(entry);
    return read.kind !== 'known' || read.entry.event_type !== 'change_set_applied' || hasNames(read.entry);
  });
}

/** What was left to a command beside this one, by its change set. */
function findElsewhere(
  all: readonly KeptChange[],
  own: readonly KeptChange[],
  { recorded }: OtherWrites,
): readonly ElsewhereChanges[] {
  const kept = new Set(own.map(({ path }) => path));
  const sets = new Map<string, RecordedSet & { readonly paths: string[] }>();
  for (const { path } of all) {
    const set = kept.has(path) ? undefined : recorded.get(path);
    if (set === undefined) continue;
    const key = `${set.session}/${set.changeSet}`;
    const found = sets.get(key) ?? { ...set, paths: [] };
    sets.set(key, found);
    found.paths.push(path);
  }
  return [...sets.values()];
}

function describeFile(
  { path, before, beforeMode, after, afterMode, madeMode, wasLink, isLink, unkept, facts }: KeptChange,
  isOutOfScope: boolean,
): ChangedFile {
  const got = afterMode ?? madeMode;
  return {
    path,
    status: 'applied',
    before_hash: hashOf(before),
    ...(beforeMode === undefined ? {} : { before_mode: beforeMode }),
    after_hash: hashOf(after),
    ...(got === undefined ? {} : { after_mode: got }),
    ...(wasLink === true && { before_link: true as const }),
    ...(isLink === true && { after_link: true as const }),
    ...(unkept === undefined ? {} : { unkept }),
    ...(isOutOfScope ? { out_of_scope: true } : {}),
    ...facts,
  };
}

function hashOf(content: KeptChange['before']): ContentHash | null {
  return content === 'unknown' ? UNKNOWN_CONTENT : content;
}
