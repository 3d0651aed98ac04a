import { useMemo, type JSX, type ReactNode } from 'react';

import type { EvidenceTab } from '../app/evidence-focus.ts';
import { useScope } from '../app/scope.tsx';
import { useChosen, useStore } from '../app/value-store.ts';
import { Tabs } from '../design/tabs.tsx';
import { listOpenApprovals } from '../state/session-facts.ts';
import type { SessionStore } from '../state/session-store.ts';
import { ApprovalsTab } from './approvals-tab.tsx';
import { ChangesTab } from './changes/changes-tab.tsx';
import { useChangeSteps } from './changes/use-change-steps.ts';
import { CommandsTab } from './commands-tab.tsx';
import { FilesTab } from './files/files-tab.tsx';
import { GovernanceTab } from './governance/governance-tab.tsx';
import { readTodos } from './read-todos.ts';
import { RecordTab } from './record-tab.tsx';
import { readVersions } from './session-version.ts';
import { TodosTab } from './todos-tab.tsx';
import { TurnPicker } from './turn-picker.tsx';
import { useCall } from './use-call.ts';

/** What stands behind the words of the conversation: of the whole session, or of one turn. */
export function EvidencePanel({ store }: { readonly store: SessionStore }): JSX.Element {
  const { evidence } = useScope();
  const focus = useStore(evidence);
  const session = useChosen(store, (state) => state.session);
  const conversation = useChosen(store, (state) => state.conversation);
  const versions = useMemo(() => readVersions(conversation), [conversation]);
  const version = versions.all;
  const changes = useCall('change_list', session === null ? null : { session }, versions.changes);
  const overview = useCall(
    'session_overview',
    session === null ? null : { session },
    // The whole session is read for it, so while nobody looks it waits for the end of the turn.
    IS_OF_OVERVIEW.has(focus.tab) ? versions.all : versions.turns,
  );
  const recorded = session === null ? null : overview;
  const sets = changes.value?.sets ?? [];
  const todos = readTodos(conversation, overview.value, sets);
  const asks = useChosen(store, (state) => listOpenApprovals(state).length);
  const commands = useMemo(
    () => conversation.turns.reduce((sum, turn) => sum + turn.commands.length, 0),
    [conversation],
  );
  useChangeSteps(sets, focus);
  const nothing = {
    value: { sets: [], hasMore: false },
    error: null,
    isLoading: false,
    reload: () => undefined,
  };
  const files = Object.keys(overview.value?.fileRegistry ?? {}).length;
  const done = todos.filter(({ isDone }) => isDone).length;
  const tabs: readonly (readonly [EvidenceTab, string, string, ReactNode])[] = [
    [
      'changes',
      'Changes',
      showCount(sets.length),
      <ChangesTab key="changes" changes={session === null ? nothing : changes} />,
    ],
    [
      'todos',
      'Todos',
      todos.length === 0 ? '' : `${done}/${todos.length}`,
      <TodosTab key="todos" todos={todos} />,
    ],
    [
      'files',
      'Files',
      showCount(files),
      <FilesTab key="files" overview={recorded} store={store} version={version} />,
    ],
    ['approvals', 'Approvals', showCount(asks), <ApprovalsTab key="approvals" store={store} />],
    ['commands', 'Commands', showCount(commands), <CommandsTab key="commands" store={store} />],
    ['governance', 'Governance', '', <GovernanceTab key="governance" store={store} version={version} />],
    ['record', 'Record', '', <RecordTab key="record" overview={recorded} />],
  ];
  return (
    <div className="evidence">
      <Tabs
        label="Evidence"
        className="evidence-tabs"
        chosen={focus.tab}
        choose={(name) => {
          const tab = tabs.find(([known]) => known === name)?.[0];
          if (tab !== undefined) evidence.show({ tab });
        }}
        tabs={tabs.map(([name, label, number, panel]) => ({
          name,
          label: <TabLabel label={label} number={number} isAsking={name === 'approvals'} />,
          panel: (
            <>
              {IS_ABOUT_TURN.has(name) ? <TurnPicker store={store} /> : null}
              {panel}
            </>
          ),
        }))}
      />
    </div>
  );
}

const IS_OF_OVERVIEW: ReadonlySet<EvidenceTab> = new Set(['todos', 'files', 'record']);
const IS_ABOUT_TURN: ReadonlySet<EvidenceTab> = new Set(['changes', 'approvals', 'commands']);

function showCount(number: number): string {
  return number === 0 ? '' : number.toLocaleString('en-US');
}

interface TabLabelProps {
  readonly label: string;
  readonly number: string;
  readonly isAsking: boolean;
}

function TabLabel({ label, number, isAsking }: TabLabelProps): JSX.Element {
  return (
    <>
      {label}{' '}
      {number === '' ? null : (
        <span className="tab-count numbers" data-meaning={isAsking ? 'asks' : 'plain'}>
          {number}
        </span>
      )}
    </>
  );
}
