import type { RewindPreview, SessionId } from '@rook/contract';

import type { RewindWish } from '../../app/evidence-focus.ts';
import { sayError } from '../../state/say-error.ts';
import { count, showTurn } from '../words.ts';

/** Something would be done, and all of it can be. A rewind of what is there already only takes note of that. */
export function isRunnable({ error, target }: RewindPreview): boolean {
  return error === null && target !== null;
}

/** One sentence: which change set, and whose. */
export function describeTarget(
  { target, kind, undone }: RewindPreview,
  { file }: RewindWish,
  session: SessionId | null,
): string {
  if (target === null) return kind === 'rewind' ? 'Nothing to rewind.' : 'Nothing to forward.';
  const what = target.kind === 'rewind' ? 'the rewind' : 'the change set';
  const when = target.turn === null ? 'made between turns' : `of ${showTurn(target.turn)}`;
  const whose = session !== null && target.session !== session ? ', in another session' : '';
  const only = file === undefined ? '' : `, only ${file}`;
  const further = undone.length > 1 ? `, and with it ${count(undone.length - 1, 'later change set')}` : '';
  return `Takes back ${what} ${when}${whose}${only}${further}.`;
}

/** Why nothing can be done as it stands; null where it can. */
export function describeTrouble({ error, dependents, refused, kind }: RewindPreview): string | null {
  if (error === null) return null;
  if (error.code === 'has_dependents')
    return `${count(dependents.length, 'later change set stands', 'later change sets stand')} on it. Rewind ${dependents.length === 1 ? 'it' : 'them'} too, or first.`;
  if (refused.length === 0) return sayError(error);
  const verb = kind === 'rewind' ? 'rewound' : 'forwarded';
  return `${count(refused.length, 'file')} cannot be ${verb}, so none is.`;
}

/** Whether leaving files out can help: what is in the way may stay as it is, and others can be rewound. */
export function canLeaveOut({ refused, files }: RewindPreview): boolean {
  return refused.length > 0 && refused.every(({ canStay }) => canStay) && files.length > 0;
}
