import type {
  About,
  CallInput,
  CallName,
  CallOutput,
  MessageId,
  Result,
  SessionId,
  TourAct,
} from '@rook/contract';

import type { LedgerHealth } from '../intents/inspect-ledger.ts';
import type { ChangedIntent, IntentBook } from '../intents/intent-book.ts';
import type { Journal } from '../journal/open-journal.ts';
import type { Clock } from '../ports/clock.ts';
import type { LedgerFile } from '../ports/ledger-file.ts';
import type { Log } from '../ports/log.ts';
import type { OwnFile } from '../ports/own-file.ts';
import type { SearchAnswer, SearchQuery } from '../ports/search-index.ts';
import type { HolderNote, Store } from '../ports/store.ts';
import type { Workspace } from '../ports/workspace.ts';
import type { ApplySetup } from '../sessions/direct-order.ts';
import type { Session, SessionListener } from '../sessions/session.ts';

/** What a workbench is made of. What needs the settings is made anew each time, because people change them meanwhile. */
export interface WorkbenchSetup {
  readonly store: Store;
  readonly clock: Clock;
  readonly log?: Log;
  readonly holder: HolderNote;
  readonly workspace: Workspace | null;
  /** Null where there is no workspace. */
  readonly intents: IntentBook | null;
  readonly isGoverned: () => Promise<boolean>;
  /** Null where there is no workspace. */
  readonly ledger: WorkbenchLedger | null;
  readonly sealKey: OwnFile;
  readonly about: () => Promise<Result<About>>;
  /** Takes a session, or begins one, with the model that the settings name or this one. */
  readonly open: (wish: OpenWish, listener: SessionListener) => Promise<Result<OpenedSession>>;
  /** What the session is called that begins with this message: always the same. */
  readonly nameSession: (message: MessageId) => SessionId;
  /** What changing files at the word of a person works with. */
  readonly openChanges: () => Promise<Result<ApplySetup>>;
  /** Takes a session for writing without a model, does the work, and gives it free. */
  readonly withJournal: (
    session: SessionId,
    work: (journal: Journal) => Promise<Result<void>>,
  ) => Promise<Result<void>>;
  /** Writes down what a person did to an intent, in the session that was changed last. */
  readonly keepIntentChange: (changed: ChangedIntent) => Promise<Result<void>>;
  /** Null where the model is given. */
  readonly connections: WorkbenchConnections | null;
  /** Null where there is none. */
  readonly tour: WorkbenchTour | null;
  readonly search: (query: SearchQuery) => Promise<Result<SearchAnswer>>;
  /** The paths of the workspace that are not ignored. */
  readonly listFiles: () => Promise<Result<readonly string[]>>;
}

interface WorkbenchConnections {
  /** Asks the model once and keeps nothing. Fails where nothing could be asked. */
  readonly test: CallHandlers['connection_test'];
  readonly keep: CallHandlers['connection_keep'];
}

type WorkbenchTour =
  /** One can be started from here. */
  | {
      readonly kind: 'offered';
      readonly start: (wish: CallInput<'tour_start'>) => Promise<Result<CallOutput<'tour_start'>>>;
    }
  | RunningTour;

/** This workbench is one. */
export interface RunningTour {
  readonly kind: 'running';
  /** Does what somebody else would do; answers with the file that it was done to. */
  readonly act: (act: TourAct) => Promise<Result<{ readonly path: string }>>;
  readonly homeUrl: () => string | null;
  /** Ends it, once what was asked is answered. */
  readonly leave: () => void;
}

interface WorkbenchLedger {
  readonly file: LedgerFile;
  /** Compares it with the journals; null where nothing was ever kept here, so that nothing is left behind by looking. */
  readonly inspect: () => Promise<{
    readonly health: Result<LedgerHealth>;
    /** Nothing but reading is allowed while nothing can be added to it. */
    readonly isStrict: boolean;
  } | null>;
}

export interface OpenWish {
  /** Left out: a new one. */
  readonly session?: SessionId;
  /** It has not begun, and this is only its name. */
  readonly isNew?: boolean;
  readonly model?: string;
}

export interface OpenedSession {
  readonly session: Session;
  /** Lets go of what the session worked with, after it was closed. */
  readonly dispose: () => Promise<void>;
}

export type CallHandlers = {
  readonly [Name in CallName]: (input: CallInput<Name>) => Promise<Result<CallOutput<Name>>>;
};
