import { useEffect, useId, useRef, type JSX, type ReactNode, type RefObject } from 'react';

import { showCost } from '../app/format.ts';
import { Button } from '../design/button.tsx';
import { Select } from '../design/select.tsx';
import { Spinner } from '../design/spinner.tsx';
import { fieldsOf, FORM_PROVIDERS } from './providers.ts';
import { useConnection, type ConnectionState } from './use-connection.ts';

export interface ConnectionFormProps {
  readonly kept: () => void;
  /** Somebody asked for the form: it takes the focus, and says that it has. */
  readonly reached?: () => void;
}

/** Connects a model: it is really asked once before anything is kept. */
export function ConnectionForm({ kept, reached }: ConnectionFormProps): JSX.Element {
  const keyField = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (reached === undefined) return;
    keyField.current?.focus();
    reached();
  }, [reached]);
  const connection = useConnection(kept);
  const { words, busy, change } = connection;
  const fields = fieldsOf(words.provider);
  const isReady =
    words.name.trim() !== '' &&
    (fields.key === 'optional' || words.key.trim() !== '') &&
    (fields.baseUrl !== 'needed' || words.baseUrl.trim() !== '') &&
    (fields.model === 'optional' || words.model.trim() !== '');
  return (
    <form
      className="form"
      aria-label="Connect a model"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady && busy === null) void connection.test();
      }}
    >
      <div className="form-row">
        <span className="form-label">Who answers</span>
        <Select
          label="Who answers"
          value={words.provider}
          choices={FORM_PROVIDERS}
          choose={(provider) => change({ provider })}
        />
      </div>
      {fields.baseUrl === 'none' ? null : (
        <Field
          label="Address"
          note={fields.baseUrl === 'needed' ? 'As in http://127.0.0.1:11434/v1' : 'Or a region below'}
        >
          {(id) => <TextField id={id} value={words.baseUrl} set={(baseUrl) => change({ baseUrl })} />}
        </Field>
      )}
      {fields.hasRegion ? (
        <Field label="Region" note="As in westeurope">
          {(id) => <TextField id={id} value={words.region} set={(region) => change({ region })} />}
        </Field>
      ) : null}
      <Field
        label={fields.key === 'needed' ? 'Key' : 'Key, if it wants one'}
        note="Kept with the keys of your system or in an encrypted file; never in this page."
      >
        {(id) => (
          <TextField id={id} field={keyField} isSecret value={words.key} set={(key) => change({ key })} />
        )}
      </Field>
      <div className="form-pair">
        <Field
          label="Model"
          note={fields.model === 'needed' ? 'As the server calls it' : 'Empty: the default of the provider'}
        >
          {(id) => <TextField id={id} value={words.model} set={(model) => change({ model })} />}
        </Field>
        <Field label="Name" note="Small letters, digits and hyphens">
          {(id) => <TextField id={id} value={words.name} set={(name) => change({ name })} />}
        </Field>
      </div>
      <Outcome connection={connection} />
      <div className="form-end">
        <Button
          look={connection.tested?.ok === true ? 'plain' : 'primary'}
          isDisabled={!isReady || busy !== null}
          onClick={() => void connection.test()}
        >
          {busy === 'test' ? <Spinner label="The model is asked" /> : null} Test
        </Button>
        <Button
          look={connection.tested?.ok === true ? 'primary' : 'plain'}
          isDisabled={!isReady || busy !== null}
          onClick={() => void connection.keep()}
        >
          {connection.isUnsure ? 'Keep it all the same' : 'Keep'}
        </Button>
        <span className="quiet">{isReady ? 'The test asks the model one short question.' : ''}</span>
      </div>
    </form>
  );
}

/** What came back, and what to do about it. */
function Outcome({ connection }: { readonly connection: ConnectionState }): JSX.Element {
  const { tested, problem, isUnsure } = connection;
  const cost = tested?.costUsd ?? null;
  const spent = cost === null ? 'Nobody knows what it cost.' : `It cost ${showCost(cost)}.`;
  const unsure = tested === null ? 'This was not tested.' : 'The test failed.';
  return (
    <>
      {tested === null ? null : tested.ok ? (
        <p className="form-good" role="status">{`${tested.message} ${spent}`}</p>
      ) : (
        <p className="form-problem" role="alert">{`${tested.message} Nothing was kept.`}</p>
      )}
      {problem === null ? null : (
        <p className="form-problem" role="alert">
          {problem}
        </p>
      )}
      {isUnsure ? (
        <p
          className="form-unsure"
          role="alert"
        >{`${unsure} Keep it only if you know that it will work later.`}</p>
      ) : null}
    </>
  );
}

interface FieldProps {
  readonly label: string;
  readonly note: string;
  readonly children: (id: string) => ReactNode;
}

function Field({ label, note, children }: FieldProps): JSX.Element {
  const id = useId();
  return (
    <div className="form-row">
      <label htmlFor={id}>{label}</label>
      {children(id)}
      <small id={`${id}-note`}>{note}</small>
    </div>
  );
}

interface TextFieldProps {
  readonly id: string;
  readonly value: string;
  readonly set: (value: string) => void;
  readonly isSecret?: boolean;
  readonly field?: RefObject<HTMLInputElement | null>;
}

function TextField({ id, value, set, field, isSecret = false }: TextFieldProps): JSX.Element {
  return (
    <input
      id={id}
      ref={field}
      className="field"
      type={isSecret ? 'password' : 'text'}
      // A key belongs into no list of passwords that a browser fills in.
      autoComplete={isSecret ? 'new-password' : 'off'}
      spellCheck={false}
      aria-describedby={`${id}-note`}
      value={value}
      onChange={(event) => set(event.currentTarget.value)}
    />
  );
}
