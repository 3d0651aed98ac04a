import type { CallOutput, RewindPreview } from '@rook/contract';

import type { RewindWish } from '../../app/evidence-focus.ts';
import type { Scope } from '../../app/scope.tsx';

/** Takes back what was just done. Where that is not plain, it is shown first, like every other rewind. */
export async function undoRewind(
  { workbench, evidence, toasts }: Scope,
  kind: RewindPreview['kind'],
  { changeSet, session }: CallOutput<'rewind_run'>,
): Promise<void> {
  const wish: RewindWish = {
    direction: kind === 'rewind' ? 'forward' : 'rewind',
    ...(changeSet === null ? {} : { changeSet }),
    ...(session === null ? {} : { session }),
  };
  const input = { ...wish, cascade: false, partial: false };
  const preview = await workbench.call('rewind_preview', input);
  if (!preview.ok || preview.value.error !== null || preview.value.leftOut.length > 0)
    return evidence.show({ rewind: wish });
  const { fingerprint } = preview.value;
  const done = await workbench.call('rewind_run', { ...input, fingerprint });
  if (done.ok) toasts.done(kind === 'rewind' ? 'The rewind was undone.' : 'Rewound again.');
  else evidence.show({ rewind: wish });
}
