import { useState, type JSX } from 'react';

import { ChangeLine } from '../conversation/change-line.tsx';
import type { BatchView, ChangeView, CommandView, Verdict } from '../state/conversation.ts';
import type { SessionStore } from '../state/session-store.ts';
import { CommandBlock } from './command-view.tsx';
import { readBatchProgress, type StepProgress } from './read-batch-progress.ts';

interface BatchPanelProps {
  readonly batch: BatchView;
  /** The commands of the turn. */
  readonly commands: readonly CommandView[];
  /** Its change sets. */
  readonly changes: readonly ChangeView[];
  /** What is said at the end of the turn anyway. */
  readonly told?: string | undefined;
  readonly store: SessionStore;
}

/** Several commands, one after the other, where they were asked for: what each printed, how it goes, what is left. */
export function BatchPanel({ batch, commands, changes, told, store }: BatchPanelProps): JSX.Element {
  const { succeeded, failed, total, remaining, isOver, steps } = readBatchProgress(batch, commands);
  return (
    <section className="batch" aria-label="Commands of this turn">
      <ol className="batch-list">
        {steps.map((step, place) => (
          <li key={step.key}>
            <BatchItem step={step} label={`Command ${place + 1}/${total}`} store={store} />
            {changes
              .filter(({ id }) => id === step.command?.end?.changeSet)
              .map((change) => (
                <ChangeLine key={change.id} change={change} store={store} />
              ))}
            <VerdictLine verdict={batch.verdicts.find(({ after }) => after === place + 1)} end={batch.end} />
          </li>
        ))}
      </ol>
      <p className="batch-progress">
        Progress: ✓ {succeeded} succeeded, ✗ {failed} failed
        {batch.end === null ? '' : describeBatchEnd(batch.end, told)}
      </p>
      {remaining.length === 0 ? null : (
        <p className="batch-progress">
          {isOver ? 'Not run' : 'Remaining'}: <code>{remaining.join(', ')}</code>
        </p>
      )}
    </section>
  );
}

/** What the words of the progress go on with. */
function describeBatchEnd({ by, reason }: NonNullable<BatchView['end']>, told: string | undefined): string {
  const why =
    reason === '' || reason === told ? ENDS[by] : by === 'model' ? `The model stopped it: ${reason}` : reason;
  return why === '' ? '' : `. ${why}`;
}

const ENDS = {
  done: '',
  model: 'The model stopped it.',
  person: 'You stopped it.',
  unreadable: 'The model could not be understood, so it stopped.',
  failed: 'The model could not be asked, so it stopped.',
  limit: 'A limit was reached.',
  waiting: 'It waits for an answer of yours.',
  crashed: 'Rook was ended while it ran.',
} as const satisfies Readonly<Record<NonNullable<BatchView['end']>['by'], string>>;

interface BatchItemProps {
  readonly step: StepProgress;
  readonly label: string;
  readonly store: SessionStore;
}

/** One that was run opens to what it printed; of one that was not run, the line says why. */
function BatchItem({ step, label, store }: BatchItemProps): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  const { mark, meaning, text, preview, command } = step;
  const line = (
    <>
      <span data-meaning={meaning}>
        {label} {mark}
      </span>
      <code>{text}</code>
      <span className="quiet truncate" title={preview}>
        {preview}
      </span>
    </>
  );
  if (command === null) return <p className="batch-item">{line}</p>;
  return (
    <>
      <button type="button" className="batch-item" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {line}
      </button>
      {isOpen || command.end === null ? <CommandBlock command={command} store={store} /> : null}
    </>
  );
}

interface VerdictProps {
  readonly verdict: Verdict | undefined;
  readonly end: BatchView['end'];
}

/** Why a batch ended is said once, where that is said. */
function VerdictLine({ verdict, end }: VerdictProps): JSX.Element | null {
  if (verdict === undefined) return null;
  const reason = verdict.reason === end?.reason ? '' : verdict.reason;
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
      {reason === '' ? '.' : `: ${reason}`}
    </p>
  );
}
