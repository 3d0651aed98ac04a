import type { JSX } from 'react';

import type { Compose } from '../composer/recall-message.ts';
import { Button } from '../design/button.tsx';
import { Spinner } from '../design/spinner.tsx';
import type { PendingMessage } from '../state/session-state.ts';

interface PendingProps {
  readonly message: PendingMessage;
  readonly compose: Compose;
}

/** A message on its way: it is on the screen before anybody has answered. */
export function PendingCard({ message, compose }: PendingProps): JSX.Element {
  return (
    <article
      className="turn"
      data-status="sending"
      aria-label={`Turn: ${message.text.slice(0, 80)} (on its way)`}
    >
      <div className="question">
        <span className="who">you</span>
        <p className="question-text">{message.text}</p>
      </div>
      <div className="answer">
        <span className="who">rook</span>
        {message.error === null ? (
          <p className="running">
            <Spinner label="The message is on its way" /> Sending…
          </p>
        ) : (
          <section className="needs-you" data-meaning="removed" aria-label="The message did not arrive">
            <p className="needs-you-sentence">
              <strong>The message did not arrive.</strong>
            </p>
            <p>{message.error.message} Nothing was written.</p>
            <div className="needs-you-actions">
              <Button
                onClick={() => {
                  compose(message.said);
                  message.dismiss();
                }}
              >
                Edit and resend
              </Button>
              <Button look="quiet" onClick={message.dismiss}>
                Dismiss
              </Button>
            </div>
          </section>
        )}
      </div>
    </article>
  );
}
