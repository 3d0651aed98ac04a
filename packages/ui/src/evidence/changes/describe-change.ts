import type { ChangeSetView, TurnId } from '@rook/contract';

import type { Meaning } from '../../design/badge.tsx';
import { count } from '../words.ts';

export interface Mark {
  readonly word: string;
  readonly meaning: Meaning;
  /** Why, in a sentence. */
  readonly text: string;
}

const KIND_WORDS = {
  edit: 'Edit',
  rewind: 'Rewind',
  forward: 'Forward',
  by_command: 'By a command',
} as const;

export function describeKind({ kind }: ChangeSetView): string {
  return KIND_WORDS[kind];
}

/** What is to be known of a change set before one acts on it. */
export function markChange(set: ChangeSetView): readonly Mark[] {
  const unkept = set.files.filter((file) => file.unkept !== undefined).length;
  return [
    ...(set.isUndone
      ? [{ word: 'rewound', meaning: 'plain', text: 'A later change set has taken it back.' } as const]
      : []),
    ...(set.isApplied
      ? []
      : [{ word: 'not applied', meaning: 'refused', text: 'It was refused. Nothing was written.' } as const]),
    ...(set.isApplied && !set.isRewindable
      ? [
          {
            word: 'cannot be rewound',
            meaning: 'stale',
            text: 'It came with an import, or a secret was taken out of its paths.',
          } as const,
        ]
      : []),
    ...(unkept > 0
      ? [
          {
            word: `${count(unkept, 'file')} cannot be rewound`,
            meaning: 'stale',
            text: 'What they held before or after is not kept. All other files of the set can be rewound.',
          } as const,
        ]
      : []),
    ...(set.kind === 'by_command'
      ? [{ word: 'by a command', meaning: 'asks', text: 'A command wrote these files.' } as const]
      : []),
  ];
}

/** What a person can do with it: a rewind that stands is undone by going forward. */
export function findDirection(set: ChangeSetView): 'rewind' | 'forward' | null {
  if (!set.isApplied || !set.isRewindable || set.isUndone || set.files.length === 0) return null;
  return set.kind === 'rewind' ? 'forward' : 'rewind';
}

export interface ChangeFilter {
  readonly turn: TurnId | null;
  readonly path: string | null;
}

export function filterChanges(
  sets: readonly ChangeSetView[],
  { turn, path }: ChangeFilter,
): readonly ChangeSetView[] {
  return sets.filter(
    (set) =>
      (turn === null || set.turn === turn) &&
      (path === null || set.files.some((file) => file.path === path || file.from === path)),
  );
}

/** The newest that stands: what a rewind without a name takes back. */
export function findCurrent(sets: readonly ChangeSetView[]): ChangeSetView | undefined {
  return sets.find((set) => set.isApplied && !set.isUndone && set.kind !== 'rewind');
}

export function sumLines({ files }: ChangeSetView): { readonly added: number; readonly removed: number } {
  return {
    added: files.reduce((sum, file) => sum + file.added, 0),
    removed: files.reduce((sum, file) => sum + file.removed, 0),
  };
}

export function describeAuthor({ by, kind }: ChangeSetView): string {
  if (kind === 'by_command' || by === null) return '';
  return by === 'user' ? 'you' : 'assistant';
}
