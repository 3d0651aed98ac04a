import type { MessageId, RookError, Workbench } from '@rook/contract';

import type { Choices } from '../app/choices.ts';
import type { SessionState } from '../state/session-state.ts';
import type { SessionStore } from '../state/session-store.ts';
import type { DraftStore } from './drafts.ts';
import { namedPaths } from './find-mention.ts';
import { joinTexts } from './join-texts.ts';
import type { Draft } from './parse-draft.ts';

export interface SendWish {
  readonly workbench: Pick<Workbench, 'readBlob'>;
  readonly store: SessionStore;
  readonly drafts: DraftStore;
  readonly choices: Choices;
  readonly isSteer: boolean;
}

interface WaitingDraft {
  readonly id: MessageId;
  readonly draft: Draft;
  readonly wish: SendWish;
}

interface SendLine {
  readonly waiting: WaitingDraft[];
  /** Until nobody waits in it. */
  readonly sent: Promise<RookError | null>;
}

const lines = new WeakMap<SessionStore, SendLine>();

/**
 * Clears the composer at once and puts everything back where the message was not taken: above what was typed since. A
 * new session first gets the mode and the intent that were chosen for it. What is sent while another one is on its way
 * goes after it, and comes back with it, below it.
 */
export async function sendDraft(draft: Draft, wish: SendWish): Promise<RookError | null> {
  const { store, drafts } = wish;
  const one = { id: drafts.begin(store.getState().session, draft), draft, wish };
  const line = lines.get(store);
  if (line !== undefined) {
    line.waiting.push(one);
    return line.sent;
  }
  const waiting = [one];
  const sent = sendInTurn(waiting, store);
  lines.set(store, { waiting, sent });
  return sent;
}

/** Whoever comes when nobody is left begins a line of their own. */
async function sendInTurn(waiting: WaitingDraft[], store: SessionStore): Promise<RookError | null> {
  for (let first = waiting[0]; first !== undefined; first = waiting[0]) {
    const { id, draft, wish } = first;
    const { drafts } = wish;
    const stop = followOwner(wish);
    const error = await sendAll(draft, id, wish);
    stop();
    const { session } = store.getState();
    if (error !== null && drafts.listAttempts(session).includes(id)) {
      // Each is put above what is there: the last one first.
      for (const one of waiting.toReversed()) drafts.giveBack(session, one.id);
      lines.delete(store);
      return error;
    }
    drafts.arrive(id);
    waiting.shift();
  }
  lines.delete(store);
  return null;
}

/** A session that begins meanwhile takes along what is kept of it, over a reload too. */
function followOwner({ store, drafts }: SendWish): () => void {
  if (store.getState().session !== null) return () => undefined;
  const stop = store.subscribe(() => {
    const { session } = store.getState();
    if (session === null) return;
    stop();
    drafts.move(session);
  });
  return stop;
}

/** Drops what an entry has said meanwhile, though no answer said that it was taken; true: there was such a message. */
export function dropArrived(drafts: DraftStore, { session, conversation }: SessionState): boolean {
  const waiting = drafts.listAttempts(session);
  if (waiting.length === 0) return false;
  const there = new Set(
    conversation.turns.flatMap(({ messageId, steering }) => [
      messageId,
      ...steering.map((said) => said.messageId),
    ]),
  );
  const arrived = waiting.filter((id) => there.has(id));
  for (const id of arrived) drafts.arrive(id);
  return arrived.length > 0;
}

async function sendAll(
  draft: Draft,
  id: MessageId,
  { workbench, store, choices, isSteer }: SendWish,
): Promise<RookError | null> {
  const text = await joinTexts(workbench, draft);
  if (!text.ok) return text.error;
  if (store.getState().session === null) {
    for (const command of choices.firstCommands) {
      const sent = await store.send(command, { begins: id });
      if (!sent.ok) return sent.error;
    }
  }
  const files = namedPaths(draft.text, draft.files);
  const images = draft.images.map(({ blob, mediaType }) => ({ blob, media_type: mediaType }));
  const sent = await store.send(
    {
      type: 'message_send',
      message_id: id,
      text: text.value,
      ...(files.length === 0 ? {} : { files: [...files] }),
      ...(images.length === 0 ? {} : { images }),
      ...(isSteer ? { steer: true } : {}),
    },
    { isKept: true },
  );
  return sent.ok ? null : sent.error;
}
