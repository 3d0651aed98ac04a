import { rookError } from '@rook/contract';

import { shortenName } from '../commands/shorten.ts';
import { PASS, type Rule } from './rule.ts';

const WHY = {
  built_in: 'belongs to git or to Rook itself',
  settings: 'is left out by the setting edits.ignore',
  gitignore: 'is left out by .gitignore',
} as const;

/** What looks like a secret, and what a workspace ignores, is not shown to a model without a question. */
export const hiddenFiles: Rule = {
  name: 'hidden-files',
  judge: ({ effect, targets, command }) => {
    const read = command?.reads ?? [];
    for (const target of [...targets, ...read]) {
      const { named, ignored, looksSecret, isOwn } = target;
      if (isOwn) return { kind: 'ask', reason: `${shortenName(named)} ${WHY.built_in}`, path: named };
      if (looksSecret)
        return { kind: 'ask', reason: `${shortenName(named)} looks like it holds secrets`, path: named };
      // What a command makes is often ignored; only what it shows is asked about.
      const isMade = effect.kind === 'command' && ignored === 'gitignore' && !read.includes(target);
      if (ignored === null || isMade) continue;
      const reason = `${shortenName(named)} ${WHY[ignored]}`;
      if (effect.kind !== 'read' && ignored === 'settings') {
        const sentence = `${reason}, so it is not changed; the user takes it out of that setting first.`;
        return { kind: 'refuse', error: rookError('protected', sentence), path: named };
      }
      return { kind: 'ask', reason, path: named };
    }
    return PASS;
  },
};
