import { CircleSlash, TriangleAlert } from 'lucide-react';
import { lazy, Suspense, useMemo, useState, type JSX } from 'react';

import { Composer } from '../composer/composer.tsx';
import { ConversationView } from '../conversation/conversation-view.tsx';
import type { SoughtTurn } from '../conversation/use-named-turn.ts';
import { Button } from '../design/button.tsx';
import { Empty } from '../design/empty.tsx';
import { Skeleton } from '../design/skeleton.tsx';
import { FindBar } from '../find/find-bar.tsx';
import type { SessionStore } from '../state/session-store.ts';
import { useCompose } from './compose.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { useScope } from './scope.tsx';
import { useChosen, useStore } from './value-store.ts';

/** The conversation, or the words that stand in its place; never nothing. */
export function PageBody({ store }: { readonly store: SessionStore }): JSX.Element {
  const isUnknown = useChosen(useScope().route, (route) => route.isUnknown);
  const phase = useChosen(store, (state) => state.phase);
  const hasComposer = !isUnknown && phase !== 'gone';
  return (
    <div className="page-body">
      <div className="page-conversation">
        <ErrorBoundary what="The conversation">
          <Above store={store} isUnknown={isUnknown} />
        </ErrorBoundary>
      </div>
      <Tour store={store} />
      {hasComposer ? (
        <ErrorBoundary what="The field for messages">
          <Composer store={store} />
        </ErrorBoundary>
      ) : null}
    </div>
  );
}

/** Its code comes with the first tour only. */
const loadTour = async () => ({ default: (await import('../tour/tour-panel.tsx')).TourPanel });
const TourPanel = lazy(loadTour);

function Tour({ store }: { readonly store: SessionStore }): JSX.Element | null {
  const isTour = useChosen(useScope().about, (known) => known?.ok === true && known.value.isTour);
  if (!isTour) return null;
  return (
    <ErrorBoundary what="The tour">
      <Suspense fallback={null}>
        <TourPanel store={store} />
      </Suspense>
    </ErrorBoundary>
  );
}

function Above({
  store,
  isUnknown,
}: {
  readonly store: SessionStore;
  readonly isUnknown: boolean;
}): JSX.Element {
  const { workbench, about, route } = useScope();
  const phase = useChosen(store, (state) => state.phase);
  const session = useChosen(store, (state) => state.session);
  const error = useChosen(store, (state) => state.error);
  const known = useStore(about);
  const compose = useCompose(store);
  const named = useChosen(route, (where) => where.turn);
  const turn = useMemo(() => (named === null ? null : { id: named, keepsFocus: false }), [named]);
  const [sought, setSought] = useState<SoughtTurn | null>(null);
  if (isUnknown || phase === 'gone') {
    return (
      <div className="welcome">
        <Empty
          icon={CircleSlash}
          title="There is no such session"
          text="It was deleted, or the address is not a whole one. Deleted sessions are in the trash for a while."
        >
          <Button look="primary" onClick={() => route.go(null)}>
            New session
          </Button>
        </Empty>
      </div>
    );
  }
  if (phase === 'failed') {
    return (
      <div className="welcome">
        <Empty
          icon={TriangleAlert}
          title="The session could not be read"
          text={`${error?.message ?? ''} Nothing was written.`}
        >
          <Button onClick={() => location.reload()}>Try again</Button>
        </Empty>
      </div>
    );
  }
  if (session === null) return <Welcome />;
  if (phase === 'loading') return <TurnSkeletons />;
  return (
    <>
      <FindBar store={store} session={session} seek={setSought} />
      <ConversationView
        store={store}
        workbench={workbench}
        about={known?.ok === true ? known.value : null}
        compose={compose}
        turn={sought ?? turn}
      />
    </>
  );
}

function Welcome(): JSX.Element {
  const { about, slots } = useScope();
  const known = useStore(about);
  const FirstRun = slots.firstRun;
  if (known === null) return <div className="welcome" role="status" aria-label="Reading the workspace" />;
  if (known.ok && known.value.connection === null) {
    return (
      <div className="welcome">
        <FirstRun />
      </div>
    );
  }
  const place = known.ok ? known.value.workspace?.name : undefined;
  return (
    <div className="welcome">
      <h2>{place === undefined ? 'What should be done?' : `What should be done in ${place}?`}</h2>
      <p>Every step is written down, every change is verified, and everything can be rewound.</p>
    </div>
  );
}

const WIDTHS = ['46%', '88%', '82%', '64%'] as const;

function TurnSkeletons(): JSX.Element {
  return (
    <div className="turn-skeletons" role="status" aria-label="Reading the session">
      {[1, 2, 3].map((turn) => (
        <div key={turn}>
          {WIDTHS.map((width) => (
            <Skeleton key={width} width={width} />
          ))}
        </div>
      ))}
    </div>
  );
}
