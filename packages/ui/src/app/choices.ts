import type { Command, IntentId } from '@rook/contract';

import { readFacts } from '../state/session-facts.ts';
import type { SessionStore } from '../state/session-store.ts';
import type { Mode } from './picks.ts';
import { useScope } from './scope.tsx';
import { useChosen, useStore } from './value-store.ts';

/** What holds for a session. One that has begun is told of a choice at once, a new one with its first message. */
export interface Choices {
  readonly mode: Mode;
  readonly intent: IntentId | null;
  /** Null: the model that the connection names. */
  readonly model: string | null;
  readonly setMode: (mode: Mode) => void;
  readonly setIntent: (intent: IntentId) => void;
  readonly setModel: (model: string) => void;
  /** What a new session has to be told before its first message. */
  readonly firstCommands: readonly Command[];
}

export function useChoices(store: SessionStore): Choices {
  const { picks, models, about, toasts } = useScope();
  const picked = useStore(picks);
  const known = useStore(about);
  const session = useChosen(store, (state) => state.session);
  const mode = useChosen(store, (state) => readFacts(state).mode);
  const intent = useChosen(store, (state) => readFacts(state).intent);
  const model = useChosen(models, () => models.read(session));
  const tell = async (command: Command): Promise<void> => {
    const sent = await store.send(command);
    if (!sent.ok) toasts.failed('The session works on as before.', sent.error);
  };
  const firstMode = known?.ok === true ? known.value.mode : 'ask';
  return {
    mode: mode ?? picked.mode ?? firstMode,
    intent: intent ?? picked.intent,
    model,
    setMode: (chosen) => {
      if (session === null) picks.set({ ...picked, mode: chosen });
      else void tell({ type: 'mode_set', mode: chosen });
    },
    setIntent: (chosen) => {
      if (session === null) picks.set({ ...picked, intent: chosen });
      else void tell({ type: 'intent_select', intent_id: chosen });
    },
    setModel: (chosen) => models.choose(session, chosen),
    firstCommands: [
      ...(picked.mode === null ? [] : [{ type: 'mode_set' as const, mode: picked.mode }]),
      ...(picked.intent === null ? [] : [{ type: 'intent_select' as const, intent_id: picked.intent }]),
    ],
  };
}
