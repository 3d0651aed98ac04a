import { rookError, type Command } from '@rook/contract';
import { expect, it, vi } from 'vitest';

import { createFakeWorkbench, NOT_THERE } from '../../test/fake-workbench.ts';
import { askingTurn, messageId, plainTurn, SESSION, turnId } from '../../test/sample-entries.ts';
import { emptyConversation } from './conversation.ts';
import { foldEntries } from './fold-conversation.ts';
import { listOpenApprovals, readFacts } from './session-facts.ts';
import { createSessionStore, type SessionStore } from './session-store.ts';

function many(count: number): ReturnType<typeof plainTurn> {
  return Array.from({ length: count }, (_, index) => plainTurn(index + 1)).flat();
}

async function ready(store: SessionStore): Promise<void> {
  await vi.waitFor(() => {
    expect(store.getState()).toMatchObject({ phase: 'ready' });
    expect(store.getState().overview).not.toBeNull();
  });
}

const message: Command = { type: 'message_send', message_id: messageId(1), text: 'Question 1' };
const delta = { session_id: SESSION, turn_id: turnId(1) };

it('Q-05 loads the last turns, then older ones, and what is shown is the fold of all', async () => {
  const workbench = createFakeWorkbench(many(100));
  const store = createSessionStore(workbench, SESSION, () => undefined);
  await ready(store);
  expect(store.getState()).toMatchObject({ hasOlder: true });
  expect(store.getState().conversation.turns).toHaveLength(30);
  await Promise.all([store.loadOlder(), store.loadOlder()]);
  expect(store.getState().conversation.turns).toHaveLength(90);
  await store.loadOlder();
  expect(store.getState()).toMatchObject({ hasOlder: false });
  expect(store.getState().conversation.turns.map(({ question }) => question?.text)).toEqual(
    Array.from({ length: 100 }, (_, index) => `Question ${index + 1}`),
  );
  store.dispose();
});

it('Q-05 an entry that comes twice or out of order changes nothing', async () => {
  const workbench = createFakeWorkbench(plainTurn(1));
  const store = createSessionStore(workbench, SESSION, () => undefined);
  await ready(store);
  const written = workbench.write(plainTurn(2));
  await vi.waitFor(() => expect(store.getState().conversation.turns).toHaveLength(2));
  const before = store.getState().conversation;
  workbench.tell({ type: 'entries', entries: [...written].toReversed() });
  workbench.tell({ type: 'notice', text: 'heard' });
  await vi.waitFor(() => expect(store.getState().notices).toEqual(['heard']));
  expect(store.getState().conversation).toBe(before);
  store.dispose();
});

it('A-25 G-09 what is told from its beginning over a new way is not shown twice', async () => {
  const workbench = createFakeWorkbench(plainTurn(1).slice(0, 2));
  const store = createSessionStore(workbench, SESSION, () => undefined);
  await ready(store);
  const output = {
    ...delta,
    type: 'command_output',
    command_id: 'c-1',
    stream: 'stdout',
    text: 'out',
  } as const;
  const tellAll = (): void => {
    workbench.tell({ type: 'delta', delta: { ...delta, type: 'text', text: 'half an ans' } });
    workbench.tell({ type: 'delta', delta: output });
  };
  tellAll();
  const shown = (): readonly unknown[] => {
    const { text, outputs } = store.getState().stream;
    return [text, outputs.get('c-1')?.text];
  };
  await vi.waitFor(() => expect(shown()).toEqual(['half an ans', 'out']));
  workbench.tell({ type: 'link', isUp: false });
  workbench.tell({ type: 'link', isUp: true });
  tellAll();
  workbench.tell({ type: 'notice', text: 'heard' });
  await vi.waitFor(() => expect(store.getState().notices).toEqual(['heard']));
  await vi.waitFor(() => expect(shown()).toEqual(['half an ans', 'out']));
  store.dispose();
});

