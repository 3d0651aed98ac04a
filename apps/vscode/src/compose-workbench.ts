import { basename } from 'node:path';

import {
  succeed,
  type About,
  type EntryOf,
  type MessageId,
  type Result,
  type SessionId,
} from '@rook/contract';
import {
  createGovernance,
  createIntentBook,
  createMessageId,
  createWorkbench,
  inspectLedger,
  openJournal,
  searchByScan,
  sessionIdFor,
  spentToday,
  type HostedWorkbench,
  type Journal,
  type LoadedSettings,
  type Session,
  type WorkbenchSetup,
} from '@rook/engine';
import type * as vscode from 'vscode';

import { pathIn } from './chat/compose-message.ts';
import { makeChatsFolder, recordEntry, recordIntent } from './compose-record.ts';
import { openEditorChanges, openEditorSession, type ChatDesk } from './compose-session.ts';
import {
  compose,
  composeOutline,
  composePrograms,
  createEditorModel,
  createLocalSpend,
  createSearchIndex,
  createWordSplitter,
  HOLDER,
  openOwnFiles,
  sessionsFolder,
  type Composition,
  type Place,
} from './compose.ts';
import { createEndpoint, type Endpoint } from './endpoint.ts';
import { createSeats, type Seats } from './seats.ts';
import { systemClock } from './system-clock.ts';

export interface EditorWorkbench extends HostedWorkbench {
  readonly composition: Composition;
  /** As they are now: people change them meanwhile. */
  readonly settings: () => Promise<Result<LoadedSettings>>;
  readonly isWritable: () => Promise<boolean>;
  /** Answers with how many entries wait in memory. */
  readonly recordHealth: (
    checks: EntryOf<'health'>['checks'],
    session?: SessionId,
  ) => Promise<Result<number>>;
  /** Where the journals lie. */
  readonly chatsFolder: () => Promise<Result<string>>;
  /** The path of a file in the folder; null for what is elsewhere. */
  readonly pathOf: (uri: vscode.Uri | null) => string | null;
  /** The session that begins with a message. */
  readonly nameSession: (message: MessageId) => SessionId;
  /** Resolves when no turn of the session runs here. */
  readonly idle: (session: SessionId) => Promise<void>;
  /** What the next turns of a session work with. */
  readonly sit: (session: SessionId, desk: ChatDesk) => void;
  /** Where the page and other programs of the user reach it. */
  readonly endpoint: Endpoint;
}

interface BenchFacts {
  readonly version: string;
  /** Where the files of the page lie. */
  readonly page: string;
}

/** The workbench of one folder, in this process. */
export async function composeEditorWorkbench(
  given: Omit<Place, 'holder'>,
  { version, page }: BenchFacts,
): Promise<Result<EditorWorkbench>> {
  const place: Place = { ...given, holder: () => ({ ...HOLDER, ...endpoint.address() }) };
  const composed = await compose(place);
  if (!composed.ok) return composed;
  const { folders, store, workspace } = composed.value;
  const { intents, ledger, sealKey } = openOwnFiles(folders);
  const book = workspace === null ? null : createIntentBook({ intents });
  const index = createSearchIndex(sessionsFolder(folders), store);
  const seats = createSeats(place.editor, (chat) => createEditorModel(place.editor, chat));
  const running = new Map<SessionId, Session>();
  const setup: WorkbenchSetup = {
    store,
    clock: systemClock,
    log: composed.value.log,
    holder: HOLDER,
    workspace,
    intents: book,
    isGoverned: async () => lookIfGoverned(place),
    ledger: workspace === null ? null : { file: ledger, inspect: async () => inspect(composed.value) },
    sealKey,
    about: async () => describe(place, version, seats),
    tour: null,
    nameSession: (message) => sessionIdFor(place.brand, message),
    open: async ({ session, isNew, model }, listener) => {
      const name = session ?? sessionIdFor(place.brand, createMessageId(systemClock.now()));
      const found = await seats.find(name, model);
      if (!found.ok) return found;
      // Who finds the session held has to find the way to who holds it.
      await endpoint.open();
      const wish = {
        session: name,
        isNew: isNew ?? session === undefined,
        desk: () => seats.of(name) ?? found.value,
      };
      const opened = await openEditorSession(place, wish, listener);
      if (opened.ok) running.set(name, opened.value.session);
      return opened;
    },
    openChanges: async () => openEditorChanges(place),
    withJournal: async (session, work) => withJournal(place, session, work),
    keepIntentChange: async (changed) => recordIntent(composed.value, changed),
    connections: null,
    search: async (query) => {
      const updated = await index.update();
      const answer = updated.ok ? await index.search(query) : updated;
      if (answer.ok || answer.error.code === 'usage') return answer;
      return searchByScan(store, createWordSplitter(), query);
    },
    listFiles: async () => listFiles(place, composed.value),
  };
  const workbench = createWorkbench(setup);
  const endpoint = createEndpoint({ workbench, folders, page, log: composed.value.log });
  return succeed({
    ...workbench,
    composition: composed.value,
    settings: async () => {
      const now = await compose(place);
      return now.ok ? succeed(now.value.settings) : now;
    },
    sit: seats.sit,
    endpoint,
    idle: async (session) => running.get(session)?.idle(),
    nameSession: setup.nameSession,
    isWritable: async () => (await store.checkWritable()).ok,
    recordHealth: async (checks, session) =>
      recordEntry(composed.value, { event_type: 'health', checks }, { session, title: 'Health check' }),
    chatsFolder: async () => makeChatsFolder(composed.value),
    pathOf: (uri) => (uri === null ? null : pathIn(folders.workspace, uri)),
    close: async () => {
      await endpoint.close();
      await workbench.close();
      await index.close();
    },
  });
}

