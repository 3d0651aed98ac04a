import { PASS, type Rule } from './rule.ts';

/** What looks like a secret, and what a workspace ignores, is not shown to a model without a question. */
export const hiddenFiles: Rule = {
  name: 'hidden-files',
  judge: ({ targets }) => {
    for (const { named, ignored, looksSecret } of targets) {
      if (looksSecret)
        return { kind: 'ask', question: `${named} looks like it holds secrets. Show it to the model?` };
      if (ignored === null) continue;
      const by = ignored === 'gitignore' ? '.gitignore' : 'the setting edits.ignore';
      return { kind: 'ask', question: `${named} is left out by ${by}. Show it to the model?` };
    }
    return PASS;
  },
};
