import type { RewindPreview, SessionId } from '@rook/contract';
import { Redo2, Undo2 } from 'lucide-react';
import type { JSX } from 'react';

import type { RewindWish } from '../../app/evidence-focus.ts';
import { Banner } from '../../design/banner.tsx';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { Spinner } from '../../design/spinner.tsx';
import { sayError } from '../../state/say-error.ts';
import { CalledView } from '../called-view.tsx';
import { count } from '../words.ts';
import { describeTarget, describeTrouble, isRunnable } from './describe-preview.ts';
import { RewindChoices } from './rewind-choices.tsx';
import { RefusedFiles, RewindFiles } from './rewind-files.tsx';
import { useRewind, type RewindRun } from './use-rewind.ts';

export interface RewindDialogProps {
  readonly wish: RewindWish;
  /** The session that is shown. */
  readonly session: SessionId | null;
  readonly close: () => void;
}

const CHANGED =
  'Something changed since this was shown. Nothing was written. Below is what would happen now.';

export function RewindDialog({ wish, session, close }: RewindDialogProps): JSX.Element {
  const rewind = useRewind(wish, close);
  const kind = rewind.preview.value?.kind ?? wish.direction;
  return (
    <Dialog isOpen close={close} title={kind === 'rewind' ? 'Rewind' : 'Forward'} isWide>
      <div className="rewind">
        {rewind.isChanged ? <Banner meaning="asks" text={CHANGED} /> : null}
        {rewind.error === null ? null : <Banner meaning="removed" text={sayError(rewind.error)} />}
        <CalledView called={rewind.preview} what="what would happen">
          {(preview) => <Preview preview={preview} rewind={rewind} session={session} wish={wish} />}
        </CalledView>
        <RewindFoot rewind={rewind} kind={kind} close={close} />
      </div>
    </Dialog>
  );
}

interface PreviewProps {
  readonly preview: RewindPreview;
  readonly rewind: RewindRun;
  readonly session: SessionId | null;
  readonly wish: RewindWish;
}

function Preview({ preview, rewind, session, wish }: PreviewProps): JSX.Element {
  const trouble = describeTrouble(preview);
  return (
    <>
      <p>{describeTarget(preview, wish, session)}</p>
      {trouble === null ? null : (
        <p className="rewind-trouble" role="alert">
          {trouble}
        </p>
      )}
      <RewindChoices preview={preview} rewind={rewind} />
      <RefusedFiles title="These stand in the way" files={preview.refused} />
      <RewindFiles preview={preview} />
      <RefusedFiles title="These stay as they are" files={preview.leftOut} />
    </>
  );
}

interface RewindFootProps {
  readonly rewind: RewindRun;
  readonly kind: 'rewind' | 'forward';
  readonly close: () => void;
}

function RewindFoot({ rewind, kind, close }: RewindFootProps): JSX.Element {
  const { preview, isRunning, run } = rewind;
  const files = preview.value?.files.length ?? 0;
  const verb = kind === 'rewind' ? 'Rewind' : 'Forward';
  const canRun = preview.value !== null && isRunnable(preview.value) && !preview.isLoading;
  return (
    <div className="dialog-foot">
      <span className="quiet">{isRunning ? '' : 'Nothing was written.'}</span>
      {isRunning || preview.isLoading ? <Spinner label={isRunning ? 'Writing' : 'Looking'} /> : null}
      <Button onClick={close}>{canRun ? 'Cancel' : 'Close'}</Button>
      <Button look="primary" onClick={run} isDisabled={!canRun || isRunning}>
        {kind === 'rewind' ? <Undo2 size={14} aria-hidden /> : <Redo2 size={14} aria-hidden />}
        {files === 0 ? verb : `${verb} ${count(files, 'file')}`}
      </Button>
    </div>
  );
}
