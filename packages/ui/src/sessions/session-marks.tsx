import type { SessionItem } from '@rook/contract';
import { useId, useState, type JSX } from 'react';

import { useScope } from '../app/scope.tsx';
import { useStore } from '../app/value-store.ts';
import { Button } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { Select } from '../design/select.tsx';
import type { SessionDeeds } from './session-deeds.ts';

export interface SessionMarksProps {
  readonly item: SessionItem;
  readonly deeds: SessionDeeds;
  readonly close: () => void;
}

/** The labels and the status of a session. Any label can be typed; those that the settings offer are a click. */
export function SessionMarks({ item, deeds, close }: SessionMarksProps): JSX.Element {
  const known = useStore(useScope().about);
  const offers = known?.ok === true ? known.value.offers : { statuses: [], labels: [] };
  const [text, setText] = useState(item.labels.join(', '));
  const [status, setStatus] = useState(item.status ?? '');
  const id = useId();
  const labels = readLabels(text);
  const save = (): void => {
    close();
    const isSame = labels.join('\n') === item.labels.join('\n');
    const change = {
      ...(isSame ? {} : { labels: [...labels] }),
      ...(status === (item.status ?? '') ? {} : { status }),
    };
    if (Object.keys(change).length > 0) void deeds.mark(item.id, change);
  };
  return (
    <Dialog isOpen close={close} title="Labels and status">
      <form
        className="intent-form"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <div className="form-field">
          <label htmlFor={id}>Labels, with commas between them</label>
          <input
            id={id}
            className="field"
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        </div>
        <LabelOffers
          offered={offers.labels}
          labels={labels}
          choose={(chosen) => setText(chosen.join(', '))}
        />
        {offers.statuses.length === 0 ? null : (
          <div className="form-field">
            <span>Status</span>
            <Select
              label="Status"
              className="status-picker"
              value={status}
              choose={setStatus}
              choices={[
                ...(item.status === null ? [{ value: '', label: 'No status' }] : []),
                ...offers.statuses.map((value) => ({ value, label: nameStatus(value) })),
              ]}
            />
          </div>
        )}
        <div className="dialog-foot">
          <Button onClick={close}>Cancel</Button>
          <Button look="primary" onClick={save}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface LabelOffersProps {
  readonly offered: readonly string[];
  readonly labels: readonly string[];
  readonly choose: (labels: readonly string[]) => void;
}

function LabelOffers({ offered, labels, choose }: LabelOffersProps): JSX.Element | null {
  if (offered.length === 0) return null;
  return (
    <div className="label-offers">
      {offered.map((label) => {
        const isOn = labels.includes(label);
        const others = labels.filter((one) => one !== label);
        return (
          <Button
            key={label}
            className="small"
            isPressed={isOn}
            onClick={() => choose(isOn ? others : [...labels, label])}
          >
            {label}
          </Button>
        );
      })}
    </div>
  );
}

function readLabels(text: string): readonly string[] {
  const labels = text.split(',').map((label) => label.trim());
  return [...new Set(labels.filter((label) => label !== ''))];
}

/** `needs_review` is a name in a setting; people read words. */
export function nameStatus(status: string): string {
  return status.replaceAll('_', ' ');
}
