import type { Result, SessionId } from '@rook/contract';

/**
 * Finds entries by their words, from a projection of the journals that can be thrown away at any time. Nothing
 * waits for it: a journal is written whether or not there is an index.
 */
export interface SearchIndex {
  /** Takes in what was written since; goes on where it stopped, and gives others time while it works. */
  update(watch?: IndexWatch): Promise<Result<IndexState>>;
  /** Reads all journals again; what was there before is used until that is done. */
  rebuild(watch?: IndexWatch): Promise<Result<IndexState>>;
  /** Answers from what was taken in. Every hit was read again in the journal itself. */
  search(query: SearchQuery): Promise<Result<SearchAnswer>>;
  close(): Promise<void>;
}

export interface IndexWatch {
  readonly progress?: (progress: IndexProgress) => void;
  /** Aborting ends the work as `cancelled`; what was taken in by then stays, unless an older index is more. */
  readonly signal?: AbortSignal;
}

export interface IndexProgress {
  readonly doneBytes: number;
  readonly allBytes: number;
}

/** What an index holds after it was brought up to date. */
export interface IndexState {
  readonly sessions: number;
  readonly entries: number;
  /** What was read just now. */
  readonly readBytes: number;
}

export interface SearchQuery {
  readonly text: string;
  readonly filter: SearchFilter;
  /** So many hits at most. */
  readonly limit: number;
}

/** What an entry must be beside having the words; every part that is there must hold. */
export interface SearchFilter {
  readonly session?: SessionId;
  /** Milliseconds; the entry is not older. */
  readonly since?: number;
  /** Milliseconds; the entry is older than this. */
  readonly before?: number;
  readonly type?: string;
  readonly tag?: string;
  readonly tool?: string;
  /** A path, or its end. */
  readonly file?: string;
}

export interface SearchAnswer {
  /** Newest first. */
  readonly hits: readonly SearchHit[];
  /** Whether there are more than the limit let through. */
  readonly more: boolean;
  /** A sentence about how it was searched, when that was not the usual way. */
  readonly note?: string;
}

export interface SearchHit {
  readonly session: SessionId;
  /** The number of the line in the journal, from 1. */
  readonly line: number;
  readonly timestamp: string;
  readonly type: string;
  readonly turn?: string;
  readonly tool?: string;
  readonly snippet: Snippet;
}

/** A piece of text around a hit. */
export interface Snippet {
  readonly text: string;
  /** Where the hits are in it: start and end, in order and apart from each other. */
  readonly marks: readonly (readonly [number, number])[];
}

/** Splits text into words in the way of the index: folded, each once. */
export interface WordSplitter {
  split(text: string): readonly string[];
}

/** Reads single lines of a journal by where they begin. */
export interface LineReader {
  open(session: SessionId): Promise<Result<OpenLines>>;
}

export interface OpenLines {
  /** The finished line that begins there, without its break; null when there is none or it is too long. */
  lineAt(offset: number): Uint8Array | null;
  close(): void;
}
