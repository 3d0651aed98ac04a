import type { CallOutput } from '@rook/contract';

import type { Meaning } from '../design/badge.tsx';
import { count } from './words.ts';

export interface VerificationWords {
  readonly meaning: Meaning;
  readonly title: string;
  readonly sentences: readonly string[];
}

const REASONS: ReadonlyMap<string, string> = new Map([
  ['altered', 'this line was changed after it was written'],
  ['cut', 'the end is missing: the anchor knows more'],
  ['rewritten', 'the file was written anew: the anchor knows other lines'],
]);

export function describeVerification({
  ok,
  entries,
  anchored,
  torn,
  firstBadLine,
  reason = '',
}: CallOutput<'session_verify'>): VerificationWords {
  const tornWords =
    torn.length === 0
      ? []
      : [
          `${count(torn.length, 'line')} torn by a crash (${torn.join(', ')}). That is no tampering; nothing before or after is lost.`,
        ];
  if (!ok)
    return {
      meaning: 'removed',
      title: 'The chain is broken',
      sentences: [
        `${firstBadLine === undefined ? 'The record' : `Line ${firstBadLine}`}: ${REASONS.get(reason) ?? reason}.`,
        'Do not trust what comes behind it. `rook session export` keeps what can be read.',
        ...tornWords,
      ],
    };
  return {
    meaning: anchored ? 'verified' : 'asks',
    title: anchored ? 'The chain holds' : 'The chain holds, without an anchor',
    sentences: [
      `${count(entries, 'entry', 'entries')}, each linked to the one before it.`,
      anchored
        ? 'The anchor outside of the file knows its end, so nothing was cut off.'
        : 'No anchor says where it ends, so a missing end would not be seen.',
      ...tornWords,
    ],
  };
}
