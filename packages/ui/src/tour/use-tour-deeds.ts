import { useState } from 'react';

import { useChoices } from '../app/choices.ts';
import { useCompose } from '../app/compose.ts';
import { useScope } from '../app/scope.tsx';
import { useChosen } from '../app/value-store.ts';
import { EMPTY_DRAFT } from '../composer/parse-draft.ts';
import type { Compose } from '../composer/recall-message.ts';
import { sendDraft } from '../composer/send-draft.ts';
import type { Meaning } from '../design/badge.tsx';
import type { SessionStore } from '../state/session-store.ts';

/** What came of the last deed. */
interface TourWord {
  readonly meaning: Meaning;
  readonly text: string;
}

export interface TourDeeds {
  readonly word: TourWord | null;
  /** A colleague has saved the file. */
  readonly hasActed: boolean;
  readonly send: (text: string) => void;
  readonly compose: Compose;
  readonly act: (act: 'colleague_saves') => void;
  readonly verify: () => void;
  readonly say: (word: TourWord | null) => void;
}

/** What a person does in the tour, each the same as it is outside of one. */
export function useTourDeeds(store: SessionStore): TourDeeds {
  const { workbench, drafts, tour } = useScope();
  const choices = useChoices(store);
  const compose = useCompose(store);
  const [word, setWord] = useState<TourWord | null>(null);
  const hasActed = useChosen(tour, ({ state }) => state?.hasActed ?? false);
  const fail = (text: string): void => setWord({ meaning: 'removed', text });
  const send = async (text: string): Promise<void> => {
    setWord(null);
    const owner = store.getState().session;
    const former = drafts.read(owner);
    const sending = sendDraft(
      { ...EMPTY_DRAFT, text },
      { workbench, store, drafts, choices, isSteer: false },
    );
    // What stood in the field is no part of the tour, and stays.
    drafts.write(owner, former);
    const error = await sending;
    if (error !== null) fail(`${error.message} The message is in the field below.`);
  };
  const act = async (name: 'colleague_saves'): Promise<void> => {
    const acted = await workbench.call('tour_act', { act: name });
    if (!acted.ok) return fail(acted.error.message);
    await tour.refresh();
    return setWord({
      meaning: 'stale',
      text: `A colleague saved ${acted.value.path}. The model does not know it.`,
    });
  };
  const verify = async (): Promise<void> => {
    const { session } = store.getState();
    if (session === null)
      return fail('Nothing was said in this session yet; open the one that you worked in.');
    const verified = await workbench.call('session_verify', { session });
    if (!verified.ok) return fail(verified.error.message);
    const { ok, entries, reason } = verified.value;
    await tour.refresh();
    if (!ok) return fail(reason ?? 'The chain is broken.');
    return setWord({
      meaning: 'verified',
      text: `Verified: ${entries} lines, each with the hash of the line before.`,
    });
  };
  return {
    word,
    hasActed,
    say: setWord,
    compose,
    send: (text) => void send(text),
    act: (name) => void act(name),
    verify: () => void verify(),
  };
}
