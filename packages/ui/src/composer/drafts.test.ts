import { sessionIdSchema } from '@rook/contract';
import { expect, test } from 'vitest';

import type { HostStorage } from '../app/host.ts';
import { createDraftStore, type DraftStore } from './drafts.ts';
import { EMPTY_DRAFT, type Draft } from './parse-draft.ts';

const session = sessionIdSchema.parse('rook-20261116-0000abcd');

function createStorage(): HostStorage {
  const texts = new Map<string, string>();
  return {
    get: (key) => texts.get(key) ?? null,
    set: (key, text) => void (text === '' ? texts.delete(key) : texts.set(key, text)),
  };
}

/** A page that looks at a workspace; another one on the same storage is a reload, or another tab. */
function openPage(storage: HostStorage, place = '/work'): DraftStore {
  const drafts = createDraftStore(storage);
  drafts.settle(place);
  return drafts;
}

function say(text: string): Draft {
  return { ...EMPTY_DRAFT, text };
}

test('A-10 keeps a draft for each session, over a reload too', () => {
  const storage = createStorage();
  const drafts = openPage(storage);
  drafts.write(null, say('new'));
  drafts.write(session, say('old'));
  const reloaded = openPage(storage);
  expect([reloaded.read(null).text, reloaded.read(session).text]).toEqual(['new', 'old']);
});

test('A-10 begins anew where what was kept is no draft', () => {
  const storage = createStorage();
  storage.set('draft:/work:unbegun', '{"text":7}');
  storage.set('history:/work', 'not json');
  const drafts = openPage(storage);
  expect(drafts.read(null)).toEqual(EMPTY_DRAFT);
  expect(drafts.history()).toEqual([]);
});

test('A-10 shows nothing of another workspace, and keeps what was typed before the workspace was known', () => {
  const storage = createStorage();
  const drafts = openPage(storage);
  drafts.write(null, say('here'));
  drafts.arrive(drafts.begin(session, say('sent here')));
  const there = openPage(storage, '/other');
  expect([there.read(null).text, there.history()]).toEqual(['', []]);
  const early = createDraftStore(storage);
  early.write(null, say('early'));
  early.settle('/work');
  expect([early.read(null).text, early.history()]).toEqual(['here\nearly', ['sent here']]);
  early.settle('/other');
  expect(early.read(null).text).toBe('');
});

test('A-10 names a message that is sent again as before, and another one otherwise', () => {
  const storage = createStorage();
  const drafts = openPage(storage);
  const first = drafts.begin(session, say('again'));
  expect(drafts.read(session)).toEqual(EMPTY_DRAFT);
  expect(drafts.giveBack(session, first)).toBe(true);
  const reloaded = openPage(storage);
  expect([reloaded.read(session).text, reloaded.isUnsure(session)]).toEqual(['again', false]);
  expect(reloaded.begin(session, reloaded.read(session))).toBe(first);
  reloaded.giveBack(session, first);
  reloaded.write(session, say('other'));
  expect(reloaded.begin(session, say('other'))).not.toBe(first);
});

test('A-10 a message that has arrived is another one when it is said again', () => {
  const drafts = openPage(createStorage());
  const first = drafts.begin(session, say('go on'));
  drafts.arrive(first);
  expect(drafts.giveBack(session, first)).toBe(false);
  expect(drafts.begin(session, say('go on'))).not.toBe(first);
});

test('A-10 brings back what was being sent when the page was closed, under its id', () => {
  const storage = createStorage();
  const drafts = openPage(storage);
  const id = drafts.begin(session, say('on its way'));
  expect(openPage(storage).read(session).text).toBe('on its way');
  drafts.write(session, say('typed since'));
  const reloaded = openPage(storage);
  expect([reloaded.read(session).text, reloaded.isUnsure(session)]).toEqual([
    'on its way\ntyped since',
    true,
  ]);
  expect(reloaded.listAttempts(session)).toEqual([id]);
  reloaded.arrive(id);
  expect([reloaded.read(session).text, reloaded.isUnsure(session)]).toEqual(['typed since', false]);
  expect(openPage(storage).read(session).text).toBe('typed since');
});

test('A-10 leaves an altered message in the field though the first one has arrived', () => {
  const drafts = openPage(createStorage());
  const id = drafts.begin(session, say('do it'));
  drafts.giveBack(session, id);
  drafts.write(session, say('do it not'));
  drafts.arrive(id);
  expect(drafts.read(session).text).toBe('do it not');
});

test('A-10 a session that begins takes along what was said and typed', () => {
  const storage = createStorage();
  const drafts = openPage(storage);
  const id = drafts.begin(null, say('first'));
  drafts.write(null, say('second'));
  drafts.move(session);
  expect([drafts.read(null).text, drafts.read(session).text]).toEqual(['', 'second']);
  expect(openPage(storage).read(session).text).toBe('first\nsecond');
  drafts.arrive(id);
  expect(openPage(storage).read(session).text).toBe('second');
});

test('A-10 two pages on one session do not lose each other’s words', () => {
  const storage = createStorage();
  const one = openPage(storage);
  const other = openPage(storage);
  expect([one.read(session).text, other.read(session).text]).toEqual(['', '']);
  one.write(session, say('of one'));
  other.write(session, EMPTY_DRAFT);
  expect(openPage(storage).read(session).text).toBe('of one');
  other.write(session, say('of the other'));
  expect(openPage(storage).read(session).text).toBe('of the other');
  expect(other.history()).toEqual(['of one']);
  one.refresh(session);
  expect(one.read(session).text).toBe('of one');
});

test('A-10 a page that is looked at again shows what another one wrote on, and not what it has sent', () => {
  const storage = createStorage();
  const one = openPage(storage);
  one.write(session, say('a'));
  const other = openPage(storage);
  expect(other.read(session).text).toBe('a');
  one.write(session, say('a and b'));
  other.refresh(session);
  expect(other.read(session).text).toBe('a and b');
  one.arrive(one.begin(session, one.read(session)));
  other.refresh(session);
  expect(other.read(session).text).toBe('');
});

test('A-10 what one page sends is let go of without the words of another', () => {
  const storage = createStorage();
  const one = openPage(storage);
  const other = openPage(storage);
  expect(other.read(session).text).toBe('');
  const id = one.begin(session, say('sent'));
  other.write(session, say('typed there'));
  one.arrive(id);
  const reloaded = openPage(storage);
  expect([reloaded.read(session).text, reloaded.listAttempts(session)]).toEqual(['typed there', []]);
});

test('A-10 remembers what was sent, the youngest first and each once', () => {
  const drafts = openPage(createStorage());
  for (const text of ['one', 'two', ' ', 'one']) drafts.arrive(drafts.begin(session, say(text)));
  expect(drafts.history()).toEqual(['one', 'two']);
});

test('A-10 loses nothing where the host keeps nothing', () => {
  const drafts = openPage({ get: () => null, set: () => undefined });
  drafts.write(session, say('typed'));
  drafts.refresh(session);
  expect(drafts.read(session).text).toBe('typed');
  drafts.arrive(drafts.begin(session, say('typed')));
  expect(drafts.history()).toEqual(['typed']);
});
