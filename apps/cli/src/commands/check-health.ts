import { join } from 'node:path';

import { findLeftOpen, type LoadedSettings } from '@rook/engine';

import type { CommandCall } from '../command.ts';
import type { StoreComposition } from '../compose-store.ts';
import { inspectFolder, inspectSqlite, inspectWorkspaceFolder, type Composition } from '../compose.ts';
import { checkLedger } from './check-ledger.ts';
import type { Finding, Health } from './health.ts';
import { describeUnfinished, HOW_TO_SETTLE, loadUnfinished } from './tell-unfinished.ts';

const LABELS = new Map([
  ['participant', 'Participant'],
  ['journal', 'Journal'],
  ['tools', 'MCP Tools'],
  ['conflicts', 'Conflicts'],
  ['runtime', 'Runtime'],
  ['sqlite', 'SQLite'],
  ['home', 'Home'],
  ['workspace', 'Workspace'],
  ['changes', 'Changes'],
  ['commands', 'Commands'],
  ['ledger', 'Ledger'],
  ['settings', 'Settings'],
  ['models', 'Models'],
]);
const NO_EDITOR = 'not applicable here (no editor)';

export async function checkHealth(
  call: CommandCall,
  composition: StoreComposition,
  journal: Health,
): Promise<readonly Health[]> {
  const { folders, settings } = composition;
  const findings = [
    { name: 'participant', state: 'not_applicable', finding: NO_EDITOR } as const,
    journal,
    { name: 'tools', state: 'not_applicable', finding: NO_EDITOR } as const,
    { name: 'conflicts', state: 'not_applicable', finding: NO_EDITOR } as const,
    checkRuntime(call),
    checkSqlite(),
    await checkHome(folders.home),
    await checkWorkspace(folders),
    ...checkGovernedAbove(composition),
    ...(await checkLeftOpen(composition)),
    ...(await checkUnfinished(composition)),
    ...(await checkLedger(call, composition)),
    ...checkSettings(settings),
    checkConnections(call, settings),
  ];
  return findings.map(labelled);
}

function labelled({ name, state, finding, advice }: Finding): Health {
  const label = LABELS.get(name) ?? name;
  return { name, label, state, finding, ...(advice === undefined ? {} : { advice }) };
}

export interface JournalHealth {
  readonly health: Health;
  /** Whether sessions are kept here already, so that one more entry leaves nothing behind that was not there. */
  readonly inUse: boolean;
}

/** Tries whether a session could be written: in its own folder, or where that would be made. */
export async function checkJournal({ store, folders }: StoreComposition): Promise<JournalHealth> {
  const folder = folders.workspaceFolder ?? join(folders.home, 'sessions');
  const own = inspectWorkspaceFolder(folder);
  if (!own.ok) return judge(false, own.error.message);
  if (own.value === 'safe') {
    const tried = await store.checkWritable();
    return judge(true, tried.ok ? null : tried.error.message);
  }
  const outer = folders.workspace ?? folders.home;
  const report = await inspectFolder(outer);
  if (!report.ok) return judge(false, report.error.message);
  const refused = report.value.state === 'there' && !report.value.writable;
  return judge(false, refused ? `${outer} cannot be written to` : null);
}

function judge(inUse: boolean, reason: string | null): JournalHealth {
  const told =
    reason === null
      ? ({ state: 'good', finding: 'Writable' } as const)
      : ({ state: 'bad', finding: 'NOT WRITABLE', advice: reason } as const);
  return { inUse, health: labelled({ name: 'journal', ...told }) };
}

/** What a process left in the middle, if anything; one that is writing just now is named as well. */
async function checkLeftOpen({ store }: StoreComposition): Promise<readonly Finding[]> {
  const name = 'changes';
  const left = await findLeftOpen(store);
  if (!left.ok) return [{ name, state: 'warning', finding: left.error.message }];
  if (left.value.length === 0) return [];
  const names = left.value.map(({ id, session, paths }) => `${id} of ${session} (${paths.join(', ')})`);
  const advice = 'Run: rook rewind, which settles them before it asks anything.';
  return [{ name, state: 'warning', finding: `Left open: ${names.join('; ')}`, advice }];
}

async function checkUnfinished({ store }: StoreComposition): Promise<readonly Finding[]> {
  const unfinished = await loadUnfinished(store);
  if (unfinished.length === 0) return [];
  const finding = unfinished.map((one) => describeUnfinished(one)).join('; ');
  return [{ name: 'commands', state: 'warning', finding, advice: HOW_TO_SETTLE }];
}

