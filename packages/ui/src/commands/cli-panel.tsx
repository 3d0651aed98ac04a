import { X } from 'lucide-react';
import { useEffect, useRef, type JSX } from 'react';

import { useDismissed } from '../app/use-dismissed.ts';
import { useLeftTurn } from '../conversation/left-turn.ts';
import { IconButton } from '../design/icon-button.tsx';
import type { TurnView } from '../state/conversation.ts';
import type { SessionStore } from '../state/session-store.ts';
import { useSession } from '../state/use-session.ts';
import { readBatchProgress, type StepProgress } from './read-batch-progress.ts';

/** Stands at the end of the page while commands of the last turn run one after the other, wherever the reader has scrolled to. */
export function CliPanel({ store }: { readonly store: SessionStore }): JSX.Element | null {
  const turn = useSession(store, ({ conversation }) => conversation.turns.at(-1) ?? null);
  return turn === null || turn.batches.length === 0 ? null : <TurnPanel turn={turn} store={store} />;
}

interface TurnPanelProps {
  readonly turn: TurnView;
  readonly store: SessionStore;
}

function TurnPanel({ turn: last, store }: TurnPanelProps): JSX.Element | null {
  const turn = useLeftTurn(last, store);
  const batch = turn.batches.at(-1);
  const [isClosed, close] = useDismissed(store, 'commands', String(batch?.seq ?? ''));
  if (batch === undefined || isClosed) return null;
  const progress = readBatchProgress(batch, turn.commands);
  const { succeeded, failed, done, total, percent, remaining, isOver, steps } = progress;
  return (
    <section className="cli-panel" aria-label="CLI Execution" data-failed={failed > 0}>
      <header>
        <h3>🖥️ CLI Execution</h3>
        <span data-meaning="verified">✓ {succeeded}</span>
        <span data-meaning="removed">✗ {failed}</span>
        <span className="numbers">{`${done}/${total}`}</span>
        <span className="numbers quiet">{`${percent}%`}</span>
        <IconButton icon={X} label="Close the summary of the commands" onClick={close} />
      </header>
      <div
        className="cli-bar"
        role="progressbar"
        aria-label="Commands done"
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <span style={{ width: `${percent}%` }} />
      </div>
      <StepList steps={steps} />
      {remaining.length === 0 ? null : (
        <p className="truncate cli-next" title={remaining.join(', ')}>
          {isOver ? 'Not run' : 'Next'}: <code>{remaining.join(', ')}</code>
        </p>
      )}
    </section>
  );
}

/** The newest is in sight. */
function StepList({ steps }: { readonly steps: readonly StepProgress[] }): JSX.Element {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [steps.length]);
  return (
    <ol className="cli-list scrolls" ref={list} tabIndex={0} aria-label="Commands so far">
      {steps.map(({ key, mark, meaning, text, preview }) => (
        <li key={key}>
          <span data-meaning={meaning}>{mark}</span>
          <code className="truncate">{text}</code>
          <span className="quiet truncate" title={preview}>
            {preview}
          </span>
        </li>
      ))}
    </ol>
  );
}
