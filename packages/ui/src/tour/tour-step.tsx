import { CornerDownLeft } from 'lucide-react';
import { useState, type JSX } from 'react';

import { useChosen } from '../app/value-store.ts';
import { revealQuestion } from '../approvals/reveal-question.ts';
import { Button } from '../design/button.tsx';
import { Spinner } from '../design/spinner.tsx';
import { listOpenApprovals } from '../state/session-facts.ts';
import type { SessionStore } from '../state/session-store.ts';
import { RewindDialog } from './rewind-dialog.tsx';
import type { TourStepView } from './tour-store.ts';
import type { TourDeeds } from './use-tour-deeds.ts';

type Deed = TourStepView['deeds'][number];

export interface TourStepProps {
  readonly step: TourStepView;
  readonly store: SessionStore;
  readonly deeds: TourDeeds;
  /** Something was done here; the focus must not go with its button. */
  readonly done: () => void;
}

/** One step: what will happen, and the buttons that let it happen. */
export function TourStep({ step, store, deeds, done }: TourStepProps): JSX.Element {
  const asks = useChosen(store, (state) => listOpenApprovals(state).length);
  const isRunning = useChosen(store, ({ live }) => live !== null && live.running !== null);
  return (
    <>
      <p className="tour-text">{step.text}</p>
      {asks > 0 ? (
        <p className="tour-wait">
          <span>You are asked. Answer in the conversation.</span>
          <Button
            onClick={() => {
              done();
              revealQuestion();
            }}
          >
            Go to the question
          </Button>
        </p>
      ) : isRunning ? (
        <p className="tour-wait">
          <Spinner label="The model works" /> The model works. What it does stands above.
        </p>
      ) : (
        <ul className="tour-deeds">
          {step.deeds.map((deed, place) => (
            <li key={keyOf(deed)}>
              <DeedView
                deed={deed}
                isWaiting={place > 0 && !deeds.hasActed}
                isFirst={place === 0 ? step.deeds.length === 1 || !deeds.hasActed : deeds.hasActed}
                deeds={deeds}
                done={done}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function keyOf(deed: Deed): string {
  return deed.kind === 'message' ? deed.text : deed.label;
}

interface DeedProps extends Pick<TourStepProps, 'deeds' | 'done'> {
  readonly deed: Deed;
  /** The deed before it comes first. */
  readonly isWaiting: boolean;
  /** It is what a person should do now. */
  readonly isFirst: boolean;
}

function DeedView({ deed, isWaiting, isFirst, deeds, done }: DeedProps): JSX.Element {
  const [isRewinding, setRewinding] = useState(false);
  const look = isFirst ? 'primary' : 'plain';
  if (deed.kind === 'message') {
    return (
      <>
        <q className="tour-message">{deed.text}</q>
        <Button
          look={look}
          isDisabled={isWaiting}
          onClick={() => {
            done();
            deeds.send(deed.text);
          }}
        >
          <CornerDownLeft size={14} aria-hidden /> Send it
        </Button>
        <Button look="quiet" isDisabled={isWaiting} onClick={() => deeds.compose(deed.text)}>
          Write it below
        </Button>
      </>
    );
  }
  if (deed.kind === 'act') {
    return (
      <Button look={look} onClick={() => deeds.act(deed.act)}>
        {deed.label}
      </Button>
    );
  }
  if (deed.call === 'verify') {
    return (
      <Button
        look={look}
        onClick={() => {
          done();
          deeds.verify();
        }}
      >
        {deed.label}
      </Button>
    );
  }
  return (
    <>
      <Button look={look} onClick={() => setRewinding(true)}>
        {deed.label} …
      </Button>
      <RewindDialog
        isOpen={isRewinding}
        close={() => setRewinding(false)}
        done={(text) => {
          setRewinding(false);
          deeds.say({ meaning: 'verified', text });
        }}
      />
    </>
  );
}
