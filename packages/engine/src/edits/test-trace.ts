import { changeSetIdSchema, sessionIdSchema, succeed, type ContentHash, type Result } from '@rook/contract';

import { makeHistory } from '../journal/fold-history.ts';
import type { HistoryFile, HistorySet } from '../journal/history-set.ts';
import { indexHistory } from '../journal/load-path-history.ts';
import { contentHash } from '../ports/content-hash.ts';
import { compareBytes } from './carry-lines.ts';
import { countChanges, describeHunks } from './diff-lines.ts';
import type { LineRun } from './line-runs.ts';
import { createFileTracer, type TracedFile } from './trace-file.ts';

interface WantedFile {
  readonly path: string;
  readonly from?: string;
  readonly before: string | null;
  readonly after: string | null;
  /** As sets of older versions, or of what is no text. */
  readonly hasNoHunks?: boolean;
}

/** A workspace of which only the change sets, the kept contents and the disk exist. */
export interface TraceRoom {
  readonly sets: HistorySet[];
  readonly disk: Map<string, string>;
  /** Makes a set and puts its files on the disk. */
  write(kind: HistorySet['kind'], files: readonly WantedFile[], undoes?: HistorySet): HistorySet;
  prune(hash: ContentHash): void;
  trace(path: string): Promise<TracedFile>;
  /** Of each line of the file where it comes from. */
  origins(path: string): Promise<readonly string[]>;
}

const SESSIONS = ['rook-20261116-0a1b2c3d', 'rook-20261116-1a1b2c3d'].map((id) => sessionIdSchema.parse(id));

export function makeTraceRoom(): TraceRoom {
  const sets: HistorySet[] = [];
  const disk = new Map<string, string>();
  const kept = new Map<ContentHash, Uint8Array>();
  const pruned = new Set<ContentHash>();
  const keep = (text: string | null): ContentHash | null => {
    if (text === null) return null;
    const bytes = bytesOf(text);
    kept.set(contentHash(bytes), bytes);
    return contentHash(bytes);
  };
  const get = async (hash: ContentHash): Promise<Result<Uint8Array | null>> =>
    Promise.resolve(succeed(kept.get(hash) ?? null));
  const trace: TraceRoom['trace'] = async (path) => {
    const text = disk.get(path);
    const bytes = bytesOf(text ?? '');
    const history = indexHistory(makeHistory(sets, pruned));
    const found = text === undefined ? null : { hash: contentHash(bytes), bytes };
    const isOnDisk = async (name: string) => Promise.resolve(disk.has(name));
    return createFileTracer({ history, blobs: { get }, isOnDisk })(path, found);
  };
  return {
    sets,
    disk,
    trace,
    write: (kind, files, undone) => {
      const [session = SESSIONS[0]] = [SESSIONS[sets.length % 2]];
      if (session === undefined) throw new Error('There is no session.');
      const set: HistorySet = {
        id: changeSetIdSchema.parse(`cs-${sets.length + 1}`),
        session,
        turn: null,
        timestamp: new Date(1_793_000_000_000 + sets.length).toISOString(),
        kind,
        intent: null,
        by: 'assistant',
        costUsd: null,
        isApplied: true,
        isRewindable: true,
        files: files.map((file) => fileOf(file, keep)),
        madeFolders: [],
        undoes: undone === undefined ? [] : [{ ...undone, paths: namesOf(undone), already: [] }],
      };
      for (const { path, from = path } of files) if (from !== path) disk.delete(from);
      for (const { path, after } of files) {
        if (after === null) disk.delete(path);
        else disk.set(path, after);
      }
      sets.push(set);
      return set;
    },
    prune: (hash) => {
      kept.delete(hash);
      pruned.add(hash);
    },
    origins: async (path) => (await trace(path)).runs.flatMap(namesOfRun),
  };
}

function namesOfRun({ origin, count }: LineRun): readonly string[] {
  return Array.from({ length: count }, () => (origin.kind === 'written' ? origin.set.id : origin.kind));
}

function namesOf({ files }: HistorySet): readonly string[] {
  return files.flatMap(({ path, from }) => [path, from]);
}

function fileOf(
  { path, from = path, before, after, hasNoHunks }: WantedFile,
  keep: (text: string | null) => ContentHash | null,
): HistoryFile {
  const hunks =
    compareBytes(before === null ? null : bytesOf(before), after === null ? null : bytesOf(after)) ?? [];
  const told = describeHunks(hunks);
  return {
    path,
    from,
    before: keep(before),
    after: keep(after),
    ...countChanges(hunks),
    hunks: hasNoHunks === true ? undefined : told,
  };
}

export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

export function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}
