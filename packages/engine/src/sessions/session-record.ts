import {
  readWritten,
  succeed,
  type EntryBase,
  type EntryDraft,
  type ReadEntry,
  type Result,
  type SessionDocument,
  type SessionId,
  type SettingValues,
  type TurnId,
} from '@rook/contract';

import type { Conversation } from '../context/conversation.ts';
import { createConversationFold, type OpenTurn } from '../context/fold-conversation.ts';
import type { PinnedPrompt } from '../context/pin-prompt.ts';
import { createTraceFold, type TraceDraft } from '../intents/fold-trace.ts';
import { turnIdAfter } from '../journal/create-ids.ts';
import { createBatchFold } from '../journal/fold-batches.ts';
import { createSessionFold, type SessionFold } from '../journal/fold-session.ts';
import { loadForeignUndone } from '../journal/load-foreign-undone.ts';
import { openJournal, type Journal, type JournalSetup } from '../journal/open-journal.ts';
import { closeCrashed } from './close-crashed.ts';
import { createApprovalFold, type ApprovalFold } from './fold-approvals.ts';
import { createLeftCommandFold } from './fold-left-commands.ts';
import { createShownFold, type ShownFold } from './fold-shown.ts';
import { createStateFold, type StateFold } from './fold-state.ts';
import { createWaitingFold, type WaitingFold } from './fold-waiting.ts';
import { recoverChanges } from './recover-changes.ts';
import { NO_SEAL, type Seal } from './seal.ts';
import type { RecordSetup } from './session.ts';

/** The journal of a session that is held, and what is folded from it. */
export interface SessionRecord {
  readonly state: StateFold;
  readonly approvals: ApprovalFold;
  readonly waiting: WaitingFold;
  /** The turn that waits for an answer, or was answered and did not go on yet, while nobody runs it. */
  readonly waitingTurn: () => OpenTurn | null;
  readonly conversation: () => Conversation;
  readonly pinnedPrompt: () => PinnedPrompt | null;
  readonly document: () => SessionDocument;
  /** Looks for what other sessions undid of this one; what cannot be read now is looked for another time. */
  readonly learnUndone: () => Promise<void>;
  /** What was left of the batch of a turn in which a question waits. */
  readonly leftOfBatch: (turn: TurnId) => readonly string[];
  /** What the session adds to the ledger. */
  readonly trace: () => readonly TraceDraft[];
  /** Every line says the mode that holds when it is written; before this was said, that of the settings. */
  readonly followMode: (mode: () => SettingValues['mode']) => void;
  /** What the model has seen of a file when it writes a change. */
  readonly findShown: ShownFold['find'];
  /** Opens the journal; a new session begins with its first message. Once it succeeded, it answers at once. */
  readonly open: (title: string) => Promise<Result<void>>;
  readonly append: (
    drafts: readonly EntryDraft[],
    options?: { durable: boolean },
  ) => Promise<Result<readonly EntryBase[]>>;
  /** The id of the next turn, also while the one before could not be written. */
  readonly nextTurn: () => TurnId;
  readonly unwritten: () => number;
  readonly settle: () => Promise<Result<void>>;
  readonly close: () => Promise<Result<void>>;
}

