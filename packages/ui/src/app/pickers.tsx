import type { IntentView } from '@rook/contract';
import { Cpu, ShieldCheck, Target } from 'lucide-react';
import { useEffect, useState, type JSX } from 'react';

import { Select } from '../design/select.tsx';
import type { Choices } from './choices.ts';
import { MODES } from './picks.ts';
import { useScope } from './scope.tsx';
import { useStore } from './value-store.ts';

const MODE_WORDS = {
  safe: ['Safe', 'Reads only. Nothing is written, nothing is run.'],
  ask: ['Ask', 'Asks before it writes a file or runs a command.'],
  allow: ['Allow', 'Works without asking, within the rules.'],
} as const;

export function ModePicker({ choices }: { readonly choices: Choices }): JSX.Element {
  return (
    <Select
      label="Mode"
      icon={ShieldCheck}
      value={choices.mode}
      choose={choices.setMode}
      choices={MODES.map((value) => ({ value, label: MODE_WORDS[value][0], text: MODE_WORDS[value][1] }))}
    />
  );
}

/** Nothing where the workspace is not governed: there is no intent to choose. */
export function IntentPicker({ choices }: { readonly choices: Choices }): JSX.Element | null {
  const intents = useIntents(choices.intent);
  if (intents.length === 0) return null;
  return (
    <Select
      label="Intent"
      icon={Target}
      className="intent-picker"
      value={choices.intent ?? NO_INTENT}
      choose={(value) => {
        const intent = intents.find(({ id }) => id === value);
        if (intent !== undefined) choices.setIntent(intent.id);
      }}
      choices={[
        ...(choices.intent === null
          ? [{ value: NO_INTENT, label: 'No intent', text: 'Writes are refused.' }]
          : []),
        ...intents.map(({ id, name, status, isDraft }) => ({
          value: String(id),
          label: `${id} ${name}`,
          text: isDraft ? 'Draft' : STATUS_WORDS[status],
        })),
      ]}
    />
  );
}

const NO_INTENT = '';
const STATUS_WORDS = {
  PENDING: 'Not begun',
  IN_PROGRESS: 'In progress',
  COMPLETED: 'Completed',
  BLOCKED: 'Blocked',
} as const;

/** Asked again when the session has another intent or something was refreshed: the list may have changed with it. */
function useIntents(active: string | null): readonly IntentView[] {
  const { workbench, about } = useScope();
  const known = useStore(about);
  const [intents, setIntents] = useState<readonly IntentView[]>([]);
  useEffect(() => {
    let isOver = false;
    const ask = async (): Promise<void> => {
      const read = await workbench.call('intent_list', {});
      if (!isOver && read.ok) setIntents(read.value.isGoverned ? read.value.intents : []);
    };
    void ask();
    return () => {
      isOver = true;
    };
  }, [workbench, active, known]);
  return intents;
}

export function ModelPicker({ choices }: { readonly choices: Choices }): JSX.Element | null {
  const known = useStore(useScope().about);
  if (known?.ok !== true || known.value.connection === null) return null;
  const { connection, models } = known.value;
  const names = [...new Set([connection.model, ...models])];
  return (
    <Select
      label="Model"
      icon={Cpu}
      value={choices.model ?? connection.model}
      choose={choices.setModel}
      choices={names.map((value) =>
        value === connection.model
          ? { value, label: value, text: `${connection.name}, ${connection.provider}` }
          : { value, label: value },
      )}
    />
  );
}
