import { useState, type JSX } from 'react';

import type { BatchView, CommandView, Verdict } from '../state/conversation.ts';
import type { SessionStore } from '../state/session-store.ts';
import { CommandBlock } from './command-view.tsx';
import { describeEnd } from './describe-end.ts';
import { lastLine } from './last-line.ts';
import { readBatchProgress } from './read-batch-progress.ts';

interface BatchPanelProps {
  readonly batch: BatchView;
  /** The commands of the turn. */
  readonly commands: readonly CommandView[];
  readonly store: SessionStore;
}

/** Several commands, one after the other, where they were asked for: what each printed, how it goes, what is left. */
export function BatchPanel({ batch, commands, store }: BatchPanelProps): JSX.Element {
  const { succeeded, failed, total, remaining, ran } = readBatchProgress(batch, commands);
  return (
    <section className="batch" aria-label="Commands of this turn">
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
          Remaining: <code>{remaining.join(', ')}</code>
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
