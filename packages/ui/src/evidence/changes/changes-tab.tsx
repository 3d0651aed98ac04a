import type { CallOutput } from '@rook/contract';
import { FileDiff, Redo2, Undo2, X } from 'lucide-react';
import type { JSX } from 'react';

import { useScope } from '../../app/scope.tsx';
import { useStore } from '../../app/value-store.ts';
import { Button } from '../../design/button.tsx';
import { Empty } from '../../design/empty.tsx';
import { IconButton } from '../../design/icon-button.tsx';
import { CalledView } from '../called-view.tsx';
import type { Called } from '../use-call.ts';
import { ChangeList } from './change-list.tsx';
import { filterChanges } from './describe-change.ts';

export type ListedChanges = CallOutput<'change_list'>;

/** The history of the session, the newest first. */
export function ChangesTab({ changes }: { readonly changes: Called<ListedChanges> }): JSX.Element {
  const { evidence } = useScope();
  const focus = useStore(evidence);
  return (
    <>
      <div className="evidence-bar">
        <Button onClick={() => evidence.show({ rewind: { direction: 'rewind' } })}>
          <Undo2 size={14} aria-hidden />
          Rewind
        </Button>
        <Button onClick={() => evidence.show({ rewind: { direction: 'forward' } })}>
          <Redo2 size={14} aria-hidden />
          Forward
        </Button>
        {focus.path === null ? null : (
          <span className="evidence-filter">
            <span className="truncate" title={focus.path}>{`Only ${focus.path}`}</span>
            <IconButton icon={X} label="Show all files" onClick={() => evidence.show({ path: null })} />
          </span>
        )}
      </div>
      <CalledView called={changes} what="the changes">
        {({ sets, hasMore }) => {
          const shown = filterChanges(sets, focus);
          if (shown.length === 0) return <NoChanges isFiltered={sets.length > 0} />;
          return (
            <>
              <ChangeList sets={shown} />
              {hasMore ? (
                <p className="evidence-note">
                  {`The newest ${sets.length} are shown; the others are listed by `}
                  <code>rook changes</code>.
                </p>
              ) : null}
            </>
          );
        }}
      </CalledView>
    </>
  );
}

function NoChanges({ isFiltered }: { readonly isFiltered: boolean }): JSX.Element {
  const { evidence } = useScope();
  if (isFiltered)
    return (
      <Empty icon={FileDiff} title="No change fits" text="The session has changes, but none of these.">
        <Button onClick={() => evidence.show({ turn: null, path: null })}>Show all changes</Button>
      </Empty>
    );
  return (
    <Empty
      icon={FileDiff}
      title="No changes yet"
      text="Each group of changed files will stand here, with its diff and a way back."
    />
  );
}
