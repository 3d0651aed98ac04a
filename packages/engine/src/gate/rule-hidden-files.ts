import { rookError } from '@rook/contract';

import { shortenName } from '../commands/shorten.ts';
import { PASS, type CommandFacts, type Rule, type TargetFacts } from './rule.ts';

const WHY = {
  built_in: 'belongs to git or to Rook itself',
  settings: 'is left out by the setting edits.ignore',
  gitignore: 'is left out by .gitignore',
} as const;

/** What looks like a secret, and what a workspace ignores, is not shown to a model without a question. */
export const hiddenFiles: Rule = {
  name: 'hidden-files',
  judge: ({ effect, targets, command, mode }) => {
    const read = command?.reads ?? [];
    for (const target of [...targets, ...read]) {
      const { named, ignored, looksSecret, isOwn } = target;
      if (isOwn) return { kind: 'ask', reason: `${shortenName(named)} ${WHY.built_in}`, path: named };
      if (looksSecret)
        return { kind: 'ask', reason: `${shortenName(named)} looks like it holds secrets`, path: named };
      // What a command makes is often ignored; only what it shows is asked about, and what nobody could bring back.
      const isMade = effect.kind === 'command' && ignored === 'gitignore' && !read.includes(target);
      const isLost = isMade && mode === 'ask' && isReplaced(target, command);
      if (ignored === null || (isMade && !isLost)) continue;
      const reason = `${shortenName(named)} ${WHY[ignored]}${isLost ? LOST : ''}`;
      if (effect.kind !== 'read' && ignored === 'settings') {
        const sentence = `${reason}, so it is not changed; the user takes it out of that setting first.`;
        return { kind: 'refuse', error: rookError('protected', sentence), path: named };
      }
      return { kind: 'ask', reason, path: named };
    }
    return PASS;
  },
};

const LOST = ', so what it holds now could not be brought back';

/** A program makes these again. */
const MADE_AGAIN =
  /\.(?:log|out|err|tmp|pid)$|(?:^|\/)(?:dist|build|out|target|bin|obj|coverage|tmp|node_modules|\.cache|\.next|__pycache__)\//iu;

/** Git does not have it and no change set holds it, so where a line puts other content in its place it is gone. */
function isReplaced({ named, located }: TargetFacts, command: CommandFacts | null): boolean {
  const isThere = located.ok && located.value.kind === 'file' && !MADE_AGAIN.test(named);
  return (
    isThere &&
    (command?.judgement.segments.some((one) => one.writesContent && one.writes.includes(named)) ?? false)
  );
}