function checkRuntime({ surroundings }: CommandCall): Finding {
  const finding = `Node ${surroundings.nodeVersion} on ${surroundings.platform}`;
  return { name: 'runtime', state: 'good', finding };
}

function checkSqlite(): Finding {
  const sqlite = inspectSqlite();
  return sqlite.ok
    ? { name: 'sqlite', state: 'good', finding: `SQLite ${sqlite.value} with full-text search` }
    : { name: 'sqlite', state: 'bad', finding: sqlite.error.message, advice: 'Install Node 24 or later.' };
}

async function checkHome(folder: string): Promise<Finding> {
  const name = 'home';
  const report = await inspectFolder(folder);
  if (!report.ok) return { name, state: 'bad', finding: report.error.message };
  if (report.value.state === 'missing') {
    return { name, state: 'good', finding: `${folder} is made when something is first kept` };
  }
  const { mode, ownedByOther, writable } = report.value;
  if (ownedByOther) {
    return {
      name,
      state: 'bad',
      finding: `${folder} belongs to another user`,
      advice: 'Set ROOK_HOME to a folder of yours.',
    };
  }
  if (!writable) {
    return {
      name,
      state: 'bad',
      finding: `${folder} cannot be written to`,
      advice: 'Make it writable, or set ROOK_HOME.',
    };
  }
  if ((mode & 0o077) !== 0 && process.platform !== 'win32') {
    const advice = `Run: chmod 700 ${folder}`;
    return {
      name,
      state: 'warning',
      finding: `${folder} can be entered by others (${mode.toString(8)})`,
      advice,
    };
  }
  return { name, state: 'good', finding: folder };
}

async function checkWorkspace({
  workspace,
  workspaceFolder,
  because,
}: Composition['folders']): Promise<Finding> {
  const name = 'workspace';
  if (workspace === null || workspaceFolder === null) {
    return {
      name,
      state: 'warning',
      finding: `none, because ${because}`,
      advice: 'Go to a folder of your work, or name one with --workspace.',
    };
  }
  const own = inspectWorkspaceFolder(workspaceFolder);
  if (!own.ok) return { name, state: 'bad', finding: own.error.message };
  const report = await inspectFolder(own.value === 'missing' ? workspace : workspaceFolder);
  if (!report.ok) return { name, state: 'bad', finding: report.error.message };
  if (report.value.state === 'there' && !report.value.writable) {
    return {
      name,
      state: 'bad',
      finding: `${workspace} cannot be written to, so nothing could be recorded`,
      advice: 'Make it writable, or work in a copy.',
    };
  }
  return { name, state: 'good', finding: `${workspace}, because ${because}` };
}

/** Work in such a folder is refused, which surprises whoever does not know of the other one. */
function checkGovernedAbove({ folders, settings }: StoreComposition): readonly Finding[] {
  const { governedBy } = folders;
  if (governedBy === null || settings.values.governance === 'off') return [];
  const finding = `it lies inside ${governedBy}, which is governed`;
  return [{ name: 'workspace', state: 'warning', finding, advice: `Work there: --workspace ${governedBy}` }];
}

function checkSettings(settings: LoadedSettings): Finding[] {
  const name = 'settings';
  const problems = settings.problems.map(({ severity, origin, message }): Finding => {
    return { name, state: severity === 'refuses' ? 'bad' : 'warning', finding: `${origin}: ${message}` };
  });
  const ignored = settings.ignored.map((wish): Finding => {
    return { name, state: 'warning', finding: `${wish.origin}: ${wish.name} is ignored: ${wish.reason}` };
  });
  const found = [...problems, ...ignored];
  const changed = [...settings.origins.values()].filter(({ source }) => source !== 'default').length;
  return found.length > 0
    ? found
    : [{ name, state: 'good', finding: `${changed} changed, none of them wrong` }];
}

/** Whether a connection works is not tried here: that would reach the network unasked. */
function checkConnections({ surroundings }: CommandCall, settings: LoadedSettings): Finding {
  const provider = surroundings.variables.get('ROOK_PROVIDER');
  const names = settings.values.connections.map((connection) => connection.name);
  const all = provider === undefined ? names : [`${provider} (from ROOK_PROVIDER)`, ...names];
  return all.length === 0
    ? { name: 'models', state: 'not_checked', finding: 'no connection is configured' }
    : { name: 'models', state: 'not_checked', finding: `${all.join(', ')}: configured, not tried` };
}
