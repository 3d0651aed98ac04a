import type { RewindPreview, RookError } from '@rook/contract';
import { useEffect, useState } from 'react';

import type { RewindWish } from '../../app/evidence-focus.ts';
import { useScope } from '../../app/scope.tsx';
import { useCall, type Called } from '../use-call.ts';
import { count } from '../words.ts';
import { undoRewind } from './undo-rewind.ts';

export interface RewindRun {
  readonly preview: Called<RewindPreview>;
  readonly cascade: boolean;
  readonly partial: boolean;
  readonly setCascade: (cascade: boolean) => void;
  readonly setPartial: (partial: boolean) => void;
  readonly isRunning: boolean;
  /** What was shown holds no longer; what is shown now was made since. */
  readonly isChanged: boolean;
  readonly error: RookError | null;
  readonly run: () => void;
}

/** Shows what would happen, and does exactly that: the fingerprint of what was shown goes along. */
export function useRewind(wish: RewindWish, close: () => void): RewindRun {
  const scope = useScope();
  const [cascade, setCascade] = useState(false);
  const [partial, setPartial] = useState(false);
  const [isRunning, setRunning] = useState(false);
  const [isChanged, setChanged] = useState(false);
  const [error, setError] = useState<RookError | null>(null);
  const input = { ...wish, cascade, partial };
  const preview = useCall('rewind_preview', input);
  useEffect(() => {
    setChanged(false);
    setError(null);
  }, [cascade, partial]);
  const run = async (shown: RewindPreview): Promise<void> => {
    setRunning(true);
    setError(null);
    const { fingerprint, kind, files } = shown;
    const done = await scope.workbench.call('rewind_run', { ...input, fingerprint });
    setRunning(false);
    if (!done.ok) {
      setChanged(done.error.code === 'conflict');
      setError(done.error.code === 'conflict' ? null : done.error);
      preview.reload();
      return;
    }
    close();
    const words = `${kind === 'rewind' ? 'Rewound' : 'Forwarded'} ${count(files.length, 'file')}.`;
    const note = done.value.isRecorded ? '' : ' It could not be written into the record.';
    scope.toasts.done(words + note, {
      label: 'Undo',
      run: () => void undoRewind(scope, kind, done.value),
    });
  };
  return {
    preview,
    cascade,
    partial,
    setCascade,
    setPartial,
    isRunning,
    isChanged,
    error,
    run: () => {
      if (preview.value !== null && !preview.isLoading && !isRunning) void run(preview.value);
    },
  };
}
