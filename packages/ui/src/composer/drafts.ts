import type { MessageId, SessionId } from '@rook/contract';

import type { HostStorage } from '../app/host.ts';
import { createValueStore, type Readable, type ValueStore } from '../app/value-store.ts';
import { makeMessageId } from '../state/make-message-id.ts';
import { bringBack, holdsDraft, isEmptyDraft, isSameDraft, joinDrafts, takeOut } from './join-drafts.ts';
import { isBlank } from './judge-message.ts';
import { EMPTY_DRAFT, parseHistory, parseKept, type Attempt, type Draft, type Kept } from './parse-draft.ts';

/** Null: the one that is not begun. */
type DraftOwner = SessionId | null;

/**
 * What was typed and is not known to have arrived, for each session, kept with every letter. The store tells of every
 * change, so that what puts text into a composer need not know the composer.
 */
export interface DraftStore extends Readable<number> {
  /** Says of which workspace they are. Before that nothing is read and nothing is kept. */
  settle(place: string): void;
  read(owner: DraftOwner): Draft;
  write(owner: DraftOwner, draft: Draft): void;
  /**
   * Empties the field, and keeps the message until it has arrived. The same id for the same message until then, so that
   * a second try cannot arrive twice.
   */
  begin(owner: DraftOwner, draft: Draft): MessageId;
  /** The one that was not begun is this session from now on. */
  move(session: SessionId): void;
  /** Puts a message that was not taken above what was typed since; false: it has arrived nevertheless. */
  giveBack(owner: DraftOwner, id: MessageId): boolean;
  /** It is in the session, so it is no draft any more, unless it was altered. */
  arrive(id: MessageId): void;
  /** Messages that may arrive in a session. */
  listAttempts(owner: DraftOwner): readonly MessageId[];
  /** The field holds what was being sent when a page was closed: it may have arrived. */
  isUnsure(owner: DraftOwner): boolean;
  /** Looks at what another page has kept since. */
  refresh(owner: DraftOwner): void;
  /** What was sent before, the youngest first. */
  history(): readonly string[];
}

export function createDraftStore(storage: HostStorage): DraftStore {
  const version = createValueStore(0);
  const parts: DraftParts = { storage, version, held: new Map(), place: null, recent: [] };
  return {
    subscribe: version.subscribe,
    getState: version.getState,
    settle: (place) => settle(parts, place),
    read: (owner) => hold(parts, owner).kept.draft,
    write: (owner, draft) => write(parts, owner, draft),
    begin: (owner, draft) => begin(parts, owner, draft),
    move: (session) => {
      const { kept } = hold(parts, null);
      const there = hold(parts, session);
      commit(parts, session, {
        kept: {
          draft: joinDrafts(there.kept.draft, kept.draft),
          attempts: [...there.kept.attempts, ...kept.attempts],
        },
        isUnsure: there.isUnsure,
      });
      commit(parts, null, NOTHING);
    },
    giveBack: (owner, id) => giveBack(parts, owner, id),
    arrive: (id) => arrive(parts, id),
    listAttempts: (owner) =>
      [null, ...(owner === null ? [] : [owner])].flatMap((one) =>
        hold(parts, one).kept.attempts.map(({ id }) => id),
      ),
    isUnsure: (owner) => hold(parts, owner).isUnsure,
    refresh: (owner) => refresh(parts, owner),
    history: () => readHistory(parts),
  };
}

interface Held {
  readonly kept: Kept;
  readonly isUnsure: boolean;
  /** What was kept when this page last looked; another text is of another page. */
  readonly seen: string | null;
}

type Holding = Omit<Held, 'seen'>;

interface DraftParts {
  readonly storage: HostStorage;
  readonly version: ValueStore<number>;
  readonly held: Map<DraftOwner, Held>;
  place: string | null;
  recent: readonly string[];
}

const NOTHING: Holding = { kept: parseKept(null), isUnsure: false };
const MOST_REMEMBERED = 100;

function nameKey(place: string, owner: DraftOwner): string {
  return `draft:${place}:${owner ?? 'unbegun'}`;
}

function hold(parts: DraftParts, owner: DraftOwner): Held {
  const known = parts.held.get(owner);
  if (known !== undefined) return known;
  const seen = parts.place === null ? null : parts.storage.get(nameKey(parts.place, owner));
  const stored = parseKept(seen);
  const held = {
    kept: bringBack(stored),
    isUnsure: stored.attempts.some(({ isBack }) => !isBack),
    seen,
  };
  parts.held.set(owner, held);
  return held;
}

/** What was typed before the workspace was known is put below what was kept of it. */
function settle(parts: DraftParts, place: string): void {
  if (place === parts.place) return;
  const early = parts.place === null ? [...parts.held] : [];
  parts.held.clear();
  parts.place = place;
  parts.recent = [];
  for (const [owner, { kept }] of early) {
    if (isEmptyDraft(kept.draft) && kept.attempts.length === 0) continue;
    const { kept: there, isUnsure } = hold(parts, owner);
    commit(parts, owner, {
      kept: {
        draft: joinDrafts(there.draft, kept.draft),
        attempts: [...there.attempts, ...kept.attempts],
      },
      isUnsure,
    });
  }
  tell(parts);
}

