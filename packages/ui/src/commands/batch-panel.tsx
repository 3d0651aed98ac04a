import { SquareTerminal, X } from 'lucide-react';
import { useState, type JSX } from 'react';

import { Button } from '../design/button.tsx';
import { IconButton } from '../design/icon-button.tsx';
import type { BatchView, CommandView, Verdict } from '../state/conversation.ts';
import type { SessionStore } from '../state/session-store.ts';
import { CommandBlock } from './command-view.tsx';
import { describeEnd } from './describe-end.ts';
import { readAnsi } from './read-ansi.ts';
import { readBatchProgress } from './read-batch-progress.ts';

interface BatchPanelProps {
  readonly batch: BatchView;
  /** The commands of the turn. */
  readonly commands: readonly CommandView[];
  readonly store: SessionStore;
}

/** Several commands, one after the other: how far they are, what each printed, what is next. */
export function BatchPanel({ batch, commands, store }: BatchPanelProps): JSX.Element {
  const [isClosed, setClosed] = useState(false);
  const progress = readBatchProgress(batch, commands);
  const { succeeded, failed, done, total, percent, remaining, ran } = progress;
  if (isClosed)
    return (
      <p className="batch-closed">
        <Button look="quiet" onClick={() => setClosed(false)}>
          CLI Execution {done}/{total}: ✓ {succeeded} ✗ {failed}
        </Button>
      </p>
    );
  return (
    <section className="batch" aria-label="CLI Execution" data-failed={failed > 0}>
      <header>
        <SquareTerminal size={16} aria-hidden />
        <h3>CLI Execution</h3>
        <span data-meaning="verified">✓ {succeeded}</span>
        <span data-meaning="removed">✗ {failed}</span>
        <span className="numbers">
          {done}/{total}
        </span>
        <IconButton icon={X} label="Close" onClick={() => setClosed(true)} />
      </header>
      <div
        className="batch-bar"
        role="progressbar"
        aria-label="Commands done"
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <span style={{ width: `${percent}%` }} />
      </div>
      <ol className="batch-list">
        {ran.map((command, place) => (
          <li key={command.id}>
            <BatchItem command={command} label={`Command ${place + 1}/${total}`} store={store} />
            <VerdictLine verdict={batch.verdicts.find(({ after }) => after === place + 1)} />
          </li>
        ))}
      </ol>
      <p className="batch-progress">
        Progress: ✓ {succeeded} succeeded, ✗ {failed} failed
        {batch.end === null
          ? ''
          : `. ${batch.end.reason === '' ? describeBatchEnd(batch.end.by) : batch.end.reason}`}
      </p>
      {remaining.length === 0 ? null : (
        <p className="batch-progress">
          {batch.end === null ? 'Next' : 'Remaining'}: <code>{remaining.join(', ')}</code>
        </p>
      )}
    </section>
  );
}

function describeBatchEnd(by: string): string {
  return ENDS.get(by) ?? '';
}

const ENDS: ReadonlyMap<string, string> = new Map([
  ['model', 'The model ended it.'],
  ['person', 'You stopped it.'],
  ['unreadable', 'The model could not be understood, so it stopped.'],
  ['failed', 'A command failed.'],
  ['limit', 'A limit was reached.'],
  ['waiting', 'It waits for an answer of yours.'],
  ['crashed', 'Rook was ended while it ran.'],
]);

interface BatchItemProps {
  readonly command: CommandView;
  readonly label: string;
  readonly store: SessionStore;
}

function BatchItem({ command, label, store }: BatchItemProps): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  const { mark, meaning } = describeEnd(command);
  const preview = lastLine(command.end?.output.text ?? '');
  return (
    <>
      <button type="button" className="batch-item" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <span data-meaning={meaning}>
          {label} {mark}
        </span>
        <code>{command.command.text}</code>
        <span className="quiet truncate">{preview}</span>
      </button>
      {isOpen || command.end === null ? <CommandBlock command={command} store={store} /> : null}
    </>
  );
}

function VerdictLine({ verdict }: { readonly verdict: Verdict | undefined }): JSX.Element | null {
  if (verdict === undefined) return null;
  const words = {
    continue: 'The model goes on',
    stop: 'The model stops here',
    replace: 'The model takes another command',
    unreadable: 'The model could not be understood',
    unasked: 'The model could not be asked',
  };
  return (
    <p className="quiet command-note">
      {words[verdict.decision]}
      {verdict.command === '' ? '' : ` (${verdict.command})`}
      {verdict.reason === '' ? '.' : `: ${verdict.reason}`}
    </p>
  );
}

const LONGEST_PREVIEW = 80;

function lastLine(printed: string): string {
  const line = printed.trimEnd().split('\n').at(-1) ?? '';
  const words = readAnsi(line).map(({ text }) => text);
  return words.join('').slice(0, LONGEST_PREVIEW);
}
