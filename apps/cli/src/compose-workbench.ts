import { basename } from 'node:path';

import { fail, rookError, succeed, TOUR_PLANNER, type About, type Result } from '@rook/contract';
import {
  createIntentBook,
  createWorkbench,
  findModels,
  listConnections,
  resolveConnection,
  searchByScan,
  sessionIdFor,
  spentToday,
  type HolderNote,
  type HostedWorkbench,
  type WorkbenchSetup,
} from '@rook/engine';

import packageFile from '../package.json' with { type: 'json' };
import type { CommandCall } from './command.ts';
import { recordIntent } from './commands/intent-record.ts';
import { composeApply } from './compose-apply.ts';
import { composeAsk } from './compose-ask.ts';
import { composeConnections } from './compose-connections.ts';
import { lookIfGoverned } from './compose-intents.ts';
import { inspectOwnLedger } from './compose-ledger.ts';
import { composeModels } from './compose-models.ts';
import { composePrograms, gatherCommands, type RunningCommands } from './compose-programs.ts';
import { composeStore, sessionsFolder, withJournal, type StoreComposition } from './compose-store.ts';
import {
  createSearchIndex,
  createSpend,
  createWordSplitter,
  loadWorkspace,
  openIntents,
  openLedger,
  openSealKey,
} from './compose.ts';
import { systemClock } from './system-clock.ts';

interface ComposedWorkbench extends HostedWorkbench {
  readonly composition: StoreComposition;
  /** Those of its sessions. */
  readonly commands: RunningCommands;
}

/** The workbench of this workspace, for the surfaces that a server passes it on to. */
export async function composeWorkbench(
  given: CommandCall,
  holder: () => HolderNote,
  tour: WorkbenchSetup['tour'] = null,
): Promise<Result<ComposedWorkbench>> {
  const call = quietly(given);
  const composed = await composeStore(call);
  if (!composed.ok) return composed;
  const { folders, store } = composed.value;
  const workspace =
    folders.workspace === null ? null : await loadWorkspace(folders.workspace, folders.workspaceFolder);
  const index = createSearchIndex(sessionsFolder(folders), store);
  const commands = gatherCommands();
  const setup: WorkbenchSetup = {
    store,
    clock: systemClock,
    holder: holder(),
    workspace,
    intents: workspace === null ? null : createIntentBook({ intents: openIntents(folders) }),
    isGoverned: async () => lookIfGoverned(composed.value),
    ledger:
      workspace === null
        ? null
        : { file: openLedger(folders), inspect: async () => inspectOwnLedger(call, composed.value) },
    sealKey: openSealKey(folders),
    about: async () => describeWorkbench(call, tour),
    tour,
    nameSession: (message) => sessionIdFor(call.brand, message),
    open: async ({ session, isNew, model }, listener) => {
      const assignments = model === undefined ? [] : [`model.main=${model}`];
      if (tour?.kind === 'running') assignments.push(`model.structured=${model === TOUR_PLANNER}`);
      const wish = { ...call, assignments: [...call.assignments, ...assignments] };
      const ask = await composeAsk(wish, { canAsk: true, keepsWaiting: true, holder: holder() });
      if (!ask.ok) return ask;
      const opened = await ask.value.open(session, listener, isNew);
      if (opened.ok) {
        const leave = commands.add(ask.value.commands);
        const dispose = async (): Promise<void> => ask.value.close().finally(leave);
        return succeed({ session: opened.value, dispose });
      }
      await ask.value.close();
      return opened;
    },
    openChanges: async () => {
      const changes = await composeApply(call, 'rewind', { holder: holder() });
      // The person saw every file and every line of it, and nothing else is carried out.
      return changes.ok ? succeed({ ...changes.value.setup, protectedAnswers: 'once' }) : changes;
    },
    withJournal: async (session, work) => withJournal(call, composed.value, session, work, holder()),
    keepIntentChange: async (changed) => {
      const recorded = await recordIntent(call, composed.value, changed, holder());
      return recorded.ok ? succeed(undefined) : recorded;
    },
    connections: tour?.kind === 'running' ? null : composeConnections(call),
    search: async (query) => {
      const updated = await index.update();
      const answer = updated.ok ? await index.search(query) : updated;
      if (answer.ok || answer.error.code === 'usage') return answer;
      return searchByScan(store, createWordSplitter(), query);
    },
    listFiles: createFileList(call, folders.workspace),
  };
  const workbench = createWorkbench(setup);
  return succeed({
    ...workbench,
    composition: composed.value,
    commands,
    close: async () => {
      await workbench.close();
      await index.close();
    },
  });
}

