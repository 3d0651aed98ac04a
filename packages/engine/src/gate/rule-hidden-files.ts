import { PASS, type Rule } from './rule.ts';

const WHY = {
  built_in: 'belongs to git or to Rook itself',
  settings: 'is left out by the setting edits.ignore',
  gitignore: 'is left out by .gitignore',
} as const;

/** What looks like a secret, and what a workspace ignores, is not shown to a model without a question. */
export const hiddenFiles: Rule = {
  name: 'hidden-files',
  judge: ({ targets }) => {
    for (const { named, ignored, looksSecret } of targets) {
      if (looksSecret) return { kind: 'ask', reason: `${named} looks like it holds secrets`, path: named };
      if (ignored === null) continue;
      return { kind: 'ask', reason: `${named} ${WHY[ignored]}`, path: named };
    }
    return PASS;
  },
};