/** Without a seal nothing that stands in the journal gives a right. */
export function createSessionRecord(
  setup: RecordSetup,
  session: SessionId,
  { holds }: Pick<Seal, 'holds'> = NO_SEAL,
): SessionRecord {
  const state = createStateFold(holds);
  const conversation = createConversationFold();
  const document = createSessionFold(session);
  const shown = createShownFold(session);
  const approvals = createApprovalFold(holds);
  const waiting = createWaitingFold();
  const trace = createTraceFold();
  const batches = createBatchFold();
  const commands = createLeftCommandFold();
  let journal: Journal | null = null;
  let safety: (() => SettingValues['mode']) | null = null;
  let turns = 0;

  const folds = [state, conversation, document, shown, approvals, waiting, trace, batches, commands];
  const add = (read: ReadEntry): void => {
    for (const fold of folds) fold.add(read);
  };
  const written = (entries: readonly EntryBase[]): void => {
    for (const entry of entries) {
      add(readWritten(entry));
      setup.listener.entry(entry);
    }
  };
  const append: SessionRecord['append'] = async (drafts, options) =>
    journal === null ? succeed([]) : journal.append(drafts, options);

  function nextTurn(): TurnId {
    turns = Math.max(turns, journal?.state().turns ?? 0) + 1;
    return turnIdAfter(turns - 1);
  }

  const isWaiting = (turn: OpenTurn): boolean => waitsForAnswer(approvals, turn);
  return {
    state,
    approvals,
    waiting,
    waitingTurn: () => conversation.openTurns().find(isWaiting) ?? null,
    conversation: () => conversation.conversation(),
    pinnedPrompt: () => conversation.pinnedPrompt(),
    document: () => document.document(),
    learnUndone: async () => learnUndone(setup, document),
    leftOfBatch: (turn) => batches.leftWaiting(turn),
    trace: trace.drafts,
    followMode: (mode) => {
      safety = mode;
    },
    findShown: shown.find,
    open: async (title) => {
      if (journal !== null) return succeed(undefined);
      const start = startOf(setup, title);
      const lines = { ...setup.lines, safety: () => safety?.() ?? null, start };
      const opened = await openJournal({ ...journalOf(setup), session, lines, seen: add, written });
      if (!opened.ok) return opened;
      journal = opened.value;
      if (journal.state().entries === 0) await append([start]);
      const left = { open: state.openChangeSets(), commands: commands.left() };
      await recoverChanges(setup, { session, journal, ...left });
      const crashed = closeCrashed(conversation.openTurns().filter((turn) => !isWaiting(turn)));
      const drafts = [...batches.closeLeft(), ...crashed];
      if (drafts.length > 0) await append(drafts, { durable: true });
      return succeed(undefined);
    },
    append,
    nextTurn,
    unwritten: () => countUnwritten(journal),
    settle: async () => (journal === null ? succeed(undefined) : journal.settle()),
    close: async () => (journal === null ? succeed(undefined) : journal.close()),
  };
}

function journalOf({
  store,
  clock,
  holder,
  log,
  settings,
  keptIndex,
}: RecordSetup): Pick<JournalSetup, 'store' | 'clock' | 'holder' | 'sync' | 'log' | 'index'> {
  return {
    store,
    clock,
    holder,
    sync: settings['journal.sync'],
    ...(log === undefined ? {} : { log }),
    ...(keptIndex === undefined ? {} : { index: keptIndex }),
  };
}

async function learnUndone({ store }: RecordSetup, document: SessionFold): Promise<void> {
  const foreign = await loadForeignUndone(store, document.document());
  if (foreign.ok) document.learn(foreign.value);
}

function countUnwritten(journal: Journal | null): number {
  const counts = journal?.state();
  return counts === undefined ? 0 : counts.unwritten + counts.lost;
}

/** A call that had begun is never made a second time, whatever is answered. */
function waitsForAnswer(approvals: ApprovalFold, { turn, calls }: OpenTurn): boolean {
  const isAsked = calls.some(({ id, isBegun }) => !isBegun && approvals.ofCall(turn.id, id)?.voided === null);
  return isAsked && approvals.isWaiting(turn.id);
}

const MOST_TITLE = 80;

function startOf({ brand, holder, parent }: RecordSetup, text: string): EntryDraft {
  const title = text.replaceAll(/\s+/g, ' ').trim().slice(0, MOST_TITLE);
  return {
    event_type: 'session_start',
    chat_surface: holder.surface,
    participant: brand.participant.id,
    ...(title === '' ? {} : { session_title: title }),
    ...(parent === undefined ? {} : { parent_session_id: parent }),
  };
}
