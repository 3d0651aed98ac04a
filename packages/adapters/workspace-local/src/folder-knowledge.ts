import type { FolderNames } from '@rook/engine';

import type { EarlierLook } from './take-over.ts';

/** What is known from earlier looks. */
export interface FolderKnowledge {
  /** In an order in which no folder stands before the one that it lies in. */
  readonly listings: FolderListings;
  earlier: EarlierLook | null;
  /** Under which rules all of these folders were looked at; null where that is not known. */
  rules: string | null;
}

/** What was in each folder at the last look. */
export type FolderListings = Map<string, FolderListing>;

export interface FolderListing {
  /** When something in the folder was made, taken away or renamed last, and which folder it is: no program can set both. */
  readonly changed: number;
  readonly inode: number;
  /** Of what is a file, a folder or a link. */
  readonly names: FolderNames;
  /** Where among them the file with ignore rules is; -1: nowhere. */
  readonly rules: number;
}

/** Stands for the time of a folder that was changed so shortly before the look that it may have changed again: it is read again. */
export const STALE = -1;

export const RULES_FILE = '.gitignore';

export function knowNothing(): FolderKnowledge {
  return { listings: new Map(), earlier: null, rules: null };
}

export const noSource = async (): Promise<null> => null;