function tell({ version }: DraftParts): void {
  version.set(version.getState() + 1);
}

/**
 * Two pages may show one session. An empty field is never kept over text that this page did not show, and text that is
 * replaced can be brought back like a message.
 */
function commit(parts: DraftParts, owner: DraftOwner, { kept, isUnsure }: Holding): void {
  const { seen } = hold(parts, owner);
  const { place, storage } = parts;
  if (place === null) {
    parts.held.set(owner, { kept, isUnsure, seen });
    return tell(parts);
  }
  const key = nameKey(place, owner);
  const stored = storage.get(key);
  const other = parseKept(stored);
  const isForeign = stored !== seen && !isEmptyDraft(other.draft);
  const isYielding = isForeign && isEmptyDraft(kept.draft);
  if (isForeign && !isYielding && !kept.draft.text.includes(other.draft.text))
    remember(parts, other.draft.text);
  const attempts =
    stored === seen ? kept.attempts : mergeAttempts(kept.attempts, other.attempts, parseKept(seen).attempts);
  storage.set(key, writeKept({ draft: isYielding ? other.draft : kept.draft, attempts }));
  parts.held.set(owner, { kept, isUnsure, seen: isYielding ? seen : storage.get(key) });
  return tell(parts);
}

/** Those of another page stay; those that this page has let go of are gone. */
function mergeAttempts(
  mine: readonly Attempt[],
  others: readonly Attempt[],
  former: readonly Attempt[],
): Attempt[] {
  const known = new Set([...mine, ...former].map(({ id }) => id));
  return [...others.filter(({ id }) => !known.has(id)), ...mine];
}

function writeKept(kept: Kept): string {
  return isEmptyDraft(kept.draft) && kept.attempts.length === 0 ? '' : JSON.stringify(kept);
}

function write(parts: DraftParts, owner: DraftOwner, draft: Draft): void {
  const { kept, isUnsure } = hold(parts, owner);
  const attempts = kept.attempts.filter((one) => !one.isBack || holdsDraft(draft, one.draft));
  commit(parts, owner, {
    kept: { draft: isEmptyDraft(draft) ? EMPTY_DRAFT : draft, attempts },
    isUnsure: isUnsure && attempts.some(({ isBack }) => isBack),
  });
}

function begin(parts: DraftParts, owner: DraftOwner, draft: Draft): MessageId {
  const { attempts } = hold(parts, owner).kept;
  const id = attempts.find((one) => isSameDraft(one.draft, draft))?.id ?? makeMessageId();
  const others = attempts.filter((one) => one.id !== id && !one.isBack);
  commit(parts, owner, {
    kept: { draft: EMPTY_DRAFT, attempts: [...others, { id, isBack: false, draft }] },
    isUnsure: false,
  });
  return id;
}

function giveBack(parts: DraftParts, owner: DraftOwner, id: MessageId): boolean {
  for (const [former, { kept, isUnsure }] of parts.held) {
    const attempt = kept.attempts.find((one) => one.id === id);
    if (attempt === undefined) continue;
    const rest = kept.attempts.filter((one) => one.id !== id);
    if (former !== owner) commit(parts, former, { kept: { ...kept, attempts: rest }, isUnsure });
    const there = hold(parts, owner);
    commit(parts, owner, {
      kept: {
        draft: joinDrafts(attempt.draft, there.kept.draft),
        attempts: [...there.kept.attempts.filter((one) => one.id !== id), { ...attempt, isBack: true }],
      },
      isUnsure: there.isUnsure,
    });
    return true;
  }
  return false;
}

function arrive(parts: DraftParts, id: MessageId): void {
  for (const [owner, { kept }] of parts.held) {
    const attempt = kept.attempts.find((one) => one.id === id);
    if (attempt === undefined) continue;
    const attempts = kept.attempts.filter((one) => one.id !== id);
    const draft = attempt.isBack ? takeOut(kept.draft, attempt.draft) : kept.draft;
    commit(parts, owner, { kept: { draft, attempts }, isUnsure: false });
    remember(parts, attempt.draft.text);
  }
}

/** Another page's text is shown where nothing of this one's is lost by it. */
function refresh(parts: DraftParts, owner: DraftOwner): void {
  const { kept, seen } = hold(parts, owner);
  if (parts.place === null) return;
  const stored = parts.storage.get(nameKey(parts.place, owner));
  if (stored === seen) return;
  const other = parseKept(stored);
  const isContained = other.draft.text.includes(kept.draft.text);
  if (!isContained && !isEmptyDraft(other.draft)) return;
  parts.held.set(owner, { kept: other, isUnsure: false, seen: stored });
  tell(parts);
}

function readHistory({ storage, place, recent }: DraftParts): readonly string[] {
  const stored = place === null ? null : storage.get(`history:${place}`);
  return stored === null ? recent : parseHistory(stored);
}

function remember(parts: DraftParts, text: string): void {
  if (isBlank(text)) return;
  parts.recent = [text, ...readHistory(parts).filter((one) => one !== text)].slice(0, MOST_REMEMBERED);
  if (parts.place !== null) parts.storage.set(`history:${parts.place}`, JSON.stringify(parts.recent));
}
