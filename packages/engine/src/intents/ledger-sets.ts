import type { TracedChange } from '@rook/contract';

import type { HistoryFile, HistorySet } from '../journal/history-set.ts';
import type { LedgerFile } from '../ports/ledger-file.ts';
import { readLedger } from './read-ledger.ts';

/**
 * The change sets that the ledger tells of, in its order. It came with the files, perhaps from elsewhere: it explains lines where no
 * journal does, and decides nothing. One that cannot be read tells nothing.
 */
export async function loadLedgerSets(file: Pick<LedgerFile, 'read'>): Promise<readonly HistorySet[]> {
  const read = await readLedger(file);
  if (!read.ok) return [];
  const sets = new Map<string, HistorySet>();
  for (const { line } of read.value.lines) {
    const key = `${line.session_id}/${line.type === 'change' ? line.change_set_id : ''}`;
    if (line.type === 'change' && !sets.has(key)) sets.set(key, setOf(line));
  }
  return [...sets.values()];
}

function setOf(line: TracedChange): HistorySet {
  const author = line.files[0]?.conversations[0]?.contributor;
  return {
    id: line.change_set_id,
    session: line.session_id,
    turn: line.turn_id ?? null,
    timestamp: line.timestamp,
    kind: line.kind,
    intent: line.intent_id,
    by: author === undefined ? null : author.entity_type === 'AI' ? 'assistant' : 'user',
    costUsd: null,
    isApplied: true,
    // It stands in no history that anything is rewound by.
    isRewindable: true,
    files: line.files.filter(isInside).map(fileOf),
    madeFolders: [],
    undoes: [],
    ledger: { model: author?.model_identifier ?? null },
  };
}

type ToldFile = TracedChange['files'][number];

/** Anybody may have written the ledger. */
function isInside({ relative_path: path, renamed_from: from = path }: ToldFile): boolean {
  return [path, from].every(
    (name) => name !== '' && !name.startsWith('/') && !name.split(/[/\\]/u).includes('..'),
  );
}

function fileOf(file: ToldFile): HistoryFile {
  const hunks = hunksOf(file);
  return {
    path: file.relative_path,
    from: file.renamed_from ?? file.relative_path,
    before: file.before_hash,
    after: file.after_hash,
    ...(file.before_mode === undefined ? {} : { beforeMode: file.before_mode }),
    ...(file.after_mode === undefined ? {} : { afterMode: file.after_mode }),
    added: sum(hunks?.map(({ added }) => added)),
    removed: sum(hunks?.map(({ removed }) => removed)),
    hunks,
  };
}

function sum(counts: readonly number[] = []): number {
  return counts.reduce((all, count) => all + count, 0);
}

/** A range counts in the new content, a hunk in the old one. */
function hunksOf({ conversations }: ToldFile): HistoryFile['hunks'] {
  const hunks: NonNullable<HistoryFile['hunks']> = [];
  let moved = 0;
  for (const { start_line: start, end_line: end, removed_lines: removed = 0 } of conversations.flatMap(
    ({ ranges }) => ranges,
  )) {
    if (start === undefined || end === undefined) return undefined;
    const added = Math.max(0, end - start + 1);
    hunks.push({ start: Math.max(1, start - moved), removed, added });
    moved += added - removed;
  }
  return hunks.length === 0 ? undefined : hunks;
}
