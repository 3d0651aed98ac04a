import { lazy, Suspense, useEffect, type JSX } from 'react';

import { Dialog } from '../design/dialog.tsx';
import { useTourStart } from '../tour/start-tour.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { openInTab } from './open-tab.ts';
import { CONNECT_HASH } from './route.ts';
import { useScope } from './scope.tsx';
import { useActions } from './use-actions.ts';
import { useChosen, useStore } from './value-store.ts';

const loadConnection = async () => ({
  default: (await import('../connection/connection-form.tsx')).ConnectionForm,
});
const ConnectionForm = lazy(loadConnection);
const loadWhy = async () => ({ default: (await import('../why/why-view.tsx')).WhyView });
const WhyView = lazy(loadWhy);

const stay = (): void => undefined;

/** The views over the page that can be opened from anywhere, and what opens them. */
export function OpenedView(): JSX.Element {
  const scope = useScope();
  const { opened, about, route } = scope;
  const shown = useStore(opened);
  const tour = useTourStart();
  const isTour = useChosen(about, (known) => known?.ok === true && known.value.isTour);
  // The first page has the form, and takes the focus to it; while nothing is known nobody can say.
  const isFirst = useChosen(
    about,
    (known) => known === null || (known.ok && known.value.connection === null),
  );
  const isNew = useChosen(route, ({ session, isUnknown }) => session === null && !isUnknown);
  const isOnPage = isFirst && isNew;
  useActions([
    { id: 'why', title: 'Why is this line here?', group: 'Go to', run: () => opened.openWhy(null) },
    { id: 'connect', title: 'Connect a model', group: 'Go to', isOff: isTour, run: opened.openConnect },
    {
      id: 'tab',
      title: 'Open this in another tab',
      group: 'Go to',
      isOff: scope.host.openTab === undefined,
      run: () => void openInTab(scope, location.hash),
    },
    { id: 'tour', title: 'Take the tour', group: 'Go to', isOff: !tour.isOffered, run: tour.start },
  ]);
  // The address has done its work; what is copied or reloaded is the page itself.
  useEffect(() => {
    if (location.hash === CONNECT_HASH) history.replaceState(null, '', location.pathname);
  }, []);
  return (
    <ErrorBoundary what="This view">
      <Dialog isOpen={shown?.kind === 'connect' && !isOnPage} close={opened.close} title="Connect a model">
        <Suspense fallback={null}>
          <ConnectionForm kept={opened.close} reached={stay} />
        </Suspense>
      </Dialog>
      <Dialog
        isOpen={shown?.kind === 'why'}
        close={opened.close}
        title="Why is this line here?"
        isWide
        returnsFocus={opened.returnsFocus}
      >
        <Suspense fallback={null}>
          {shown?.kind === 'why' ? <WhyView path={shown.path} line={shown.line} /> : null}
        </Suspense>
      </Dialog>
    </ErrorBoundary>
  );
}