it('A-12 shows what streams, and lets go of it with the entry that says it for good', async () => {
  const workbench = createFakeWorkbench(plainTurn(1).slice(0, 2));
  const store = createSessionStore(workbench, SESSION, () => undefined);
  await ready(store);
  workbench.tell({ type: 'delta', delta: { ...delta, type: 'thinking', text: 'Hm.' } });
  workbench.tell({ type: 'delta', delta: { ...delta, type: 'text', text: 'I look ' } });
  workbench.tell({ type: 'delta', delta: { ...delta, type: 'text', text: 'at it' } });
  await vi.waitFor(() =>
    expect(store.getState().stream).toMatchObject({ text: 'I look at it', thinking: 'Hm.' }),
  );
  workbench.tell({ type: 'delta', delta: { ...delta, type: 'text', text: '.' } });
  workbench.write(plainTurn(1).slice(2, 3));
  await vi.waitFor(() => expect(store.getState().stream).toMatchObject({ text: '', thinking: '' }));
  expect(store.getState().conversation.turns[0]?.rounds).toHaveLength(1);
  store.dispose();
});

it('A-11 what was sent is on the screen at once, and stays there when it could not be sent', async () => {
  const workbench = createFakeWorkbench([]);
  const begun = vi.fn<(session: string) => void>();
  const store = createSessionStore(workbench, null, begun);
  expect(store.getState().phase).toBe('new');
  workbench.failNext('session_send', rookError('busy', 'Try again.'));
  const sent = store.send(message);
  expect(store.getState().pending).toMatchObject([{ text: 'Question 1', error: null }]);
  expect(await sent).toMatchObject({ ok: false });
  expect(store.getState().pending).toMatchObject([{ error: { code: 'busy' } }]);

  workbench.failNext('session_send', rookError('busy', 'Try again.'));
  expect(await store.send(message, { isKept: true })).toMatchObject({ ok: false });
  // Who sent it has the words; twice on the screen would be two messages.
  expect(store.getState().pending).toEqual([]);

  expect(await store.send(message)).toMatchObject({ ok: true });
  expect(begun).toHaveBeenCalledExactlyOnceWith(SESSION);
  await ready(store);
  expect(store.getState().pending).toHaveLength(1);
  workbench.write(plainTurn(1));
  await vi.waitFor(() => expect(store.getState().pending).toEqual([]));
  expect(store.getState().conversation.turns).toHaveLength(1);
  store.dispose();
});

it('A-11 a message that did not arrive leaves the screen when it is dismissed or another one is sent', async () => {
  const workbench = createFakeWorkbench(plainTurn(1));
  const store = createSessionStore(workbench, SESSION, () => undefined);
  await ready(store);
  const say = async (number: number): Promise<unknown> =>
    store.send({ type: 'message_send', message_id: messageId(number), text: `Question ${number}` });
  workbench.failNext('session_send', rookError('busy', 'Try again.'));
  await say(2);
  workbench.failNext('session_send', rookError('busy', 'Try again.'));
  await say(3);
  expect(store.getState().pending).toMatchObject([{ text: 'Question 3', error: { code: 'busy' } }]);
  store.getState().pending[0]?.dismiss();
  expect(store.getState().pending).toEqual([]);
  workbench.failNext('session_send', rookError('busy', 'Try again.'));
  await say(4);
  await say(5);
  expect(store.getState().pending).toMatchObject([{ text: 'Question 5', error: null }]);
  store.dispose();
});

it('A-10 a new session that was told its mode only is there, and its entries come', async () => {
  const workbench = createFakeWorkbench([]);
  const store = createSessionStore(workbench, null, () => undefined);
  workbench.failNext('session_read', NOT_THERE);
  workbench.failNext('session_overview', NOT_THERE);
  expect(await store.send({ type: 'mode_set', mode: 'safe' })).toMatchObject({ ok: true });
  expect(store.getState()).toMatchObject({ phase: 'ready', error: null, notices: [], session: SESSION });
  expect(await store.send(message)).toMatchObject({ ok: true });
  workbench.write(plainTurn(1));
  await vi.waitFor(() => expect(store.getState().conversation.turns).toHaveLength(1));
  await ready(store);
  expect(store.getState()).toMatchObject({ pending: [], notices: [] });
  store.dispose();
});

