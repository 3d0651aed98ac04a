import type { ChangeSetView } from '@rook/contract';

import type { EvidenceFocus } from '../../app/evidence-focus.ts';
import { useScope } from '../../app/scope.tsx';
import { useSteps } from '../../app/use-steps.ts';
import { filterChanges } from './describe-change.ts';

/** `[` goes to the change set before, `]` to the one after it; the first step takes the newest. */
export function useChangeSteps(sets: readonly ChangeSetView[], focus: EvidenceFocus): void {
  const { evidence } = useScope();
  useSteps('changes', (direction) => {
    const shown = filterChanges(sets, focus);
    const place = shown.findIndex(({ id }) => id === focus.changeSet);
    const next = place < 0 ? 0 : Math.min(Math.max(place - direction, 0), shown.length - 1);
    const set = shown[next];
    if (set === undefined) return;
    evidence.show({ tab: 'changes', changeSet: set.id });
    // The list may have to be shown first.
    requestAnimationFrame(() => {
      const row = document.querySelector<HTMLElement>(`[data-change="${set.id}"]`);
      row?.focus();
      row?.scrollIntoView({ block: 'nearest' });
    });
  });
}
