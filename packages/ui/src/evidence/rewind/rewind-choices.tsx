import type { ChangeSetView, RewindPreview } from '@rook/contract';
import { useId, type JSX } from 'react';

import { showWhen } from '../../app/format.ts';
import { count, showTurn } from '../words.ts';
import { canLeaveOut } from './describe-preview.ts';
import type { RewindRun } from './use-rewind.ts';

interface RewindChoicesProps {
  readonly preview: RewindPreview;
  readonly rewind: RewindRun;
}

/** What a person may decide: later change sets go along, files that can never come back stay. */
export function RewindChoices({ preview, rewind }: RewindChoicesProps): JSX.Element | null {
  const { dependents } = preview;
  const offersPartial = rewind.partial || canLeaveOut(preview);
  const offersCascade = rewind.cascade || dependents.length > 0;
  if (!offersCascade && !offersPartial) return null;
  return (
    <div className="rewind-choices">
      {offersCascade ? (
        <Choice
          label={`Take back ${count(dependents.length, 'later change set')} too`}
          isOn={rewind.cascade}
          set={rewind.setCascade}
        >
          <ul>
            {dependents.map((set) => (
              <li key={`${set.session} ${set.id}`}>{describeSet(set)}</li>
            ))}
          </ul>
        </Choice>
      ) : null}
      {offersPartial ? (
        <Choice
          label="Leave those as they are, and do the others"
          isOn={rewind.partial}
          set={rewind.setPartial}
        />
      ) : null}
    </div>
  );
}

function describeSet({ turn, files, timestamp }: ChangeSetView): string {
  const names = files.map(({ path }) => path).join(', ');
  return `${turn === null ? 'between turns' : showTurn(turn)} · ${names} · ${showWhen(timestamp)}`;
}

interface ChoiceProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly set: (isOn: boolean) => void;
  readonly children?: JSX.Element;
}

function Choice({ label, isOn, set, children }: ChoiceProps): JSX.Element {
  const id = useId();
  return (
    <div className="rewind-choice">
      <input id={id} type="checkbox" checked={isOn} onChange={(event) => set(event.target.checked)} />
      <label htmlFor={id}>{label}</label>
      {children}
    </div>
  );
}
