import type { IntentView } from '@rook/contract';
import { Ellipsis, Pencil, Target } from 'lucide-react';
import { useState, type JSX } from 'react';

import { Badge, type Meaning } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { Menu } from '../../design/menu.tsx';

export interface IntentCardProps {
  readonly intent: IntentView;
  readonly isActive: boolean;
  readonly deeds: IntentDeeds;
}

export interface IntentDeeds {
  readonly choose: (intent: IntentView) => void;
  readonly edit: (intent: IntentView) => void;
  readonly confirm: (intent: IntentView) => void;
  readonly setStatus: (intent: IntentView, status: IntentView['status']) => void;
}

const STATUS: Readonly<Record<IntentView['status'], readonly [string, Meaning]>> = {
  PENDING: ['not begun', 'plain'],
  IN_PROGRESS: ['in progress', 'accent'],
  COMPLETED: ['completed', 'verified'],
  BLOCKED: ['blocked', 'asks'],
};
const STATUS_DEEDS = [
  ['IN_PROGRESS', 'Mark as in progress'],
  ['COMPLETED', 'Mark as completed'],
  ['BLOCKED', 'Mark as blocked'],
  ['PENDING', 'Mark as not begun'],
] as const;

/** One intent; the active one shows all that it says. */
export function IntentCard({ intent, isActive, deeds }: IntentCardProps): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  const [word, meaning] = STATUS[intent.status];
  return (
    <li className="intent" data-active={isActive}>
      <div className="intent-head">
        <button
          type="button"
          className="intent-name"
          aria-expanded={isActive || isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <code>{intent.id}</code>
          <span>{intent.name}</span>
        </button>
        <Menu
          label={`What to do with ${intent.id}`}
          icon={Ellipsis}
          choices={[
            { label: 'Edit …', icon: Pencil, run: () => deeds.edit(intent) },
            ...STATUS_DEEDS.filter(([status]) => status !== intent.status).map(([status, label]) => ({
              label,
              run: () => deeds.setStatus(intent, status),
            })),
          ]}
        />
      </div>
      <div className="intent-marks">
        {isActive ? <Badge meaning="verified">active here</Badge> : null}
        <Badge meaning={meaning}>{word}</Badge>
        {intent.isDraft ? <Badge meaning="asks">draft</Badge> : null}
      </div>
      {intent.isDraft ? (
        <div className="needs-you" data-meaning="asks">
          <p>The model drafted it. It counts once a person has confirmed it.</p>
          <Button onClick={() => deeds.confirm(intent)}>Confirm</Button>
        </div>
      ) : null}
      {isActive || isOpen ? <IntentWords intent={intent} /> : null}
      {isActive || intent.isDraft ? null : (
        <Button className="small" onClick={() => deeds.choose(intent)}>
          <Target size={14} aria-hidden />
          Work on this
        </Button>
      )}
    </li>
  );
}

function IntentWords({ intent }: { readonly intent: IntentView }): JSX.Element {
  const lists = [
    ['Files it may change', intent.ownedScope],
    ['Constraints', intent.constraints],
    ['Done when', intent.acceptanceCriteria],
  ] as const;
  return (
    <dl className="intent-words">
      {lists.map(([title, items]) => (
        <div key={title}>
          <dt>{title}</dt>
          {items.length === 0 ? <dd className="quiet">none</dd> : null}
          {items.map((item) => (
            <dd key={item}>{title === 'Files it may change' ? <code>{item}</code> : item}</dd>
          ))}
        </div>
      ))}
    </dl>
  );
}
