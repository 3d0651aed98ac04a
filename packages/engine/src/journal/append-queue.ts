import { fail, rookError, succeed, type EntryBase, type EntryDraft, type Result } from '@rook/contract';

import type { Blobs } from '../ports/store.ts';
import type { EntryWriter, PreparedEntry } from './prepared-entry.ts';
import { createWaitingEntries } from './waiting-entries.ts';
import { createRoundWriter, type QueueState, type RoundSetup } from './write-round.ts';

export interface AppendQueue {
  append(drafts: readonly EntryDraft[], durable: boolean): Promise<Result<readonly EntryBase[]>>;
  state(): QueueState;
}

interface Waiting {
  readonly prepared: readonly PreparedEntry[];
  readonly durable: boolean;
  readonly resolve: (result: Result<readonly EntryBase[]>) => void;
}

/** Puts entries in the order of the calls, and writes all that came in during one write with the next. */
export function createAppendQueue(
  setup: RoundSetup & { readonly entries: EntryWriter; readonly blobs: Blobs },
): AppendQueue {
  const { entries } = setup;
  const held = createWaitingEntries(entries);
  const rounds = createRoundWriter({ ...setup, held, state });
  let waiting: Waiting[] = [];
  let preparingCount = 0;
  let preparing: Promise<void> | undefined;
  let busy = false;

  async function pump(): Promise<void> {
    busy = true;
    while (waiting.length > 0) {
      const round = waiting;
      waiting = [];
      const result = await rounds.write(round.some((one) => one.durable));
      for (const { prepared, resolve } of round)
        resolve(result.ok ? succeed(pick(result.value, prepared)) : result);
    }
    busy = false;
  }

  /** The way of most calls: nothing else is under way. */
  async function writeAlone(
    prepared: readonly PreparedEntry[],
    durable: boolean,
  ): Promise<Result<readonly EntryBase[]>> {
    busy = true;
    held.add(prepared);
    const result = await rounds.write(durable);
    busy = false;
    if (waiting.length > 0) void pump();
    return result.ok ? succeed(pick(result.value, prepared)) : result;
  }

  function state(): QueueState {
    return { unwritten: preparingCount + held.count(), lost: held.lost() };
  }

  function enqueue(prepared: readonly PreparedEntry[], durable: boolean, resolve: Waiting['resolve']): void {
    held.add(prepared);
    waiting.push({ prepared, durable, resolve });
    if (!busy) void pump();
  }

  return {
    append: (drafts, durable) => {
      const prepared = entries.prepare(drafts, setup.blobs);
      const ready = preparing === undefined && Array.isArray(prepared);
      if (ready && !busy) return writeAlone(prepared, durable);
      const { promise, resolve } = Promise.withResolvers<Result<readonly EntryBase[]>>();
      if (ready) {
        enqueue(prepared, durable, resolve);
        return promise;
      }
      // Who comes while another one prepares waits for it, so that the order of the calls stays.
      const earlier = preparing;
      preparingCount += drafts.length;
      const inTurn = async (): Promise<void> => {
        const done = Promise.resolve(prepared).catch((error: unknown) =>
          fail(rookError('internal', String(error))),
        );
        const [all] = await Promise.all([done, earlier]);
        if (preparing === turn) preparing = undefined;
        preparingCount -= drafts.length;
        if (Array.isArray(all)) enqueue(all, durable, resolve);
        else if (all.ok) enqueue(all.value, durable, resolve);
        else resolve(rounds.giveUp(drafts.length, all.error.message));
      };
      const turn = inTurn();
      preparing = turn;
      return promise;
    },
    state,
  };
}

/** The entries that a caller brought; most often they are all that was written. */
function pick(entries: readonly EntryBase[], prepared: readonly PreparedEntry[]): readonly EntryBase[] {
  if (entries.length === prepared.length) return entries;
  const wanted = new Set(prepared.map(({ id }) => id));
  return entries.filter((entry) => wanted.has(entry.event_id));
}
