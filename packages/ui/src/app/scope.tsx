import type { About, Result, Workbench } from '@rook/contract';
import { createContext, useContext, type ComponentType } from 'react';

import type { DraftStore } from '../composer/drafts.ts';
import type { SessionsStore } from '../sessions/sessions-store.ts';
import type { SessionStore } from '../state/session-store.ts';
import type { TourStore } from '../tour/tour-store.ts';
import type { ActionStore } from './actions.ts';
import type { CurrentSession } from './current-session.ts';
import type { EvidenceStore } from './evidence-focus.ts';
import type { Host } from './host.ts';
import type { KeptMarks } from './kept-marks.ts';
import type { ModelChoice } from './model-choice.ts';
import type { OpenedStore } from './opened.ts';
import type { PickStore } from './picks.ts';
import type { RouteStore } from './route.ts';
import type { StepStore } from './steps.ts';
import type { ThemeStore } from './theme.ts';
import type { Toasts } from './toasts.ts';
import type { Readable } from './value-store.ts';

/** What every view of one workbench can reach. Made once, by `mountWorkbench`. */
export interface Scope {
  readonly workbench: Workbench;
  readonly host: Host;
  readonly about: AboutStore;
  readonly sessions: SessionsStore;
  readonly route: RouteStore;
  readonly current: CurrentSession;
  readonly picks: PickStore;
  readonly models: ModelChoice;
  /** What a person has put away. */
  readonly dismissed: KeptMarks;
  readonly drafts: DraftStore;
  readonly actions: ActionStore;
  readonly steps: StepStore;
  readonly evidence: EvidenceStore;
  /** A view over the page that many places open: the first connection, why a line is there. */
  readonly opened: OpenedStore;
  readonly tour: TourStore;
  readonly theme: ThemeStore;
  readonly toasts: Toasts;
  readonly slots: Slots;
}

/** Views that stand in a place of the shell without the shell knowing them. */
export interface Slots {
  /** On the page of a new session, while no model can answer: the tour and the first connection. */
  readonly firstRun: ComponentType;
  /** The right column. */
  readonly evidence: ComponentType<{ readonly store: SessionStore }>;
  /** What comes over the page for the session that is shown, whether or not the right column is there. */
  readonly overlay: ComponentType<{ readonly store: SessionStore }>;
}

export interface AboutStore extends Readable<Result<About> | null> {
  /** Asks again: a connection was made, or money was spent. */
  refresh(): Promise<void>;
}

export const ScopeContext = createContext<Scope | null>(null);

export function useScope(): Scope {
  const scope = useContext(ScopeContext);
  if (scope === null) throw new Error('A view of the workbench stands outside of it.');
  return scope;
}
