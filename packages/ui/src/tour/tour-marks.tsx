import { Check } from 'lucide-react';
import type { JSX } from 'react';

import type { TourStepView } from './tour-store.ts';

export interface TourMarksProps {
  readonly steps: readonly TourStepView[];
  /** The one that is shown. */
  readonly shown: string | null;
  readonly show: (id: string) => void;
}

/** All steps, in order; each can be looked at and done again. */
export function TourMarks({ steps, shown, show }: TourMarksProps): JSX.Element {
  return (
    <ol className="tour-marks" aria-label="Steps of the tour">
      {steps.map(({ id, title, isDone }, place) => (
        <li key={id}>
          <button
            type="button"
            className="tour-mark"
            data-done={isDone}
            aria-current={id === shown ? 'step' : undefined}
            aria-label={`${place + 1}. ${title}${isDone ? ' (done)' : ''}`}
            title={title}
            onClick={() => show(id)}
          >
            {isDone ? <Check size={12} aria-hidden /> : place + 1}
          </button>
        </li>
      ))}
    </ol>
  );
}
