import { succeed, type Result } from '@rook/contract';

import type { OutputDraft } from '../ports/kept-outputs.ts';
import {
  createPieceCleaner,
  type CleanBeginning,
  type PieceCleaner,
  type SecretReader,
} from './clean-pieces.ts';

/** A draft into which nothing comes that looks like a secret. */
export interface CleanDraft extends OutputDraft {
  /** What was added and is not in the draft yet, with these behind it, as far as it can be told already. */
  soFar(more: Uint8Array): CleanBeginning;
}

/** What is added to it loses its secrets on the way. */
export async function beginCleanDraft(
  begin: () => Promise<Result<OutputDraft>>,
  secrets: SecretReader,
  form: Parameters<typeof createPieceCleaner>[1],
): Promise<Result<CleanDraft>> {
  const cleaner: PieceCleaner = createPieceCleaner(secrets, form);
  const begun = await begin();
  if (!begun.ok) return begun;
  const draft = begun.value;
  const add = async (clean: Uint8Array): Promise<Result<void>> =>
    clean.length === 0 ? succeed(undefined) : draft.add(clean);
  return succeed({
    add: async (bytes) => add(cleaner.add(bytes)),
    waiting: async () => draft.waiting(),
    soFar: (more) => cleaner.soFar(more),
    keep: async (named) => {
      const added = await add(cleaner.end());
      return added.ok ? draft.keep(named) : added;
    },
    drop: async () => draft.drop(),
  });
}
