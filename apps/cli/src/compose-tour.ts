import { readFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';

import { fail, rookError, succeed, TOUR_FILE, type CallInput, type Result } from '@rook/contract';
import type { HolderNote, HostedWorkbench, RunningTour } from '@rook/engine';

import type { CommandCall } from './command.ts';
import { gatherCommands, type RunningCommands } from './compose-programs.ts';
import { composeWorkbench } from './compose-workbench.ts';
import { makeScratchFolder, type ScratchFolder } from './compose.ts';
import { systemClock } from './system-clock.ts';
import { SAMPLE_FILES } from './tour/sample-files.ts';
import { makeTourScript, makeTourSettings } from './tour/tour-script.ts';

/** What the surface around gives, so that a tour can be seen. */
export interface TourHost {
  readonly serve: (
    workbench: HostedWorkbench,
  ) => Promise<Result<{ readonly url: string; readonly close: () => Promise<void> }>>;
  /** Where the workbench is that offers it. */
  readonly homeUrl: () => string | null;
}

/** The workbench of the workspace, from which tours can be started. They end with it. */
export async function composeHome(
  call: CommandCall,
  holder: () => HolderNote,
  host: TourHost,
): ReturnType<typeof composeWorkbench> {
  const tours = createTours(call, host);
  const composed = await composeWorkbench(call, holder, { kind: 'offered', start: tours.start });
  if (!composed.ok) return composed;
  const { value: workbench } = composed;
  const commands = gatherCommands();
  for (const some of [workbench.commands, tours.commands]) commands.add(some);
  return succeed({
    ...workbench,
    commands,
    close: async () => {
      await tours.close();
      await workbench.close();
    },
  });
}

type TourWish = CallInput<'tour_start'>;

/** The tours that were started from one workbench. */
interface Tours {
  readonly start: (wish: TourWish) => Promise<Result<{ url: string }>>;
  readonly commands: RunningCommands;
  readonly close: () => Promise<void>;
}

function createTours(call: CommandCall, host: TourHost): Tours {
  const open = new Set<() => Promise<void>>();
  const commands = gatherCommands();
  return {
    commands,
    start: async (wish) => {
      const leaving = Promise.withResolvers<void>();
      const made = await composeTour(call, { homeUrl: host.homeUrl, leave: () => leaving.resolve() }, wish);
      if (!made.ok) return made;
      const served = await host.serve(made.value);
      if (!served.ok) {
        await made.value.close();
        return served;
      }
      const leave = commands.add(made.value.commands);
      const end = async (): Promise<void> => {
        if (!open.delete(end)) return;
        await served.value.close();
        await made.value.close().finally(leave);
      };
      open.add(end);
      void leaving.promise.then(async () => systemClock.sleep(LAST_WORD_MILLISECONDS)).then(end);
      return succeed({ url: served.value.url });
    },
    close: async () => {
      await Promise.all([...open].map(async (end) => end()));
    },
  };
}

/** The answer to who leaves goes out before its way is closed. */
const LAST_WORD_MILLISECONDS = 300;

const HOME = 'home';
const SHOP = 'corner-shop';

/** A workbench of its own on a scratch copy: the real engine, gate, store and shell; only the model is a script. */
export async function composeTour(
  call: CommandCall,
  given: Pick<RunningTour, 'homeUrl' | 'leave'>,
  wish: TourWish = {},
): Promise<Result<HostedWorkbench & { readonly folder: string; readonly commands: RunningCommands }>> {
  const scratch = await makeScratchFolder({
    prefix: 'rook-tour-',
    files: (folder) => filesOf(folder, wish),
    now: systemClock.now(),
  });
  if (!scratch.ok) return scratch;
  const { path, remove } = scratch.value;
  const tour: RunningTour = { kind: 'running', act: async () => saveAsColleague(scratch.value), ...given };
  const inside = callIn(call, join(path, HOME), join(path, SHOP));
  const composed = await composeWorkbench(inside, () => ({ surface: 'tour' }), tour);
  if (!composed.ok) {
    await remove();
    return composed;
  }
  return succeed({
    ...composed.value,
    folder: path,
    close: async () => {
      await composed.value.close();
      await remove();
    },
  });
}

function filesOf(folder: string, { theme }: TourWish): Readonly<Record<string, string>> {
  const script = `${HOME}/tour.json`;
  return {
    [script]: `${JSON.stringify(makeTourScript(), null, 2)}\n`,
    [`${HOME}/settings.json`]: makeTourSettings(join(folder, script), theme),
    ...Object.fromEntries(Object.entries(SAMPLE_FILES).map(([path, text]) => [`${SHOP}/${path}`, text])),
  };
}

/** Nothing of the user's own settings, connections and keys reaches it. The tests of the sample find the Node that runs here. */
function callIn(call: CommandCall, home: string, workspace: string): CommandCall {
  const { brand, surroundings } = call;
  const own = [...surroundings.variables].filter(([name]) => !name.startsWith(brand.environmentPrefix));
  const path = surroundings.variables.get('PATH') ?? '';
  const variables = new Map([
    ...own,
    [`${brand.environmentPrefix}HOME`, home] as const,
    ['PATH', `${dirname(process.execPath)}${delimiter}${path}`] as const,
  ]);
  return {
    ...call,
    surroundings: { ...surroundings, variables, currentFolder: workspace },
    workspace,
    arguments: new Map(),
    switches: new Set(),
    options: new Map(),
    lists: new Map(),
    assignments: [],
  };
}

const SAVED = '// A colleague saved this file';

/** As an editor does: reads, adds, saves. */
async function saveAsColleague({ path: folder, write }: ScratchFolder): Promise<Result<{ path: string }>> {
  const file = `${SHOP}/${TOUR_FILE}`;
  const text = await readFile(join(folder, file), 'utf8').catch(() => null);
  if (text === null)
    return fail(rookError('not_readable', `${TOUR_FILE} cannot be read; start the tour anew.`));
  const written = await write(file, `${text}\n${SAVED} (${text.split(SAVED).length}).\n`);
  return written.ok ? succeed({ path: TOUR_FILE }) : written;
}
