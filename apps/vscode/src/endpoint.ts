import { randomBytes } from 'node:crypto';

import { succeed, type Result, type Workbench } from '@rook/contract';
import type { HolderNote, Log } from '@rook/engine';
import type { RunningServer } from '@rook/server';

import { openEndpointToken, type Composition } from './compose.ts';

/** How the page and other programs of the user reach the workbench of a folder: an address of this machine. */
export interface Endpoint {
  /** For the note of who holds a session; empty until it listens. */
  readonly address: () => Pick<HolderNote, 'endpoint'>;
  /** Listens, if it does not yet. What fails is tried again by the next who asks. */
  readonly open: () => Promise<Result<RunningServer>>;
  readonly close: () => Promise<void>;
}

interface EndpointSetup {
  readonly workbench: Workbench;
  readonly folders: Composition['folders'];
  /** Where the files of the page lie. */
  readonly page: string;
  readonly log: Log;
}

const TOKEN_BYTES = 32;
/** The editor does not wait long for extensions that end. */
const GRACE_MILLISECONDS = 1000;

export function createEndpoint({ workbench, folders, page, log }: EndpointSetup): Endpoint {
  let opening: Promise<Result<RunningServer>> | null = null;
  let endpoint: string | undefined;

  async function listen(): Promise<Result<RunningServer>> {
    const { startServer } = await import('@rook/server');
    const endpointToken = randomBytes(TOKEN_BYTES).toString('base64url');
    const limits = { graceMilliseconds: GRACE_MILLISECONDS };
    const started = await startServer({ workbench, uiFolder: page, log, endpointToken, limits, port: 0 });
    if (!started.ok) {
      log.write('warn', `Other programs cannot reach this window: ${started.error.message}`);
      return started;
    }
    const { port } = started.value;
    const kept = await openEndpointToken(folders, port).update(async () =>
      succeed(new TextEncoder().encode(endpointToken)),
    );
    // Without the token in its file nobody could come in there.
    if (kept.ok) endpoint = `http://127.0.0.1:${port}`;
    else log.write('warn', `Other programs cannot reach this window: ${kept.error.message}`);
    return started;
  }

  return {
    address: () => (endpoint === undefined ? {} : { endpoint }),
    open: async () => {
      opening ??= listen();
      const opened = await opening;
      if (!opened.ok) opening = null;
      return opened;
    },
    close: async () => {
      const opened = await opening;
      if (opened?.ok !== true) return;
      await opened.value.close();
      await openEndpointToken(folders, opened.value.port).update(async () => succeed(new Uint8Array()));
    },
  };
}
