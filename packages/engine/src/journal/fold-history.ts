import type {
  ChangeSetHead,
  ChangeSetId,
  ContentHash,
  Entry,
  EntryOf,
  SessionId,
  TurnId,
} from '@rook/contract';

import { givesRight } from './gives-right.ts';
import type { HistoryFile, HistorySet, UndoneSet } from './history-set.ts';
import { inferUndone } from './infer-undone.ts';
import { withNotedFiles } from './noted-files.ts';
import { holdsRedactionMark } from './redaction-mark.ts';
import { findBound } from './stays-with.ts';

/** All change sets of a workspace. What is undone follows from the sets alone. */
export interface History {
  /** Oldest first. */
  readonly sets: readonly HistorySet[];
  /** Whether a file of the set, or all of it, was taken back by a set that stands. */
  isUndone(set: Pick<HistorySet, 'session' | 'id' | 'files'>, path?: string): boolean;
  /** Whether old bytes were let go because a setting says so. They may have been kept again since. */
  isPruned(hash: ContentHash): boolean;
  /** The newest set of a person or a model that stands and can be rewound: the pointer into the history. */
  position(): HistorySet | null;
  /** The newest rewind that stands: what forward takes back. */
  forwardTarget(): HistorySet | null;
}

export interface HistoryFold {
  add(entry: Entry): void;
  /** One of which the beginning is known; the rest is read when somebody asks for it. Null: it cannot be read. */
  addHead(head: ChangeSetHead, read: () => ChangeSetEntry | null): void;
  /** One that no journal here tells of. */
  addTold(set: HistorySet): void;
  history(): History;
}

export function createHistoryFold(): HistoryFold {
  const dated: { readonly time: string; readonly set: HistorySet }[] = [];
  const last = new Map<SessionId, string>();
  const pruned = new Set<ContentHash>();
  const keep = (set: HistorySet): void => {
    // A clock that was set back does not change the order within a session.
    const before = last.get(set.session) ?? '';
    const time = set.timestamp > before ? set.timestamp : before;
    last.set(set.session, time);
    dated.push({ time, set });
  };
  return {
    add: (entry) => {
      if (entry.event_type === 'blobs_pruned' && givesRight(entry))
        for (const hash of entry.hashes) pruned.add(hash);
      if (entry.event_type === 'change_set_applied' || entry.event_type === 'change_set_refused')
        keep(setOf(entry));
    },
    addHead: (head, read) => keep(new LateSet(head, read)),
    addTold: keep,
    history: () => {
      const isOrdered = dated.every(({ time }, index) => time >= (dated[index - 1]?.time ?? ''));
      const ordered = isOrdered
        ? dated
        : dated.toSorted((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0));
      const sets = ordered.map(({ set }) => set);
      return makeHistory(sets.some(({ ledger }) => ledger !== undefined) ? inferUndone(sets) : sets, pruned);
    },
  };
}

interface Undoer {
  readonly key: string;
  readonly index: number;
  /** The names under which it wrote, which may be others than those of what it undid. */
  readonly written: readonly string[];
  readonly paths: ReadonlySet<string>;
}

/** The sets in their order, with what they mean for each other. */
export function makeHistory(
  all: readonly HistorySet[],
  pruned: ReadonlySet<ContentHash> = new Set(),
): History {
  const sets = withNotedFiles(all);
  const undoers = new Map<string, Undoer[]>();
  for (const [index, set] of sets.entries()) {
    if (set.undoes.length === 0 || !set.isRewindable) continue;
    for (const { session, id, paths } of set.undoes) {
      const list = undoers.get(`${session}/${id}`) ?? [];
      const written = set.files.map((file) => file.path);
      list.push({ key: `${set.session}/${set.id}`, index, written, paths: new Set(paths) });
      undoers.set(`${session}/${id}`, list);
    }
  }
  // Only what is later undoes, so that no journal, whatever it says, leads in a circle.
  const isTaken = (key: string, path: string, since: number): boolean =>
    (undoers.get(key) ?? []).some(
      (by) => by.index > since && by.paths.has(path) && !isTaken(by.key, path, by.index) && !isVoid(by),
    );
  /** What was taken back as a whole undoes nothing any more, under whatever names. */
  const isVoid = ({ key, index, written }: Undoer): boolean =>
    written.length > 0 && written.every((path) => isTaken(key, path, index));
  const isUndone: History['isUndone'] = (set, path) => {
    const key = `${set.session}/${set.id}`;
    if (!undoers.has(key)) return false;
    if (path !== undefined) return isTaken(key, path, -1);
    return set.files.length > 0 && set.files.every((file) => isTaken(key, file.path, -1));
  };
  const newest = (isWanted: (set: HistorySet) => boolean): HistorySet | null =>
    sets.findLast((set) => isWanted(set) && set.isRewindable && !isUndone(set)) ?? null;
  return {
    sets,
    isUndone,
    isPruned: (hash) => pruned.has(hash),
    position: () =>
      newest((set) => set.kind === 'edit' || (set.kind === 'by_command' && !isRestLost(set, isUndone))),
    forwardTarget: () => newest(({ kind }) => kind === 'rewind'),
  };
}

