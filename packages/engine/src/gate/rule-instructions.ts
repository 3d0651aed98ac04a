import { shortenName } from '../commands/shorten.ts';
import { isInstructionFile } from './instruction-files.ts';
import { PASS, type Rule } from './rule.ts';

const WRITING: ReadonlySet<string> = new Set(['write', 'run', 'command']);

/**
 * What stands in the instruction files of the root is obeyed by every later session. So nothing writes there without a
 * question, in any mode and whatever the settings protect: a page or a file that a model read could speak through it for ever.
 */
export const instructionFiles: Rule = {
  name: 'instruction-files',
  judge: ({ effect, targets }) => {
    if (!WRITING.has(effect.kind)) return PASS;
    const found = targets.find(({ named, located }) =>
      [named, ...(located.ok ? [located.value.path] : [])].some(isInstructionFile),
    );
    if (found === undefined) return PASS;
    return {
      kind: 'ask',
      reason: `${shortenName(found.named)} holds instructions that every later session follows`,
      isProtected: true,
      path: found.named,
    };
  },
};
