import type { MessageId, RookError } from '@rook/contract';

import type { Choices } from '../app/choices.ts';
import type { SessionStore } from '../state/session-store.ts';
import type { DraftStore } from './drafts.ts';
import { namedPaths } from './find-mention.ts';
import { EMPTY_DRAFT, type Draft } from './parse-draft.ts';

export interface SendWish {
  readonly store: SessionStore;
  readonly drafts: DraftStore;
  readonly choices: Choices;
  readonly isSteer: boolean;
}

/**
 * Clears the composer at once and puts everything back where the message was not taken: in front of what was typed
 * since. A new session first gets the mode and the intent that were chosen for it.
 */
export async function sendDraft(draft: Draft, wish: SendWish): Promise<RookError | null> {
  const { store, drafts } = wish;
  const id = drafts.nameMessage(draft);
  drafts.write(store.getState().session, EMPTY_DRAFT);
  const error = await sendAll(draft, id, wish);
  if (error === null) {
    drafts.remember(draft.text);
    return null;
  }
  const owner = store.getState().session;
  drafts.write(owner, joinDrafts(draft, drafts.read(owner)));
  return error;
}

async function sendAll(
  draft: Draft,
  id: MessageId,
  { store, choices, isSteer }: SendWish,
): Promise<RookError | null> {
  if (store.getState().session === null) {
    for (const command of choices.firstCommands) {
      const sent = await store.send(command);
      if (!sent.ok) return sent.error;
    }
  }
  const files = namedPaths(draft.text, draft.files);
  const images = draft.images.map(({ blob, mediaType }) => ({ blob, media_type: mediaType }));
  const sent = await store.send(
    {
      type: 'message_send',
      message_id: id,
      text: draft.text,
      ...(files.length === 0 ? {} : { files: [...files] }),
      ...(images.length === 0 ? {} : { images }),
      ...(isSteer ? { steer: true } : {}),
    },
    { isKept: true, ...(choices.model === null ? {} : { model: choices.model }) },
  );
  return sent.ok ? null : sent.error;
}

function joinDrafts(first: Draft, second: Draft): Draft {
  return {
    text: [first.text, second.text].filter((text) => text !== '').join('\n'),
    files: [...first.files, ...second.files],
    images: [...first.images, ...second.images],
  };
}
