import { CornerDownRight, Unplug } from 'lucide-react';
import { useState, type JSX } from 'react';

import { Button } from '../design/button.tsx';
import type { TurnView } from '../state/conversation.ts';
import { sayError } from '../state/say-error.ts';
import type { SessionStore } from '../state/session-store.ts';
import { useSession } from '../state/use-session.ts';
import { listLeft, useIsLeft } from './left-turn.ts';

interface WaitingProps {
  readonly turn: TurnView;
  readonly store: SessionStore;
}

/** A message in the queue. One that an ended process left there begins at the word of a person, and not before. */
export function WaitingBlock({ turn, store }: WaitingProps): JSX.Element {
  const isLeft = useIsLeft(turn, store);
  const isElsewhere = useSession(store, ({ live }) => live !== null && live.heldBy !== null);
  const left = useSession(store, (state) => listLeft(state).length);
  const isFirst = useSession(store, (state) => listLeft(state)[0]?.key === turn.key);
  const { isBusy, problem, begin, beginAll, remove } = useQueueDeeds(turn, store);
  const failed = problem === null ? null : <p role="alert">{problem}</p>;
  const removal = (
    <Button look="quiet" onClick={remove} isDisabled={isBusy}>
      Remove
    </Button>
  );
  if (!isLeft) {
    return (
      <div className="waiting-line">
        <p className="quiet">Waits for its turn.</p>
        {isElsewhere ? null : removal}
        {failed}
      </div>
    );
  }
  return (
    <section className="needs-you" data-meaning="stale" aria-label="This message waits for your word">
      <p className="needs-you-sentence">
        <Unplug size={16} aria-hidden />
        <strong>Rook was ended before this was begun</strong>
      </p>
      <p>It is kept as you sent it, and waits for your word.</p>
      {failed}
      <div className="needs-you-actions">
        <Button look="primary" onClick={begin} isDisabled={isBusy}>
          Send now
        </Button>
        {isFirst && left > 1 ? (
          <Button onClick={beginAll} isDisabled={isBusy}>
            <CornerDownRight size={14} aria-hidden /> Send all {left} in order
          </Button>
        ) : null}
        {removal}
      </div>
    </section>
  );
}

interface QueueDeeds {
  readonly isBusy: boolean;
  readonly problem: string | null;
  readonly begin: () => void;
  readonly beginAll: () => void;
  readonly remove: () => void;
}

function useQueueDeeds(turn: TurnView, store: SessionStore): QueueDeeds {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const each = async (
    type: 'message_begin' | 'message_remove',
    turns: readonly TurnView[],
  ): Promise<void> => {
    setBusy(true);
    setProblem(null);
    for (const { messageId } of turns) {
      if (messageId === null) continue;
      const sent = await store.send({ type, message_id: messageId });
      if (sent.ok) continue;
      setProblem(sayError(sent.error));
      break;
    }
    setBusy(false);
  };
  return {
    isBusy,
    problem,
    begin: () => void each('message_begin', [turn]),
    beginAll: () => void each('message_begin', listLeft(store.getState())),
    remove: () => void each('message_remove', [turn]),
  };
}
