import { messageIdSchema, type MessageId, type SessionId } from '@rook/contract';

import type { HostStorage } from '../app/host.ts';
import { createValueStore, type Readable } from '../app/value-store.ts';
import { EMPTY_DRAFT, parseDraft, parseHistory, type Draft } from './parse-draft.ts';

/** Null: the one that is not begun. */
type DraftOwner = SessionId | null;

/**
 * What was typed and not sent, for each session, kept with every letter. The store tells of every change, so that what
 * puts text into a composer need not know the composer.
 */
export interface DraftStore extends Readable<number> {
  read(owner: DraftOwner): Draft;
  write(owner: DraftOwner, draft: Draft): void;
  /** The same id for the same message until it was taken, so that a second try cannot arrive twice. */
  nameMessage(draft: Draft): MessageId;
  /** What was sent before, the youngest first. */
  history(): readonly string[];
  /** A message was taken. */
  remember(text: string): void;
}

const MOST_REMEMBERED = 100;

export function createDraftStore(storage: HostStorage): DraftStore {
  const version = createValueStore(0);
  const drafts = new Map<string, Draft>();
  let tried: { readonly content: string; readonly id: MessageId } | null = null;
  let history: readonly string[] | null = null;
  const readHistory = (): readonly string[] => (history ??= parseHistory(storage.get('history')));
  return {
    subscribe: version.subscribe,
    getState: version.getState,
    read: (owner) => {
      const key = name(owner);
      const draft = drafts.get(key) ?? parseDraft(storage.get(key));
      drafts.set(key, draft);
      return draft;
    },
    write: (owner, draft) => {
      const isEmpty = draft.text === '' && draft.images.length === 0;
      drafts.set(name(owner), isEmpty ? EMPTY_DRAFT : draft);
      storage.set(name(owner), isEmpty ? '' : JSON.stringify(draft));
      version.set(version.getState() + 1);
    },
    nameMessage: (draft) => {
      const content = JSON.stringify(draft);
      if (tried?.content !== content) tried = { content, id: makeMessageId() };
      return tried.id;
    },
    history: readHistory,
    remember: (text) => {
      tried = null;
      if (text.trim() === '') return;
      history = [text, ...readHistory().filter((one) => one !== text)].slice(0, MOST_REMEMBERED);
      storage.set('history', JSON.stringify(history));
    },
  };
}

function name(owner: DraftOwner): string {
  return `draft:${owner ?? 'unbegun'}`;
}

function makeMessageId(): MessageId {
  const random = crypto.getRandomValues(new Uint32Array(2));
  return messageIdSchema.parse(`msg-${Date.now()}-${[...random].map((part) => part.toString(36)).join('')}`);
}
