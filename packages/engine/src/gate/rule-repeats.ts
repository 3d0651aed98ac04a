import { rookError } from '@rook/contract';

import { PASS, type Rule, type Verdict } from './rule.ts';

/** So often the same call may be made before it is stopped. */
const MOST_SAME = 2;

/** The same call with the same input brings nothing new; a model that does not see that is told. */
export const repeats: Rule = {
  name: 'repeats',
  judge: ({ tool, repeats: before }) => judgeRepeats(tool, before),
};

export function judgeRepeats(tool: string, before: number): Verdict {
  if (before < MOST_SAME) return PASS;
  const sentence = `${tool} was called ${before} times with this input and nothing changed since; use the results you have, or do something else.`;
  return { kind: 'refuse', error: rookError('repeated_call', sentence) };
}
