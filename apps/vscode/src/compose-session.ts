import { fail, rookError, succeed, type Result, type SessionId } from '@rook/contract';
import {
  createIntentBook,
  createLineExplainer,
  findRevision,
  openSession,
  refuseProblems,
  type ApplySetup,
  type LoadedSettings,
  type Model,
  type OpenedSession,
  type SearchIndex,
  type SessionListener,
  type SessionSetup,
} from '@rook/engine';

import {
  compose,
  composeOutline,
  composePrograms,
  composeWeb,
  createEditorTools,
  createLocalSpend,
  createSearchIndex,
  createToolNames,
  inspectIndex,
  openOwnFiles,
  sessionsFolder,
  type Composition,
  type Place,
  type ToolToken,
} from './compose.ts';
import { ownToolNames } from './own-tools/tool-table.ts';
import { systemClock } from './system-clock.ts';

/** What the request in the chat brings along that a session works with. */
export interface ChatDesk {
  readonly model: Model;
  readonly token: ToolToken;
  /** It makes one call of a tool of ours for somebody else, and nobody is paid for that. */
  readonly isRelay?: boolean;
  /** Shows that a tool of the editor is at work. */
  readonly called?: (name: string) => void;
}

interface SessionWish {
  readonly session: SessionId;
  /** It has not begun, and this is only its name. */
  readonly isNew: boolean | undefined;
  /** As it is when something is needed: each request has its own token. */
  readonly desk: () => ChatDesk;
}

/** Takes a session with the model that was chosen in the chat, or begins one. */
export async function openEditorSession(
  place: Place,
  { session, isNew = false, desk }: SessionWish,
  listener: SessionListener,
): Promise<Result<OpenedSession>> {
  const composed = await composeUsable(place);
  if (!composed.ok) return composed;
  const index = createSearchIndex(sessionsFolder(composed.value.folders), composed.value.store);
  const opened = await openSession({
    ...setUp(composed.value, index, desk),
    session,
    isNew,
    listener,
  });
  if (!opened.ok) {
    await index.close();
    return opened;
  }
  return succeed({ session: opened.value, dispose: async () => index.close() });
}

async function composeUsable(place: Place): Promise<Result<Composition>> {
  const composed = await compose(place);
  const usable = composed.ok ? refuseProblems(composed.value.settings.problems) : composed;
  return usable.ok ? composed : usable;
}

function setUp(
  composition: Composition,
  index: SearchIndex,
  desk: SessionWish['desk'],
): Omit<SessionSetup, 'session' | 'listener'> {
  const { place, folders, settings } = composition;
  const { brand, editor } = place;
  const { rules, sealKey, intents } = openOwnFiles(folders);
  const names = createToolNames(brand.tools, nameTools(place));
  const called = (name: string): void => desk().called?.(name);
  return {
    ...shared(composition),
    lines: composition.lines,
    settings: { ...chooseSettings(settings.values, desk()), 'tools.allow': chooseTools(composition) },
    platform: process.platform,
    models: [{ model: desk().model }],
    spend: createLocalSpend(folders.home),
    ...composePrograms(place),
    sources: desk().isRelay === true ? [] : [createEditorTools(editor, names, () => desk().token, called)],
    web: composeWeb(),
    outline: composeOutline(),
    index,
    answers: 'no',
    protectedAnswers: 'no',
    canAsk: true,
    isModeGiven: !editor.workspace.isTrusted,
    rules,
    sealKey,
    intents,
    ...explain(composition),
    autoEdits: findAutoEdits(settings),
  };
}

/** Why lines are there, out of the record of all sessions. */
function explain({ folders, store, workspace }: Composition): Pick<SessionSetup, 'explain'> {
  if (workspace === null) return {};
  const { intents, ledger } = openOwnFiles(folders);
  return {
    explain: createLineExplainer({ store, workspace, ledger, intents: createIntentBook({ intents }) }),
  };
}

/** What changing files at the word of a person works with. */
export async function openEditorChanges(place: Place): Promise<Result<ApplySetup>> {
  const composed = await composeUsable(place);
  if (!composed.ok) return composed;
  const { folders, settings, lines, workspace } = composed.value;
  if (workspace === null)
    return fail(rookError('no_workspace', `There is no folder to change files in: ${folders.because}.`));
  const { rules, sealKey, intents } = openOwnFiles(folders);
  return succeed({
    ...shared(composed.value),
    workspace,
    lines,
    settings: settings.values,
    listener: { entry: () => undefined, delta: () => undefined },
    commandShell: composePrograms(place).commandShell,
    rules,
    sealKey,
    intents,
    // The person saw every file and every line of it, and nothing else is carried out.
    protectedAnswers: 'once',
  });
}

function shared({
  place,
  folders,
  store,
  workspace,
  log,
}: Composition): Pick<
  SessionSetup,
  'brand' | 'store' | 'clock' | 'log' | 'holder' | 'workspace' | 'keptIndex' | 'ledger' | 'shell'
> {
  const folder = sessionsFolder(folders);
  const { shell } = composePrograms(place);
  const { variables } = place;
  return {
    brand: place.brand,
    store,
    clock: systemClock,
    log,
    holder: place.holder(),
    workspace,
    shell,
    keptIndex: async () =>
      (await inspectIndex(folder)) === null ? undefined : createSearchIndex(folder, store),
    ledger:
      workspace === null
        ? null
        : {
            file: openOwnFiles(folders).ledger,
            syntax: composeOutline(),
            revision: async () => findRevision({ shell, root: workspace.root, variables }),
          },
  };
}

/** What else may be offered, as only the user can say: not a workspace. And what comes from us. */
function nameTools({ brand, editor }: Place): Parameters<typeof createToolNames>[1] {
  const kept = editor.workspace.getConfiguration(brand.id).inspect<unknown>('tools.namespaces')?.globalValue;
  const further = Array.isArray(kept) ? kept.filter((item): item is string => typeof item === 'string') : [];
  return { further, own: ownToolNames(brand) };
}

/** One round for the call and one for its result; no reply of any shape is expected of a relay. */
function chooseSettings(
  values: LoadedSettings['values'],
  { model, isRelay = false }: ChatDesk,
): LoadedSettings['values'] {
  if (!isRelay) return values;
  return {
    ...values,
    'model.structured': false,
    'model.prices': { [model.name]: { input: 0, output: 0 } },
    'turn.maxRounds': Math.max(2, values['turn.maxRounds']),
  };
}

/** A brand that offers none of our own tools offers those of its namespaces; what the user set counts over it. */
function chooseTools({ place, settings }: Composition): string[] | null {
  const { tools } = place.brand;
  const set = settings.values['tools.allow'];
  if (set !== null || tools.offersOwn) return set;
  const names = createToolNames(tools, nameTools(place));
  const offered = place.editor.lm.tools.map(({ name }) => name).filter(names.isAllowed);
  return [...offered, 'select_active_intent'];
}

/** What nobody set decides nothing. */
function findAutoEdits({ values, origins }: LoadedSettings): boolean {
  const isSet = (origins.get('edits.auto')?.source ?? 'default') !== 'default';
  return isSet && values['edits.auto'] && values['edits.autoFiles'];
}
