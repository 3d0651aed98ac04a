import {
  fail,
  rookError,
  succeed,
  type Command,
  type MessageSend,
  type Result,
  type RookError,
  type TurnId,
} from '@rook/contract';

import type { ConversationMessage } from '../context/conversation.ts';
import { createChangeSetIds } from '../edits/change-set-ids.ts';
import type { Gate } from '../gate/pass-gate.ts';
import { createWorkspaceGate, type ChangeAccess } from '../gate/workspace-gate.ts';
import { createSessionId } from '../journal/create-ids.ts';
import { createModelCaller, type ModelCaller } from '../models/call-model.ts';
import { createBudget } from '../models/reserve-budget.ts';
import { admitMessage } from './admit-message.ts';
import { pruneOldBytes } from './prune-old-bytes.ts';
import { notedStore } from './recover-changes.ts';
import { createSessionRunner } from './run-session.ts';
import { createSessionRecord, type SessionRecord } from './session-record.ts';
import { runSessionTurn } from './session-turn.ts';
import type { Session, SessionSetup } from './session.ts';

/**
 * Takes a session for writing. One that is there is opened at once, and a turn that died is closed; a new one begins
 * with its first message, so that nothing is left behind when none comes.
 */
export async function openSession(setup: SessionSetup): Promise<Result<Session>> {
  const id = setup.session ?? createSessionId(setup.brand, setup.clock.now());
  const record = createSessionRecord(setup, id);
  if (setup.session !== undefined) {
    const opened = await record.open('');
    if (!opened.ok) return opened;
  }
  return succeed(createSession(setup, id, record));
}

function createSession(setup: SessionSetup, id: Session['id'], record: SessionRecord): Session {
  let running: ReturnType<Session['state']>['running'] = null;
  let equipment: Equipment | null = null;
  let pruning: Promise<void> = Promise.resolve();
  const runner = createSessionRunner(async (message, signal) => {
    if (equipment === null) pruning = pruneOldBytes(setup, record);
    equipment ??= equip(setup, id, record);
    running = record.nextTurn();
    await runSessionTurn({ setup, id, record, ...equipment, takeSteering: runner.takeSteering }, running, {
      message,
      signal,
    });
    running = null;
  });

  let sending: Promise<unknown> = Promise.resolve();
  const admittedHere = new Set<string>();
  async function sendMessage(message: MessageSend): Promise<Result<void>> {
    const { text, images = [], message_id: messageId } = message;
    if (admittedHere.has(messageId) || record.state.knows(messageId)) return succeed(undefined);
    if (record.state.openApprovals() > 0) return fail(waitsForApproval());
    const admitted = await admitMessage(message, { workspace: setup.workspace, running });
    if (!admitted.ok) return admitted;
    const opened = await record.open(message.text);
    if (!opened.ok) return opened;
    if (record.state.knows(messageId)) return succeed(undefined);
    // What could not be written waits in order; talk goes on, and `unwritten` says so.
    await record.append([admitted.value], { durable: true });
    admittedHere.add(messageId);
    const said: ConversationMessage = {
      id: messageId,
      text,
      files: admitted.value.files ?? [],
      images: images.map(({ blob, media_type: mediaType }) => ({ blob, mediaType })),
    };
    if (admitted.value.steers !== undefined) runner.steer(said);
    else runner.add(said);
    return succeed(undefined);
  }

  return {
    id,
    send: async (command: Command) => {
      if (command.type === 'turn_cancel') {
        runner.cancel();
        return succeed(undefined);
      }
      // One after the other: two that come together stay in order, and the same one counts once.
      const sent = sending.then(async () => sendMessage(command));
      sending = sent.catch(() => undefined);
      return sent;
    },
    state: () => ({
      running,
      waiting: runner.waiting(),
      unwritten: record.unwritten(),
      mode: setup.settings.mode,
      activeIntent: record.state.activeIntent(),
    }),
    idle: runner.idle,
    close: async () => {
      await sending;
      await runner.stop();
      await pruning;
      return record.close();
    },
  };
}

/** Of the answers of a turn that came by now. */
function costSoFar(record: SessionRecord, turn: TurnId): number | null {
  const pair = record.document().pairs.findLast(({ turnId }) => turnId === turn);
  return pair?.response?.usage?.cost_usd ?? null;
}

/** Of a file that was changed since, what was shown does not count. */
function shownOf(record: SessionRecord, path: string): ReturnType<ChangeAccess['shown']> {
  const known = record.findShown(path);
  if (known === undefined) return null;
  const { sha256, md5, whole, ranges, stale } = known;
  return { sha256, md5: md5 ?? '', whole: whole && !stale, ranges: stale ? [] : ranges };
}

interface Equipment {
  readonly gate: Gate;
  readonly caller: ModelCaller;
}

/** What all turns of the session share; made when the first one begins. */
function equip(setup: SessionSetup, id: Session['id'], record: SessionRecord): Equipment {
  const { settings, workspace, store, shell, ripgrep, web, outline, index, clock, brand, log } = setup;
  const { blobs } = store;
  const { findResult } = record.state;
  const maxResultChars = settings['tools.maxResultChars'];
  const changes: ChangeAccess = {
    store: notedStore(store, id),
    journal: { append: record.append },
    nextId: createChangeSetIds(clock),
    shown: (path) => shownOf(record, path),
    rule: 'session',
    intent: record.state.activeIntent,
    cost: (turn) => costSoFar(record, turn),
    partial: settings['edits.partial'],
    dryRun: false,
    todoCount: () => record.document().todos.length,
  };
  const places = { session: id, ignore: settings['edits.ignore'], findResult, maxResultChars, changes };
  const ports =
    workspace === null ? null : { workspace, shell, ripgrep, web, outline, index, blobs, ...places };
  const gate = createWorkspaceGate(ports, {
    settings,
    autoEdits: setup.autoEdits,
    answers: setup.answers,
    protectedAnswers: setup.protectedAnswers,
    record: record.append,
  });
  const budget = createBudget({
    limits: () => settings,
    clock,
    spend: setup.spend,
    record: async (drafts) => {
      const written = await record.append(drafts, { durable: true });
      // What waits counts in memory; only a limit that must outlive this process needs it on the disk.
      return written.ok || settings['budget.session'] !== null ? written : succeed(undefined);
    },
    earlier: record.state.budget(),
    binary: brand.binary,
    ...(log === undefined ? {} : { log }),
  });
  const caller = createModelCaller({ models: setup.models, settings, budget, clock, binary: brand.binary });
  return { gate, caller };
}

function waitsForApproval(): RookError {
  const sentence = 'A turn of this session waits for an approval; answer it first.';
  return rookError('approval_needed', sentence);
}
