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
  const { conversation, stream } = useSyncExternalStore(store.subscribe, store.getState);
  const messages = conversation.entries.filter(({ event_type: type }) => type === 'message_admitted');
  return (
    <div
      className="scrolls"
      style={{ flex: 1, padding: '16px 24px' }}
      tabIndex={0}
      role="log"
      aria-label="Turns"
    >
      {messages.map((entry) => {
        const text = String(entry['text']);
        return (
          <p key={entry.seq}>
            {text} <button onClick={() => compose(text)}>Edit and resend</button>
          </p>
        );
      })}
      <p className="quiet">{stream.text}</p>
    </div>
  );
}
