import { Ban, OctagonX, RotateCcw, ShieldBan, Square, Unplug } from 'lucide-react';
import type { JSX } from 'react';

import type { Compose } from '../composer/recall-message.ts';
import { Button } from '../design/button.tsx';
import { EmojiText } from '../design/emoji-text.tsx';
import type { TurnView } from '../state/conversation.ts';
import { sayError } from '../state/say-error.ts';
import type { SessionStore } from '../state/session-store.ts';
import { findReply } from './outstanding.ts';
import { canSendAgain, listLeftOver, runCommands, sendAgain } from './turn-deeds.ts';

interface TurnEndProps {
  readonly turn: TurnView;
  readonly store: SessionStore;
  readonly compose: Compose;
}

/** Why a turn did not come to its end, and what to do. */
export function TurnEnd({ turn, store, compose }: TurnEndProps): JSX.Element | null {
  if (isStopped(turn))
    return (
      <p className="turn-note">
        <Square size={14} aria-hidden /> {isUnbegun(turn) ? REMOVED : STOPPED}
      </p>
    );
  if (turn.status !== 'failed' && turn.status !== 'crashed' && turn.failure === null) return null;
  const { icon: Icon, meaning, title } = describeEnd(turn);
  return (
    <section className="needs-you" data-meaning={meaning} aria-label={title}>
      <p className="needs-you-sentence">
        <Icon size={16} aria-hidden />
        <strong>{title}</strong>
      </p>
      <p>
        {turn.failure === null ? (
          'What was done before stays done; the record is whole.'
        ) : (
          <EmojiText text={sayError(turn.failure)} isBare />
        )}
      </p>
      <EndActions turn={turn} store={store} compose={compose} />
    </section>
  );
}

/** What a model is asked is sent again; commands that a person chose are run again, all of them or those that were left. */
function EndActions({ turn, store, compose }: TurnEndProps): JSX.Element | null {
  const rest = listLeftOver(turn);
  if (!canSendAgain(turn) && turn.isBatch) return null;
  const again = turn.isBatch ? 'Run again' : turn.id === null ? 'Send again' : 'Retry';
  return (
    <div className="needs-you-actions">
      {rest.length === 0 ? null : <Button onClick={() => runCommands(store, rest)}>Run the rest</Button>}
      <Button onClick={() => sendAgain(store, turn)}>
        <RotateCcw size={14} aria-hidden /> {again}
      </Button>
      {isLost(turn) || turn.isBatch ? null : (
        <Button look="quiet" onClick={() => compose(turn)}>
          Edit and resend
        </Button>
      )}
    </div>
  );
}

/** The reply was cut off, and nothing of it could be saved: the question is as good as it was. */
function isLost(turn: TurnView): boolean {
  return turn.failure?.code === 'truncated' && findReply(turn) === null;
}

const STOPPED = 'Stopped. What was done before stays done.';
const REMOVED = 'Removed before it was begun. Nothing was done for it.';

/** It was begun and ended with one word. */
function isUnbegun({ rounds, model }: TurnView): boolean {
  return rounds.length === 0 && model === null;
}

/** A stop is what somebody wanted, so nobody is blamed for it. */
function isStopped({ status, failure }: TurnView): boolean {
  return failure === null ? status === 'cancelled' : failure.code === 'cancelled';
}

interface EndWords {
  readonly icon: typeof Ban;
  readonly meaning: string;
  readonly title: string;
}

/** A policy that said no looks other than what broke, and other than what the model did wrong. */
function describeEnd({ id, status, failure }: TurnView): EndWords {
  if (status === 'crashed' && id === null)
    return { icon: Unplug, meaning: 'stale', title: 'Rook was ended before this was begun' };
  if (status === 'crashed')
    return { icon: Unplug, meaning: 'stale', title: 'Rook was ended while this turn ran' };
  if (failure?.code === 'truncated') return { icon: Ban, meaning: 'refused', title: 'The reply was cut off' };
  if (failure?.kind === 'denied') return { icon: ShieldBan, meaning: 'refused', title: 'Refused by policy' };
  if (failure?.code === 'model_too_long')
    return { icon: Ban, meaning: 'stale', title: 'Too long for this model' };
  if (failure?.kind === 'invalid') return { icon: OctagonX, meaning: 'stale', title: 'The model erred' };
  return { icon: OctagonX, meaning: 'removed', title: 'The turn failed' };
}
