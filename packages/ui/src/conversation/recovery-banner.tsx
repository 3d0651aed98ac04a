import type { JSX } from 'react';

import { useDismissed } from '../app/use-dismissed.ts';
import { Button } from '../design/button.tsx';
import { EmojiText } from '../design/emoji-text.tsx';
import type { ReplyView, TurnView } from '../state/conversation.ts';
import type { SessionStore } from '../state/session-store.ts';
import { hasContent } from './outstanding.ts';
import { sendAgain } from './turn-deeds.ts';

interface RecoveryProps {
  readonly reply: ReplyView;
  readonly turn: TurnView;
  readonly store: SessionStore;
}

/** A reply that could not be read whole: what was saved of it, and what a person can do. */
export function RecoveryBanner({ reply, turn, store }: RecoveryProps): JSX.Element | null {
  const [isAccepted, accept] = useDismissed(store, 'recovery', turn.key);
  if (reply.isComplete || isAccepted) return null;
  if (!hasContent(reply)) return null;
  // To ask the model once more, its commands would have to run once more.
  const retry = turn.isBatch ? null : (
    <Button onClick={() => sendAgain(store, turn)}>
      <EmojiText text="🔄 Retry" />
    </Button>
  );
  return (
    <section className="needs-you" data-meaning="asks" aria-label="The reply was not whole">
      <p className="needs-you-sentence">
        <strong>
          <EmojiText text="⚠️ AI response had errors - Recovery succeeded!" />
        </strong>
      </p>
      <p>Recovered: {describeRecovered(reply)}. The content below may be incomplete.</p>
      <div className="needs-you-actions">
        {retry}
        <Button look="primary" onClick={accept}>
          ✓ Continue
        </Button>
      </div>
    </section>
  );
}

function describeRecovered({ todos, nextSteps, commands, sections, files, summary }: ReplyView): string {
  const parts = [
    [todos.length, 'todo(s)'],
    [nextSteps.length, 'next step(s)'],
    [commands.length, 'command(s)'],
    [sections.length, 'section(s)'],
    [files.length, 'file change(s)'],
  ] as const;
  const told = parts.filter(([count]) => count > 0).map(([count, words]) => `${count} ${words}`);
  if (told.length > 0) return told.join(', ');
  return summary.text === '' ? 'nothing' : 'the summary';
}
