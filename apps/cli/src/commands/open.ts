import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { fail, rookError, succeed, type Result } from '@rook/contract';
import type { HolderNote, Log } from '@rook/engine';

import type { CommandCall, Outcome } from '../command.ts';
import { openBrowser } from '../compose-browser.ts';
import type { RunningCommands } from '../compose-programs.ts';
import { composeHome } from '../compose-tour.ts';
import { createLog, openEndpointToken, openPageKeys } from '../compose.ts';
import { createKeyMemory } from '../key-memory.ts';
import { untilStopped } from '../terminal/until-stopped.ts';

const STANDARD_PORT = 4680;
const HIGHEST_PORT = 65_535;

/** Serves the workbench until somebody ends it. */
export async function openWorkbench(call: CommandCall): Promise<Outcome> {
  const wanted = readPort(call);
  if (!wanted.ok) return wanted;
  const uiFolder = findPage();
  if (uiFolder === null) {
    const sentence = 'The page of the workbench is not built; run `npm run build` in Rook’s folder.';
    return fail(rookError('not_found', sentence));
  }
  const { startServer } = await import('@rook/server');
  let holder: HolderNote = { surface: 'workbench' };
  let log: Log = { write: () => undefined };
  const composed = await composeHome(call, () => holder, {
    serve: async (tour) => startServer({ workbench: tour, uiFolder, log, port: 0 }),
    homeUrl: () => (holder.endpoint === undefined ? null : `${holder.endpoint}/`),
  });
  if (!composed.ok) return composed;
  const { composition, commands, ...workbench } = composed.value;
  const { folders, settings } = composition;
  log = createLog({
    path: join(folders.home, 'logs', 'server.log'),
    level: settings.values['log.level'],
    redact: (text) => text,
  });
  const endpointToken = randomBytes(32).toString('base64url');
  const keys = createKeyMemory(openPageKeys(folders));
  const server = await listen(wanted.value, async (port) =>
    startServer({ workbench, uiFolder, log, endpointToken, keys, port }),
  );
  if (!server.ok) {
    await workbench.close();
    return server;
  }
  const { port, url } = server.value;
  const token = openEndpointToken(folders, port);
  const kept = await token.update(async () => succeed(new TextEncoder().encode(endpointToken)));
  if (kept.ok) holder = { surface: 'workbench', endpoint: `http://127.0.0.1:${port}` };
  await tell(call, url);
  await untilEnded(call, commands, async () => {
    await server.value.close();
    await workbench.close();
    await token.update(async () => succeed(new Uint8Array()));
  });
  return succeed(undefined);
}

/** On the port that was named, or on the usual one, or where that is taken on any. */
async function listen<Server>(
  wanted: number | null,
  start: (port: number) => Promise<Result<Server>>,
): Promise<Result<Server>> {
  const started = await start(wanted ?? STANDARD_PORT);
  const isTaken = wanted === null && !started.ok && started.error.code === 'busy';
  return isTaken ? start(0) : started;
}

async function untilEnded(
  { terminal }: CommandCall,
  commands: RunningCommands,
  stop: () => Promise<void>,
): Promise<void> {
  const { promise: never } = Promise.withResolvers<undefined>();
  await untilStopped(terminal, {
    work: async () => never,
    interrupted: () =>
      terminal.note('Closing; running turns are ended properly. Ctrl-C once more ends at once.'),
    stop,
    commands,
  });
}

/** Null: the usual one, or any. */
function readPort({ options }: CommandCall): Result<number | null> {
  const given = options.get('port');
  if (given === undefined) return succeed(null);
  const port = Number(given);
  if (/^\d+$/u.test(given) && port <= HIGHEST_PORT) return succeed(port);
  return fail(rookError('usage', `--port takes a number up to ${HIGHEST_PORT}, as in 4680; got ${given}.`));
}

/** Beside the command line, wherever that runs from. */
function findPage(): string | null {
  const folders = ['../../../web/dist', '../../web/dist'].map((way) => join(import.meta.dirname, way));
  return folders.find((folder) => existsSync(join(folder, 'index.html'))) ?? null;
}

async function tell(call: CommandCall, url: string): Promise<void> {
  const { terminal, json, switches } = call;
  if (json) terminal.printJson({ url });
  else {
    terminal.print('The workbench is open at ', { text: url, style: 'bold' });
    terminal.note('The address lets one page in, once. Ctrl-C ends it.');
  }
  if (json || !switches.has('open')) return;
  const opened = await openBrowser(call, url);
  if (!opened) terminal.note('No browser could be opened; open the address yourself.');
}
