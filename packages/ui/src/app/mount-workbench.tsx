import { Toast } from '@base-ui/react/toast';
import { Tooltip } from '@base-ui/react/tooltip';
import type { Workbench } from '@rook/contract';
import { createRoot } from 'react-dom/client';

import { createDraftStore } from '../composer/drafts.ts';
import { PlatformContext } from '../design/kbd.tsx';
import { createSessionsStore } from '../sessions/sessions-store.ts';
import { shareStreams } from '../state/share-streams.ts';
import { createTourStore } from '../tour/tour-store.ts';
import { createAboutStore } from './about-store.ts';
import { createActionStore } from './actions.ts';
import { createCurrentSession } from './current-session.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { createEvidenceStore, FIRST_FOCUS } from './evidence-focus.ts';
import { holdBackDrops } from './hold-back-drops.ts';
import type { Host } from './host.ts';
import { createKeptMarks } from './kept-marks.ts';
import { createModelChoice } from './model-choice.ts';
import { watchTabLinks } from './open-tab.ts';
import { OpenedView } from './opened-view.tsx';
import { createOpenedStore } from './opened.ts';
import { NO_PICKS } from './picks.ts';
import { createRouteStore } from './route.ts';
import { ScopeContext, type Scope } from './scope.tsx';
import { Shell } from './shell.tsx';
import { slots } from './slots.ts';
import { createStepStore } from './steps.ts';
import { createThemeStore } from './theme.ts';
import { ToastList } from './toast-list.tsx';
import { createToasts } from './toasts.ts';
import { createValueStore } from './value-store.ts';

const TOOLTIP_MS = 400;

/** Shows a workbench in an element, which becomes its own; gives what takes it away again. */
export function mountWorkbench(element: HTMLElement, given: Workbench, host: Host): () => void {
  const workbench = shareStreams(given);
  const route = createRouteStore();
  const about = createAboutStore(workbench);
  const models = createModelChoice(host.storage, about);
  const scope: Scope = {
    workbench,
    host,
    route,
    slots,
    about,
    sessions: createSessionsStore(workbench),
    current: createCurrentSession(workbench, route, models),
    models,
    dismissed: createKeptMarks(host.storage, 'dismissed'),
    picks: createValueStore(NO_PICKS),
    drafts: createDraftStore(host.storage),
    actions: createActionStore(host.platform),
    steps: createStepStore(),
    evidence: createEvidenceStore(),
    theme: createThemeStore(element.ownerDocument.documentElement, host.storage),
    toasts: createToasts(),
    opened: createOpenedStore(),
    tour: createTourStore(workbench),
  };
  const stopPlace = scope.about.subscribe(() => {
    const known = scope.about.getState();
    if (known?.ok !== true) return;
    scope.drafts.settle(known.value.workspace?.path ?? '');
    scope.theme.settle(known.value.theme ?? 'system');
  });
  void scope.about.refresh();
  void scope.sessions.refresh();
  const stopPicks = scope.current.subscribe(() => {
    scope.picks.set(NO_PICKS);
    models.forget();
    scope.evidence.set({ ...FIRST_FOCUS, tab: scope.evidence.getState().tab });
  });
  // What is left today is another number after each answer, and after the server came back.
  const stopAbout = scope.sessions.subscribe(refreshAfterChange(scope));
  const press = (event: KeyboardEvent): void => scope.actions.press(event);
  document.addEventListener('keydown', press);
  const stopTabs = watchTabLinks(scope);
  const stopDrops = holdBackDrops();
  const root = createRoot(element);
  root.render(
    <ScopeContext value={scope}>
      <PlatformContext value={host.platform}>
        <ErrorBoundary what="The workbench">
          <Tooltip.Provider delay={TOOLTIP_MS}>
            <Toast.Provider toastManager={scope.toasts.source} limit={3}>
              <Shell />
              <OpenedView />
              <ToastList />
            </Toast.Provider>
          </Tooltip.Provider>
        </ErrorBoundary>
      </PlatformContext>
    </ScopeContext>,
  );
  return () => {
    document.removeEventListener('keydown', press);
    stopTabs();
    stopDrops();
    stopPlace();
    stopPicks();
    stopAbout();
    root.unmount();
    scope.current.dispose();
    scope.sessions.dispose();
    scope.theme.dispose();
    route.dispose();
  };
}

function refreshAfterChange({ sessions, about }: Scope): () => void {
  let { items, isLinkUp } = sessions.getState();
  return () => {
    const state = sessions.getState();
    const isOther = state.items !== items || (state.isLinkUp && !isLinkUp);
    ({ items, isLinkUp } = state);
    if (isOther && isLinkUp) void about.refresh();
  };
}
