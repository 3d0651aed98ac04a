import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { succeed, type Result, type SessionId } from '@rook/contract';
import {
  createRedactor,
  openJournal,
  refuseProblems,
  type Journal,
  type LineSetting,
  type LoadedSettings,
  type Store,
} from '@rook/engine';

import type { CommandCall } from './command.ts';
import { composeSettings, createLog, createStore, type Composition } from './compose.ts';
import { systemClock } from './system-clock.ts';

/** What commands about sessions work with. */
export interface StoreComposition extends Composition {
  readonly settings: LoadedSettings;
  readonly store: Store;
}

/** Without a workspace, sessions lie in the user's own folder. */
export async function composeStore(call: CommandCall): Promise<Result<StoreComposition>> {
  const composed = await composeSettings(call);
  if (!composed.ok) return composed;
  const { home, workspaceFolder } = composed.value.folders;
  const store = createStore({ home, folder: workspaceFolder ?? join(home, 'sessions') });
  return succeed({ ...composed.value, store });
}

/** Takes a session for writing, does the work, and gives it free whatever the work answered. */
export async function withJournal<Value>(
  call: CommandCall,
  { store, settings, folders }: StoreComposition,
  session: SessionId,
  work: (journal: Journal) => Promise<Result<Value>>,
): Promise<Result<Value>> {
  const usable = refuseProblems(settings.problems);
  if (!usable.ok) return usable;
  const lines = composeLines(call, { settings, folders });
  const { redactor } = lines;
  const log = createLog({
    path: join(folders.home, 'logs', `${session}.log`),
    level: settings.values['log.level'],
    redact: (text) => redactor.redactText(text).text,
  });
  const opened = await openJournal({
    log,
    store,
    session,
    clock: systemClock,
    holder: { surface: 'cli' },
    sync: settings.values['journal.sync'],
    lines,
  });
  if (!opened.ok) return opened;
  const result = await work(opened.value);
  const closed = await opened.value.close();
  return result.ok && !closed.ok ? closed : result;
}

/** What every line that is written here says of this place, and what takes secrets out of it. */
export function composeLines(
  call: CommandCall,
  { settings, folders }: Pick<StoreComposition, 'settings' | 'folders'>,
): LineSetting {
  const root = folders.workspace ?? folders.home;
  return {
    workspace: { name: basename(root), uri: pathToFileURL(root).href, trusted: true },
    mode: { agent_mode: null, safety: settings.values.mode },
    redactor: createRedactor({ secrets: knownSecrets(call, settings) }),
  };
}

/** The secrets that the settings and the environment hold; no line may ever show one. */
function knownSecrets({ brand, surroundings }: CommandCall, settings: LoadedSettings): string[] {
  const key = surroundings.variables.get(`${brand.environmentPrefix}API_KEY`);
  const password = /^[^:]+:\/\/[^:@/]*:(.*)@/.exec(settings.values.store ?? '')?.[1];
  return [key, password].flatMap((secret) => secret ?? []);
}
