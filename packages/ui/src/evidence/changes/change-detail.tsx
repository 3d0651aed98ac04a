import type { CallOutput, ChangeSetView } from '@rook/contract';
import { Columns2, Rows3 } from 'lucide-react';
import { useState, type JSX } from 'react';

import { useScope } from '../../app/scope.tsx';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { DiffView } from '../../diff/diff-view.tsx';
import { CalledView } from '../called-view.tsx';
import { LineCounts, PathName } from '../path-name.tsx';
import { useCall } from '../use-call.ts';
import { showTurn } from '../words.ts';
import { findDirection } from './describe-change.ts';

const ACT_WORDS = { made: 'made', changed: 'changed', removed: 'removed', renamed: 'renamed' } as const;

/** The files of an open set, what can be done with them, and the way to the whole diff. */
export function ChangeDetail({ set }: { readonly set: ChangeSetView }): JSX.Element {
  const { evidence } = useScope();
  const [isShown, setShown] = useState(false);
  const direction = findDirection(set);
  const rewind = (file: string): void => {
    if (direction === null) return;
    const { id: changeSet, session } = set;
    evidence.show({ rewind: { direction, changeSet, session, file } });
  };
  return (
    <div className="change-detail">
      <ul aria-label="Files">
        {set.files.map((file) => (
          <li key={file.path} className="change-file">
            <PathName path={file.path} />
            <span className="quiet">{file.isUndone ? 'rewound' : ACT_WORDS[file.act]}</span>
            <LineCounts added={file.added} removed={file.removed} />
            {file.permissions === undefined ? null : <span className="quiet">{file.permissions}</span>}
            {direction !== null && set.files.length > 1 && !file.isUndone && file.unkept === undefined ? (
              <Button look="quiet" className="small" onClick={() => rewind(file.path)}>
                {direction === 'rewind' ? 'Rewind only this' : 'Forward only this'}
              </Button>
            ) : null}
            {file.from === file.path ? null : <p className="quiet">{`It was ${file.from}.`}</p>}
            {file.unkept === undefined ? null : <p className="quiet">{`Not rewindable: ${file.unkept}.`}</p>}
          </li>
        ))}
      </ul>
      <div className="change-deeds">
        <Button onClick={() => setShown(true)}>Show the diff</Button>
      </div>
      {isShown ? <ChangeDialog set={set} close={() => setShown(false)} /> : null}
    </div>
  );
}

/** All diffs of a set, one below the other, in one column or side by side. */
function ChangeDialog({
  set,
  close,
}: {
  readonly set: ChangeSetView;
  readonly close: () => void;
}): JSX.Element {
  const shown = useCall('change_show', { session: set.session, changeSet: set.id });
  const [isSplit, setSplit] = useState(false);
  const title = set.turn === null ? 'Changes between turns' : `Changes of ${showTurn(set.turn)}`;
  return (
    <Dialog isOpen close={close} title={title} isWide>
      <div className="evidence-bar">
        <Button onClick={() => setSplit(!isSplit)} isPressed={isSplit}>
          {isSplit ? <Rows3 size={14} aria-hidden /> : <Columns2 size={14} aria-hidden />}
          Side by side
        </Button>
      </div>
      <CalledView called={shown} what="the diff">
        {({ files }) => files.map((file) => <FileChange key={file.path} file={file} isSplit={isSplit} />)}
      </CalledView>
    </Dialog>
  );
}

interface FileChangeProps {
  readonly file: CallOutput<'change_show'>['files'][number];
  readonly isSplit: boolean;
}

function FileChange({ file, isSplit }: FileChangeProps): JSX.Element {
  if (file.diff === null)
    return (
      <p className="evidence-note">
        <strong>{file.path}</strong>
        {`: ${file.problem ?? 'There is nothing to show.'}`}
      </p>
    );
  const layout = isSplit ? 'split' : 'inline';
  // It keeps a layout of its own once it is there.
  return <DiffView key={layout} diff={file.diff} layout={layout} />;
}
