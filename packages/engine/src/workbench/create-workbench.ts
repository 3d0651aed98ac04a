import { parseCallInput, type CallName, type Workbench } from '@rook/contract';

import { readBlobPart } from '../journal/read-blob-part.ts';
import { createChangeHandlers } from './change-handlers.ts';
import { createConnectionHandlers } from './connection-handlers.ts';
import { followSession } from './follow-session.ts';
import { createGovernanceHandlers } from './governance-handlers.ts';
import { createHeldSessions } from './held-sessions.ts';
import { createPlaceHandlers } from './place-handlers.ts';
import { createRecordHandlers } from './record-handlers.ts';
import { createSessionHandlers } from './session-handlers.ts';
import { createTourHandlers } from './tour-handlers.ts';
import { createSessionWatch } from './watch-sessions.ts';
import type { CallHandlers, WorkbenchSetup } from './workbench-setup.ts';

/** The workbench in this process, for surfaces here and for servers that pass it on. */
export interface HostedWorkbench extends Workbench {
  /** Ends what runs, properly, and gives every session free. */
  close(): Promise<void>;
}

export function createWorkbench(setup: WorkbenchSetup): HostedWorkbench {
  const watch = createSessionWatch(setup);
  const held = createHeldSessions(setup, watch.touch);
  const parts = { setup, held, watch };
  const sessions = createSessionHandlers(parts);
  const handlers: CallHandlers = {
    ...sessions,
    ...createChangeHandlers(parts),
    ...createPlaceHandlers(parts),
    ...createRecordHandlers(parts),
    ...createGovernanceHandlers(setup),
    ...createConnectionHandlers(setup),
    ...createTourHandlers(setup, sessions),
  };
  const following = new Set<() => void>();
  return {
    // A surface in the same process is believed no more than one behind a wire.
    call: async <Name extends CallName>(name: Name, input: Parameters<CallHandlers[Name]>[0]) => {
      const parsed = parseCallInput(name, input);
      return parsed.ok ? handlers[name](parsed.value) : parsed;
    },
    follow: (wish) => {
      const followed = followSession(parts, wish);
      const stop = (): void => {
        following.delete(stop);
        followed.stop();
      };
      following.add(stop);
      return { events: followed.events, stop };
    },
    readBlob: async (hash, part) => readBlobPart(setup.store.blobs, hash, part),
    keepBlob: async (bytes) => setup.store.blobs.put(bytes),
    close: async () => {
      await held.close();
      for (const stop of following) stop();
    },
  };
}
