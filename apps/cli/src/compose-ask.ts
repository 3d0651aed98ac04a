import { join } from 'node:path';

import { succeed, type IntentId, type Result, type SessionId } from '@rook/contract';
import {
  modelOfRole,
  openSession,
  resolveConnection,
  type ConnectedModel,
  type HolderNote,
  type LineSetting,
  type LoadedSettings,
  type Log,
  type Outline,
  type ResolvedConnection,
  type Session,
  type SessionListener,
  type SessionSetup,
  type UnaskedAdvice,
  type Web,
  type Workspace,
} from '@rook/engine';

import type { CommandCall } from './command.ts';
import { hereOrElsewhere, openElsewhere } from './compose-elsewhere.ts';
import { readIntent } from './compose-intents.ts';
import { composeRecord } from './compose-ledger.ts';
import { composeUsableModels, type ModelComposition } from './compose-models.ts';
import { composePrograms, type RunningCommands } from './compose-programs.ts';
import { composeLines, openKeptIndex, sessionsFolder, type StoreComposition } from './compose-store.ts';
import {
  createLog,
  createSearchIndex,
  createSpend,
  createStore,
  loadOutline,
  loadSources,
  loadWeb,
  loadWorkspace,
  openIntents,
  openModels,
  openRules,
  openSealKey,
} from './compose.ts';
import { once } from './once.ts';
import { systemClock } from './system-clock.ts';
import { isPersonThere } from './terminal/read-key.ts';
import { visibleLine } from './terminal/visible.ts';

/** What a conversation works with. */
export interface AskComposition extends StoreComposition {
  /** The model that is asked. */
  readonly modelName: string;
  /** Null where there is none: nothing but talk. */
  readonly workspace: Workspace | null;
  /** A person can answer questions. */
  readonly canAsk: boolean;
  /** Takes a session, or begins one where none is named. */
  readonly open: (
    session: SessionId | undefined,
    listener: SessionListener,
    /** It has not begun, and this is only its name. */
    isNew?: boolean,
  ) => Promise<Result<Session>>;
  readonly commands: RunningCommands;
  /** Lets go of what is open. */
  readonly close: () => Promise<void>;
}

interface AskOptions {
  /** A person who follows the session can be asked. */
  readonly canAsk?: boolean;
  /** What an ended process left waiting is shown to a person who can take it up. */
  readonly keepsWaiting?: boolean;
  readonly holder?: HolderNote;
  readonly unasked?: UnaskedAdvice;
}

const SURFACE: HolderNote = { surface: 'cli' };

export async function composeAsk(
  call: CommandCall,
  options: AskOptions = {},
): Promise<Result<AskComposition>> {
  const { canAsk = isPersonThere(call), keepsWaiting = false, holder = SURFACE, ...advice } = options;
  const composed = await composeUsableModels(call);
  if (!composed.ok) return composed;
  const { folders, settings } = composed.value;
  const intent = await readIntent(call, composed.value);
  if (!intent.ok) return intent;
  const folder = sessionsFolder(folders);
  const store = createStore({ home: folders.home, folder });
  const { commands, ...programs } = composePrograms(call.surroundings.variables);
  const sources = await loadSources({
    home: folders.home,
    enabled: settings.values['sources.enabled'],
    shell: programs.shell,
    variables: call.surroundings.variables,
    workspace: folders.workspace,
  });
  // Both look for keys, which takes a while where a keychain keeps them.
  const [models, lines, workspace] = await Promise.all([
    connectModels(call, composed.value),
    composeLines(call, { ...composed.value, store }, sources.secrets),
    folders.workspace === null ? null : loadWorkspace(folders.workspace, folders.workspaceFolder),
  ]);
  if (!models.ok) return models;
  const index = createSearchIndex(folder, store);
  const log = createSessionLog(composed.value, lines);
  const notice = noticeOn(call);
  tellProblems(sources.problems, { log, notice });
  const setup: Omit<SessionSetup, 'session' | 'listener'> = {
    brand: call.brand,
    store,
    clock: systemClock,
    log,
    lines,
    holder,
    settings: settings.values,
    platform: call.surroundings.platform,
    models: models.value.models,
    ...(models.value.vision === undefined ? {} : { visionModel: models.value.vision }),
    spend: createSpend(folders.home),
    workspace,
    ...programs,
    sources: sources.sources,
    web: lazyWeb(),
    outline: lazyOutline(),
    index,
    keptIndex: async () => openKeptIndex({ folders, store }),
    ...answersOf(call, advice),
    canAsk,
    keepsWaiting,
    isModeGiven: isGiven(settings, 'mode'),
    rules: openRules(folders),
    sealKey: openSealKey(folders),
    intents: openIntents(folders),
    ...composeRecord(call, { folders, store }, workspace),
    autoEdits: findAutoEdits(settings),
  };
  return succeed({
    ...composed.value,
    store,
    workspace,
    canAsk,
    modelName: models.value.models[0].model.name,
    commands,
    open: async (session, listener, isNew = false) => {
      const told = { notice, ...listener };
      const opened = await openHere({ ...setup, isNew, listener: told }, composed.value, session);
      if (!opened.ok) return opened;
      log.belongsTo(opened.value.id);
      return selectFirst(opened.value, intent.value);
    },
    close: async () => {
      models.value.close();
      await Promise.all([sources.close(), index.close()]);
    },
  });
}

