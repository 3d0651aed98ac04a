import { Hand, PanelLeft, PanelRight, Square } from 'lucide-react';
import { useMemo, useState, type JSX } from 'react';

import { revealQuestion } from '../approvals/reveal-question.ts';
import { stopTurn } from '../conversation/turn-deeds.ts';
import { Button } from '../design/button.tsx';
import { IconButton } from '../design/icon-button.tsx';
import { RenameField } from '../sessions/rename-field.tsx';
import { createSessionDeeds } from '../sessions/session-deeds.ts';
import { listOpenApprovals, readFacts } from '../state/session-facts.ts';
import type { SessionStore } from '../state/session-store.ts';
import { useChoices } from './choices.ts';
import { showCost } from './format.ts';
import { IntentPicker, ModePicker } from './pickers.tsx';
import { MODES } from './picks.ts';
import { useScope } from './scope.tsx';
import { useActions } from './use-actions.ts';
import { useTitle } from './use-title.ts';
import { useChosen, useStore } from './value-store.ts';

export interface HeaderProps {
  readonly store: SessionStore;
  /** Null: the column stands beside the page, and needs no button. */
  readonly openLeft: (() => void) | null;
  readonly isRightOpen: boolean;
  readonly toggleRight: () => void;
}

export function Header({ store, openLeft, isRightOpen, toggleRight }: HeaderProps): JSX.Element {
  const choices = useChoices(store);
  const { toasts } = useScope();
  const session = useChosen(store, (state) => state.session);
  const isRunning = useChosen(store, ({ live }) => live !== null && live.running !== null);
  useActions(
    MODES.map((mode) => ({
      id: `mode-${mode}`,
      title: `Mode: ${mode}`,
      group: 'Session',
      isOff: mode === choices.mode,
      run: () => choices.setMode(mode),
    })),
  );
  return (
    <header className="header">
      {openLeft === null ? null : (
        <IconButton icon={PanelLeft} label="Show the sessions" onClick={openLeft} />
      )}
      <Title store={store} />
      <div className="header-facts">
        {session === null ? null : (
          <>
            <IntentPicker choices={choices} />
            <ModePicker choices={choices} />
          </>
        )}
      </div>
      <Cost store={store} />
      <div className="header-end">
        <AsksTrace store={store} />
        {isRunning ? (
          <span className="wide-only">
            <IconButton
              icon={Square}
              label="Stop the turn"
              keys="Escape"
              look="danger"
              onClick={() => void stopTurn(store, toasts.failed)}
            />
          </span>
        ) : null}
        <IconButton
          icon={PanelRight}
          label={isRightOpen ? 'Hide the evidence' : 'Show the evidence'}
          isExpanded={isRightOpen}
          onClick={toggleRight}
        />
      </div>
    </header>
  );
}

/** The title, which can be changed where it stands. */
function Title({ store }: { readonly store: SessionStore }): JSX.Element {
  const scope = useScope();
  const session = useChosen(store, (state) => state.session);
  const title = useTitle(store);
  const [isRenaming, setRenaming] = useState(false);
  const deeds = useMemo(() => createSessionDeeds(scope), [scope]);
  useActions([
    {
      id: 'rename',
      title: 'Rename the session',
      group: 'Session',
      isOff: session === null,
      run: () => setRenaming(true),
    },
    {
      id: 'archive',
      title: 'Archive the session',
      group: 'Session',
      isOff: session === null,
      run: () => session !== null && void deeds.archive(session, title, true),
    },
    {
      id: 'delete',
      title: 'Delete the session',
      group: 'Session',
      isOff: session === null,
      run: () => session !== null && void deeds.remove(session, title),
    },
  ]);
  if (session === null || !isRenaming) {
    return (
      <h1 className="header-title truncate" title={title} onDoubleClick={() => setRenaming(true)}>
        {title}
      </h1>
    );
  }
  return (
    <RenameField
      title={title}
      end={(text) => {
        setRenaming(false);
        if (text !== null && text !== title) void deeds.rename(session, text);
      }}
    />
  );
}

/** Stays until every question is answered, wherever the reader has scrolled to. */
function AsksTrace({ store }: { readonly store: SessionStore }): JSX.Element | null {
  const asks = useChosen(store, (state) => listOpenApprovals(state).length);
  if (asks === 0) return null;
  return (
    <Button className="asks-trace" onClick={revealQuestion}>
      <Hand size={14} aria-hidden />
      {asks === 1 ? '1 asks you' : `${asks} ask you`}
    </Button>
  );
}

/** What the session cost, and what may still be spent today. */
function Cost({ store }: { readonly store: SessionStore }): JSX.Element | null {
  const { sessions, about } = useScope();
  const session = useChosen(store, (state) => state.session);
  const counted = useChosen(store, (state) => readFacts(state).usage?.cost_usd);
  const listed = useChosen(sessions, ({ items }) => items.find(({ id }) => id === session)?.costUsd);
  const known = useStore(about);
  const cost = listed ?? counted ?? null;
  const spend = known?.ok === true ? known.value.spend : null;
  const left =
    spend === null || spend.dayLimitUsd === null || spend.dayUsd === null
      ? null
      : Math.max(0, spend.dayLimitUsd - spend.dayUsd);
  const words = [
    ...(session === null ? [] : [cost === null ? 'cost unknown' : showCost(cost)]),
    ...(left === null ? [] : [`${showCost(left)} left today`]),
  ];
  if (words.length === 0) return null;
  return <span className="header-cost numbers truncate">{words.join(' · ')}</span>;
}
