import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { fail, rookError, succeed, type Result } from '@rook/contract';
import type { HolderNote } from '@rook/engine';

import type { CommandCall, Outcome } from '../command.ts';
import { openBrowser } from '../compose-browser.ts';
import { composeWorkbench } from '../compose-workbench.ts';
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
  if (uiFolder === null)
    return fail(
      rookError('not_found', 'The page of the workbench is not built; run `npm run build` in Rook’s folder.'),
    );
  let holder: HolderNote = { surface: 'workbench' };
  const composed = await composeWorkbench(call, () => holder);
  if (!composed.ok) return composed;
  const { composition, ...workbench } = composed.value;
  const { folders, settings } = composition;
  const log = createLog({
    path: join(folders.home, 'logs', 'server.log'),
    level: settings.values['log.level'],
    redact: (text) => text,
  });
  const endpointToken = randomBytes(32).toString('base64url');
  const { startServer } = await import('@rook/server');
  const common = { workbench, uiFolder, log, endpointToken, keys: createKeyMemory(openPageKeys(folders)) };
  const started = await startServer({ ...common, port: wanted.value ?? STANDARD_PORT });
  const isTaken = !started.ok && started.error.code === 'busy' && wanted.value === null;
  const server = isTaken ? await startServer({ ...common, port: 0 }) : started;
  if (!server.ok) {
    await workbench.close();
    return server;
  }
  const kept = await openEndpointToken(folders, server.value.port).update(async () =>
    succeed(new TextEncoder().encode(endpointToken)),
  );
  if (kept.ok) holder = { surface: 'workbench', endpoint: `http://127.0.0.1:${server.value.port}` };
  await tell(call, server.value.url);
  const end = async (): Promise<void> => {
    await server.value.close();
    await workbench.close();
  };
  const { promise: never } = Promise.withResolvers<undefined>();
  const stopped = await untilStopped(call.terminal, {
    work: async () => never,
    interrupted: () =>
      call.terminal.note('Closing; running turns are ended properly. Ctrl-C once more ends at once.'),
    stop: end,
  });
  return stopped.by === 'signal' ? { ...succeed(undefined), code: 0 } : succeed(undefined);
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
