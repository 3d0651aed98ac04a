import type { ContentHash, EntryOf, IntentId, TracedChange } from '@rook/contract';

import { contentHash } from '../ports/content-hash.ts';

type TracedFile = TracedChange['files'][number];
type TracedRange = TracedFile['conversations'][number]['ranges'][number];
type AppliedSet = Pick<EntryOf<'change_set_applied'>, 'files' | 'session_id' | 'turn_id' | 'change_set_id'>;
type AppliedFile = AppliedSet['files'][number];

interface Authorship {
  readonly author: TracedFile['conversations'][number]['contributor'];
  readonly intent: IntentId;
  /** Of the call that made the change; null where nobody knows it. */
  readonly hash: ContentHash | null;
}

/** Which lines of which files were written, by whom and for what. */
export function describeTracedFiles(set: AppliedSet, { author, intent, hash }: Authorship): TracedFile[] {
  const applied = set.files.filter(({ status }) => status === 'applied');
  const counted = hash ?? hashFiles(applied);
  const url = set.turn_id === undefined ? set.session_id : `${set.session_id}/${set.turn_id}`;
  const about = (file: AppliedFile) => ({
    url,
    contributor: author,
    ranges: rangesOf(file, counted),
    related: [{ type: 'specification' as const, value: intent }],
  });
  return applied.map((file) => describeFile(file, about(file)));
}

function describeFile(file: AppliedFile, conversation: TracedFile['conversations'][number]): TracedFile {
  const { path, renamed_from: from, before_hash: before, after_hash: after } = file;
  const { before_mode: had, after_mode: got } = file;
  return {
    relative_path: path,
    ...(from === undefined ? {} : { renamed_from: from }),
    before_hash: before,
    after_hash: after,
    ...(had === undefined || got === undefined ? {} : { before_mode: had, after_mode: got }),
    conversations: [conversation],
  };
}

/** A change that no call is known for is named by what it did. */
function hashFiles(files: readonly AppliedFile[]): ContentHash {
  const facts = files.map(({ path, before_hash: before, after_hash: after, after_mode: mode }) =>
    mode === undefined ? [path, before, after] : [path, before, after, mode],
  );
  return contentHash(new TextEncoder().encode(JSON.stringify(['change_set', facts])));
}

/** A hunk counts in the old content; what came before it moves its lines in the new one. */
function rangesOf({ hunks = [], after_hash: after }: AppliedFile, hash: ContentHash): TracedRange[] {
  if (hunks.length === 0 || after === null) return [{ content_hash: hash }];
  let moved = 0;
  return hunks.map(({ start, removed, added }) => {
    const first = Math.max(1, start + moved);
    moved += added - removed;
    return {
      content_hash: hash,
      start_line: first,
      end_line: first + added - 1,
      ...(removed === 0 ? {} : { removed_lines: removed }),
    };
  });
}
