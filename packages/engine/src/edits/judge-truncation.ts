import { rookError, type RookError } from '@rook/contract';

/** What is known of an answer when it ends. */
export interface AnswerEnd {
  readonly text: string;
  /** What the provider said; null where it says nothing. */
  readonly finishReason: string | null;
  /** What the parser found: a whole value, only parts of one, or no structure to judge by. */
  readonly parsed: 'complete' | 'incomplete' | 'unstructured';
  readonly summary: string;
  readonly changeCount: number;
}

const FEWEST_CHARACTERS = 200;

/**
 * Why an answer counts as cut off; null when it is whole. The finish reason and the parser decide. Only without
 * both the signs of item E-10 count, because whole small or fenced answers show them too.
 */
export function judgeTruncation(end: AnswerEnd): string | null {
  const { text, finishReason, parsed, summary, changeCount } = end;
  if (
    finishReason !== null &&
    /^(length|max_tokens|max_output_tokens|error|cancelled|aborted|content.?filter)$/i.test(finishReason)
  ) {
    return `the model stopped with "${finishReason}"`;
  }
  if (parsed === 'incomplete') return 'the reply is not complete';
  if (parsed === 'complete' || finishReason !== null) return null;
  if (/truncated/i.test(summary)) return 'the summary says that it is truncated';
  if (changeCount > 0 && text.length < FEWEST_CHARACTERS) {
    return `the reply has file changes and fewer than ${FEWEST_CHARACTERS} characters`;
  }
  if (
    changeCount > 0 &&
    !text
      .replace(/\s*```\s*$/, '')
      .trimEnd()
      .endsWith('}')
  )
    return 'the reply does not end with "}"';
  return null;
}

/** What is said instead of applying the changes of an answer that was cut off. */
export function refuseTruncated(changeCount: number): RookError {
  return rookError(
    'truncated',
    `🚫 BLOCKED: ${changeCount} file change(s) from truncated response. The response was cut off mid-stream. NO changes have been applied.`,
  );
}
