import { useState, type JSX } from 'react';

import { useFailed } from '../app/use-failed.ts';
import { Button } from '../design/button.tsx';
import { DiffView } from '../diff/diff-view.tsx';
import type { ApprovalView, ChangeView, ReplyView, TurnView } from '../state/conversation.ts';
import type { SessionStore } from '../state/session-store.ts';
import { ChangeDiff } from './change-line.tsx';
import { answerYes } from './turn-deeds.ts';

interface ReplyFilesProps {
  readonly reply: ReplyView;
  readonly turn: TurnView;
  readonly store: SessionStore;
}

/** The file changes of a reply, each with what became of it, and under them the way to apply those that one question holds together. */
export function ReplyFiles({ reply, turn, store }: ReplyFilesProps): JSX.Element | null {
  if (reply.files.length === 0) return null;
  return (
    <section className="reply-part">
      <h3>File changes</h3>
      <ul className="reply-files">
        {reply.files.map((path, place) => (
          <li key={`${place}-${path}`}>
            <ReplyFile path={path} reply={reply} turn={turn} store={store} />
          </li>
        ))}
      </ul>
      <ApplyTogether reply={reply} turn={turn} store={store} />
    </section>
  );
}

/** A question about several files has one answer for all of them, so it has one button that says so. */
function ApplyTogether({ reply, turn, store }: ReplyFilesProps): JSX.Element | null {
  const failed = useFailed();
  const several = openApprovals(turn).filter(
    ({ paths }) => paths.length > 1 && reply.files.some((path) => paths.includes(path)),
  );
  const isBlocked = !reply.isComplete && reply.files.length > 1;
  if (several.length === 0 && !isBlocked) return null;
  return (
    <div className="reply-together">
      {isBlocked ? <Button isDisabled>{nameAll(reply.files.length)}</Button> : null}
      {reply.isComplete
        ? several.map(({ id, paths }) => (
            <Button key={id} look="primary" onClick={() => void answerYes(store, id, failed)}>
              {nameAll(paths.length)}
            </Button>
          ))
        : null}
    </div>
  );
}

function nameAll(files: number): string {
  return `Apply all ${files} files`;
}

function openApprovals({ approvals }: TurnView): readonly ApprovalView[] {
  return approvals.filter(({ state }) => state === 'open');
}

interface FileState {
  readonly words: string;
  readonly meaning: string;
  readonly change: ChangeView | null;
  readonly approval: ApprovalView | null;
}

function ReplyFile({ path, reply, turn, store }: ReplyFilesProps & { readonly path: string }): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  const failed = useFailed();
  const { words, meaning, change, approval } = findState(path, reply, turn);
  const preview = approval?.preview?.text ?? null;
  const canOpen = change !== null || preview !== null;
  const isAlone = reply.isComplete ? approval?.paths.length === 1 : reply.files.length === 1;
  return (
    <>
      <div className="reply-row">
        <code className="truncate">{path}</code>
        <span data-meaning={meaning}>{words}</span>
        {canOpen ? (
          <Button look="quiet" onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Hide diff' : 'Diff'}
          </Button>
        ) : null}
        {approval === null || !isAlone ? null : (
          <Button look="primary" onClick={() => void answerYes(store, approval.id, failed)}>
            Apply
          </Button>
        )}
        {reply.isComplete || !isAlone ? null : <Button isDisabled>Apply</Button>}
      </div>
      {isOpen && preview !== null ? <DiffView diff={preview} path={path} /> : null}
      {isOpen && preview === null && change !== null ? (
        <ChangeDiff change={change} store={store} path={path} />
      ) : null}
    </>
  );
}

function findState(path: string, reply: ReplyView, turn: TurnView): FileState {
  if (!reply.isComplete)
    return { words: '⊘ blocked: the reply is not whole', meaning: 'refused', change: null, approval: null };
  const approval = openApprovals(turn).find(({ paths }) => paths.includes(path)) ?? null;
  if (approval !== null) return { words: '⚠ asks', meaning: 'asks', change: null, approval };
  const change = turn.changes.findLast(({ files }) => files.some((file) => file.path === path)) ?? null;
  const file = change?.files.find((one) => one.path === path);
  if (file?.state === 'applied')
    return { words: `✓ applied +${file.added} −${file.removed}`, meaning: 'added', change, approval };
  if (file !== undefined && file.state !== 'started')
    return { words: `✗ ${file.failure?.message ?? file.state}`, meaning: 'removed', change, approval };
  const isOver = turn.ended !== null;
  return { words: isOver ? '– not applied' : '… on its way', meaning: 'plain', change, approval };
}
