import { rookError, type MessageId } from '@rook/contract';
import { expect, test, vi } from 'vitest';

import { createFakeWorkbench, NOT_THERE } from '../../test/fake-workbench.ts';
import { plainTurn, SESSION, type SampleDraft } from '../../test/sample-entries.ts';
import type { Choices } from '../app/choices.ts';
import { createSessionStore } from '../state/session-store.ts';
import { createDraftStore, type DraftStore } from './drafts.ts';
import { EMPTY_DRAFT } from './parse-draft.ts';
import { dropArrived, sendDraft, type SendWish } from './send-draft.ts';

const ignore = (): void => undefined;
const choices: Choices = {
  mode: 'ask',
  intent: null,
  model: null,
  setMode: ignore,
  setIntent: ignore,
  setModel: ignore,
  firstCommands: [{ type: 'mode_set', mode: 'safe' }],
};
const draft = { ...EMPTY_DRAFT, text: 'Do it.' };
const LOST = rookError('not_readable', 'The answer was lost.');

function openDrafts(texts: Map<string, string>): DraftStore {
  const drafts = createDraftStore({
    get: (key) => texts.get(key) ?? null,
    set: (key, text) => void texts.set(key, text),
  });
  drafts.settle('/work');
  return drafts;
}

function turnOf(id: MessageId | undefined): readonly SampleDraft[] {
  return plainTurn(1).map((entry) =>
    'message_id' in entry ? Object.assign({}, entry, { message_id: id }) : entry,
  );
}

test('A-10 a message to a new session with a mode arrives, and what is typed meanwhile stays', async () => {
  const workbench = createFakeWorkbench([]);
  const drafts = openDrafts(new Map());
  const store = createSessionStore(workbench, null, ignore);
  workbench.failNext('session_read', NOT_THERE);
  const wish: SendWish = { workbench, store, drafts, choices, isSteer: false };
  const sending = sendDraft(draft, wish);
  drafts.write(null, { ...EMPTY_DRAFT, text: 'typed' });
  expect(await sending).toBeNull();
  expect(store.getState()).toMatchObject({ session: SESSION, phase: 'ready' });
  expect([drafts.read(SESSION).text, drafts.listAttempts(SESSION)]).toEqual(['typed', []]);
  store.dispose();
});

test('A-10 a message whose answer was lost leaves the field when an entry says it, over a reload too', async () => {
  const workbench = createFakeWorkbench(plainTurn(2));
  const texts = new Map<string, string>();
  const drafts = openDrafts(texts);
  const store = createSessionStore(workbench, SESSION, ignore);
  await vi.waitFor(() => expect(store.getState().phase).toBe('ready'));
  workbench.failNext('session_send', LOST);
  expect(await sendDraft(draft, { workbench, store, drafts, choices, isSteer: false })).toEqual(LOST);
  expect([drafts.read(SESSION).text, store.getState().pending]).toEqual(['Do it.', []]);
  expect(dropArrived(drafts, store.getState())).toBe(false);
  const [id] = drafts.listAttempts(SESSION);
  workbench.write(turnOf(id));
  await vi.waitFor(() => expect(store.getState().conversation.turns).toHaveLength(2));
  const reloaded = openDrafts(texts);
  expect([drafts, reloaded].map((one) => one.read(SESSION).text)).toEqual(['Do it.', 'Do it.']);
  for (const one of [drafts, reloaded]) {
    expect(dropArrived(one, store.getState())).toBe(true);
    expect(one.read(SESSION).text).toBe('');
  }
  store.dispose();
});

test('A-10 a message that an entry has said is not put back when its answer is lost', async () => {
  const workbench = createFakeWorkbench(plainTurn(2));
  const drafts = openDrafts(new Map());
  const store = createSessionStore(workbench, SESSION, ignore);
  await vi.waitFor(() => expect(store.getState().phase).toBe('ready'));
  workbench.failNext('session_send', LOST);
  const sending = sendDraft(draft, { workbench, store, drafts, choices, isSteer: false });
  const [id] = drafts.listAttempts(SESSION);
  if (id !== undefined) drafts.arrive(id);
  expect(await sending).toBeNull();
  expect(drafts.read(SESSION).text).toBe('');
  store.dispose();
});

async function sendThree(answer: 'taken' | 'lost') {
  const workbench = createFakeWorkbench(plainTurn(2));
  const drafts = openDrafts(new Map());
  const store = createSessionStore(workbench, SESSION, ignore);
  await vi.waitFor(() => expect(store.getState().phase).toBe('ready'));
  if (answer === 'lost') workbench.failNext('session_send', LOST);
  const wish: SendWish = { workbench, store, drafts, choices, isSteer: false };
  const sending = ['One', 'Two', 'Three'].map(async (text) => sendDraft({ ...EMPTY_DRAFT, text }, wish));
  drafts.write(SESSION, { ...EMPTY_DRAFT, text: 'typed' });
  const errors = await Promise.all(sending);
  store.dispose();
  const sent = workbench.calls.filter(({ name }) => name === 'session_send');
  return { errors, sent: sent.map(({ input }) => JSON.stringify(input)), drafts };
}

test('A-10 messages that are sent while another is on its way go after it, in their order', async () => {
  const { errors, sent, drafts } = await sendThree('taken');
  expect(errors).toEqual([null, null, null]);
  expect(sent.map((input) => /"text":"(\w+)"/u.exec(input)?.[1])).toEqual(['One', 'Two', 'Three']);
  expect([drafts.read(SESSION).text, drafts.listAttempts(SESSION)]).toEqual(['typed', []]);
});

test('A-10 where the first of them is not taken none is, and all stand in the field in their order', async () => {
  const { errors, sent, drafts } = await sendThree('lost');
  expect(errors).toEqual([LOST, LOST, LOST]);
  expect(sent).toHaveLength(1);
  expect(drafts.read(SESSION).text).toBe('One\nTwo\nThree\ntyped');
});
