import { ChevronDown, ChevronUp, Map as MapIcon } from 'lucide-react';
import { useEffect, useRef, useState, type JSX } from 'react';

import { useScope } from '../app/scope.tsx';
import { useActions } from '../app/use-actions.ts';
import { useMedia } from '../app/use-media.ts';
import { useChosen, useStore } from '../app/value-store.ts';
import { Badge } from '../design/badge.tsx';
import { Button } from '../design/button.tsx';
import { IconButton } from '../design/icon-button.tsx';
import type { SessionStore } from '../state/session-store.ts';
import { useTourLeaving, type TourLeaving } from './leave-tour.ts';
import { TourMarks } from './tour-marks.tsx';
import { TourStep } from './tour-step.tsx';
import { useTourDeeds } from './use-tour-deeds.ts';

/** Leads through the tour from above the composer. It takes its room in the flow, and can be folded to one line. */
export function TourPanel({ store }: { readonly store: SessionStore }): JSX.Element {
  const { tour } = useScope();
  const { state, error } = useStore(tour);
  const lastSeq = useChosen(store, ({ conversation }) => conversation.lastSeq);
  const isNarrow = useMedia('(max-width: 519px)');
  const [folded, setFolded] = useState<boolean | null>(null);
  const [picked, setPicked] = useState<string | null>(null);
  const panel = useRef<HTMLElement>(null);
  const deeds = useTourDeeds(store);
  const leaving = useTourLeaving();
  useEffect(() => void tour.refresh(), [tour, lastSeq]);
  const next = state?.next ?? null;
  useEffect(() => setPicked(null), [next]);
  const isFolded = folded ?? isNarrow;
  useActions([
    {
      id: 'tour-fold',
      title: isFolded ? 'Show the tour' : 'Fold the tour',
      group: 'View',
      run: () => setFolded(!isFolded),
    },
    { id: 'tour-leave', title: 'Leave the tour', group: 'Go to', run: () => leaving.leave(false) },
  ]);
  const steps = state?.steps ?? [];
  const count = steps.filter(({ isDone }) => isDone).length;
  const step = steps.find(({ id }) => id === (picked ?? next)) ?? null;
  const title = step?.title ?? (state === null ? 'The tour begins' : 'You have seen it all');
  return (
    <section className="tour" ref={panel} tabIndex={-1} aria-label="Tour">
      <div className="tour-head">
        <Badge meaning="accent">
          <MapIcon size={12} aria-hidden /> Tour
        </Badge>
        <span
          className="numbers tour-count"
          role="status"
          aria-label={`${count} of ${steps.length} steps done`}
        >
          {`${count}/${steps.length}`}
        </span>
        <h2 className="truncate">{title}</h2>
        <span className="wide-only">
          <LeaveButton leaving={leaving} />
        </span>
        <IconButton
          icon={isFolded ? ChevronUp : ChevronDown}
          label={isFolded ? 'Show the step' : 'Fold the tour'}
          isExpanded={!isFolded}
          onClick={() => setFolded(!isFolded)}
        />
      </div>
      {isFolded ? null : (
        <div className="tour-body scrolls">
          {error === null ? null : (
            <p className="form-problem" role="alert">
              {`${error.message} `}
              <Button onClick={() => void tour.refresh()}>Try again</Button>
            </p>
          )}
          {step === null ? null : (
            <TourStep
              key={step.id}
              step={step}
              store={store}
              deeds={deeds}
              done={() => {
                panel.current?.focus();
                if (isNarrow) setFolded(null);
              }}
            />
          )}
          {deeds.word === null ? null : (
            <p className="tour-word" data-meaning={deeds.word.meaning} role="status">
              {deeds.word.text}
            </p>
          )}
          {state !== null && step === null ? <TourEnd leaving={leaving} /> : null}
          <div className="tour-foot">
            <TourMarks steps={steps} shown={step?.id ?? null} show={setPicked} />
            <span className="quiet tour-label">A scripted model, a scratch copy, the real engine.</span>
            <span className="narrow-only">
              <LeaveButton leaving={leaving} />
            </span>
          </div>
        </div>
      )}
    </section>
  );
}

function LeaveButton({ leaving }: { readonly leaving: TourLeaving }): JSX.Element {
  if (leaving.state === 'left') return <span className="quiet">The tour is over.</span>;
  return (
    <Button look="quiet" isDisabled={leaving.state === 'leaving'} onClick={() => leaving.leave(false)}>
      Leave the tour
    </Button>
  );
}

function TourEnd({ leaving }: { readonly leaving: TourLeaving }): JSX.Element {
  return (
    <>
      <p className="tour-text">
        What you did is in a journal like any other. To work like this in your own workspace, connect a model:
        with the form of the workbench, or in a terminal with{' '}
        <code>rook model add NAME --provider PROVIDER</code>.
      </p>
      <div className="form-end">
        <Button look="primary" isDisabled={leaving.state !== 'here'} onClick={() => leaving.leave(true)}>
          Leave, and connect a model
        </Button>
      </div>
    </>
  );
}
