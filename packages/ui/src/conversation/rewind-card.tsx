import type { JSX } from 'react';

import { ApprovalBlock } from '../approvals/approval-block.tsx';
import type { TurnView } from '../state/conversation.ts';
import { sayError } from '../state/say-error.ts';
import type { SessionStore } from '../state/session-store.ts';
import { ChangeLine } from './change-line.tsx';

interface RewindCardProps {
  readonly turn: TurnView;
  readonly words: string;
  readonly store: SessionStore;
}

/** Changes that a person took back: which files, and what was written. Nothing was said, so there is nothing to send again. */
export function RewindCard({ turn, words, store }: RewindCardProps): JSX.Element {
  return (
    <article
      className="turn"
      data-status={turn.status}
      tabIndex={-1}
      aria-label={words}
      data-turn={turn.key}
      data-seq={turn.seq}
    >
      <h2 className="visually-hidden">Turn {turn.id ?? ''}</h2>
      <div className="question">
        <span className="who">you</span>
        <div className="question-body">
          <p className="question-text">{words}</p>
        </div>
      </div>
      <div className="answer">
        <span className="who" />
        <div className="answer-body">
          {turn.approvals.map((approval) => (
            <ApprovalBlock key={approval.id} approval={approval} store={store} />
          ))}
          {turn.changes.map((change) => (
            <ChangeLine key={change.id} change={change} store={store} isTold={turn.failure !== null} />
          ))}
          {turn.failure === null ? null : <p className="activity-failure">{sayError(turn.failure)}</p>}
        </div>
      </div>
    </article>
  );
}
