import { fail, rookError, succeed, type EntryBase, type EntryDraft, type Result } from '@rook/contract';

import type { Blobs } from '../ports/store.ts';
import type { JournalFile } from './journal-file.ts';
import type { EntryWriter, PreparedEntry } from './prepare-entries.ts';
import { createWaitingEntries } from './waiting-entries.ts';

export interface QueueState {
  readonly unwritten: number;
  readonly lost: number;
}

export interface AppendQueue {
  append(drafts: readonly EntryDraft[], durable: boolean): Promise<Result<readonly EntryBase[]>>;
  state(): QueueState;
}

interface Waiting {
  readonly ids: readonly string[];
  readonly durable: boolean;
  readonly resolve: (result: Result<readonly EntryBase[]>) => void;
}

/** Puts entries in the order of the calls, and writes all that came in during one write with the next. */
export function createAppendQueue(setup: {
  readonly file: JournalFile;
  readonly entries: EntryWriter;
  readonly blobs: Blobs;
  readonly isDurable: (asked: boolean) => boolean;
  readonly written: (entries: readonly EntryBase[]) => void;
  readonly failed: (reason: string, state: QueueState) => void;
}): AppendQueue {
  const { file, entries } = setup;
  const held = createWaitingEntries(entries);
  let waiting: Waiting[] = [];
  let preparingCount = 0;
  let preparing: Promise<void> | undefined;
  let pumping: Promise<void> | undefined;

  async function pump(): Promise<void> {
    while (waiting.length > 0) {
      const round = waiting;
      waiting = [];
      held.begin();
      const durable = setup.isDurable(round.some((one) => one.durable));
      const result = await (file.isBroken() ? mendAndWrite(durable) : file.write(held.batch(), durable));
      if (result.ok) {
        held.finish();
        setup.written(result.value);
        for (const { ids, resolve } of round) resolve(succeed(pick(result.value, ids)));
      } else {
        held.putBack(file.mayHold);
        setup.failed(result.error.message, state());
        for (const { resolve } of round) resolve(unavailable(result.error.message, held.count()));
      }
    }
    pumping = undefined;
  }

  async function mendAndWrite(durable: boolean): Promise<Result<readonly EntryBase[]>> {
    const found = await file.mend();
    if (!found.ok) return found;
    held.takeOut(found.value);
    if (found.value.length > 0) setup.written(found.value);
    return file.write(held.batch(), durable);
  }

  function state(): QueueState {
    return { unwritten: preparingCount + held.count(), lost: held.lost() };
  }

  function enqueue(prepared: readonly PreparedEntry[], durable: boolean, resolve: Waiting['resolve']): void {
    held.add(prepared);
    waiting.push({ ids: prepared.map(({ fields }) => fields.event_id), durable, resolve });
    pumping ??= pump();
  }

  return {
    append: (drafts, durable) => {
      const { promise, resolve } = Promise.withResolvers<Result<readonly EntryBase[]>>();
      const prepared = entries.prepare(drafts, setup.blobs);
      if (preparing === undefined && Array.isArray(prepared)) {
        enqueue(prepared, durable, resolve);
        return promise;
      }
      // Who comes while another one prepares waits for it, so that the order of the calls stays.
      const earlier = preparing;
      preparingCount += drafts.length;
      const inTurn = async (): Promise<void> => {
        const [all] = await Promise.all([prepared, earlier]);
        if (preparing === turn) preparing = undefined;
        preparingCount -= drafts.length;
        enqueue(all, durable, resolve);
      };
      const turn = inTurn();
      preparing = turn;
      return promise;
    },
    state,
  };
}

/** The entries with these ids; most often they are all that was written. */
function pick(entries: readonly EntryBase[], ids: readonly string[]): readonly EntryBase[] {
  if (entries.length === ids.length) return entries;
  const wanted = new Set(ids);
  return entries.filter((entry) => wanted.has(entry.event_id));
}

function unavailable(reason: string, unwritten: number): Result<never> {
  const message = `${reason} ${unwritten} entries wait in memory; nothing but reading can happen until they are written.`;
  return fail(rookError('journal_unavailable', message));
}