it('Q-20 says that a session is not there, and loads again what could not be loaded', async () => {
  const workbench = createFakeWorkbench(plainTurn(1));
  workbench.failNext('session_read', NOT_THERE);
  const gone = createSessionStore(workbench, SESSION, () => undefined);
  await vi.waitFor(() => expect(gone.getState()).toMatchObject({ phase: 'gone', error: NOT_THERE }));
  workbench.failNext('session_read', rookError('not_readable', 'The disk is away.'));
  const store = createSessionStore(workbench, SESSION, () => undefined);
  await vi.waitFor(() => expect(store.getState().phase).toBe('failed'));
  await store.reload();
  await ready(store);
  expect(store.getState().conversation.turns).toHaveLength(1);
  store.dispose();
});

it('Q-05 goes on behind the last entry when the way ends without being stopped', async () => {
  const workbench = createFakeWorkbench(plainTurn(1));
  const store = createSessionStore(workbench, SESSION, () => undefined);
  await ready(store);
  workbench.breakOff();
  await vi.waitFor(() => expect(store.getState().isLinkUp).toBe(false));
  const written = workbench.write(plainTurn(2));
  await vi.waitFor(() => expect(store.getState().conversation.turns).toHaveLength(2), { timeout: 20_000 });
  expect(store.getState().isLinkUp).toBe(true);
  expect(store.getState().conversation.lastSeq).toBe(written.at(-1)?.seq);
  store.dispose();
});

it('Q-05 knows the open questions of turns that were not loaded, and not those that were answered', async () => {
  const workbench = createFakeWorkbench([...askingTurn(1), ...many(40).slice(plainTurn(1).length)]);
  const store = createSessionStore(workbench, SESSION, () => undefined);
  await ready(store);
  expect(store.getState().conversation.turns).toHaveLength(30);
  expect(listOpenApprovals(store.getState()).map(({ id }) => id)).toEqual(['ap-1']);
  workbench.write([
    { event_type: 'approval_answered', approval_id: 'ap-1', answer: 'yes', scope: 'once', by: 'user' },
  ]);
  await vi.waitFor(() => expect(listOpenApprovals(store.getState())).toEqual([]));
  store.dispose();
});

it('A-22 counts what was spent once, wherever it is told', async () => {
  const workbench = createFakeWorkbench(plainTurn(1));
  const store = createSessionStore(workbench, SESSION, () => undefined);
  await ready(store);
  expect(readFacts(store.getState()).usage).toMatchObject({ input_tokens: 72_000 });
  workbench.write(plainTurn(2));
  const later = (): unknown =>
    expect(readFacts(store.getState()).usage).toMatchObject({ input_tokens: 144_000 });
  await vi.waitFor(later);
  // The overview is read again after the turn; what it has counted is not counted twice.
  await vi.waitFor(() => expect(store.getState().overview?.turns).toBe(2));
  later();
  expect(readFacts(store.getState())).toMatchObject({ todos: [{ text: 'from the overview' }], mode: 'ask' });
  store.dispose();
});

it('A-25 a pause never takes a turn off the screen', async () => {
  const workbench = createFakeWorkbench(plainTurn(1));
  const store = createSessionStore(workbench, SESSION, () => undefined);
  await ready(store);
  const counts: number[] = [];
  store.subscribe(() => counts.push(store.getState().conversation.turns.length));
  workbench.write(askingTurn(2));
  workbench.tell({ type: 'link', isUp: false });
  workbench.tell({ type: 'link', isUp: true });
  workbench.write([{ event_type: 'approval_voided', approval_id: 'ap-2', reason: 'Changed meanwhile.' }]);
  await vi.waitFor(() => expect(listOpenApprovals(store.getState())).toEqual([]));
  expect(counts.toSorted((one, other) => one - other)).toEqual(counts);
  store.dispose();
});

it('Q-05 a view after a reload equals the view before', async () => {
  const workbench = createFakeWorkbench([...plainTurn(1), ...askingTurn(2)]);
  const store = createSessionStore(workbench, SESSION, () => undefined);
  await ready(store);
  const entries = workbench.write(plainTurn(3));
  await vi.waitFor(() => expect(store.getState().conversation.turns).toHaveLength(3));
  const again = createSessionStore(workbench, SESSION, () => undefined);
  await ready(again);
  expect(again.getState().conversation).toEqual(store.getState().conversation);
  expect(foldEntries(emptyConversation(), entries).turns).toHaveLength(1);
  store.dispose();
  again.dispose();
});
