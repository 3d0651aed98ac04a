import { ck3raven, rook, rookError } from '@rook/contract';

import { shortenName } from '../commands/shorten.ts';
import { PASS, type Rule } from './rule.ts';

const OWN_FOLDERS: ReadonlySet<string> = new Set([rook.folder, ck3raven.folder]);

/**
 * What makes editors, git or CI run code, and what holds keys, is never changed without a question, in any mode. What
 * Rook itself keeps is never changed by a tool, whoever says yes: it is the record of what tools did.
 */
export const protectedFiles: Rule = {
  name: 'protected-files',
  judge: ({ effect, targets }) => {
    // What a source does with a file that it is told of, nobody sees; it counts as changed.
    if (effect.kind !== 'write' && effect.kind !== 'run' && effect.kind !== 'command') return PASS;
    for (const { named, located, isOwn: isInHome } of targets) {
      const paths = located.ok ? [named, located.value.path] : [named];
      if (!isInHome && !paths.some(isOwn)) continue;
      const sentence = `${shortenName(named)} belongs to Rook itself and is changed by no tool; use its commands.`;
      return { kind: 'refuse', error: rookError('protected', sentence), path: named };
    }
    const found = targets.find(({ isProtected }) => isProtected);
    if (found === undefined) return PASS;
    return {
      kind: 'ask',
      reason: `${shortenName(found.named)} is a protected file`,
      isProtected: true,
      path: found.named,
    };
  },
};

function isOwn(path: string): boolean {
  return path.split('/').some((name) => OWN_FOLDERS.has(name.toLowerCase()));
}
