/**
 * Remembers what was answered to which call, so that one whose answer was lost on the way can be sent again: it gets the
 * same answer, and is not carried out twice.
 */
export interface CallMemory {
  /** The answer to the call of this id, which is carried out if it was not. Without an id it always is. */
  answerOnce(id: string | undefined, run: () => Promise<string>): Promise<string>;
}

const MOST_CALLS = 256;
/** Only calls that read have longer answers, and those may be carried out again. */
const LONGEST_KEPT = 8192;
const LONGEST_ID = 100;

export function createCallMemory(): CallMemory {
  const answers = new Map<string, Promise<string>>();
  return {
    answerOnce: async (id, run) => {
      if (id === undefined || id.length > LONGEST_ID) return run();
      const known = answers.get(id);
      if (known !== undefined) return known;
      const answer = run();
      answers.set(id, answer);
      const [oldest] = answers.keys();
      if (answers.size > MOST_CALLS && oldest !== undefined) answers.delete(oldest);
      let isKept = false;
      try {
        const text = await answer;
        isKept = text.length <= LONGEST_KEPT;
        return text;
      } finally {
        if (!isKept) answers.delete(id);
      }
    },
  };
}
