import { PASS, type Rule } from './rule.ts';

/** What makes editors, git or CI run code, and what holds keys, is never changed without a question, in any mode. */
export const protectedFiles: Rule = {
  name: 'protected-files',
  judge: ({ effect, targets }) => {
    if (effect.kind !== 'write') return PASS;
    const found = targets.find(({ isProtected }) => isProtected);
    if (found === undefined) return PASS;
    return { kind: 'ask', reason: `${found.named} is a protected file`, isProtected: true };
  },
};
