import { succeed, type ContentHash, type Result } from '@rook/contract';

import type { OutputDraft } from '../ports/kept-outputs.ts';
import { beginCleanDraft, type CleanDraft } from './clean-draft.ts';
import { RAW, UTF8, type CleanBeginning, type SecretReader } from './clean-pieces.ts';
import { looksBinary } from './command-output.ts';

/** The way of an output to the disk, one piece after the other. Once a piece failed, nothing more is tried. */
export interface OutputPassage {
  pass(bytes: Uint8Array): void;
  /** When all that was passed is taken. */
  taken(): Promise<void>;
  /** What is not found there yet, with these behind it, and behind how many bytes it stands; null where nothing is there. */
  waiting(more: Uint8Array): Promise<WaitingOutput | null>;
  /** Keeps all of it; null where it cannot. */
  keep(named: (hash: ContentHash) => Promise<void>): Promise<ContentHash | null>;
}

interface WaitingOutput extends CleanBeginning {
  readonly after: number;
}

/** Nothing is begun before the first piece comes. */
export function createOutputPassage(
  begin: () => Promise<Result<OutputDraft>>,
  secrets: SecretReader,
): OutputPassage {
  let draft: Promise<Result<CleanDraft>> | null = null;
  let tail: Promise<Result<void>> = Promise.resolve(succeed(undefined));
  return {
    pass: (bytes) => {
      tail = tail.then(async (before) => {
        if (!before.ok || bytes.length === 0) return before;
        // What begins as no text may go on as one.
        draft ??= beginCleanDraft(begin, secrets, looksBinary(bytes) ? RAW : UTF8);
        const begun = await draft;
        return begun.ok ? begun.value.add(bytes) : begun;
      });
    },
    taken: async () => void (await tail),
    waiting: async (more) => {
      // In turn, so that nothing is passed on between what is found and what stands behind it.
      const turn = tail.then(async (before) => {
        const begun = before.ok ? await draft : null;
        if (begun?.ok !== true) return { passed: before, told: null };
        const waiting = await begun.value.waiting();
        if (!waiting.ok) return { passed: waiting, told: null };
        const { found: after, behind } = waiting.value;
        const { clean, heldBack } = begun.value.soFar(more);
        return { passed: before, told: { after, clean: Buffer.concat([behind, clean]), heldBack } };
      });
      tail = turn.then(({ passed }) => passed);
      return (await turn).told;
    },
    keep: async (named) => {
      const passed = await tail;
      const begun = await draft;
      if (begun?.ok !== true) return null;
      const kept = passed.ok ? await begun.value.keep(named) : passed;
      if (kept.ok) return kept.value;
      await begun.value.drop();
      return null;
    },
  };
}
