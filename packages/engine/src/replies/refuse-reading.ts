import { rookError, type RookError } from '@rook/contract';

import { getField, isJsonObject, type JsonValue } from './json-value.ts';
import type { PartReading } from './read-reply.ts';

/** Why nothing of a reading can be applied. */
export interface RefusedReading {
  readonly error: RookError;
  /** False: the text is something else than a reply, so that nothing was to be applied. */
  readonly isReply: boolean;
  /** The changes as far as they are known, to be named and never applied: of one that did not come to its end, its path alone. */
  readonly changes: readonly JsonValue[];
}

/** It was cut off, its meaning is not certain, or it is no reply. */
export function refuseReading(reading: PartReading): RefusedReading {
  const { ending, problems } = reading;
  const { count, changes } = findChanges(reading);
  if (ending === 'cut' || problems.some(({ code }) => CUT.has(code)))
    return { error: refuseTruncated(count), isReply: true, changes };
  const why =
    problems.find(({ certain }) => !certain) ?? problems.find(({ code }) => NOT_IN_REPLIES.has(code));
  const place = why === undefined ? '' : ` ${why.line}:${why.column} ${why.message}`;
  if (ending === 'none') {
    const sentence = `This is no reply, so there is nothing to apply.${place} A reply is one JSON object with \`summary\` and \`fileChanges\`.`;
    return { error: rookError('malformed', sentence), isReply: false, changes: [] };
  }
  const sentence = `🚫 BLOCKED: ${count} file change(s) from a reply that cannot be read with certainty.${place} NO changes have been applied; \`rook recover\` says more.`;
  return { error: rookError('malformed', sentence), isReply: true, changes };
}

/** What is said instead of applying the changes of a reply that was cut off. */
export function refuseTruncated(count: number): RookError {
  const sentence = `🚫 BLOCKED: ${count} file change(s) from truncated response. The response was cut off mid-stream. NO changes have been applied.`;
  return rookError('truncated', sentence);
}

const CUT: ReadonlySet<string> = new Set(['cut', 'open_fence', 'looks_cut', 'finish_reason']);
const NOT_IN_REPLIES: ReadonlySet<string> = new Set(['duplicate_key', 'lone_surrogate']);

/** Those that began, and those that came to their end. */
function findChanges({ value, recovered }: PartReading): {
  readonly count: number;
  readonly changes: readonly JsonValue[];
} {
  const whole = recovered.fileChanges;
  const given = isJsonObject(value) ? getField(value, 'fileChanges') : undefined;
  if (!Array.isArray(given) || given.length <= whole.length) return { count: whole.length, changes: whole };
  const changes = given.flatMap((change, index) => whole[index] ?? pathAlone(change));
  return { count: given.length, changes };
}

/** What stands last in a change may be the beginning of a longer text. */
function pathAlone(change: JsonValue): readonly JsonValue[] {
  if (!isJsonObject(change)) return [];
  const path = getField(change, 'path');
  return typeof path === 'string' && Object.keys(change).at(-1) !== 'path' ? [{ path }] : [];
}
