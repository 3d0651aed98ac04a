import { FileDiff } from 'lucide-react';
import { useState, type JSX } from 'react';

import { DiffView } from '../diff/diff-view.tsx';
import type { ChangedFile, ChangeView } from '../state/conversation.ts';
import type { SessionStore } from '../state/session-store.ts';
import { useChangeDiff } from './use-change-diff.tsx';

interface ChangeProps {
  readonly change: ChangeView;
  readonly store: SessionStore;
  /** The call above it says already why it was refused. */
  readonly isTold?: boolean;
}

const WORDS = {
  started: 'is being written',
  applied: 'applied',
  refused: 'refused. Nothing was written',
} as const;

/** A change set on one line; it opens to its diff. */
export function ChangeLine({ change, store, isTold = false }: ChangeProps): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  const added = change.files.reduce((sum, file) => sum + file.added, 0);
  const removed = change.files.reduce((sum, file) => sum + file.removed, 0);
  const paths = change.files.map(nameFile).join(', ');
  return (
    <div className="change" data-state={change.state}>
      <button type="button" className="line" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <FileDiff size={14} aria-hidden />
        <span>{change.kind === 'by_command' ? 'changed by the command' : change.kind}</span>
        <span className="truncate">{paths}</span>
        <span data-meaning="added">+{added}</span>
        <span data-meaning="removed">−{removed}</span>
        <span className="activity-state">{WORDS[change.state]}</span>
      </button>
      {change.failure === null || isTold ? null : (
        <p className="activity-failure">{change.failure.message}</p>
      )}
      {change.warnings.map((warning) => (
        <p key={warning} className="change-note" data-meaning="stale">
          ⚠ {warning}
        </p>
      ))}
      {isOpen ? <ChangeDiff change={change} store={store} /> : null}
    </div>
  );
}

/** Who has other permissions may have the same lines. */
function nameFile({ path, permissions }: ChangedFile): string {
  return permissions === null ? path : `${path} (${permissions})`;
}

interface ChangeDiffProps extends Pick<ChangeProps, 'change' | 'store'> {
  /** The one file to show; all of them where none is named. */
  readonly path?: string;
}

export function ChangeDiff({ change, store, path = '' }: ChangeDiffProps): JSX.Element {
  const shown = useChangeDiff(change, store);
  if (shown.state === 'loading') return <p className="quiet change-note">Reading the diff …</p>;
  if (shown.state === 'missing') return <p className="quiet change-note">{shown.sentence}</p>;
  return <DiffView diff={shown.diff} path={path} />;
}
