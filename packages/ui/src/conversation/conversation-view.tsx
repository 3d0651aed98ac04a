import type { About, Workbench } from '@rook/contract';
import { useSyncExternalStore, type JSX } from 'react';

import type { SessionStore } from '../state/session-store.ts';

export interface ConversationViewProps {
  readonly store: SessionStore;
  readonly workbench: Workbench;
  readonly about: About | null;
  readonly compose: (text: string) => void;
}

export function ConversationView({ store, compose }: ConversationViewProps): JSX.Element {
  const { conversation } = useSyncExternalStore(store.subscribe, store.getState);
  return (
    <div
      className="scrolls"
      style={{ flex: 1, padding: '16px 24px' }}
      tabIndex={0}
      role="log"
      aria-label="Turns"
    >
      {conversation.turns.map(({ key, question, answer }) => (
        <p key={key}>
          {question?.text} {answer?.text}{' '}
          <button onClick={() => compose(question?.text ?? '')}>Edit and resend</button>
        </p>
      ))}
    </div>
  );
}
