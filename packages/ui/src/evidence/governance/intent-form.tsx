import type { IntentView, RookError } from '@rook/contract';
import { useId, useState, type JSX } from 'react';

import { useScope } from '../../app/scope.tsx';
import { Banner } from '../../design/banner.tsx';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/dialog.tsx';
import {
  EMPTY_FIELDS,
  fillFields,
  readFields,
  suggestId,
  type FieldName,
  type IntentFields,
} from './intent-fields.ts';

export interface IntentFormProps {
  /** Null: one that is made. */
  readonly intent: IntentView | null;
  readonly intents: readonly IntentView[];
  readonly close: () => void;
  readonly changed: () => void;
}

/** Makes an intent, or lets it say something else. */
export function IntentForm({ intent, intents, close, changed }: IntentFormProps): JSX.Element {
  const { workbench } = useScope();
  const [fields, setFields] = useState<IntentFields>(() =>
    intent === null ? { ...EMPTY_FIELDS, id: suggestId(intents) } : fillFields(intent),
  );
  const [wrong, setWrong] = useState<{ readonly field: FieldName; readonly problem: string } | null>(null);
  const [error, setError] = useState<RookError | null>(null);
  const [isSending, setSending] = useState(false);
  const save = async (): Promise<void> => {
    const taken = intent === null ? intents.map(({ id }) => String(id)) : [];
    const read = readFields(fields, taken);
    if ('problem' in read) return setWrong(read);
    setWrong(null);
    setSending(true);
    const saved = await workbench.call(intent === null ? 'intent_create' : 'intent_edit', read.wish);
    setSending(false);
    if (!saved.ok) return setError(saved.error);
    changed();
    close();
  };
  const field = (name: FieldName) => ({
    value: fields[name],
    problem: wrong?.field === name ? wrong.problem : null,
    change: (text: string) => setFields({ ...fields, [name]: text }),
  });
  return (
    <Dialog isOpen close={close} title={intent === null ? 'New intent' : `Edit ${intent.id}`}>
      <form
        className="intent-form"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        {error === null ? null : <Banner meaning="removed" text={`${error.message} Nothing was written.`} />}
        {intent === null ? <FormField label="Id" {...field('id')} /> : null}
        <FormField label="What the work is for" {...field('name')} />
        <FormField label="Files it may change, one pattern a line" rows={3} {...field('ownedScope')} />
        <FormField label="Constraints, one a line" rows={3} {...field('constraints')} />
        <FormField label="Done when, one a line" rows={3} {...field('acceptanceCriteria')} />
        <div className="dialog-foot">
          <Button onClick={close}>Cancel</Button>
          <Button look="primary" onClick={() => void save()} isDisabled={isSending}>
            {intent === null ? 'Make the intent' : 'Save'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface FormFieldProps {
  readonly label: string;
  readonly value: string;
  readonly problem: string | null;
  readonly change: (text: string) => void;
  readonly rows?: number;
}

function FormField({ label, value, problem, change, rows }: FormFieldProps): JSX.Element {
  const id = useId();
  const given = {
    id,
    value,
    className: 'field',
    'aria-invalid': problem !== null,
    ...(problem === null ? {} : { 'aria-describedby': `${id}-problem` }),
  };
  return (
    <div className="form-field">
      <label htmlFor={id}>{label}</label>
      {rows === undefined ? (
        <input {...given} onChange={(event) => change(event.target.value)} />
      ) : (
        <textarea {...given} rows={rows} onChange={(event) => change(event.target.value)} />
      )}
      {problem === null ? null : (
        <p id={`${id}-problem`} className="form-problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
