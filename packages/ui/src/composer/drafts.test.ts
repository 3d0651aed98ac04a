import { sessionIdSchema } from '@rook/contract';
import { expect, test } from 'vitest';

import type { HostStorage } from '../app/host.ts';
import { createDraftStore } from './drafts.ts';
import { EMPTY_DRAFT } from './parse-draft.ts';

const session = sessionIdSchema.parse('rook-20261116-0000abcd');

function createStorage(): HostStorage & { readonly texts: Map<string, string> } {
  const texts = new Map<string, string>();
  return { texts, get: (key) => texts.get(key) ?? null, set: (key, text) => void texts.set(key, text) };
}

test('A-10 keeps a draft for each session, over a reload too', () => {
  const storage = createStorage();
  const drafts = createDraftStore(storage);
  drafts.write(null, { ...EMPTY_DRAFT, text: 'new' });
  drafts.write(session, { ...EMPTY_DRAFT, text: 'old' });
  const reloaded = createDraftStore(storage);
  expect([reloaded.read(null).text, reloaded.read(session).text]).toEqual(['new', 'old']);
});

test('A-10 begins anew where what was kept is no draft', () => {
  const storage = createStorage();
  storage.set('draft:unbegun', '{"text":7}');
  storage.set('history', 'not json');
  const drafts = createDraftStore(storage);
  expect(drafts.read(null)).toEqual(EMPTY_DRAFT);
  expect(drafts.history()).toEqual([]);
});

test('A-10 names a message that is sent again as before, and another one otherwise', () => {
  const drafts = createDraftStore(createStorage());
  const draft = { ...EMPTY_DRAFT, text: 'again' };
  const first = drafts.nameMessage(draft);
  expect(drafts.nameMessage({ ...draft })).toBe(first);
  expect(drafts.nameMessage({ ...draft, text: 'other' })).not.toBe(first);
  const second = drafts.nameMessage(draft);
  drafts.remember(draft.text);
  expect(drafts.nameMessage(draft)).not.toBe(second);
});

test('A-10 remembers what was sent, the youngest first and each once', () => {
  const drafts = createDraftStore(createStorage());
  for (const text of ['one', 'two', ' ', 'one']) drafts.remember(text);
  expect(drafts.history()).toEqual(['one', 'two']);
});
