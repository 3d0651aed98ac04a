import type { JSX } from 'react';

import { useChosen } from '../app/value-store.ts';
import { Kbd } from '../design/kbd.tsx';
import type { SessionStore } from '../state/session-store.ts';
import { describeLength } from './judge-message.ts';
import type { SendKeys } from './send-keys.ts';
import type { ComposerState } from './use-composer.ts';

export interface ComposerNoteProps {
  readonly composer: ComposerState;
  readonly store: SessionStore;
  readonly sendKeys: SendKeys;
}

/** One line of a fixed height, so that the page does not move: what failed, or what the keys do now. */
export function ComposerNote({ composer, store, sendKeys }: ComposerNoteProps): JSX.Element {
  const waiting = useChosen(store, ({ live }) => live?.waiting ?? 0);
  const { draft, error, isRunning, isLinkUp, isUnsure, judgement } = composer;
  if (judgement === 'long') {
    return (
      <p className="composer-note" data-meaning="removed" role="alert">
        {describeLength(draft)}
      </p>
    );
  }
  if (error !== null) {
    return (
      <p className="composer-note" data-meaning="removed" role="alert">
        {`${error.message} Your message is kept here.`}
      </p>
    );
  }
  if (!isLinkUp)
    return <p className="composer-note">You can write on; sending waits until the server is back.</p>;
  if (isUnsure) {
    return (
      <p className="composer-note" role="status">
        This was being sent when the page was closed. Send it again to be sure; it cannot arrive twice.
      </p>
    );
  }
  const send = sendKeys === 'enter' ? 'Enter' : 'mod+Enter';
  return (
    <p className="composer-note">
      {waiting > 0 ? <span>{waiting === 1 ? '1 message waits' : `${waiting} messages wait`}</span> : null}
      <span className="hint">
        <Kbd keys={send} />
        {isRunning ? 'sends after this turn' : 'sends'}
      </span>
      {isRunning ? (
        <span className="hint">
          <Kbd keys={sendKeys === 'enter' ? 'mod+Enter' : 'mod+shift+Enter'} />
          steers it now
        </span>
      ) : (
        <span className="hint">
          <Kbd keys={sendKeys === 'enter' ? 'shift+Enter' : 'Enter'} />
          breaks the line
        </span>
      )}
      <span className="hint">
        <Kbd keys="@" />
        names a file
      </span>
      {isRunning ? (
        <span className="hint">
          <Kbd keys="Escape" />
          stops
        </span>
      ) : null}
    </p>
  );
}