/** It was undone but for what nobody can undo, so the next rewind goes on behind it. */
function isRestLost(set: HistorySet, isUndone: History['isUndone']): boolean {
  const standing = set.files.filter(({ path }) => !isUndone(set, path));
  if (standing.length === set.files.length) return false;
  let lost = standing.filter(({ unkept }) => unkept !== undefined);
  let rest = standing.filter(({ unkept }) => unkept === undefined);
  while (rest.length > 0 && lost.length > 0) {
    const bound = findBound(lost, rest);
    lost = [...bound.keys()];
    rest = rest.filter((file) => !bound.has(file));
  }
  return rest.length === 0;
}

type ChangeSetEntry = EntryOf<'change_set_applied'> | EntryOf<'change_set_refused'>;

/** A set that was applied and undoes nothing. Most are never looked at closer than that. */
class LateSet implements HistorySet {
  readonly #head: ChangeSetHead;
  readonly #read: () => ChangeSetEntry | null;
  #whole: HistorySet | null | undefined;
  readonly isApplied = true;
  readonly intent = null;
  readonly undoes: readonly UndoneSet[] = [];

  constructor(head: ChangeSetHead, read: () => ChangeSetEntry | null) {
    this.#head = head;
    this.#read = read;
  }

  get id(): ChangeSetId {
    return this.#head.change_set_id;
  }

  get session(): SessionId {
    return this.#head.session_id;
  }

  get turn(): TurnId | null {
    return this.#head.turn_id ?? null;
  }

  get timestamp(): string {
    return this.#head.timestamp;
  }

  get kind(): HistorySet['kind'] {
    return this.#head.kind;
  }

  get by(): HistorySet['by'] {
    return this.#head.by ?? null;
  }

  get isRewindable(): boolean {
    return this.#rest()?.isRewindable ?? false;
  }

  get costUsd(): number | null {
    return this.#rest()?.costUsd ?? null;
  }

  get files(): readonly HistoryFile[] {
    return this.#rest()?.files ?? [];
  }

  get madeFolders(): readonly string[] {
    return this.#rest()?.madeFolders ?? [];
  }

  #rest(): HistorySet | null {
    if (this.#whole === undefined) {
      const entry = this.#read();
      this.#whole = entry === null ? null : setOf(entry);
    }
    return this.#whole;
  }
}

export function setOf(entry: ChangeSetEntry): HistorySet {
  const isApplied = entry.event_type === 'change_set_applied';
  const isWhole = !isApplied || entry.files.every(({ status }) => status === 'applied');
  const files = isWhole ? entry.files : entry.files.filter(({ status }) => status === 'applied');
  return {
    id: entry.change_set_id,
    session: entry.session_id,
    turn: entry.turn_id ?? null,
    timestamp: entry.timestamp,
    kind: entry.kind,
    intent: entry.intent_id,
    by: entry.by ?? null,
    costUsd: entry.cost_usd ?? null,
    isApplied,
    isRewindable: isApplied && givesRight(entry) && hasNames(entry),
    files: files.map(fileOf),
    madeFolders: entry.made_folders ?? [],
    undoes: entry.undoes === undefined ? [] : undoneBy(entry.undoes, entry.files),
    ...(entry.kind === 'by_command' && entry.recovered === true ? { isFoundLater: true } : {}),
  };
}

/** Whether no secret was taken out of the name of a file: who does not know them all can take nothing back. */
export function hasNames({ files }: Pick<EntryOf<'change_set_started'>, 'files'>): boolean {
  return !files.some(
    ({ path, renamed_from: from = '' }) => holdsRedactionMark(path) || holdsRedactionMark(from),
  );
}

function fileOf({
  path,
  renamed_from: from = path,
  before_hash: before,
  before_mode: beforeMode,
  after_hash: after,
  after_mode: afterMode,
  unkept: why,
  before_link: wasLink,
  after_link: isLink,
  added,
  removed,
  hunks,
}: EntryOf<'change_set_applied'>['files'][number]): HistoryFile {
  const had = beforeMode === undefined ? {} : { beforeMode };
  const isMade = before === null || wasLink === true;
  const got = afterMode === undefined ? {} : isMade ? { madeMode: afterMode } : { afterMode };
  const unkept = why === undefined ? {} : { unkept: why };
  const links = {
    ...(wasLink === undefined ? {} : { wasLink }),
    ...(isLink === undefined ? {} : { isLink }),
  };
  return { path, from, before, ...had, after, ...got, ...unkept, ...links, added, removed, hunks };
}

/** Of a file that could not be brought back, nothing is undone. */
function undoneBy(
  undoes: NonNullable<EntryOf<'change_set_applied'>['undoes']>,
  files: EntryOf<'change_set_applied'>['files'],
): readonly UndoneSet[] {
  const left = new Set(
    files.flatMap((file) => (file.status === 'applied' ? [] : [file.path, file.renamed_from])),
  );
  return undoes.map(({ session_id: session, change_set_id: id, paths, already = [] }) => ({
    session,
    id,
    paths: paths.filter((path) => !left.has(path)),
    already,
  }));
}
