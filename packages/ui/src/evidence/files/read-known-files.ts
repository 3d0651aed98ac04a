import type { CallOutput, SessionOverview } from '@rook/contract';

import type { Meaning } from '../../design/badge.tsx';
import { showTurn } from '../words.ts';

type KnownFile = SessionOverview['fileRegistry'][string];
type DiskFile = CallOutput<'file_hashes'>['files'][number];

export interface KnownFileView {
  readonly path: string;
  readonly state: FileState;
  /** As in "turn 4". */
  readonly seen: string;
  readonly modified: string | null;
  readonly extent: string;
  /** Null: the model read it by itself. */
  readonly by: string | null;
  readonly hash: string;
}

/**
 * `fresh`: the model knows what the file holds. `stale`: it was changed after it was shown. `gone`: it is no more there.
 * `unknown`: nobody has looked yet.
 */
export type FileState = 'fresh' | 'stale' | 'gone' | 'unknown';

export const STATE_WORDS: Readonly<Record<FileState, readonly [string, Meaning, string]>> = {
  fresh: ['as shown', 'verified', 'It holds what the model has seen.'],
  stale: ['stale', 'stale', 'It holds something else than the model has seen.'],
  gone: ['gone', 'removed', 'It is not there any more.'],
  unknown: ['not looked at', 'plain', 'What it holds now is not known yet.'],
};

const ORDER: readonly FileState[] = ['stale', 'gone', 'unknown', 'fresh'];
const SHORT_HASH = 12;

/** Stale ones first, then those that were seen last. */
export function readKnownFiles(
  overview: SessionOverview,
  disk: readonly DiskFile[] | null,
): readonly KnownFileView[] {
  const hashes = new Map(disk?.map(({ path, sha256 }) => [path, sha256]));
  return Object.values(overview.fileRegistry)
    .map((file) => ({ file, view: readFile(file, hashes) }))
    .toSorted(
      (one, other) =>
        ORDER.indexOf(one.view.state) - ORDER.indexOf(other.view.state) ||
        other.file.lastSeenTurn - one.file.lastSeenTurn ||
        one.view.path.localeCompare(other.view.path),
    )
    .map(({ view }) => view);
}

function readFile(file: KnownFile, hashes: ReadonlyMap<string, string | null>): KnownFileView {
  const { lastModifiedTurn } = file;
  return {
    path: file.path,
    state: readState(file, hashes),
    seen: showTurn(file.lastSeenTurn),
    modified: lastModifiedTurn === undefined ? null : showTurn(lastModifiedTurn),
    extent: describeExtent(file),
    by: BY_WORDS[file.loadedBy],
    hash: bareHash(file.sha256).slice(0, SHORT_HASH),
  };
}

const BY_WORDS = { user: 'attached by you', auto: 'sent along', 'ai-adhoc': null } as const;

function readState(file: KnownFile, hashes: ReadonlyMap<string, string | null>): FileState {
  if (!hashes.has(file.path)) return file.stale ? 'stale' : 'unknown';
  const now = hashes.get(file.path) ?? null;
  if (now === null) return 'gone';
  return file.stale || bareHash(now) !== bareHash(file.sha256) ? 'stale' : 'fresh';
}

function bareHash(hash: string): string {
  return hash.replace(/^sha256:/u, '');
}

function describeExtent({ whole, ranges }: KnownFile): string {
  if (whole) return 'whole';
  const parts = ranges.map(({ start, end }) => (start === end ? `${start}` : `${start}–${end}`));
  return parts.length === 0 ? 'a part' : `lines ${parts.join(', ')}`;
}