/** Takes a session for writing without a model, does the work, and gives it free. */
async function withJournal<Value>(
  place: Place,
  session: SessionId,
  work: (journal: Journal) => Promise<Result<Value>>,
): Promise<Result<Value>> {
  const composed = await compose(place);
  if (!composed.ok) return composed;
  const { store, lines, log, settings } = composed.value;
  const sync = settings.values['journal.sync'];
  const opened = await openJournal({
    store,
    session,
    lines,
    log,
    sync,
    clock: systemClock,
    holder: place.holder(),
  });
  if (!opened.ok) return opened;
  const result = await work(opened.value);
  const closed = await opened.value.close();
  return result.ok && !closed.ok ? closed : result;
}

async function lookIfGoverned(place: Place): Promise<boolean> {
  const composed = await compose(place);
  if (!composed.ok || composed.value.workspace === null) return false;
  const { settings, workspace, folders } = composed.value;
  const governance = createGovernance({
    setting: settings.values.governance,
    workspace,
    book: createIntentBook({ intents: openOwnFiles(folders).intents }),
    selected: () => null,
    autoEdits: false,
  });
  return (await governance.look()).isOn;
}

async function inspect({ folders, store, lines, settings }: Composition): Promise<{
  readonly health: Awaited<ReturnType<typeof inspectLedger>>;
  readonly isStrict: boolean;
} | null> {
  const redact = (text: string) => lines.redactor.redactText(text).text;
  const { ledger } = openOwnFiles(folders);
  const health = await inspectLedger({ file: ledger, store, syntax: composeOutline(), redact });
  return { health, isStrict: settings.values['governance.trace'] === 'strict' };
}

async function describe(place: Place, version: string, seats: Seats): Promise<Result<About>> {
  const composed = await compose(place);
  if (!composed.ok) return composed;
  const { folders, settings } = composed.value;
  const { values, problems, ignored } = settings;
  return succeed({
    product: place.brand.title,
    version,
    workspace:
      folders.workspace === null ? null : { name: basename(folders.workspace), path: folders.workspace },
    isGoverned: await lookIfGoverned(place),
    ...(await seats.offer()),
    mode: values.mode,
    spend: {
      dayUsd: await spentToday(createLocalSpend(folders.home), systemClock),
      dayLimitUsd: values['budget.day'],
      sessionLimitUsd: values['budget.session'],
    },
    offers: { statuses: [...values['sessions.statuses']], labels: [...values['sessions.labels']] },
    problems: [
      ...problems.map(({ origin, message }) => `${origin}: ${message}`),
      ...ignored.map(({ origin, name, reason }) => `${origin}: ${name}: ${reason}.`),
    ],
    isTour: false,
  });
}

const LIST_BYTES = 16_000_000;
const LIST_MILLISECONDS = 20_000;

async function listFiles(place: Place, { folders }: Composition): Promise<Result<readonly string[]>> {
  if (folders.workspace === null) return succeed([]);
  const programs = composePrograms(place);
  const ripgrep = await programs.ripgrep();
  if (!ripgrep.ok) return ripgrep;
  const left = ['.git', place.brand.folder].flatMap((name) => ['--glob', `!${name}`]);
  const ran = await programs.shell.run({
    file: ripgrep.value,
    args: ['--files', '--hidden', '--no-messages', '--no-config', ...left],
    cwd: folders.workspace,
    env: place.variables,
    timeoutMilliseconds: LIST_MILLISECONDS,
    keepBytes: LIST_BYTES,
  });
  if (!ran.ok) return ran;
  const text = new TextDecoder().decode(ran.value.stdout);
  return succeed(text.split('\n').filter((path) => path !== ''));
}
