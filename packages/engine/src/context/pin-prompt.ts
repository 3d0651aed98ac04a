import { createHash } from 'node:crypto';

/** The system prompt of a session as it was written down. */
export interface PinnedPrompt {
  /** Over the text as it was built; a secret in it may have been taken out when it was written. */
  readonly sha256: string;
  readonly text: string;
}

export interface PromptChoice extends PinnedPrompt {
  /** Nothing was pinned yet: this is to be written down before it is used. */
  readonly isFirst: boolean;
  /** The prompt would read differently today; the pinned one holds, and somebody should be told. */
  readonly hasDrifted: boolean;
}

/** What was pinned at first holds for the whole session; what changes goes into the blocks of a turn. */
export function pinPrompt(pinned: PinnedPrompt | null, fresh: string): PromptChoice {
  const sha256 = createHash('sha256').update(fresh).digest('hex');
  if (pinned === null) return { sha256, text: fresh, isFirst: true, hasDrifted: false };
  return { ...pinned, isFirst: false, hasDrifted: pinned.sha256 !== sha256 };
}
