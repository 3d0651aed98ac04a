import { useEffect, useRef } from 'react';

import { useScope } from './scope.tsx';
import type { StepKind, Walk } from './steps.ts';

/** The view that shows turns, or change sets, says how to walk through them. */
export function useSteps(kind: StepKind, walk: Walk): void {
  const { steps } = useScope();
  const youngest = useRef(walk);
  useEffect(() => {
    youngest.current = walk;
  });
  useEffect(() => steps.fill(kind, (direction) => youngest.current(direction)), [steps, kind]);
}
