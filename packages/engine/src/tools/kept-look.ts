import type { Survey } from '../ports/workspace.ts';
import type { SeenLinks } from './read-links.ts';

/** What is known of a workspace before a command, so that another process can go on with it. */
export interface KeptLook {
  /** When it was looked, in milliseconds. */
  readonly looked: number;
  readonly before: Survey;
  /** Files that count although they lie in folders that are left out. */
  readonly also: readonly string[];
  /** What was held in memory: some of it, because all of that is written before a command begins. */
  readonly held: ReadonlyMap<string, { readonly bytes: Uint8Array }>;
  readonly links: SeenLinks;
  /** Git's index; null where there is none that could be read. What it notes of a file is true of that stamp, whenever it was read. */
  readonly index: KeptIndex | null;
  /** What says, outside of the workspace, which files git keeps in another form. */
  readonly outer: readonly string[];
  /** Clones of files, as whoever made them calls them. */
  readonly clones: ReadonlyMap<string, string>;
  /** What it counts for; null where no intent does. */
  readonly intent: string | null;
}

/** With where its repository is, and where the workspace lies in that. */
export interface KeptIndex {
  readonly folder: string;
  readonly prefix: string;
  readonly bytes: Uint8Array;
  readonly written: number;
}

/** What comes first when it is written down, as JSON; the rest follows, in this order. */
export interface LookHead {
  readonly format: string;
  readonly looked: number;
  readonly intent: string | null;
  readonly outer: readonly string[];
  readonly also: readonly string[];
  /** Of how many folders files were seen. Of each there are `FOLDER_NUMBERS`, and then the numbers of its names. */
  readonly tables: number;
  /** How many bytes tell their paths, and then their names, with a NUL between them. */
  readonly paths: number;
  readonly names: number;
  /** Folders that were seen and of which no names are known. */
  readonly folders: readonly string[];
  readonly left: readonly string[];
  readonly index: (Omit<KeptIndex, 'bytes'> & { readonly length: number }) | null;
  readonly held: readonly (readonly [path: string, length: number])[];
  readonly clones: readonly (readonly [path: string, name: string])[];
  readonly links: readonly (readonly [path: string, target: string | null])[];
}

/** How many names are told of, how many signs tell their names, and 1 where it is a folder that was seen. */
export const FOLDER_NUMBERS = 3;
