import { fail, rookError, type EntryBase, type Result } from '@rook/contract';

import type { JournalFile } from './journal-file.ts';
import type { WaitingEntries } from './waiting-entries.ts';

export interface QueueState {
  readonly unwritten: number;
  readonly lost: number;
}

export interface RoundSetup {
  readonly file: JournalFile;
  readonly isDurable: (asked: boolean) => boolean;
  readonly written: (entries: readonly EntryBase[]) => void;
  readonly failed: (reason: string, state: QueueState) => void;
}

export interface RoundWriter {
  /** Writes all that waits now; answers with what was written, or with the failure that every caller is told. */
  readonly write: (durable: boolean) => Promise<Result<readonly EntryBase[]>>;
  /** For entries whose long fields could not be kept, so that they cannot be written either. */
  readonly giveUp: (count: number, reason: string) => Result<never>;
}

export function createRoundWriter(
  setup: RoundSetup & { readonly held: WaitingEntries; readonly state: () => QueueState },
): RoundWriter {
  const { file, held } = setup;

  async function mendAndWrite(durable: boolean): Promise<Result<readonly EntryBase[]>> {
    const found = await file.mend();
    if (!found.ok) return found;
    held.takeOut(found.value);
    if (found.value.length > 0) setup.written(found.value);
    return file.write(held.batch(), durable);
  }

  async function tryWrite(durable: boolean): Promise<Result<readonly EntryBase[]>> {
    try {
      return await (file.isBroken() ? mendAndWrite(durable) : file.write(held.batch(), durable));
    } catch (error) {
      // A bug must not leave callers waiting for ever.
      return fail(rookError('internal', `Writing the journal broke: ${String(error)}.`));
    }
  }

  function fall(reason: string): Result<never> {
    setup.failed(reason, setup.state());
    return unavailable(reason, held.count());
  }

  return {
    write: async (durable) => {
      held.begin();
      const result = await tryWrite(setup.isDurable(durable));
      if (result.ok) {
        held.finish();
        setup.written(result.value);
        return result;
      }
      held.putBack(file.mayHold);
      return fall(result.error.message);
    },
    giveUp: (count, reason) => {
      held.lose(count);
      return fall(reason);
    },
  };
}

/** The failure that a caller is told while entries wait. */
function unavailable(reason: string, unwritten: number): Result<never> {
  const message = `${reason} ${unwritten} entries wait in memory; nothing but reading can happen until they are written.`;
  return fail(rookError('journal_unavailable', message));
}
