import { Unplug } from 'lucide-react';
import { useEffect, useState, type JSX } from 'react';

import { EmojiText } from '../design/emoji-text.tsx';
import { Spinner } from '../design/spinner.tsx';
import type { TurnView } from '../state/conversation.ts';
import type { SessionStore } from '../state/session-store.ts';
import { useSession } from '../state/use-session.ts';

const SECOND_MS = 1000;
const CYCLE_S = 6;

interface RunningProps {
  readonly turn: TurnView;
  readonly store: SessionStore;
}

/** Says that something happens, what it is, and for how long. */
export function RunningLine({ turn, store }: RunningProps): JSX.Element {
  const status = useSession(store, ({ stream }) => (stream.turn === turn.id ? stream.status : null));
  const isThinking = useSession(store, ({ stream }) => stream.turn !== turn.id || stream.text === '');
  const isLinkUp = useSession(store, (state) => state.isLinkUp);
  const seconds = useElapsed(turn.started ?? turn.asked);
  const calling = turn.activities.findLast(({ state }) => state === 'running');
  const words =
    status ?? (calling === undefined ? idleWords(isThinking, seconds) : `Calling ${calling.name}...`);
  if (!isLinkUp)
    return (
      <p className="running">
        <Unplug size={14} aria-hidden />
        <span className="running-words">It was still running when the server was last heard.</span>
      </p>
    );
  return (
    <>
      <Preparation turn={turn} store={store} />
      <p className="running">
        <Spinner label="The turn runs" />
        <span className="running-words truncate">{words}</span>
        <span className="quiet numbers">{showSeconds(seconds)}</span>
      </p>
    </>
  );
}

/** What is done before the model is asked, step behind step, until its words take the place. */
function Preparation({ turn, store }: RunningProps): JSX.Element | null {
  const steps = useSession(store, ({ stream }) =>
    stream.turn === turn.id && stream.text === '' ? stream.preparation : NO_STEPS,
  );
  if (steps.length === 0) return null;
  return (
    <ol className="preparation" aria-label="Before the model is asked">
      {steps.map((step) => (
        <li key={step}>
          <EmojiText text={step} />
        </li>
      ))}
    </ol>
  );
}

const NO_STEPS: readonly string[] = [];

function idleWords(isThinking: boolean, seconds: number): string {
  if (!isThinking) return 'Writing...';
  return Math.floor(seconds / CYCLE_S) % 2 === 0 ? 'Thinking...' : 'Working...';
}

function useElapsed(since: string): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.floor((now - Date.parse(since)) / SECOND_MS));
}

const MINUTE_S = 60;

function showSeconds(seconds: number): string {
  if (seconds < MINUTE_S) return `${seconds} s`;
  return `${Math.floor(seconds / MINUTE_S)}:${String(seconds % MINUTE_S).padStart(2, '0')}`;
}
