import { useId, useState, type JSX, type KeyboardEvent } from 'react';

import { Button } from '../design/button.tsx';

interface ReasonProps {
  readonly isSending: boolean;
  readonly send: (reason: string) => void;
  readonly cancel: () => void;
}

/** The model is told why, so that it can do better. */
export function ApprovalReason({ isSending, send, cancel }: ReasonProps): JSX.Element {
  const [reason, setReason] = useState('');
  const id = useId();
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      cancel();
    }
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      send(reason);
    }
  };
  return (
    <div className="approval-reason">
      <label htmlFor={id}>Say no, because</label>
      <textarea
        id={id}
        className="field"
        rows={2}
        value={reason}
        placeholder="What the model should do instead"
        onChange={(event) => setReason(event.currentTarget.value)}
        onKeyDown={press}
        ref={(field) => field?.focus()}
      />
      <div className="needs-you-actions">
        <Button look="primary" onClick={() => send(reason)} isDisabled={isSending}>
          Say no
        </Button>
        <Button look="quiet" onClick={cancel}>
          Back
        </Button>
      </div>
    </div>
  );
}
