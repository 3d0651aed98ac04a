import type { CallOutput, ExplainedRange } from '@rook/contract';
import { ChevronRight } from 'lucide-react';
import { useState, type JSX } from 'react';

import { useScope } from '../../app/scope.tsx';
import { useChosen } from '../../app/value-store.ts';
import { Button } from '../../design/button.tsx';
import { CalledView } from '../called-view.tsx';
import { useCall } from '../use-call.ts';
import { describeOrigin, listReasons, nameRange } from './describe-reason.ts';

export interface WhyViewProps {
  readonly path: string;
  /** Goes to the change set; the view is done then. */
  readonly leave: () => void;
}

/** Why the lines of a file are there, part by part. */
export function WhyView({ path, leave }: WhyViewProps): JSX.Element {
  const why = useCall('why', { path });
  return (
    <CalledView called={why} what="why it is there">
      {(value) => <Ranges why={value} leave={leave} />}
    </CalledView>
  );
}

const SHOWN = 200;

function Ranges({
  why,
  leave,
}: {
  readonly why: CallOutput<'why'>;
  readonly leave: () => void;
}): JSX.Element {
  const [most, setMost] = useState(SHOWN);
  if (!why.exists) return <p>The file is not there any more.</p>;
  if (why.ranges.length === 0) return <p>Nothing is recorded about it.</p>;
  return (
    <>
      <ol className="why-list" aria-label="Why the lines are there">
        {why.ranges.slice(0, most).map((range, place) => (
          <RangeRow key={`${range.start ?? place}`} range={range} leave={leave} />
        ))}
      </ol>
      {why.ranges.length > most ? (
        <Button look="quiet" onClick={() => setMost(most + SHOWN)}>
          Show more
        </Button>
      ) : null}
    </>
  );
}

function RangeRow({
  range,
  leave,
}: {
  readonly range: ExplainedRange;
  readonly leave: () => void;
}): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  return (
    <li className="why-range" data-origin={range.origin}>
      <button type="button" className="why-line" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <ChevronRight className="chevron" size={14} aria-hidden />
        <span className="why-lines numbers">{nameRange(range)}</span>
        <span>{describeOrigin(range)}</span>
      </button>
      {isOpen && 'session' in range ? <Reasons range={range} leave={leave} /> : null}
    </li>
  );
}

interface ReasonsProps {
  readonly range: Extract<ExplainedRange, { readonly session: unknown }>;
  readonly leave: () => void;
}

function Reasons({ range, leave }: ReasonsProps): JSX.Element {
  const { evidence, current, route } = useScope();
  const shown = useChosen(current, ({ store }) => store.getState().session);
  const show = (): void => {
    leave();
    if (range.session === shown)
      evidence.show({ tab: 'changes', changeSet: range.changeSet, turn: null, path: null });
    else route.go(range.session);
  };
  return (
    <div className="why-reasons">
      <dl>
        {listReasons(range).map(([name, text], place) => (
          <div key={`${place} ${name}`}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <Button className="small" onClick={show}>
        {range.session === shown ? 'Open its change set' : 'Go to its session'}
      </Button>
    </div>
  );
}
