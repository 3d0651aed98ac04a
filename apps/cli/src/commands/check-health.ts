import type { LoadedSettings } from '@rook/engine';

import type { CommandCall } from '../command.ts';
import { inspectFolder, inspectSqlite, inspectWorkspaceFolder, type Composition } from '../compose.ts';

/** One thing that was looked at. What was not measured says so and never reads as good. */
export interface Health {
  readonly name: string;
  readonly state: 'good' | 'warning' | 'bad' | 'not_checked';
  readonly finding: string;
  /** What to do about it. */
  readonly advice?: string;
}

export async function checkHealth(
  call: CommandCall,
  composition: Composition & { readonly settings: LoadedSettings },
): Promise<readonly Health[]> {
  const { folders, settings } = composition;
  return [
    checkRuntime(call),
    checkSqlite(),
    await checkHome(folders.home),
    await checkWorkspace(folders),
    ...checkSettings(settings),
    checkConnections(call, settings),
  ];
}

function checkRuntime({ surroundings }: CommandCall): Health {
  const finding = `Node ${surroundings.nodeVersion} on ${surroundings.platform}`;
  return { name: 'runtime', state: 'good', finding };
}

function checkSqlite(): Health {
  const sqlite = inspectSqlite();
  return sqlite.ok
    ? { name: 'sqlite', state: 'good', finding: `SQLite ${sqlite.value} with full-text search` }
    : { name: 'sqlite', state: 'bad', finding: sqlite.error.message, advice: 'Install Node 24 or later.' };
}

async function checkHome(folder: string): Promise<Health> {
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
}: Composition['folders']): Promise<Health> {
  const name = 'workspace';
  if (workspace === null || workspaceFolder === null) {
    return {
      name,
      state: 'warning',
      finding: `none, because ${because}`,
      advice: 'Go to a folder of your work, or name one with --workspace.',
    };
  }
  const own = await inspectWorkspaceFolder(workspaceFolder);
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

function checkSettings(settings: LoadedSettings): Health[] {
  const name = 'settings';
  const problems = settings.problems.map(({ severity, origin, message }): Health => {
    return { name, state: severity === 'refuses' ? 'bad' : 'warning', finding: `${origin}: ${message}` };
  });
  const ignored = settings.ignored.map((wish): Health => {
    return { name, state: 'warning', finding: `${wish.origin}: ${wish.name} is ignored: ${wish.reason}` };
  });
  const found = [...problems, ...ignored];
  const changed = [...settings.origins.values()].filter(({ source }) => source !== 'default').length;
  return found.length > 0
    ? found
    : [{ name, state: 'good', finding: `${changed} changed, none of them wrong` }];
}

/** Whether a connection works is not tried here: that would reach the network unasked. */
function checkConnections({ surroundings }: CommandCall, settings: LoadedSettings): Health {
  const provider = surroundings.variables.get('ROOK_PROVIDER');
  const names = settings.values.connections.map((connection) => connection.name);
  const all = provider === undefined ? names : [`${provider} (from ROOK_PROVIDER)`, ...names];
  return all.length === 0
    ? { name: 'models', state: 'not_checked', finding: 'no connection is configured' }
    : { name: 'models', state: 'not_checked', finding: `${all.join(', ')}: configured, not tried` };
}
