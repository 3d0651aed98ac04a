import * as z from 'zod';

import type { ContentHash, SessionId } from '../ids.ts';
import type { Result } from '../result.ts';
import { changeCalls } from './change-calls.ts';
import { connectionCalls } from './connection-calls.ts';
import { governanceCalls } from './governance-calls.ts';
import { placeCalls } from './place-calls.ts';
import { recordCalls } from './record-calls.ts';
import { sessionCalls } from './session-calls.ts';
import { tourCalls } from './tour-calls.ts';
import type { WorkbenchEvent } from './workbench-event.ts';

/** Everything that a surface may ask. */
export const workbenchCalls = {
  ...sessionCalls,
  ...changeCalls,
  ...placeCalls,
  ...recordCalls,
  ...governanceCalls,
  ...connectionCalls,
  ...tourCalls,
} as const;

export type CallName = keyof typeof workbenchCalls;
type CallInputs = { readonly [Name in CallName]: z.output<(typeof workbenchCalls)[Name]['input']> };
type CallOutputs = { readonly [Name in CallName]: z.output<(typeof workbenchCalls)[Name]['output']> };
export type CallInput<Name extends CallName> = CallInputs[Name];
export type CallOutput<Name extends CallName> = CallOutputs[Name];

/**
 * What every surface talks to, wherever the engine runs: in its own process, behind a server, or behind a port of
 * messages. Calls go down; entries and deltas come up.
 */
export interface Workbench {
  call<Name extends CallName>(name: Name, input: CallInput<Name>): Promise<Result<CallOutput<Name>>>;
  /**
   * What happens from now on. Of a session: all entries behind `after`, then what is written, in order and each once. It
   * goes on until it is stopped; a way that breaks is mended, and nothing is lost or told twice.
   */
  follow(wish: FollowWish): Following;
  /** Kept bytes, or a part of them; null when they were never kept or were pruned. `too_large` for what is read in parts alone. */
  readBlob(hash: ContentHash, part?: BlobPart): Promise<Result<Uint8Array | null>>;
  /** Keeps bytes, so that a message can name them. */
  keepBlob(bytes: Uint8Array): Promise<Result<ContentHash>>;
}

/** Fewer bytes come back where there are no more. */
export const blobPartSchema = z.object({
  from: z.int().min(0),
  bytes: z.int().min(1).max(8_000_000),
});
export type BlobPart = z.infer<typeof blobPartSchema>;

export interface FollowWish {
  /** Null: only the list of sessions. */
  readonly session: SessionId | null;
  /** The `seq` of the last entry that is known; -1: none. */
  readonly after: number;
}

export interface Following {
  readonly events: AsyncIterable<WorkbenchEvent>;
  /** Ends the events, also for who waits for the next one. */
  stop(): void;
}
