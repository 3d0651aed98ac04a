import { dirname } from 'node:path';

import { succeed, type SettingValues, type TurnId } from '@rook/contract';

import { confinesCode, confinesCommands } from '../commands/confine-command.ts';
import { listProgramFolders } from '../commands/list-program-folders.ts';
import { createChangeSetIds } from '../edits/change-set-ids.ts';
import { createRulesReader } from '../gate/load-user-rules.ts';
import type { Gate } from '../gate/pass-gate.ts';
import {
  createWorkspaceGate,
  loadSources,
  type ChangeAccess,
  type CommandEquipment,
} from '../gate/workspace-gate.ts';
import { findOutOfScope, type Governance } from '../intents/governance.ts';
import { SELECT_INTENT } from '../intents/take-up-intent.ts';
import { createModelCaller, type ModelCaller } from '../models/call-model.ts';
import { createBudget, type Budget } from '../models/reserve-budget.ts';
import { createCodeMarks } from './code-mark.ts';
import { equipCommands } from './equip-commands.ts';
import { governSession } from './govern-session.ts';
import { keepLedger, type KeptLedger } from './keep-ledger.ts';
import { notedStore } from './noted-store.ts';
import type { Seal } from './seal.ts';
import type { SessionApprovals } from './session-approvals.ts';
import type { SessionRecord } from './session-record.ts';
import type { Session, SessionSetup } from './session.ts';

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

export interface SessionPlace {
  readonly id: Session['id'];
  readonly record: SessionRecord;
  readonly approvals: SessionApprovals;
  readonly mode: () => SettingValues['mode'];
  /** Tells whoever looks on. */
  readonly notice: (text: string) => void;
  /** Ends the waiting for sources. */
  readonly signal: AbortSignal;
}

export interface Equipment {
  readonly gate: Gate;
  readonly caller: ModelCaller;
  /** Null where there is no workspace. */
  readonly governance: Governance | null;
  readonly ledger: KeptLedger;
  /** How many commands run in the background. */
  readonly runningJobs: () => number;
  /** Ends one of them with all that it started; false where there is none of this id. */
  readonly stopJob: (id: string) => Promise<boolean>;
  /** Ends the commands that run in the background. */
  readonly endCommands: () => Promise<void>;
}

/** What all turns of the session share; made when the first one begins. */
export async function equipSession(
  setup: SessionSetup & { readonly seal: Pick<Seal, 'holds'> },
  { id, record, approvals, mode, notice, signal }: SessionPlace,
): Promise<Equipment> {
  const { settings, workspace, store, shell, ripgrep, web, outline, index, clock, brand, log } = setup;
  const { blobs } = store;
  const { findResult } = record.state;
  const maxResultChars = settings['tools.maxResultChars'];
  const ledger = keepLedger(setup, { session: id, record }, notice);
  const governing = governSession(setup, record, mode, ledger.catchUp);
  const { governance } = governing;
  await governance?.look();
  const intent = () => (governance?.isOn() === true ? record.state.activeIntent() : null);
  const changes: ChangeAccess = {
    store: notedStore(store, id),
    journal: { append: record.append },
    nextId: createChangeSetIds(clock),
    shown: (path) => shownOf(record, path),
    rule: 'session',
    intent,
    cost: (turn) => costSoFar(record, turn),
    revision: async () => (governance?.isOn() === true ? setup.ledger?.revision() : undefined),
    scope: async () => (governance === null ? null : findOutOfScope(governance.look)),
    partial: settings['edits.partial'],
    dryRun: false,
    todoCount: () => record.document().todos.length,
  };
  const { commandShell } = setup;
  const marks = createCodeMarks(store, setup.seal);
  const commands = equipForCommands(setup, { id, record, notice });
  const places = {
    session: id,
    ignore: settings['edits.ignore'],
    findResult,
    maxResultChars,
    changes,
    ...(commands === null ? {} : { commands }),
    ...(setup.explain === undefined ? {} : { explain: setup.explain }),
    ...governing.tools,
  };
  const ports =
    workspace === null ? null : { workspace, shell, ripgrep, web, outline, index, blobs, ...places };
  const offered = await loadSources(setup.sources ?? [], signal);
  for (const { error } of offered.notices) {
    log?.write('warn', error.message, { session: id });
    notice(error.message);
  }
  const gate = createWorkspaceGate(
    ports,
    {
      settings,
      commands: {
        settings,
        code: async () => ({
          changedSinceApproval: await marks.changedSinceApproval({ session: id, mark: approvals.codeMark() }),
          isConfined: commandShell !== undefined && (await confinesCode(commandShell, settings)),
        }),
        isConfined: async () => commandShell !== undefined && confinesCommands(commandShell, settings),
        path: async () => (commandShell === undefined ? [] : listProgramFolders(commandShell, settings)),
      },
      autoEdits: setup.autoEdits,
      answers: setup.answers,
      protectedAnswers: setup.protectedAnswers,
      ...(setup.unasked === undefined ? {} : { unasked: setup.unasked }),
      approvals,
      mode,
      intent,
      ...(governance === null ? {} : { governance: governance.look }),
      offers: (name) => name !== SELECT_INTENT || governance?.isOn() === true,
      clock,
      userRules: createRulesReader(setup.rules),
      home: dirname(setup.rules.path),
      record: record.append,
    },
    offered.tools,
  );
  const budget = openBudget(setup, record);
  const caller = createModelCaller({ models: setup.models, settings, budget, clock, binary: brand.binary });
  return { gate, caller, governance, ledger, ...lookAfter(commands) };
}

/** Null where no command can run. */
function equipForCommands(
  setup: SessionSetup,
  place: Pick<SessionPlace, 'id' | 'record' | 'notice'>,
): CommandEquipment | null {
  const { workspace, commandShell } = setup;
  if (workspace === null || commandShell === undefined) return null;
  const commands = equipCommands(setup, { ...place, workspace, shell: commandShell, by: 'assistant' });
  // Before the first command comes, the model has to be waited for.
  commands.watch.prepare();
  return commands;
}

/** What runs in the background. */
function lookAfter(
  commands: CommandEquipment | null,
): Pick<Equipment, 'runningJobs' | 'stopJob' | 'endCommands'> {
  return {
    runningJobs: () => countRunning(commands),
    stopJob: async (job) => stopJob(commands, job),
    endCommands: async () => endCommands(commands),
  };
}

function countRunning(commands: CommandEquipment | null): number {
  return commands?.jobs.list().filter((job) => job.end() === null).length ?? 0;
}

async function stopJob(commands: CommandEquipment | null, id: string): Promise<boolean> {
  const job = commands?.jobs.find(id) ?? null;
  if (job === null) return false;
  await job.started.running.stop();
  await job.ended;
  return true;
}

async function endCommands(commands: CommandEquipment | null): Promise<void> {
  commands?.watch.stop();
  await commands?.jobs.close();
  await commands?.watch.close();
}

/** What the session may spend, as its journal and the user's purse say. */
function openBudget({ settings, clock, spend, brand, log }: SessionSetup, record: SessionRecord): Budget {
  return createBudget({
    limits: () => settings,
    clock,
    spend,
    record: async (drafts) => {
      const written = await record.append(drafts, { durable: true });
      // What waits counts in memory; only a limit that must outlive this process needs it on the disk.
      return written.ok || settings['budget.session'] !== null ? written : succeed(undefined);
    },
    earlier: record.state.budget(),
    binary: brand.binary,
    ...(log === undefined ? {} : { log }),
  });
}
