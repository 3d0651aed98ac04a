import { memo, type JSX } from 'react';

import type { Compose } from '../composer/recall-message.ts';
import { MarkdownView } from '../markdown/markdown-view.tsx';
import type { RoundView, TurnView } from '../state/conversation.ts';
import type { SessionStore } from '../state/session-store.ts';
import { LongTextView } from './long-text-view.tsx';
import { hasContent, type CommandRuns } from './outstanding.ts';
import { RecoveryBanner } from './recovery-banner.tsx';
import { ReplyBody } from './reply-body.tsx';

interface RoundProps {
  readonly round: RoundView;
  readonly turn: TurnView;
  readonly isLast: boolean;
  readonly runs: CommandRuns;
  readonly store: SessionStore;
  readonly compose: Compose;
}

/** One answer of the model: its words, or what its structured reply says. */
export const RoundBody = memo(function RoundBody(props: RoundProps): JSX.Element | null {
  const { round, turn, store } = props;
  const { reply, text } = round;
  if (reply !== null && hasContent(reply))
    return (
      <>
        <RecoveryBanner reply={reply} turn={turn} store={store} />
        <ReplyBody {...props} reply={reply} />
        <RawAnswer round={round} />
      </>
    );
  if (text.text.trim() === '') return null;
  if (reply !== null && /^\s*(?:```(?:json)?\s*)?\{/u.test(text.text)) return <RawAnswer round={round} />;
  return (
    <>
      {round.leftOutTurns > 0 ? (
        <p className="quiet">Older turns had no room in the request: {round.leftOutTurns}.</p>
      ) : null}
      <LongTextView long={text}>{(whole) => <MarkdownView text={whole} />}</LongTextView>
    </>
  );
});

/** What could not be read whole can be looked at as it came. */
function RawAnswer({ round }: { readonly round: RoundView }): JSX.Element | null {
  if (round.reply?.isComplete === true) return null;
  return (
    <details className="raw-answer">
      <summary>The answer as it came</summary>
      <LongTextView long={round.text}>{(text) => <pre tabIndex={0}>{text}</pre>}</LongTextView>
    </details>
  );
}
