import type { CallInput, Result, RewindPreview } from '@rook/contract';
import { useEffect, useState, type JSX } from 'react';

import { useScope } from '../app/scope.tsx';
import { Button } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { Spinner } from '../design/spinner.tsx';
import { DiffView } from '../diff/diff-view.tsx';

export interface RewindDialogProps {
  readonly isOpen: boolean;
  readonly close: () => void;
  readonly done: (text: string) => void;
}

const NEWEST = {
  direction: 'rewind',
  cascade: false,
  partial: false,
} as const satisfies CallInput<'rewind_preview'>;

/** Shows exactly what taking the newest change back would write, and writes that and nothing else. */
export function RewindDialog({ isOpen, close, done }: RewindDialogProps): JSX.Element {
  return (
    <Dialog isOpen={isOpen} close={close} title="Take the newest change back">
      <RewindBody close={close} done={done} />
    </Dialog>
  );
}

function RewindBody({ close, done }: Pick<RewindDialogProps, 'close' | 'done'>): JSX.Element {
  const { workbench, tour } = useScope();
  const [preview, setPreview] = useState<Result<RewindPreview> | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isRunning, setRunning] = useState(false);
  useEffect(() => {
    void workbench.call('rewind_preview', NEWEST).then(setPreview);
  }, [workbench]);
  if (preview === null)
    return (
      <p className="quiet">
        <Spinner label="Reading what would be written" /> Reading what would be written…
      </p>
    );
  const refusal = preview.ok ? preview.value.error : preview.error;
  if (!preview.ok || refusal !== null)
    return <p role="alert">{`${refusal?.message ?? ''} Nothing was written.`}</p>;
  const { files, fingerprint, target } = preview.value;
  const run = async (): Promise<void> => {
    setRunning(true);
    const rewound = await workbench.call('rewind_run', { ...NEWEST, fingerprint });
    setRunning(false);
    if (!rewound.ok) return setProblem(`${rewound.error.message} Nothing was written.`);
    void tour.refresh();
    return done(`Taken back: ${files.map(({ path }) => path).join(', ')}. It can be brought forward again.`);
  };
  return (
    <div className="rewind-preview">
      <p className="quiet">
        {target === null ? null : <code>{target.id}</code>} Each file becomes again what it was before; this
        is what would be written.
      </p>
      {files.map(({ path, what, diff }) => (
        <section key={path} aria-label={path}>
          <p>
            <code>{path}</code> <span className="quiet">{what}</span>
          </p>
          <DiffView diff={diff} />
        </section>
      ))}
      {problem === null ? null : (
        <p className="form-problem" role="alert">
          {problem}
        </p>
      )}
      <div className="form-end">
        <Button look="primary" isDisabled={isRunning} onClick={() => void run()}>
          Rewind
        </Button>
        <Button onClick={close}>Leave it</Button>
      </div>
    </div>
  );
}
