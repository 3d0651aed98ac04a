import { X } from 'lucide-react';
import { useEffect, useRef, type JSX } from 'react';

import { useDismissed } from '../app/use-dismissed.ts';
import { IconButton } from '../design/icon-button.tsx';
import type { CommandView } from '../state/conversation.ts';
import type { SessionStore } from '../state/session-store.ts';
import { useSession } from '../state/use-session.ts';
import { describeEnd } from './describe-end.ts';
import { lastLine } from './last-line.ts';
import { readBatchProgress } from './read-batch-progress.ts';

/** Stands at the end of the page while commands of the last turn run one after the other, wherever the reader has scrolled to. */
export function CliPanel({ store }: { readonly store: SessionStore }): JSX.Element | null {
  const turn = useSession(store, ({ conversation }) => conversation.turns.at(-1) ?? null);
  const batch = turn?.batches.at(-1);
  const [isClosed, close] = useDismissed(store, 'commands', String(batch?.seq ?? ''));
  if (turn === null || batch === undefined || isClosed) return null;
  const { succeeded, failed, done, total, percent, remaining, ran } = readBatchProgress(batch, turn.commands);
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
      <RanList ran={ran} />
      {remaining.length === 0 ? null : (
        <p className="truncate cli-next" title={remaining.join(', ')}>
          Next: <code>{remaining.join(', ')}</code>
        </p>
      )}
    </section>
  );
}

/** The newest is in sight. */
function RanList({ ran }: { readonly ran: readonly CommandView[] }): JSX.Element {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [ran.length]);
  return (
    <ol className="cli-list scrolls" ref={list} tabIndex={0} aria-label="Commands so far">
      {ran.map((command) => {
        const { mark, meaning, words } = describeEnd(command);
        const printed = lastLine(command.end?.output.text ?? '');
        return (
          <li key={command.id}>
            <span data-meaning={meaning}>{mark}</span>
            <code className="truncate">{command.command.text}</code>
            <span className="quiet truncate">{printed === '' ? words : printed}</span>
          </li>
        );
      })}
    </ol>
  );
}
