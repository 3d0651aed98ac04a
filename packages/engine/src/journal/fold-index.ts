import type { ActionId, EntryOf, MessageId, SessionDocument, TurnId } from '@rook/contract';

import { makeHistory, type History } from './fold-history.ts';
import type { HistorySet } from './history-set.ts';

type Pair = SessionDocument['pairs'][number];

/** Where things stand in a document, so that no entry has to look through all of it. */
export interface FoldIndex {
  /** The first and the last pair of a turn; they differ only where a journal names a turn twice. */
  readonly turns: Map<TurnId, { readonly first: number; readonly last: number }>;
  readonly actions: Map<ActionId, number>;
  /** The pairs of messages that no turn has taken yet. */
  readonly messages: Map<MessageId, number>;
  /** The place behind the last pair that has a turn. */
  nextWaiting: number;
  /** What the journal last said of the content of a file, whoever was shown it. */
  readonly hashes: Map<string, string>;
  /** The change sets of this session, and what is undone of them. */
  readonly sets: HistorySet[];
  /** Those of other sessions that undid something. */
  foreign: readonly HistorySet[];
  history: History;
  /** Commands that have begun and not ended. */
  readonly commands: Map<string, EntryOf<'command_started'>>;
  readonly todos: {
    /** As they were written last. */
    listed: SessionDocument['todos'];
    /** The changes that were applied for a TODO. */
    readonly links: Map<string, TodoLink[]>;
  };
}

interface TodoLink {
  readonly set: Pick<HistorySet, 'session' | 'id' | 'files'>;
  readonly path: string;
}

export function createFoldIndex(): FoldIndex {
  return {
    turns: new Map(),
    actions: new Map(),
    messages: new Map(),
    nextWaiting: 0,
    hashes: new Map(),
    sets: [],
    foreign: [],
    history: makeHistory([]),
    commands: new Map(),
    todos: { listed: [], links: new Map() },
  };
}

/** What is undone, by this session and by others; each session keeps its own order. */
export function foldUndone(document: SessionDocument, index: FoldIndex): void {
  const all = index.foreign.length === 0 ? index.sets : mergeByTime(index.sets, index.foreign);
  index.history = makeHistory(all);
  const position = index.history.position();
  document.changeHistory.position = position === null ? -1 : index.sets.indexOf(position);
}

function mergeByTime(own: readonly HistorySet[], foreign: readonly HistorySet[]): readonly HistorySet[] {
  const waiting = [...foreign];
  const all: HistorySet[] = [];
  for (const set of own) {
    while (waiting[0] !== undefined && waiting[0].timestamp < set.timestamp)
      all.push(...waiting.splice(0, 1));
    all.push(set);
  }
  return [...all, ...waiting];
}

/** Notes that the pair at `place` has this turn. */
export function indexTurn(index: FoldIndex, turn: TurnId, place: number): void {
  index.turns.set(turn, { first: index.turns.get(turn)?.first ?? place, last: place });
  index.nextWaiting = Math.max(index.nextWaiting, place + 1);
}

export function pairOf({ pairs }: SessionDocument, index: FoldIndex, turn: TurnId): Pair | undefined {
  const place = index.turns.get(turn)?.last;
  return place === undefined ? undefined : pairs[place];
}
