import type { About, Workbench } from '@rook/contract';
import { CloudOff, MessageSquare, SearchX } from 'lucide-react';
import { useCallback, useMemo, useRef, useState, type JSX } from 'react';

import { useDismissed } from '../app/use-dismissed.ts';
import { CliPanel } from '../commands/cli-panel.tsx';
import type { Compose } from '../composer/recall-message.ts';
import { Button } from '../design/button.tsx';
import { Empty } from '../design/empty.tsx';
import { Skeleton } from '../design/skeleton.tsx';
import { KeptBlobs } from '../markdown/kept-blobs.tsx';
import type { SessionStore } from '../state/session-store.ts';
import { useSession } from '../state/use-session.ts';
import { AutoContinue } from './auto-continue.tsx';
import { findReply } from './outstanding.ts';
import { SummaryBar } from './summary-bar.tsx';
import { SummaryWatch } from './summary-watch.tsx';
import { TurnList, type TurnListHandle } from './turn-list.tsx';
import { WorkbenchContext } from './use-change-diff.tsx';
import type { SoughtTurn } from './use-named-turn.ts';

export interface ConversationProps {
  readonly store: SessionStore;
  readonly workbench: Workbench;
  readonly about: About | null;
  /** The turn to show instead of the newest. */
  readonly turn?: SoughtTurn | null;
  /** Writes words into the input, without sending them. */
  readonly compose: Compose;
}

/** A session as a conversation; there is something to see in every state of it. */
export function ConversationView(props: ConversationProps): JSX.Element {
  const { store, workbench, about, compose, turn = null } = props;
  const phase = useSession(store, (state) => state.phase);
  const session = useSession(store, (state) => state.session);
  const hasTurns = useSession(
    store,
    ({ conversation, pending }) => conversation.turns.length + conversation.marks.length + pending.length > 0,
  );
  const readBlob = useMemo(() => workbench.readBlob.bind(workbench), [workbench]);
  if (!hasTurns || phase === 'gone') return <WithoutTurns store={store} about={about} />;
  return (
    <WorkbenchContext value={workbench}>
      <KeptBlobs value={readBlob}>
        <Turns key={session ?? 'new'} store={store} compose={compose} turn={turn} />
      </KeptBlobs>
    </WorkbenchContext>
  );
}

function WithoutTurns({ store, about }: Pick<ConversationProps, 'store' | 'about'>): JSX.Element {
  const phase = useSession(store, (state) => state.phase);
  const error = useSession(store, (state) => state.error);
  switch (phase) {
    case 'loading':
      return <LoadingTurns />;
    case 'failed':
      return (
        <Empty icon={CloudOff} title="The session cannot be shown" text={error?.message ?? ''}>
          <Button onClick={() => void store.reload()}>Try again</Button>
        </Empty>
      );
    case 'gone':
      return (
        <Empty
          icon={SearchX}
          title="The session is not here"
          text="It was deleted, or it belongs to another workspace. A deleted session can be brought back from the list."
        />
      );
    case 'ready':
      return (
        <Empty
          icon={MessageSquare}
          title="Nothing was said here yet"
          text="The session is there, and waits for its first message."
        />
      );
    case 'new':
      return (
        <Empty
          icon={MessageSquare}
          title={
            about?.workspace === null || about === null
              ? 'A new session'
              : `A new session in ${about.workspace.name}`
          }
          text="Ask for something. What is read, changed and run for it stands here, and every change can be rewound."
        />
      );
  }
}

const SKELETON_WIDTHS = ['38%', '82%', '74%', '52%', '90%', '66%'] as const;

function LoadingTurns(): JSX.Element {
  return (
    <div className="loading-turns" role="status" aria-label="The session is loaded">
      {SKELETON_WIDTHS.map((width) => (
        <Skeleton key={width} width={width} height={14} />
      ))}
    </div>
  );
}

type TurnsProps = Pick<ConversationProps, 'store' | 'compose'> & { readonly turn: SoughtTurn | null };

function Turns({ store, compose, turn }: TurnsProps): JSX.Element {
  const handle = useRef<TurnListHandle>(null);
  const last = useSession(store, ({ conversation }) => conversation.turns.at(-1) ?? null);
  const [outOfSight, setOutOfSight] = useState<string | null>(null);
  const [isClosed, close] = useDismissed(store, 'summary', last?.key ?? '');
  const watch = useCallback((key: string, isInSight: boolean): void => {
    setOutOfSight((before) => (isInSight ? (before === key ? null : before) : key));
  }, []);
  const reply = last === null || last.ended === null ? null : findReply(last);
  const isBarShown = last !== null && outOfSight === last.key && !isClosed;
  return (
    <SummaryWatch value={watch}>
      <div className="conversation">
        <TurnList store={store} compose={compose} turn={turn} handle={handle} />
        <Announcements store={store} />
        {reply !== null && reply.summary.text !== '' && isBarShown ? (
          <SummaryBar
            reply={reply}
            compose={compose}
            seeDetails={() => handle.current?.showLast()}
            close={close}
          />
        ) : null}
        <CliPanel store={store} />
        <AutoContinue store={store} />
      </div>
    </SummaryWatch>
  );
}

/** For who does not see the page: what became of the last turn. */
function Announcements({ store }: { readonly store: SessionStore }): JSX.Element {
  const words = useSession(store, ({ conversation }) => {
    const last = conversation.turns.at(-1);
    if (last === undefined) return '';
    const open = last.approvals.find(({ state }) => state === 'open');
    if (open !== undefined) return `Asks: ${open.question}`;
    return last.ended === null ? '' : `The turn is over: ${last.status}.`;
  });
  return (
    <p className="visually-hidden" role="status">
      {words}
    </p>
  );
}
