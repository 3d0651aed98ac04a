import { type JSX } from 'react';

import { MarkdownView } from '../markdown/markdown-view.tsx';
import type { TurnView } from '../state/conversation.ts';
import type { SessionStore } from '../state/session-store.ts';
import { useSession } from '../state/use-session.ts';
import { FoldedText } from './folded-text.tsx';
import { readGrowingReply } from './read-growing-reply.ts';

/** What comes before the entry that says it: thoughts, folded, and the words of the answer. */
export function LiveAnswer({
  turn,
  store,
}: {
  readonly turn: TurnView;
  readonly store: SessionStore;
}): JSX.Element | null {
  const text = useSession(store, ({ stream }) => (stream.turn === turn.id ? stream.text : ''));
  const thinking = useSession(store, ({ stream }) => (stream.turn === turn.id ? stream.thinking : ''));
  if (text === '' && thinking === '') return null;
  const shown = readGrowingReply(text);
  return (
    <div className="live-answer">
      {thinking === '' ? null : (
        <details className="thinking">
          <summary>Thinking</summary>
          <FoldedText text={thinking} />
        </details>
      )}
      {shown === '' ? null : <MarkdownView text={shown} isStreaming />}
    </div>
  );
}