/** What is said on a page is not said on the terminal too. */
function quietly(call: CommandCall): CommandCall {
  return { ...call, json: true };
}

async function describeWorkbench(call: CommandCall, tour: WorkbenchSetup['tour']): Promise<Result<About>> {
  const composed = await composeModels(call);
  if (!composed.ok) return composed;
  const { folders, settings, sources } = composed.value;
  const { values, problems, ignored } = settings;
  const resolved = await resolveConnection(sources);
  const main = resolved.ok ? (resolved.value.models.main?.name ?? null) : null;
  const found = listConnections(sources);
  const used = found.ok ? found.value.find(({ inUse }) => inUse) : undefined;
  const roles = used === undefined ? [] : Object.values(findModels(used, settings));
  const spent = await spentToday(createSpend(folders.home), systemClock);
  return succeed({
    product: call.brand.title,
    version: packageFile.version,
    workspace:
      folders.workspace === null ? null : { name: basename(folders.workspace), path: folders.workspace },
    isGoverned: await lookIfGoverned(composed.value),
    connection:
      resolved.ok && main !== null
        ? { name: resolved.value.connection.name, provider: resolved.value.connection.provider, model: main }
        : null,
    ...(resolved.ok
      ? main === null
        ? { missing: 'The connection names no model; say which one answers.' }
        : {}
      : { missing: resolved.error.message }),
    models: [...new Set(roles.flatMap((role) => (role === null ? [] : [role.name])))],
    mode: values.mode,
    spend: {
      dayUsd: spent,
      dayLimitUsd: values['budget.day'],
      sessionLimitUsd: values['budget.session'],
    },
    offers: { statuses: [...values['sessions.statuses']], labels: [...values['sessions.labels']] },
    theme: values['ui.theme'],
    problems: [
      ...problems.map(({ origin, message }) => `${origin}: ${message}`),
      ...ignored.map(({ origin, name, reason }) => `${origin}: ${name}: ${reason}.`),
    ],
    ...tourFields(tour),
  });
}

function tourFields(tour: WorkbenchSetup['tour']): Pick<About, 'isTour' | 'homeUrl'> {
  if (tour?.kind !== 'running') return { isTour: false };
  const homeUrl = tour.homeUrl();
  return { isTour: true, ...(homeUrl === null ? {} : { homeUrl }) };
}

const LIST_BYTES = 16_000_000;
const LIST_MILLISECONDS = 20_000;
/** What was listed is good for so long: somebody types. */
const FRESH_MILLISECONDS = 3000;

function createFileList(call: CommandCall, root: string | null): WorkbenchSetup['listFiles'] {
  const programs = composePrograms(call.surroundings.variables);
  let kept: { readonly at: number; readonly paths: Promise<Result<readonly string[]>> } | null = null;
  const list = async (): Promise<Result<readonly string[]>> => {
    if (root === null) return succeed([]);
    const ripgrep = await programs.ripgrep();
    if (!ripgrep.ok) return ripgrep;
    const ran = await programs.shell.run({
      file: ripgrep.value,
      args: ['--files', '--hidden', '--no-messages', '--no-config', '--glob', '!.git', '--glob', '!.rook'],
      cwd: root,
      env: call.surroundings.variables,
      timeoutMilliseconds: LIST_MILLISECONDS,
      keepBytes: LIST_BYTES,
    });
    if (!ran.ok) return ran;
    if (ran.value.code === null) return fail(rookError('not_readable', 'The files could not be listed.'));
    const text = new TextDecoder().decode(ran.value.stdout);
    return succeed(text.split('\n').filter((path) => path !== ''));
  };
  return async () => {
    const now = systemClock.monotonic();
    if (kept === null || now - kept.at > FRESH_MILLISECONDS) kept = { at: now, paths: list() };
    return kept.paths;
  };
}
