import type { RookError } from '@rook/contract';
import { useCallback, useEffect, useState } from 'react';

import { useChoices, type Choices } from '../app/choices.ts';
import { useScope } from '../app/scope.tsx';
import { untilState, useChosen } from '../app/value-store.ts';
import { stopTurn } from '../conversation/turn-deeds.ts';
import type { SessionStore } from '../state/session-store.ts';
import { isSameDraft } from './join-drafts.ts';
import { judgeMessage } from './judge-message.ts';
import { nameFile } from './name-file.ts';
import type { Draft, DraftImage, DraftText } from './parse-draft.ts';
import { dropArrived, sendDraft } from './send-draft.ts';
import { takeFile, type TakenFile } from './take-file.ts';

export interface ComposerState {
  readonly draft: Draft;
  /** Only a good one is sent. */
  readonly judgement: ReturnType<typeof judgeMessage>;
  /** It was being sent when a page was closed, and may have arrived. */
  readonly isUnsure: boolean;
  readonly choices: Choices;
  readonly isRunning: boolean;
  /** It is sent as soon as the page knows its workspace. */
  readonly isHeldUp: boolean;
  readonly isLinkUp: boolean;
  readonly error: RookError | null;
  setText(text: string, files?: readonly string[]): void;
  attach(files: readonly File[]): Promise<void>;
  detach(attached: DraftImage | DraftText): void;
  send(isSteer: boolean): Promise<void>;
  stop(): Promise<void>;
}

export function useComposer(store: SessionStore): ComposerState {
  const { about, drafts, workbench, sessions, toasts } = useScope();
  const owner = useChosen(store, (state) => state.session);
  const isRunning = useChosen(store, ({ live }) => live !== null && live.running !== null);
  const isLinkUp = useChosen(sessions, (state) => state.isLinkUp);
  const draft = useChosen(drafts, () => drafts.read(owner));
  const isUnsure = useChosen(drafts, () => drafts.isUnsure(owner));
  const choices = useChoices(store);
  const [isHeldUp, setHeldUp] = useState(false);
  const [error, setError] = useState<RookError | null>(null);
  // What runs later reads the youngest draft, not the one of the render that started it.
  const change = useCallback(
    (alter: (draft: Draft) => Draft) => drafts.write(owner, alter(drafts.read(owner))),
    [drafts, owner],
  );
  useKeptDrafts(store, () => setError(null));
  const judgement = judgeMessage(draft);
  return {
    draft,
    judgement,
    isUnsure,
    choices,
    isRunning,
    isHeldUp,
    isLinkUp,
    error,
    setText: (text, files) => change((old) => ({ ...old, text, files: [...(files ?? old.files)] })),
    attach: async (files) => {
      setError(null);
      for (const file of files) {
        const taken = await takeFile(workbench, file);
        if (taken.ok) change((old) => addTaken(old, taken.value));
        else setError(taken.error);
      }
    },
    detach: (attached) =>
      change((old) => ({
        ...old,
        images: old.images.filter((one) => one !== attached),
        texts: old.texts.filter((one) => one !== attached),
      })),
    send: async (isSteer) => {
      if (judgement !== 'good') return;
      // Before the workspace is known nothing is kept, and a page that is loaded again in that moment would lose the message.
      setHeldUp(true);
      await untilState(about, (known) => known !== null);
      setHeldUp(false);
      // What was kept from before may stand there now, above what was typed: then it is for whoever typed to look.
      if (isSameDraft(drafts.read(owner), draft))
        setError(await sendDraft(draft, { workbench, store, drafts, choices, isSteer }));
    },
    stop: async () => stopTurn(store, toasts.failed),
  };
}

function addTaken(draft: Draft, taken: TakenFile): Draft {
  if (taken.kind === 'path') return nameFile(draft, taken.path);
  if (taken.kind === 'image') {
    const others = draft.images.filter(({ blob }) => blob !== taken.image.blob);
    return { ...draft, images: [...others, taken.image] };
  }
  const others = draft.texts.filter(({ blob }) => blob !== taken.text.blob);
  return { ...draft, texts: [...others, taken.text] };
}

/** Entries drop what they say, and who comes back sees what another page has kept since. */
function useKeptDrafts(store: SessionStore, arrived: () => void): void {
  const { drafts } = useScope();
  const conversation = useChosen(store, (state) => state.conversation);
  const version = useChosen(drafts, (state) => state);
  useEffect(() => {
    if (dropArrived(drafts, store.getState())) arrived();
  }, [drafts, store, conversation, version]);
  useEffect(() => {
    const look = (): void => drafts.refresh(store.getState().session);
    window.addEventListener('focus', look);
    return () => window.removeEventListener('focus', look);
  }, [drafts, store]);
}
