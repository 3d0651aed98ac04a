import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { succeed, type Result, type SessionId } from '@rook/contract';
import {
  createRedactor,
  keyName,
  openJournal,
  refuseProblems,
  type HolderNote,
  type Journal,
  type LineSetting,
  type LoadedSettings,
  type SearchIndex,
  type Store,
} from '@rook/engine';

import type { CommandCall } from './command.ts';
import {
  composeSettings,
  createLog,
  createSearchIndex,
  createStore,
  inspectIndex,
  openSecrets,
  type Composition,
} from './compose.ts';
import { systemClock } from './system-clock.ts';

/** What commands about sessions work with. */
export interface StoreComposition extends Composition {
  readonly settings: LoadedSettings;
  readonly store: Store;
}

/** Without a workspace, sessions lie in the user's own folder. */
export function sessionsFolder({ home, workspaceFolder }: Composition['folders']): string {
  return workspaceFolder ?? join(home, 'sessions');
}

export async function composeStore(call: CommandCall): Promise<Result<StoreComposition>> {
  const composed = await composeSettings(call);
  if (!composed.ok) return composed;
  const { folders } = composed.value;
  const store = createStore({ home: folders.home, folder: sessionsFolder(folders) });
  return succeed({ ...composed.value, store });
}

/** Takes a session for writing, does the work, and gives it free whatever the work answered. */
export async function withJournal<Value>(
  call: CommandCall,
  composition: StoreComposition,
  session: SessionId,
  work: (journal: Journal) => Promise<Result<Value>>,
  holder: HolderNote = { surface: 'cli' },
): Promise<Result<Value>> {
  const { store, settings, folders } = composition;
  const usable = refuseProblems(settings.problems);
  if (!usable.ok) return usable;
  const lines = await composeLines(call, composition);
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
    holder,
    sync: settings.values['journal.sync'],
    lines,
    index: async () => openKeptIndex(composition),
  });
  if (!opened.ok) return opened;
  const result = await work(opened.value);
  const closed = await opened.value.close();
  return result.ok && !closed.ok ? closed : result;
}

/** Only where somebody has searched before: a command that writes a line makes no index of everything. */
export async function openKeptIndex({
  folders,
  store,
}: Pick<StoreComposition, 'folders' | 'store'>): Promise<SearchIndex | undefined> {
  const folder = sessionsFolder(folders);
  return (await inspectIndex(folder)) === null ? undefined : createSearchIndex(folder, store);
}

/** What every line that is written here says of this place, and what takes secrets out of it. */
export async function composeLines(
  call: CommandCall,
  composition: StoreComposition,
  further: readonly string[] = [],
): Promise<LineSetting> {
  const { settings, folders } = composition;
  const root = folders.workspace ?? folders.home;
  return {
    workspace: { name: basename(root), uri: pathToFileURL(root).href, trusted: true },
    mode: { agent_mode: null, safety: settings.values.mode },
    redactor: createRedactor({ secrets: [...(await knownSecrets(call, composition)), ...further] }),
  };
}

/** The secrets that the settings, the environment and the keychain hold; no line may ever show one. */
async function knownSecrets(
  { brand, surroundings }: CommandCall,
  composition: StoreComposition,
): Promise<readonly string[]> {
  const { values } = composition.settings;
  const key = surroundings.variables.get(`${brand.environmentPrefix}API_KEY`);
  const password = /^[^:]+:\/\/[^:@/]*:(.*)@/.exec(values.store ?? '')?.[1];
  const kept = values.connections.length === 0 ? [] : await keptKeys(composition);
  return [key, password, ...kept].flatMap((secret) => secret || []);
}

/** A key that cannot be read cannot be used either, so nothing can bring it into a line. */
async function keptKeys(composition: StoreComposition): Promise<readonly string[]> {
  const secrets = await openSecrets(composition);
  if (!secrets.ok) return [];
  const keys: string[] = [];
  for (const { name, provider } of composition.settings.values.connections) {
    const key = provider === 'scripted' ? null : await secrets.value.get(keyName(name));
    if (key?.ok === true && key.value !== null) keys.push(key.value);
  }
  return keys;
}
