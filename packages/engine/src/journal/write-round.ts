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

/** Writes all that waits now; answers with what was written, or with the failure that every caller is told. */
export function createRoundWriter(
  setup: RoundSetup & { readonly held: WaitingEntries; readonly state: () => QueueState },
): (durable: boolean) => Promise<Result<readonly EntryBase[]>> {
  const { file, held } = setup;

  async function mendAndWrite(durable: boolean): Promise<Result<readonly EntryBase[]>> {
    const found = await file.mend();
    if (!found.ok) return found;
    held.takeOut(found.value);
    if (found.value.length > 0) setup.written(found.value);
    return file.write(held.batch(), durable);
  }

  return async (durable) => {
    held.begin();
    const forced = setup.isDurable(durable);
    const result = await (file.isBroken() ? mendAndWrite(forced) : file.write(held.batch(), forced));
    if (result.ok) {
      held.finish();
      setup.written(result.value);
      return result;
    }
    held.putBack(file.mayHold);
    setup.failed(result.error.message, setup.state());
    return unavailable(result.error.message, held.count());
  };
}

function unavailable(reason: string, unwritten: number): Result<never> {
  const message = `${reason} ${unwritten} entries wait in memory; nothing but reading can happen until they are written.`;
  return fail(rookError('journal_unavailable', message));
}