/** What is said yes to in advance, and what can be done about the rest where nobody can be asked. */
function answersOf(
  { switches }: CommandCall,
  advice: Pick<AskOptions, 'unasked'>,
): Pick<SessionSetup, 'answers' | 'protectedAnswers' | 'unasked'> {
  return {
    answers: switches.has('yes') ? 'once' : 'no',
    protectedAnswers: switches.has('yesProtected') ? 'once' : 'no',
    ...advice,
  };
}

/** Who gives a session free brings what it holds to the disk first, and a message is worth waiting for. */
const TRIES = 20;

/** Where another process holds the session and takes commands for it, through that one. */
async function openHere(
  setup: Omit<SessionSetup, 'session'>,
  composition: ModelComposition,
  session: SessionId | undefined,
): Promise<Result<Session>> {
  if (session === undefined) return openSession(setup);
  return hereOrElsewhere(
    async () => openSession({ ...setup, session }),
    async () => openElsewhere(composition, setup.store, session, setup.listener),
    TRIES,
  );
}

function noticeOn({ json, terminal }: CommandCall): (text: string) => void {
  return (text) => {
    if (!json) terminal.note({ text: visibleLine(text), style: 'yellow' });
  };
}

/** A source that cannot be used is left out, and that is said. */
function tellProblems(
  problems: Awaited<ReturnType<typeof loadSources>>['problems'],
  { log, notice }: { readonly log: Log; readonly notice: (text: string) => void },
): void {
  for (const { source, error } of problems) {
    const sentence = `The source ${source} cannot be used: ${error.message}`;
    log.write('warn', sentence);
    notice(sentence);
  }
}

/** What the work is for counts from the first message on. */
async function selectFirst(session: Session, intent: IntentId | undefined): Promise<Result<Session>> {
  if (intent === undefined) return succeed(session);
  const selected = await session.send({ type: 'intent_select', intent_id: intent });
  if (selected.ok) return succeed(session);
  await session.close();
  return selected;
}

/** What nobody set decides nothing: without governance the whole workspace is the scope only of who said so. */
function findAutoEdits({ values, origins }: LoadedSettings): boolean {
  const isSet = (origins.get('edits.auto')?.source ?? 'default') !== 'default';
  return isSet && values['edits.auto'] && values['edits.autoFiles'];
}

/** With this call, not in a file. */
function isGiven({ origins }: LoadedSettings, name: string): boolean {
  const source = origins.get(name)?.source;
  return source === 'flag' || source === 'environment';
}

interface ConnectedModels {
  /** The wanted one, and the fast one, where that is another, in case the first would cost too much. */
  readonly models: readonly [ConnectedModel, ...ConnectedModel[]];
  /** Left out where the wanted one is it. */
  readonly vision?: ConnectedModel;
  readonly close: () => void;
}

async function connectModels(
  call: CommandCall,
  { sources }: ModelComposition,
): Promise<Result<ConnectedModels>> {
  const resolved = await resolveConnection(sources);
  if (!resolved.ok) return resolved;
  const main = modelOfRole(resolved.value, 'main');
  if (!main.ok) return main;
  const opened = await openModels(call, resolved.value);
  if (!opened.ok) return opened;
  const connect = (name: string): ConnectedModel => addressed(resolved.value, opened.value.model(name));
  const others = (['fast', 'vision'] as const).map((role) => {
    const name = resolved.value.models[role]?.name;
    return name === undefined || name === main.value ? undefined : connect(name);
  });
  const [fast, vision] = others;
  return succeed({
    models: [connect(main.value), ...(fast === undefined ? [] : [fast])],
    ...(vision === undefined ? {} : { vision }),
    close: opened.value.close,
  });
}

function addressed({ connection }: ResolvedConnection, model: ConnectedModel['model']): ConnectedModel {
  const { baseUrl } = connection;
  return { model, ...(baseUrl === undefined ? {} : { baseUrl }) };
}

/** Until the session has an id, nothing is known to whom a note belongs. */
function createSessionLog(
  { folders, settings }: ModelComposition,
  { redactor }: LineSetting,
): Log & { readonly belongsTo: (session: SessionId) => void } {
  const open = (name: string): Log =>
    createLog({
      path: join(folders.home, 'logs', `${name}.log`),
      level: settings.values['log.level'],
      redact: (text) => redactor.redactText(text).text,
    });
  let log = open('ask');
  return {
    write: (level, message, fields) => log.write(level, message, fields),
    belongsTo: (session) => {
      log = open(session);
    },
  };
}

function lazyWeb(): Web {
  const load = once(loadWeb);
  return { fetch: async (url, limits) => (await load()).fetch(url, limits) };
}

function lazyOutline(): Outline {
  const load = once(loadOutline);
  return { outline: async (path, text) => (await load()).outline(path, text) };
}
