import type {
  Brand,
  Command,
  Delta,
  EntryBase,
  EntryOf,
  IntentId,
  MessageId,
  Result,
  SessionId,
  SettingValues,
  TurnId,
} from '@rook/contract';

import type { UnaskedAdvice } from '../gate/ask-person.ts';
import type { ExplainLines } from '../gate/workspace-gate.ts';
import type { LineSetting } from '../journal/prepared-entry.ts';
import type { ConnectedModel } from '../models/choose-model.ts';
import type { Clock } from '../ports/clock.ts';
import type { CommandShell } from '../ports/command-shell.ts';
import type { Log } from '../ports/log.ts';
import type { Outline } from '../ports/outline.ts';
import type { OwnFile } from '../ports/own-file.ts';
import type { SearchIndex } from '../ports/search-index.ts';
import type { Shell } from '../ports/shell.ts';
import type { Source } from '../ports/source.ts';
import type { Spend } from '../ports/spend.ts';
import type { HolderNote, Store } from '../ports/store.ts';
import type { Web } from '../ports/web.ts';
import type { Workspace } from '../ports/workspace.ts';
import type { LedgerPorts } from './ledger-ports.ts';

/** A session that is held for writing: commands go in, entries and deltas come out. */
export interface Session {
  readonly id: SessionId;
  /** Success means that the command is written down, or changes nothing because it was sent before. */
  send(command: Command): Promise<Result<void>>;
  state(): SessionState;
  /** Resolves when no turn runs and no message waits. */
  idle(): Promise<void>;
  /** Cancels what runs, writes what waits, and gives the session free. */
  close(): Promise<Result<void>>;
}

export interface SessionState {
  readonly running: TurnId | null;
  /** Questions that a person has to answer, the oldest first. The turn that asked waits, also over a restart. */
  readonly approvals: readonly EntryOf<'approval_requested'>[];
  /** Messages that wait for a turn. */
  readonly waiting: number;
  /** Messages that waited when the process before this one ended; they begin at the word of a person. */
  readonly left: readonly MessageId[];
  /** Commands that run in the background. */
  readonly jobs: number;
  /** Entries that could not be written yet, or never. */
  readonly unwritten: number;
  readonly mode: SettingValues['mode'];
  /** The intent that work counts for; null until one is selected. */
  readonly activeIntent: IntentId | null;
}

export interface SessionListener {
  /** What was written, in order. Must not throw. */
  readonly entry: (entry: EntryBase) => void;
  /** What a surface may show before an entry says it. Must not throw. */
  readonly delta: (delta: Delta) => void;
  /** What a person should know and no entry says, such as a source that cannot be reached. Left out: it is a status. */
  readonly notice?: (text: string) => void;
}

export interface SessionSetup {
  readonly brand: Brand;
  /** Left out: a new session. */
  readonly session?: SessionId;
  /** It has not begun, and this is only its name. */
  readonly isNew?: boolean;
  /**
   * The surface shows what an ended process left waiting, and a person can take it up. Left out: it is closed as crashed, so that
   * it is not forgotten where nobody sees it.
   */
  readonly keepsWaiting?: boolean;
  /** The session that a new one is a part of. */
  readonly parent?: SessionId;
  readonly store: Store;
  readonly clock: Clock;
  readonly log?: Log;
  readonly lines: LineSetting;
  readonly holder: HolderNote;
  readonly settings: SettingValues;
  /** The system that it runs on, as in `linux`. */
  readonly platform: string;
  /** The wanted model, then those to fall back to when it would cost too much. */
  readonly models: readonly [ConnectedModel, ...ConnectedModel[]];
  /** For messages with images, where the wanted one cannot see. */
  readonly visionModel?: ConnectedModel;
  readonly spend: Spend;
  /** Null: there is no workspace, and nothing but talk. */
  readonly workspace: Workspace | null;
  readonly shell: Shell;
  readonly ripgrep: () => Promise<Result<string>>;
  /** Left out: no command can be run. */
  readonly commandShell?: CommandShell;
  readonly web: Web;
  readonly outline: Outline;
  readonly index: SearchIndex;
  /** The index that is brought up to date while the session is written; undefined where nobody has searched yet. */
  readonly keptIndex?: () => Promise<SearchIndex | undefined>;
  /** Says why lines of a file are there; left out: nobody can be asked. */
  readonly explain?: ExplainLines;
  /** The sources whose tools are offered; left out: none. They are reached when the first turn begins. */
  readonly sources?: readonly Source[];
  /** `once`: what would be asked is answered with yes, each time anew; `no`: it is refused. */
  readonly answers: 'once' | 'no';
  /** The same for questions about protected files. */
  readonly protectedAnswers: 'once' | 'no';
  /** What can be done where nobody can be asked; left out: to ask again with a flag that says yes. */
  readonly unasked?: UnaskedAdvice;
  /** A person who follows the session can be asked; otherwise what needs a yes is refused. */
  readonly canAsk: boolean;
  /** The mode was given with the call, so that the one that the session had does not count. */
  readonly isModeGiven: boolean;
  /** The key with which what gives a right is sealed; it lies with the user. */
  readonly sealKey: OwnFile;
  /** The user's own rules and "always" answers. */
  readonly rules: OwnFile;
  /** The intents of the workspace; where there is none, it is never looked at. */
  readonly intents: OwnFile;
  /** The ledger of the workspace, which is kept where that is governed; null: there is no workspace. */
  readonly ledger: LedgerPorts | null;
  /** The user set `edits.auto` and `edits.autoFiles`: verified edits of unprotected files need no question. */
  readonly autoEdits: boolean;
  readonly listener: SessionListener;
}

/** What of a session its record needs. */
export type RecordSetup = Pick<
  SessionSetup,
  | 'brand'
  | 'store'
  | 'clock'
  | 'lines'
  | 'holder'
  | 'settings'
  | 'listener'
  | 'workspace'
  | 'ledger'
  | 'intents'
  | 'shell'
> &
  Partial<Pick<SessionSetup, 'parent' | 'log' | 'keptIndex' | 'commandShell'>>;
