import type { CallInput, IntentView } from '@rook/contract';
import { Plus, Scale } from 'lucide-react';
import { useState, type JSX } from 'react';

import { useChoices } from '../../app/choices.ts';
import { useScope } from '../../app/scope.tsx';
import { useChosen } from '../../app/value-store.ts';
import { Banner } from '../../design/banner.tsx';
import { Button } from '../../design/button.tsx';
import { Empty } from '../../design/empty.tsx';
import type { SessionStore } from '../../state/session-store.ts';
import { CalledView } from '../called-view.tsx';
import { useCall } from '../use-call.ts';
import { IntentCard, type IntentDeeds } from './intent-card.tsx';
import { IntentForm } from './intent-form.tsx';
import { LedgerState } from './ledger-state.tsx';

type Opened = { readonly intent: IntentView | null } | null;

export interface GovernanceTabProps {
  readonly store: SessionStore;
  /** Another text when something was done. */
  readonly version: string;
}

/** What work is for and which files it may change; what is active in this session. */
export function GovernanceTab({ store, version }: GovernanceTabProps): JSX.Element {
  const { workbench, toasts, about } = useScope();
  const choices = useChoices(store);
  const listed = useCall('intent_list', {}, choices.intent ?? '');
  const [opened, setOpened] = useState<Opened>(null);
  const changed = (): void => {
    listed.reload();
    void about.refresh();
  };
  const edit = async (wish: CallInput<'intent_edit'>, words: string): Promise<void> => {
    const edited = await workbench.call('intent_edit', wish);
    if (edited.ok) toasts.done(words);
    else toasts.failed('The intent is as before.', edited.error);
    changed();
  };
  const deeds: IntentDeeds = {
    choose: ({ id }) => choices.setIntent(id),
    edit: (intent) => setOpened({ intent }),
    confirm: ({ id }) => void edit({ id, confirm: true }, `${id} is confirmed.`),
    setStatus: ({ id }, status) => void edit({ id, status }, `${id} is ${STATUS_WORDS[status]}.`),
  };
  return (
    <>
      <LedgerBanner store={store} />
      <CalledView called={listed} what="the intents">
        {({ isGoverned, intents, problem }) => (
          <>
            {problem === undefined ? null : <IntentsProblem text={problem} retry={listed.reload} />}
            <GovernanceHead isGoverned={isGoverned} hasIntent={choices.intent !== null} />
            <IntentList
              intents={intents}
              active={choices.intent}
              deeds={deeds}
              isBroken={problem !== undefined}
            />
            {problem === undefined ? (
              <div className="evidence-bar">
                <Button onClick={() => setOpened({ intent: null })}>
                  <Plus size={14} aria-hidden />
                  New intent …
                </Button>
              </div>
            ) : null}
            {opened === null ? null : (
              <IntentForm
                intent={opened.intent}
                intents={intents}
                close={() => setOpened(null)}
                changed={changed}
              />
            )}
          </>
        )}
      </CalledView>
      <LedgerState version={version} />
    </>
  );
}

const STATUS_WORDS = {
  PENDING: 'not begun',
  IN_PROGRESS: 'in progress',
  COMPLETED: 'completed',
  BLOCKED: 'blocked',
} as const;

function GovernanceHead(props: { readonly isGoverned: boolean; readonly hasIntent: boolean }): JSX.Element {
  if (!props.isGoverned)
    return (
      <p className="evidence-note">
        This workspace is not governed: no intent is needed to change files. The first intent governs it.
      </p>
    );
  return (
    <p className="evidence-note">
      {props.hasIntent
        ? 'This workspace is governed: only files of the active intent are changed.'
        : 'This workspace is governed, and no intent is active here: nothing but reading is allowed.'}
    </p>
  );
}

interface IntentListProps {
  readonly intents: readonly IntentView[];
  readonly active: string | null;
  readonly deeds: IntentDeeds;
  readonly isBroken: boolean;
}

/** The active one first. */
function IntentList({ intents, active, deeds, isBroken }: IntentListProps): JSX.Element | null {
  if (intents.length === 0)
    return isBroken ? null : (
      <Empty
        icon={Scale}
        title="No intents yet"
        text="An intent says what work is for, which files it may change and when it is done."
      />
    );
  const sorted = intents.toSorted((one, other) => Number(other.id === active) - Number(one.id === active));
  return (
    <ul className="intent-list" aria-label="Intents">
      {sorted.map((intent) => (
        <IntentCard key={intent.id} intent={intent} isActive={intent.id === active} deeds={deeds} />
      ))}
    </ul>
  );
}

/** The file is a person's to mend; what it says is not guessed. */
function IntentsProblem({ text, retry }: { readonly text: string; readonly retry: () => void }): JSX.Element {
  return (
    <Banner meaning="removed" text={text}>
      <Button onClick={retry}>Read again</Button>
    </Banner>
  );
}

function LedgerBanner({ store }: { readonly store: SessionStore }): JSX.Element | null {
  const isDegraded = useChosen(store, ({ conversation }) => conversation.isLedgerDegraded === true);
  const text = useChosen(
    store,
    ({ conversation }) => conversation.marks.findLast(({ kind }) => kind === 'ledger')?.text,
  );
  if (!isDegraded) return null;
  return (
    <Banner
      meaning="asks"
      text={`${text ?? 'The ledger cannot be written.'} What happens is still in the record of the session.`}
    />
  );
}
